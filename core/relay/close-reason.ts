/** Bytes of UTF-8 that a WebSocket's close frame has room for (RFC 6455, section 5.5: 125, of which the code takes two). */
const MAX_REASON_BYTES = 123;

/** As much of the text as a WebSocket takes for a reason; given more, its `close` throws. */
export function closeReason(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_REASON_BYTES);
  // A stream holds back a character that is not whole yet.
  return new TextDecoder().decode(bytes, { stream: true });
}
