import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import product from '../../vite.config.ts';

const resolvePath = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Builds the product's console with fixtures in place of the phone's tools. A bridge serves the
 * console beside its own folder, so the built bridge is copied there.
 */
export default mergeConfig(
  product,
  defineConfig({
    resolve: {
      alias: [{ find: '#core/mcp/server.ts', replacement: resolvePath('fixture/server.ts') }],
    },
    build: { outDir: '../.cache/conformance/dist' },
    plugins: [
      {
        name: 'bridge-beside',
        closeBundle: () => {
          const name = 'dist-bridge';
          cpSync(resolvePath(`../../${name}`), resolvePath(`../../.cache/conformance/${name}`), {
            recursive: true,
          });
        },
      },
    ],
  }),
);
