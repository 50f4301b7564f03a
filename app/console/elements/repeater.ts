/** Does a piece of work over and over, never twice at the same time. */
export class Repeater {
  readonly #work: () => Promise<void>;
  readonly #pauseMs: number;
  #running = false;
  #busy = false;
  #soon = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `work` must not reject; `pauseMs` lies between the end of one turn and the next. */
  constructor(work: () => Promise<void>, pauseMs: number) {
    this.#work = work;
    this.#pauseMs = pauseMs;
  }

  /** Begins a turn at once, or right after the one that is under way. */
  start(): void {
    this.#running = true;
    if (this.#busy) this.#soon = true;
    else void this.#turn();
  }

  /** No turn begins after this; the one under way ends by itself. */
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

  /** A method, since the compiler takes the field for what it was before the wait. */
  #isAskedFor(): boolean {
    return this.#soon;
  }
}
