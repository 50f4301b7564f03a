import type { RefusalReason } from '../browser-agents/handshake.ts';

/**
 * Why a connection or a call failed, besides a `RefusalReason`. `no-answer`: nothing answered as
 * Handset. `window-blocked`: the browser's popup blocker. `window-closed`: the window was closed, or
 * its opener policy cuts it off. `closed`: the connection has ended. `timeout`: a call took too long.
 * `protocol`: the server answered with a JSON-RPC error.
 */
export type ConnectionErrorCode =
  | RefusalReason
  | 'no-answer'
  | 'window-blocked'
  | 'window-closed'
  | 'closed'
  | 'timeout'
  | 'protocol';

/** The error of `connectHandset` and its connection; the message says what to do. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly code: ConnectionErrorCode;

  constructor(code: ConnectionErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A signal's abort reason as an Error. */
export function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}
