import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 431 | 503;
  readonly message: string;
}

/** Refuses a request with more headers than anybody needs, all of which would have to be looked at. */
export function checkHeaderCount(request: IncomingMessage, limit: number): Refusal | null {
  // Name and value in turn.
  if (request.rawHeaders.length / 2 <= limit) return null;
  return { status: 431, message: `A request may have ${limit} headers.` };
}

/**
 * Refuses a request that was not addressed to this bridge by its own name. A page that rebinds
 * its DNS name to 127.0.0.1 or ::1 reaches us, but its browser still names the page's host.
 */
export function checkHost(
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
  port: number,
): Refusal | null {
  // Two are nobody's (RFC 9112, section 3.2); of them, Node's own look-up would name the first.
  const host = headersDistinct['host']?.join(', ');
  if (host !== undefined && hosts(port).includes(host.toLowerCase())) return null;
  return forbidden(`Host ${quote(host)} is not this bridge; use 127.0.0.1:${port}.`);
}

/** Refuses a request that another site's page makes. Programs send no Origin and pass. */
export function checkOrigin(headers: IncomingHttpHeaders, port: number): Refusal | null {
  return headers.origin === undefined || isOwnOrigin(headers, port) ? null : foreign(headers);
}

/** Whether a request that offers another protocol offers the one that is spoken here. */
export function wantsWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Who may open the console's socket: browsers always name the origin of a page that does. */
export interface SocketOrigins {
  readonly port: number;
  /** Exact origins of hosted consoles, beside the bridge's own. */
  readonly allowedOrigins: readonly string[];
}

/** Refuses a WebSocket that is opened neither by our own page nor by a hosted console that the person allowed. */
export function checkSocketOrigin(
  headers: IncomingHttpHeaders,
  { port, allowedOrigins }: SocketOrigins,
): Refusal | null {
  const isAllowed = allowedOrigins.some((allowed) => headers.origin === allowed);
  return isAllowed || isOwnOrigin(headers, port) ? null : foreign(headers);
}

/** Whether the page that asks came from this bridge. */
export function isOwnOrigin(headers: IncomingHttpHeaders, port: number): boolean {
  return hosts(port).some((host) => headers.origin === `http://${host}`);
}

/** Refuses a request without the bearer token. `whereToFind` ends the message. */
export function checkBearer(
  headers: IncomingHttpHeaders,
  token: string,
  whereToFind: string,
): Refusal | null {
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined && sameSecret(given, token)) return null;
  const fault = given === undefined ? 'The bearer token is missing.' : 'The bearer token is wrong.';
  return { status: 401, message: `${fault} ${whereToFind}` };
}

/** The names of this bridge. A browser leaves out the port that its scheme implies. */
function hosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const bare = port === 80 ? names : [];
  return [...names.map((name) => `${name}:${port}`), ...bare];
}

function foreign({ origin }: IncomingHttpHeaders): Refusal {
  return forbidden(`Origin ${quote(origin)} may not use this bridge.`);
}

function forbidden(message: string): Refusal {
  return { status: 403, message };
}

/** What a stranger sent, short and in plain letters, as it may end up in a terminal. */
function quote(value: string | undefined): string {
  if (value === undefined) return '(none)';
  // JSON leaves alone what some terminals take for a command: U+0080 to U+009F.
  return JSON.stringify(value.slice(0, 100)).replace(/[^ -~]/g, '?');
}

/** Compares in a time that tells nothing about where two secrets differ, or how long they are. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
