/** A minimal static host that serves the built folder below a path. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

const builtFolder = join(import.meta.dirname, '..', 'dist');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
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

// Raw requests with any Host, Origin and path, as no well-behaved client sends them.

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  /** Sent verbatim, including dot segments. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends one request to 127.0.0.1 and reads the whole response. */
export function rawRequest(port: number, options: RawRequest = {}): Promise<RawResponse> {
  const { method = 'GET', path = '/', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      text(response).then(
        (bodyText) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bodyText }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** How a WebSocket ended: rejected with an HTTP status, or closed with a code and a reason. */
interface SocketClose {
  readonly status?: number;
  readonly code?: number;
  readonly reason: string;
}

/** Opens the console's socket with these headers, sends the frames, and resolves when it has closed. */
export function untilSocketCloses(
  port: number,
  headers: Readonly<Record<string, string>>,
  frames: readonly string[] = [],
): Promise<SocketClose> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers });
    socket.on('open', () => frames.forEach((frame) => socket.send(frame)));
    socket.on('unexpected-response', (_request, response) => {
      text(response).then(
        (reason) => resolve({ status: response.statusCode ?? 0, reason }),
        reject,
      );
    });
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    socket.on('error', reject);
  });
}
