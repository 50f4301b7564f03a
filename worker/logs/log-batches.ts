import type { LogBatch, LogLine, ProcessName } from '../../core/link/phone-log.ts';

/** Time between two batches: fast for a reader, infrequent enough for the page. */
const betweenMs = 60;
/** The most lines of one batch; with the pause before it, about 16,000 lines a second. */
const mostInBatch = 1_000;
/** The most lines that wait: the log's last lines at the start, and a second of a flood. */
const mostWaiting = 10_000;

/** Collects lines and sends them in batches; when they come too fast for the page, the oldest are dropped. */
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

  /** Adds lines in order and numbers them, so that dropped lines leave a gap. */
  add(lines: readonly Omit<LogLine, 'number'>[]): void {
    for (const line of lines) this.#waiting.push({ number: ++this.#number, ...line });
    if (this.#waiting.length > mostWaiting) this.#waiting = this.#waiting.slice(-mostWaiting);
    this.#plan();
  }

  /** Adds names of processes whose lines had none; they may be sent before the last of those lines. */
  name(named: readonly ProcessName[]): void {
    this.#named.push(...named);
    this.#plan();
  }

  /** Sends what is left, and nothing after it. */
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
