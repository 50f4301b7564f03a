/** The socket as an end of the relay sees it; both may be called at any time, a closed socket ignores them. */
export interface Channel {
  send(text: string): void;
  /** Whether so much waits already for the far side to read it that nothing large should be added. */
  isBehind?(): boolean;
  /** `code` is one of `CLOSE`; `reason` may have any length: the socket's side cuts it with `closeReason`. */
  close(code: number, reason: string): void;
}

/** Bytes of UTF-8 that a WebSocket's close frame has room for (RFC 6455, section 5.5: 125, of which the code takes two). */
const MAX_REASON_BYTES = 123;

/** As much of the text as a WebSocket takes for a reason; given more, its `close` throws. */
export function closeReason(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_REASON_BYTES);
  // A stream holds back a character that is not whole yet.
  return new TextDecoder().decode(bytes, { stream: true });
}
