import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { shellStrings } from './app/console/connect/strings.ts';
import {
  pageShell,
  publishContentPolicy,
  publishEmbed,
  publishServiceWorker,
  publishThirdParty,
  splitIcons,
} from './app/build/vite-plugins.ts';

const pagePath = (name: string): string => fileURLToPath(new URL(`app/${name}`, import.meta.url));

/** The console: a static site that works from any sub-path of any host. */
export default defineConfig({
  root: 'app',
  base: './',
  publicDir: '../public',
  plugins: [
    tailwindcss(),
    svelte({ configFile: '../svelte.config.js' }),
    splitIcons(),
    pageShell(shellStrings),
    publishThirdParty(),
    publishEmbed(),
    publishContentPolicy(),
    publishServiceWorker(),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      input: ['index.html', 'bridge.html', 'agent.html', '404.html'].map(pagePath),
      // Shared UI code goes into one file, since on a slow network each request delays the first visit.
      // Excluded is what only parts that load later import.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'ui',
              test: /^\0icon:|\/app\/ui\/(?!Boundary|CodeBlock|ConfirmDialog|CopyButton|clipboard-copy|Dialog|EmptyState|ExportFrame|mark-found|once-for|PhonePicture|SearchField|Section|Segmented|SplitHandle|Switch|toolbar|VirtualRows|virtual-list|WaitText|word-search|call-words)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] } },
});
