import type { LogBatch, LogLine, ProcessName } from '../../core/link/phone-log.ts';

/** Time between two batches: fast for a reader, infrequent enough for the page. */
const batchIntervalMs = 60;
/** The most lines of one batch; with the pause before it, about 16,000 lines a second. */
const maxBatchLines = 1_000;
/** The most lines that wait: the log's last lines at the start, and a second of a flood. */
const maxQueuedLines = 10_000;

/** Collects lines and sends them in batches; when they come too fast for the page, the oldest are dropped. */
export class LogBatches {
  readonly #send: (batch: LogBatch) => void;
  #queuedLines: LogLine[] = [];
  #names: ProcessName[] = [];
  #number = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasEnded = false;

  constructor(send: (batch: LogBatch) => void) {
    this.#send = send;
  }

  /** Adds lines in order and numbers them, so that dropped lines leave a gap. */
  add(lines: readonly Omit<LogLine, 'number'>[]): void {
    for (const line of lines) this.#queuedLines.push({ number: ++this.#number, ...line });
    if (this.#queuedLines.length > maxQueuedLines)
      this.#queuedLines = this.#queuedLines.slice(-maxQueuedLines);
    this.#scheduleSend();
  }

  /** Adds names of processes whose lines had none; they may be sent before the last of those lines. */
  addNames(names: readonly ProcessName[]): void {
    this.#names.push(...names);
    this.#scheduleSend();
  }

  /** Sends what is left, and nothing after it. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    while (this.#queuedLines.length > 0) this.#sendBatch();
  }

  #scheduleSend(): void {
    if (this.#hasEnded) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sendBatch();
      if (this.#queuedLines.length > 0) this.#scheduleSend();
    }, batchIntervalMs);
  }

  #sendBatch(): void {
    const lines = this.#queuedLines.slice(0, maxBatchLines);
    this.#queuedLines = this.#queuedLines.slice(maxBatchLines);
    const names = this.#names;
    this.#names = [];
    this.#send({ lines, named: names });
  }
}
