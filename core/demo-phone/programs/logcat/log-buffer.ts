/** logd's memory: what the system and the apps said. */

export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
export type LogBufferName =
  'main' | 'radio' | 'events' | 'system' | 'crash' | 'stats' | 'security' | 'kernel';

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
