import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { publishScrcpyServer } from './e2e/third-party/publish-scrcpy-server.ts';
import { serverPath } from './worker/adb/acting/server-path.ts';

/** The console: a static site that works from any sub-path of any host. */
export default defineConfig({
  root: 'app',
  base: './',
  publicDir: '../public',
  plugins: [svelte({ configFile: '../svelte.config.js' }), publishScrcpyServer(serverPath)],
  build: { outDir: '../dist', emptyOutDir: true, target: 'es2023' },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
});
