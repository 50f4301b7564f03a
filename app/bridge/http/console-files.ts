import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { onlyReads, sendText } from './respond.ts';

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
  let files = new Map<string, string>();

  /** A build may have changed the folder since; then the names are read again. */
  async function read(path: string): Promise<Buffer | null> {
    const known = files.get(path);
    const content = known === undefined ? null : await readFile(known).catch(() => null);
    if (content !== null) return content;
    files = await listFiles(folder);
    const found = files.get(path);
    return found === undefined ? null : readFile(found);
  }

  return async (_request, response, pathname) => {
    if (!onlyReads(response)) return;
    const path = pathname === '/' ? '/index.html' : decodePath(pathname);
    const content = await read(path);
    if (content !== null) sendFile(response, path, content);
    else if (pathname !== '/') sendText(response, 404, 'There is nothing here.');
    else sendText(response, 503, 'The console has not been built yet. Run: npm run build');
  };
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

function sendFile(response: ServerResponse, path: string, content: Buffer): void {
  if (path.endsWith('.html')) allowInline(response, content.toString());
  response.writeHead(200, {
    'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': content.length,
    // Names below assets/ hold a hash of their content.
    'cache-control': path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
  });
  response.end(response.req.method === 'HEAD' ? undefined : content);
}

/**
 * Adds to the policy what the page carries in itself, each by its hash: the one style that its first
 * paint needs, and the one script that finds the chosen theme. Nothing else inline is let in.
 */
function allowInline(response: ServerResponse, html: string): void {
  const policy = response.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const allowed = policy
    .replace(/(?<=script-src 'self')/, hashesOf(html, /<script>(.*?)<\/script>/gs))
    .replace(/(?<=style-src 'self')/, hashesOf(html, /<style>(.*?)<\/style>/gs));
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
