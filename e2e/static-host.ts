/** A minimal static host that serves the built folder below a path. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from './free-port.ts';

const builtFolder = join(import.meta.dirname, '..', 'dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** One file of the built console. */
interface HostedFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** The file for a request path on a host at `subPath`; null if there is none. */
export async function hostedFile(
  pathname: string,
  subPath: string,
  servedFolder = builtFolder,
): Promise<HostedFile | null> {
  const name = pathname === subPath ? 'index.html' : pathname.slice(subPath.length);
  const body = await readFile(join(servedFolder, name)).catch(() => null);
  return body && { contentType: contentTypes[extname(name)] ?? '', body };
}

/** A running host; the caller must close it. */
export interface StaticHost {
  /** `http://127.0.0.1:12345` */
  readonly origin: string;
  /** Requested paths in order, including WebSocket upgrades. */
  readonly requests: string[];
  close(): void;
}

/** A folder other than the built console, and a port other than a free one. */
interface HostOptions {
  readonly servedFolder?: string;
  readonly port?: number;
}

/** Serves the built console or another folder. */
export async function startStaticHost(
  subPath: string,
  { servedFolder = builtFolder, port: requestedPort }: HostOptions = {},
): Promise<StaticHost> {
  const port = requestedPort ?? (await freePort());
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    requests.push(pathname);
    void hostedFile(pathname, subPath, servedFolder).then((file) => {
      if (file === null) response.writeHead(404).end();
      else response.setHeader('content-type', file.contentType).end(file.body);
    });
  });
  server.on('upgrade', ({ url = '' }, socket) => {
    requests.push(url);
    socket.destroy();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
