import type { LogBatch, LogLine, ProcessName } from '../../core/link/phone-log.ts';

/** Between two batches: quick for an eye, rare for a page. */
const betweenMs = 60;
/** Lines of one batch; with the pause before it, some 16,000 lines a second. */
const mostInBatch = 1_000;
/** Lines that wait at most: the log's last lines at the start, and a second of a flood. */
const mostWaiting = 10_000;

/** Gathers lines and tells them in batches; of more than the page can take, the oldest are left out. */
export class LogBatches {
  readonly #tell: (batch: LogBatch) => void;
  #waiting: LogLine[] = [];
  #named: ProcessName[] = [];
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(tell: (batch: LogBatch) => void) {
    this.#tell = tell;
  }

  /** Lines in their order; they get their numbers here, so what is left out leaves a hole. */
  add(lines: readonly Omit<LogLine, 'number'>[]): void {
    for (const line of lines) this.#waiting.push({ number: ++this.#number, ...line });
    if (this.#waiting.length > mostWaiting) this.#waiting = this.#waiting.slice(-mostWaiting);
    this.#plan();
  }

  /** Names for lines that were added without; they may be told before the last of those. */
  name(named: readonly ProcessName[]): void {
    this.#named.push(...named);
    this.#plan();
  }

  /** Tells what is left, and nothing any more after it. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) this.#tellSome();
  }

  #plan(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tellSome();
      if (this.#waiting.length > 0) this.#plan();
    }, betweenMs);
  }

  #tellSome(): void {
    const lines = this.#waiting.slice(0, mostInBatch);
    this.#waiting = this.#waiting.slice(mostInBatch);
    const named = this.#named;
    this.#named = [];
    this.#tell({ lines, named });
  }
}
