import type { LogLine } from '../../../core/link/phone-log.ts';

type Compared = Pick<LogLine, 'time' | 'pid' | 'tid' | 'tag' | 'text'>;

/** Lines of one moment that are compared; more than a phone writes in a millisecond. */
const mostCompared = 500;

/** Leaves out what a log begins with that is known from before: a phone that comes back tells it again. */
export class Overlap {
  /** The latest moment of the lines that are known. */
  #time = '';
  /** The lines of that moment. */
  #known = new Set<string>();
  #isOver = true;

  /** From now on a log is told from its beginning, after these lines. */
  begin(lines: readonly Compared[]): void {
    this.remember(lines);
    this.#isOver = this.#time === '';
  }

  /** These lines are known, should the log begin anew. */
  remember(lines: readonly Compared[]): void {
    const tail = lines.slice(-mostCompared);
    // Not the last line's: those of several buffers come a little out of order.
    const latest = tail.reduce((time, line) => (line.time > time ? line.time : time), '');
    if (latest === '') return;
    this.#time = latest;
    this.#known = new Set(tail.filter(({ time }) => time === latest).map(keyOf));
  }

  /** Nothing is known. */
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
