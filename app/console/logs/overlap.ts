import type { LogLine } from '../../../core/link/phone-log.ts';

type ComparableLine = Pick<LogLine, 'time' | 'pid' | 'tid' | 'tag' | 'text'>;

/** Most lines compared; more than a phone writes in a millisecond. */
const maxComparedLines = 500;

/** Recognises the lines that a reconnected phone sends again from the start of its log. */
export class LogOverlap {
  /** The latest timestamp among the known lines. */
  #time = '';
  /** The known lines with that timestamp. */
  #known = new Set<string>();
  #isDone = true;

  /** Call when the log is about to be sent from its start and these lines are known. */
  startResend(lines: readonly ComparableLine[]): void {
    this.remember(lines);
    this.#isDone = this.#time === '';
  }

  /** Remembers these lines, in case the log is sent again. */
  remember(lines: readonly ComparableLine[]): void {
    const tail = lines.slice(-maxComparedLines);
    // Not simply the last line's: lines of several log buffers arrive slightly out of order.
    const latest = tail.reduce((time, line) => (line.time > time ? line.time : time), '');
    if (latest === '') return;
    this.#time = latest;
    this.#known = new Set(tail.filter(({ time }) => time === latest).map(keyOf));
  }

  /** Forgets all known lines. */
  clear(): void {
    this.#time = '';
    this.#known.clear();
    this.#isDone = true;
  }

  isKnown(line: ComparableLine): boolean {
    if (this.#isDone) return false;
    if (line.time > this.#time) {
      this.#isDone = true;
      return false;
    }
    return line.time < this.#time || this.#known.has(keyOf(line));
  }
}

function keyOf({ time, pid, tid, tag, text }: ComparableLine): string {
  return JSON.stringify([time, pid, tid, tag, text]);
}
