/** HTTP messages: requests as they come, pipelined (RFC 9112, section 9.3.2) and to be read, and plain answers. */
import { type ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_BODY_BYTES } from '../../../core/relay/limits.ts';

/**
 * The requests that each connection has open. Node hands over all that a client has sent, whether
 * it reads the answers or not; each costs memory, and needs no secret.
 */
export class SentAhead {
  readonly #limit: number;
  readonly #open = new WeakMap<Socket, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes a request, and says whether it may be answered; a connection with too many is cut. */
  take({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const open = (this.#open.get(socket) ?? 0) + 1;
    if (open > this.#limit) {
      socket.destroy();
      return false;
    }
    this.#open.set(socket, open);
    // Those that are answered at once count as well until the other connections had their turn.
    whenClosed(response, () => setImmediate(() => this.#leave(socket)));
    return true;
  }

  #leave(socket: Socket): void {
    this.#open.set(socket, (this.#open.get(socket) ?? 1) - 1);
  }
}

/**
 * A request of a server whose connections stop at once when they are destroyed. Node itself goes on
 * with what it has read, 64 KiB at a time, and makes a request of each that stands there: a thousand
 * and more for each connection. Its parser stops in the middle at a request for an upgrade
 * alone, so the next request on a destroyed connection passes for one.
 */
export class StoppableRequest extends IncomingMessage {
  /** Declared only: Node sets it while it makes the request, through the accessor. */
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade;
  }

  /** Node says so as soon as it has read the head, before anybody hears of the request. */
  set upgrade(isUpgrade: boolean | null) {
    this.isUpgrade = isUpgrade === true || this.socket.destroyed;
  }
}

/**
 * Calls back once when the response is over: sent in full, or its client has gone. Of a client that
 * has sent several requests ahead (pipelining) Node tells only the response whose turn it is.
 */
export function whenClosed(response: ServerResponse, hear: () => void): void {
  const { socket } = response.req;
  const heard = (): void => {
    response.off('close', heard);
    socket.off('close', heard);
    hear();
  };
  response.once('close', heard);
  socket.once('close', heard);
}

/**
 * The body of a request as text, or `null` when it is larger than `limit` bytes, or `hasRoom` says of
 * a piece of so many bytes that it has none for it; the rest is then not read.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  hasRoom: (bytes: number) => boolean = () => true,
): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // A request without an encoding set yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit || !hasRoom(chunk.length)) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

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
