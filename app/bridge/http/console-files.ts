import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { onlyReads, sendText } from './messages.ts';

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

/** Answers a request to one of many paths. */
export type ServePath = (
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
) => Promise<void>;

/**
 * Answers GET and HEAD with the files below a folder, and only those: a path is looked up among the names that
 * the folder holds, never put together into one, so no spelling of it leads outside. Links
 * are not followed.
 */
export function serveConsole(folder: string): ServePath {
  const files = new ConsoleFiles(folder);
  return async (_request, response, pathname) => {
    if (!onlyReads(response)) return;
    const path = pathname === '/' ? '/index.html' : decodePath(pathname);
    const file = await files.get(path);
    if (file !== null) sendFile(response, path, file);
    else if (pathname !== '/') sendText(response, 404, 'There is nothing here.');
    else sendText(response, 503, 'The console has not been built yet. Run: npm run build');
  };
}

/** A file in memory. */
interface ConsoleFile {
  readonly content: Buffer;
  /** Changes when the file does. */
  readonly version: string;
  /** Hashes of the scripts and styles that a page carries in itself, as a policy lists them. */
  readonly inlineScripts: string;
  readonly inlineStyles: string;
}

/**
 * The files of a folder, which a build may change at any time. However many requests ask at once,
 * the folder is listed once, each file is looked at once, and its content is in memory once.
 */
class ConsoleFiles {
  readonly #folder: string;
  /** Where each served path is on the disk. */
  #places = new Map<string, string>();
  #listing: Promise<void> | null = null;
  readonly #kept = new Map<string, ConsoleFile>();
  readonly #reading = new Map<string, Promise<ConsoleFile | null>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file that is served under this path; null where there is none. */
  async get(path: string): Promise<ConsoleFile | null> {
    const known = await this.#current(path).catch(() => null);
    if (known !== null) return known;
    this.#listing ??= this.#list().finally(() => (this.#listing = null));
    await this.#listing;
    return this.#current(path);
  }

  async #list(): Promise<void> {
    this.#places = await listFiles(this.#folder);
    for (const path of this.#kept.keys()) if (!this.#places.has(path)) this.#kept.delete(path);
  }

  async #current(path: string): Promise<ConsoleFile | null> {
    const place = this.#places.get(path);
    if (place === undefined) return null;
    const before = this.#reading.get(path);
    if (before !== undefined) return before;
    const reading = this.#read(path, place);
    this.#reading.set(path, reading);
    return reading.finally(() => this.#reading.delete(path));
  }

  async #read(path: string, place: string): Promise<ConsoleFile | null> {
    const status = await lstat(place);
    if (!status.isFile()) return null;
    const version = `${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`;
    const kept = this.#kept.get(path);
    if (kept?.version === version) return kept;
    const content = await readFile(place);
    const html = path.endsWith('.html') ? content.toString() : '';
    const inlineScripts = hashesOf(html, /<script>(.*?)<\/script>/gs);
    const inlineStyles = hashesOf(html, /<style>(.*?)<\/style>/gs);
    const file = { content, version, inlineScripts, inlineStyles };
    this.#kept.set(path, file);
    return file;
  }
}

/** Regular files by the path they are served under. */
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

/** A path that is no valid escape stays as it is, and is then not found. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function sendFile(response: ServerResponse, path: string, file: ConsoleFile): void {
  allowInline(response, file);
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': file.content.length,
    // Names below assets/ hold a hash of their content.
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  });
  response.end(response.req.method === 'HEAD' ? undefined : file.content);
}

/**
 * Adds to the policy what the page carries in itself, each by its hash: the one style that its first
 * paint needs, and the one script that finds the chosen theme. Nothing else inline is let in.
 */
function allowInline(response: ServerResponse, file: ConsoleFile): void {
  const policy = response.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const allowed = policy
    .replace(/(?<=script-src 'self')/, file.inlineScripts)
    .replace(/(?<=style-src 'self')/, file.inlineStyles);
  response.setHeader('content-security-policy', allowed);
}

function hashesOf(html: string, parts: RegExp): string {
  return (
    [...html.matchAll(parts)]
      // As the browser reads a page: it knows one line end alone, whichever the file has.
      .map(([, part = '']) => part.replace(/\r\n?/g, '\n'))
      .map((part) => ` 'sha256-${createHash('sha256').update(part).digest('base64')}'`)
      .join('')
  );
}

/** The one that is the console's own, and is a file of it. */
const own = '/service-worker.js';

/**
 * Whether a browser looks for a new version of a service worker that is not the console's: another
 * program that had this port before may have left it there, between the browser and the console.
 * The request itself passes no service worker, and browsers make it after each visit, at the
 * latest a day after the last one (Service Workers, "Soft Update").
 */
export function isForeignServiceWorker(request: IncomingMessage, pathname: string): boolean {
  return request.headers['service-worker'] === 'script' && pathname !== own;
}

/** Answers with a service worker that takes the place of such a one, and goes. */
export function sendFarewell(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(farewell),
    'cache-control': 'no-store',
  });
  response.end(farewell);
}

const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;
