import type { LogLine } from '../../../core/link/phone-log.ts';

type Compared = Pick<LogLine, 'time' | 'pid' | 'tid' | 'tag' | 'text'>;

/** Most lines compared; more than a phone writes in a millisecond. */
const mostCompared = 500;

/** Recognises the lines that a reconnected phone sends again from the start of its log. */
export class Overlap {
  /** The latest timestamp among the known lines. */
  #time = '';
  /** The known lines with that timestamp. */
  #known = new Set<string>();
  #isOver = true;

  /** Call when the log is about to be sent from its start and these lines are known. */
  begin(lines: readonly Compared[]): void {
    this.remember(lines);
    this.#isOver = this.#time === '';
  }

  /** Remembers these lines, in case the log is sent again. */
  remember(lines: readonly Compared[]): void {
    const tail = lines.slice(-mostCompared);
    // Not simply the last line's: lines of several log buffers arrive slightly out of order.
    const latest = tail.reduce((time, line) => (line.time > time ? line.time : time), '');
    if (latest === '') return;
    this.#time = latest;
    this.#known = new Set(tail.filter(({ time }) => time === latest).map(keyOf));
  }

  /** Forgets all known lines. */
  forget(): void {
    this.#time = '';
    this.#known.clear();
    this.#isOver = true;
  }

  isKnown(line: Compared): boolean {
    if (this.#isOver) return false;
    if (line.time > this.#time) {
      this.#isOver = true;
      return false;
    }
    return line.time < this.#time || this.#known.has(keyOf(line));
  }
}

function keyOf({ time, pid, tid, tag, text }: Compared): string {
  return JSON.stringify([time, pid, tid, tag, text]);
}
