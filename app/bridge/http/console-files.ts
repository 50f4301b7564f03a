import { lstat, readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { allowInline, inlineHashesOf, type InlineHashes } from './inline-code.ts';
import { requireReadMethod, sendText } from './server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Answers a request for one of several paths. */
export type PathHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
) => Promise<void>;

/**
 * Serves the files below a folder for GET and HEAD. A request path is only looked up in the list of
 * files and never joined to a file path, so it cannot leave the folder. Symbolic links are not
 * followed.
 */
export function createFileHandler(folder: string): PathHandler {
  const files = new ConsoleFiles(folder);
  return async (_request, response, pathname) => {
    if (!requireReadMethod(response)) return;
    const path = pathname === '/' ? '/index.html' : decodePath(pathname);
    const file = await files.get(path);
    if (file !== null) sendFile(response, path, file);
    else if (pathname !== '/') sendText(response, 404, 'There is nothing at this address.');
    else sendText(response, 503, "The console hasn't been built yet. Run: npm run build");
  };
}

/** A file in memory. */
interface ConsoleFile {
  readonly content: Buffer;
  /** Changes when the file changes on disk. */
  readonly version: string;
  readonly inlineHashes: InlineHashes;
}

/**
 * The files of a folder, which a build may change at any time. Concurrent requests share one
 * listing of the folder, one read of each file and one copy of its content.
 */
class ConsoleFiles {
  readonly #folder: string;
  /** Path on disk, by request path. */
  #diskPaths = new Map<string, string>();
  #listing: Promise<void> | null = null;
  readonly #cached = new Map<string, ConsoleFile>();
  readonly #reading = new Map<string, Promise<ConsoleFile | null>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file for a request path; null where there is none. */
  async get(path: string): Promise<ConsoleFile | null> {
    const file = await this.#current(path).catch(() => null);
    if (file !== null) return file;
    this.#listing ??= this.#list().finally(() => (this.#listing = null));
    await this.#listing;
    return this.#current(path);
  }

  async #list(): Promise<void> {
    this.#diskPaths = await listFiles(this.#folder);
    for (const path of this.#cached.keys())
      if (!this.#diskPaths.has(path)) this.#cached.delete(path);
  }

  async #current(path: string): Promise<ConsoleFile | null> {
    const diskPath = this.#diskPaths.get(path);
    if (diskPath === undefined) return null;
    const pendingRead = this.#reading.get(path);
    if (pendingRead !== undefined) return pendingRead;
    const reading = this.#read(path, diskPath);
    this.#reading.set(path, reading);
    return reading.finally(() => this.#reading.delete(path));
  }

  async #read(path: string, diskPath: string): Promise<ConsoleFile | null> {
    const status = await lstat(diskPath);
    if (!status.isFile()) return null;
    const version = `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
    const cached = this.#cached.get(path);
    if (cached?.version === version) return cached;
    const content = await readFile(diskPath);
    const inlineHashes = inlineHashesOf(path.endsWith('.html') ? content.toString() : '');
    const file = { content, version, inlineHashes };
    this.#cached.set(path, file);
    return file;
  }
}

/** The paths on disk of all regular files, by request path. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(folder, path).split(sep).join('/')}`, path];
      }),
  );
}

/** Decodes a path; one with invalid escapes is returned unchanged and will not be found. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function sendFile(response: ServerResponse, path: string, file: ConsoleFile): void {
  const policy = response.getHeader('content-security-policy');
  if (typeof policy === 'string') {
    response.setHeader('content-security-policy', allowInline(policy, file.inlineHashes));
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': file.content.length,
    // File names in assets/ contain a hash of the content.
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  });
  response.end(response.req.method === 'HEAD' ? undefined : file.content);
}

/** The console's own service worker, one of its files. */
const OWN_SERVICE_WORKER = '/service-worker.js';

/**
 * Whether a browser checks for an update of a service worker that is not the console's. Another
 * program that used this port before may have left one, which would intercept the console's
 * requests. Update checks bypass service workers; browsers make them after each visit, at the
 * latest a day after the last one (Service Workers, "Soft Update").
 */
export function isForeignServiceWorker(request: IncomingMessage, pathname: string): boolean {
  return request.headers['service-worker'] === 'script' && pathname !== OWN_SERVICE_WORKER;
}

/** Answers with a service worker that replaces the foreign one and unregisters itself. */
export function sendUnregisterScript(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(UNREGISTER_SCRIPT),
    'cache-control': 'no-store',
  });
  response.end(UNREGISTER_SCRIPT);
}

const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;
