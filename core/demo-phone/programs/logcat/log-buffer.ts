import { concat, encodeUtf8 } from '../../bytes.ts';
import type { LogBuffer, LogEntry } from '../../system.ts';

/** Maximum number of entries, about as many as fit in 256 KiB of a real buffer. */
const maxEntries = 4000;

/** Creates an empty log. */
export function createLogBuffer(): LogBuffer {
  let kept: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  const startCallbacks: (() => () => void)[] = [];
  let stopCallbacks: (() => void)[] = [];
  return {
    write: (fields) => {
      const entry = {
        ...fields,
        epochMs: fields.epochMs ?? Date.now(),
        tid: fields.tid ?? fields.pid,
      };
      kept.push(entry);
      if (kept.length > maxEntries) kept = kept.slice(-maxEntries);
      for (const listener of listeners) listener(entry);
    },
    entries: () => kept,
    clear: (buffers) => {
      kept = kept.filter((entry) => !buffers.has(entry.buffer));
    },
    follow: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1)
        stopCallbacks = startCallbacks.map((onFirstFollower) => onFirstFollower());
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const stop of stopCallbacks) stop();
        stopCallbacks = [];
      };
    },
    whileFollowed: (onFirstFollower) => void startCallbacks.push(onFirstFollower),
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
  if (!/[\udc80-\udcff]/.test(text)) return encodeUtf8(text);
  // A low surrogate after a high one is part of a normal character.
  const parts = text.split(/(?<![\ud800-\udbff])([\udc80-\udcff])/);
  return concat(
    parts.map((part, i) =>
      i % 2 === 1 ? Uint8Array.of(part.charCodeAt(0) & 0xff) : encodeUtf8(part),
    ),
  );
}
