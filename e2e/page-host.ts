import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from './free-port.ts';
import { hostedFile } from './static-host.ts';

/** A static host of the built folder; the caller must close it. */
interface PageHost {
  readonly port: number;
  close(): void;
}

/**
 * Serves the built folder, and an empty page at `/blank`. Sets no framing headers, like the simplest
 * hosts.
 */
export async function startPageHost(): Promise<PageHost> {
  const port = await freePort();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    if (pathname === '/blank') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Blank</title>');
      return;
    }
    void hostedFile(pathname, '/').then((file) => {
      if (file === null) response.writeHead(404).end();
      else response.setHeader('content-type', file.contentType).end(file.body);
    });
  });
  // Each name of this computer is an origin of its own.
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
