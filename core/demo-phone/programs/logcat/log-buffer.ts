import { concat, encode } from '../../shell/text.ts';

/** logd's memory: what the system and the apps said. */

export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';

/** The buffers, in the order in which `-b all` names them. */
export const bufferNames = [
  'main',
  'radio',
  'events',
  'system',
  'crash',
  'stats',
  'security',
  'kernel',
] as const;
export type LogBufferName = (typeof bufferNames)[number];

export interface LogEntry {
  readonly buffer: LogBufferName;
  readonly epochMs: number;
  readonly uid: number;
  readonly pid: number;
  readonly tid: number;
  readonly level: LogLevel;
  readonly tag: string;
  /** May hold several lines, and bytes that are no UTF-8 (`rawByte`). */
  readonly message: string;
}

export interface LogBuffer {
  /** Adds an entry, of this moment where no other is told; moments must not go back. */
  write(
    entry: Omit<LogEntry, 'epochMs' | 'tid'> & { readonly tid?: number; readonly epochMs?: number },
  ): void;
  /** Every entry that is kept, the oldest first. */
  entries(): readonly LogEntry[];
  clear(buffers: ReadonlySet<LogBufferName>): void;
  /** Hears every new entry; returns the way to stop. */
  follow(listener: (entry: LogEntry) => void): () => void;
  /** Begins something when the first comes to follow, which ends what it returns when the last leaves. */
  whileFollowed(begin: () => () => void): void;
}

/** Entries kept: about what 256 KiB of a real buffer hold. */
const capacity = 4000;

/** An empty log. */
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
