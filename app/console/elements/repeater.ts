/** Repeats an async task, never running it twice at the same time. */
export class Repeater {
  readonly #work: () => Promise<void>;
  readonly #pauseMs: number;
  #running = false;
  #isBusy = false;
  #isRunRequested = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` must not reject; `pauseMs` is the time between the end of one run and the next. */
  constructor(work: () => Promise<void>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  /** Begins a run at once, or right after the current one. */
  start(): void {
    this.#running = true;
    if (this.#isBusy) this.#isRunRequested = true;
    else void this.#runOnce();
  }

  /** Begins no further run; the current one is not aborted. */
  stop(): void {
    this.#running = false;
    this.#isRunRequested = false;
    clearTimeout(this.#timer);
  }

  async #runOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isBusy = true;
    this.#isRunRequested = false;
    await this.#work();
    this.#isBusy = false;
    if (!this.#running) return;
    if (this.#hasRunRequest()) void this.#runOnce();
    else this.#timer = setTimeout(() => void this.#runOnce(), this.#pauseMs);
  }

  /** A method, since TypeScript would narrow the field to its value before the await. */
  #hasRunRequest(): boolean {
    return this.#isRunRequested;
  }
}
