import { concat, encode } from '../../shell/bytes.ts';

/**
 * Logs hold bytes, and not all of them are UTF-8. A byte that is none stands in a message as a
 * lone surrogate U+DC80 to U+DCFF (Python's `surrogateescape`).
 */
export function rawByte(byte: number): string {
  return String.fromCharCode(0xdc00 + byte);
}

/** A text of log lines as the bytes that logcat writes. */
export function encodeLogText(text: string): Uint8Array<ArrayBuffer> {
  if (!/[\udc80-\udcff]/.test(text)) return encode(text);
  // A low surrogate after a high one belongs to a character.
  const parts = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff])/);
  return concat(
    parts.map((part, i) => (i % 2 === 1 ? Uint8Array.of(part.charCodeAt(0) & 0xff) : encode(part))),
  );
}
