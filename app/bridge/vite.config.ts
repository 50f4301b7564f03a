import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Bundles the bridge into one file that runs on Node without node_modules. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'app/bridge/main.ts',
    outDir: 'dist-bridge',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      output: {
        entryFileNames: 'bridge.js',
        codeSplitting: false,
        // The npm package's command is this file.
        banner: '#!/usr/bin/env node',
      },
    },
  },
});
