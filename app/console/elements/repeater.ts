/** Repeats an async task, never running it twice at the same time. */
export class Repeater {
  readonly #work: () => Promise<void>;
  readonly #pauseMs: number;
  #running = false;
  #busy = false;
  #soon = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` must not reject; `pauseMs` is the time between the end of one run and the next. */
  constructor(work: () => Promise<void>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  /** Begins a run at once, or right after the current one. */
  start(): void {
    this.#running = true;
    if (this.#busy) this.#soon = true;
    else void this.#turn();
  }

  /** Begins no further run; the current one is not aborted. */
  stop(): void {
    this.#running = false;
    this.#soon = false;
    clearTimeout(this.#timer);
  }

  async #turn(): Promise<void> {
    clearTimeout(this.#timer);
    this.#busy = true;
    this.#soon = false;
    await this.#work();
    this.#busy = false;
    if (!this.#running) return;
    if (this.#isAskedFor()) void this.#turn();
    else this.#timer = setTimeout(() => void this.#turn(), this.#pauseMs);
  }

  /** A method, since TypeScript would narrow the field to its value before the await. */
  #isAskedFor(): boolean {
    return this.#soon;
  }
}
