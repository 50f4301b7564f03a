import type { LogStart, StreamedLine } from '../../core/commands/log-stream.ts';

/** Lines from before that the log begins with: what a person looks back on, a second over USB. */
const lastLines = 5_000;

/** Where the log was when it broke off, so that it goes on there without telling a line twice. */
export class Resume {
  #time = '';
  /** Lines told of that moment. */
  #told = 0;
  /** How many of them the next stream begins with. */
  #again = 0;

  /** Where the next stream is to begin. */
  start(): LogStart {
    this.#again = this.#told;
    return this.#time === '' ? { lastLines } : { since: this.#time };
  }

  /** The lines that were not told before. */
  fresh(lines: readonly StreamedLine[]): readonly StreamedLine[] {
    return lines.filter(({ time }) => this.#isFresh(time));
  }

  #isFresh(time: string): boolean {
    if (this.#again > 0 && time === this.#time) {
      this.#again--;
      return false;
    }
    this.#again = 0;
    this.#told = time === this.#time ? this.#told + 1 : 1;
    this.#time = time;
    return true;
  }
}
