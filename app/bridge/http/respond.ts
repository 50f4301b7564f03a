import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_BODY_BYTES } from '../../../core/relay/limits.ts';

/**
 * Puts the security headers on a response before anything else does: on every one, worker scripts
 * included, since a policy in a meta element would not reach the worker. The console may be framed
 * by its own origin, and by those that the person allowed.
 */
export function securityHeaders(
  allowedOrigins: readonly string[],
): (response: ServerResponse) => void {
  const headers = Object.entries(headersFor(allowedOrigins));
  return (response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
  };
}

function headersFor(allowedOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "img-src 'self' blob: data:",
      "manifest-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      ["frame-ancestors 'self'", ...allowedOrigins].join(' '),
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'usb=(self), camera=(), microphone=(), geolocation=()',
    // The fragment is never sent; nothing else of the address concerns anyone either.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // For browsers too old for frame-ancestors, which outranks it.
    'x-frame-options': 'SAMEORIGIN',
  };
}

/** Ends a response with a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, { type: 'application/json', body: JSON.stringify(body) });
}

/** Ends a response with one plain sentence. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, { type: 'text/plain; charset=utf-8', body: `${text}\n` });
}

/** Ends a response with an error in the form that MCP clients show to people: JSON-RPC, without an id. */
export function sendRpcError(
  response: ServerResponse,
  status: number,
  error: { readonly code: number; readonly message: string },
): void {
  sendJson(response, status, { jsonrpc: '2.0', error, id: null });
}

/** Whether the request only reads; answers any other itself. */
export function onlyReads(response: ServerResponse): boolean {
  const { method } = response.req;
  if (method === 'GET' || method === 'HEAD') return true;
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Only GET is served here.');
  return false;
}

function send(
  response: ServerResponse,
  status: number,
  { type, body }: { readonly type: string; readonly body: string },
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
  readPast(response.req);
}

/**
 * Reads past what nobody has read of the request: its sender may look for the answer only when it
 * has sent all. One that sends more than any request may have is cut.
 */
function readPast(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) request.socket.destroy();
  });
}

/** JSON-RPC's code for what is no JSON. */
export const PARSE_ERROR = -32_700;
/** JSON-RPC's code for a request that can't be taken. */
export const INVALID_REQUEST = -32_600;
/** JSON-RPC's code for a far side that failed. */
export const INTERNAL_ERROR = -32_603;
/** From the range that JSON-RPC leaves to servers: the guard turned the request away. */
export const TURNED_AWAY = -32_001;
