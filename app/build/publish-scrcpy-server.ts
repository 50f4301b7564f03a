import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { notice, readScrcpyServer } from './scrcpy-server.mjs';

const licence = new URL('apache-2.0.txt', import.meta.url);

/**
 * Adds the fetched scrcpy server, its notice and its licence to the built site and the dev server.
 * `path` is relative to the site's root. If it was not fetched, nothing is added.
 */
export function publishScrcpyServer(path: string): Plugin {
  const siblingPath = (name: string): string => path.replace(/[^/]+$/, name);
  const files = (): readonly (readonly [string, Uint8Array | string])[] => {
    const server = readScrcpyServer();
    return server === undefined
      ? []
      : [
          [path, server],
          [siblingPath('NOTICE.txt'), notice],
          [siblingPath('LICENSE-apache-2.0.txt'), readFileSync(licence)],
        ];
  };
  return {
    name: 'publish-scrcpy-server',
    generateBundle() {
      for (const [fileName, source] of files()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        // The dev server serves the worker from somewhere below /@fs/.
        const file = files().find(([name]) => request.url?.split('?')[0]?.endsWith(`/${name}`));
        if (file) response.end(file[1]);
        else if (request.url?.endsWith(`/${path}`)) response.writeHead(404).end();
        else next();
      });
    },
  };
}
