import type { RefusalReason } from '../browser-agents/handshake.ts';

/**
 * What stands between an agent and the console, besides a `RefusalReason`. `no-answer`: nothing
 * answered as Handset. `window-blocked`: the browser opened no window. `window-closed`: it has gone,
 * or its host cuts it off from us. `closed`: the connection has ended. `timeout`: a call took too
 * long. `protocol`: the server answered with a JSON-RPC error.
 */
export type DoorErrorCode =
  | RefusalReason
  | 'no-answer'
  | 'window-blocked'
  | 'window-closed'
  | 'closed'
  | 'timeout'
  | 'protocol';

/** What `connectHandset` and its connection reject with; the message says what to do. */
export class DoorError extends Error {
  override readonly name = 'DoorError';
  readonly code: DoorErrorCode;

  constructor(code: DoorErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Why a signal was aborted, as something to reject with. */
export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException(String(reason), 'AbortError');
}
