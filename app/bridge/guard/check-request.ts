import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The HTTP response that refuses a request. */
export interface RequestRefusal {
  readonly status: 400 | 401 | 403 | 404 | 431 | 503;
  readonly message: string;
}

/** Refuses a request with too many headers. */
export function checkHeaderCount(request: IncomingMessage, limit: number): RequestRefusal | null {
  // `rawHeaders` alternates names and values.
  if (request.rawHeaders.length / 2 <= limit) return null;
  return { status: 431, message: `A request may have at most ${limit} headers.` };
}

/**
 * Refuses a request whose Host is not this bridge. After DNS rebinding a foreign page reaches the
 * bridge, but its browser still sends the page's host.
 */
export function checkHost(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  port: number,
): RequestRefusal | null {
  // Two Host headers are invalid (RFC 9112, section 3.2); `headers.host` would return the first.
  const host = headersDistinct['host']?.join(', ');
  if (host !== undefined && ownHosts(port).includes(host.toLowerCase())) return null;
  return forbidden(`Host ${quoteUntrusted(host)} is not this bridge; use 127.0.0.1:${port}.`);
}

/** Refuses a request of another site's page. Programs send no Origin and are accepted. */
export function checkHttpOrigin(headers: IncomingHttpHeaders, port: number): RequestRefusal | null {
  return headers.origin === undefined || isOwnOrigin(headers, port)
    ? null
    : foreignOriginRefusal(headers);
}

/** Whether an upgrade request asks for WebSocket. */
export function wantsWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** The origins that may open the console's socket; browsers always send the page's origin. */
export interface SocketOrigins {
  readonly port: number;
  /** Exact origins of hosted consoles, in addition to the bridge's own. */
  readonly allowedOrigins: readonly string[];
}

/** Refuses a WebSocket unless its page is served by this bridge or is a hosted console that the user allowed. */
export function checkSocketOrigin(
  headers: IncomingHttpHeaders,
  { port, allowedOrigins }: SocketOrigins,
): RequestRefusal | null {
  const isAllowed = allowedOrigins.some((allowed) => headers.origin === allowed);
  return isAllowed || isOwnOrigin(headers, port) ? null : foreignOriginRefusal(headers);
}

/** Whether the requesting page was served by this bridge. */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  return ownHosts(port).some((host) => headers.origin === `http://${host}`);
}

/** The bearer token of a request; undefined without one. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/** Refuses a request without the bearer token. `whereToFind` ends the message. */
export function checkBearer(
  headers: IncomingHttpHeaders,
  token: string,
  whereToFind: string,
): RequestRefusal | null {
  const sentToken = bearerOf(headers);
  if (sentToken !== undefined && sameSecret(sentToken, token)) return null;
  const fault =
    sentToken === undefined ? 'The bearer token is missing.' : 'The bearer token is wrong.';
  return { status: 401, message: `${fault} ${whereToFind}` };
}

/** The Host values of this bridge. A browser omits the default port 80. */
function ownHosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const namesWithoutPort = port === 80 ? names : [];
  return [...names.map((name) => `${name}:${port}`), ...namesWithoutPort];
}

function foreignOriginRefusal({ origin }: IncomingHttpHeaders): RequestRefusal {
  return forbidden(`Origin ${quoteUntrusted(origin)} may not use this bridge.`);
}

function forbidden(message: string): RequestRefusal {
  return { status: 403, message };
}

/** Quotes an untrusted value, shortened and in printable ASCII, since it may be shown in a terminal. */
function quoteUntrusted(value: string | undefined): string {
  if (value === undefined) return '(none)';
  // JSON does not escape U+0080 to U+009F, which some terminals interpret as control codes.
  return JSON.stringify(value.slice(0, 100)).replace(/[^ -~]/g, '?');
}

/**
 * Compares two secrets in constant time, whatever their length and wherever they differ: otherwise a
 * local program could find a secret piece by piece from how long a refusal takes.
 */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** SHA-256 of the text. */
export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
