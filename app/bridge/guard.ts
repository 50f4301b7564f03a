import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Refuses a request that was not addressed to this bridge by its own name. A page that rebinds
 * its DNS name to 127.0.0.1 reaches us, but its browser still names the page's host.
 */
export function checkHost(headers: IncomingHttpHeaders, port: number): Refusal | null {
  const { host } = headers;
  if (host !== undefined && hosts(port).includes(host.toLowerCase())) return null;
  return forbidden(`Host ${quote(host)} is not this bridge; use 127.0.0.1:${port}.`);
}

/** Refuses a request that another site's page makes. Programs send no Origin and pass. */
export function checkOrigin(headers: IncomingHttpHeaders, port: number): Refusal | null {
  return headers.origin === undefined ? null : checkOwnOrigin(headers, port);
}

/** Refuses a WebSocket that is not opened by our own page; browsers always name the page's origin. */
export function checkOwnOrigin(headers: IncomingHttpHeaders, port: number): Refusal | null {
  const { origin } = headers;
  if (hosts(port).some((host) => origin === `http://${host}`)) return null;
  return forbidden(`Origin ${quote(origin)} may not use this bridge.`);
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

/** Compares in a time that tells nothing about where two secrets differ, or how long they are. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The names of this bridge. A browser leaves out the port that its scheme implies. */
function hosts(port: number): string[] {
  const names = ['127.0.0.1', 'localhost'];
  const bare = port === 80 ? names : [];
  return [...names.map((name) => `${name}:${port}`), ...bare];
}

function forbidden(message: string): Refusal {
  return { status: 403, message };
}

/** What a stranger sent, short and in plain letters, as it may end up in a terminal. */
function quote(value: string | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value.slice(0, 100));
}
