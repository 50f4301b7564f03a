import { concat, encode } from '../../bytes.ts';
import type { LogBuffer, LogEntry } from '../../system.ts';

/** Maximum number of entries, about as many as fit in 256 KiB of a real buffer. */
const capacity = 4000;

/** Creates an empty log. */
export function createLogBuffer(): LogBuffer {
  let kept: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  const beginnings: (() => () => void)[] = [];
  let begun: (() => void)[] = [];
  return {
    write: (said) => {
      const entry = { ...said, epochMs: said.epochMs ?? Date.now(), tid: said.tid ?? said.pid };
      kept.push(entry);
      if (kept.length > capacity) kept = kept.slice(-capacity);
      for (const listener of listeners) listener(entry);
    },
    entries: () => kept,
    clear: (buffers) => {
      kept = kept.filter((entry) => !buffers.has(entry.buffer));
    },
    follow: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) begun = beginnings.map((begin) => begin());
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const end of begun) end();
        begun = [];
      };
    },
    whileFollowed: (begin) => void beginnings.push(begin),
  };
}

/**
 * A character that stands for one byte that is not valid UTF-8, since logs may contain any bytes: a
 * lone surrogate U+DC80 to U+DCFF (Python's `surrogateescape`).
 */
export function rawByte(byte: number): string {
  return String.fromCharCode(0xdc00 + byte);
}

/** Encodes log lines as the bytes that logcat prints. */
export function encodeLogText(text: string): Uint8Array<ArrayBuffer> {
  if (!/[\udc80-\udcff]/.test(text)) return encode(text);
  // A low surrogate after a high one is part of a normal character.
  const parts = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff])/);
  return concat(
    parts.map((part, i) => (i % 2 === 1 ? Uint8Array.of(part.charCodeAt(0) & 0xff) : encode(part))),
  );
}
