import { pause } from '../waits/deadline.ts';

/** How often a phone whose video stands still is asked, which costs it some 30 ms. A timer may come a little early. */
const byItself = { waitMs: 5_000, stillMs: 4_900 } as const;
/** How long after an input, and after what stillness by then; a display that goes off fades a while. */
const afterInput = { waitMs: 1_000, stillMs: 500 } as const;
/** How soon after a frame of a display that was off. */
const afterFrameMs = 100;

/** How the display is asked for, and who hears of it. */
interface DisplayWatchParts {
  /** Asks the phone; null where it does not say. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** `isOn` is another one now. */
  onChange(): void;
}

/**
 * Watches whether the display is on while the video stands still: one that is off sends nothing,
 * and the last frame would pass for what the phone shows. Begins with a display that is on.
 * Times in ms.
 */
export class DisplayWatch {
  readonly #parts: DisplayWatchParts;
  readonly #ended = new AbortController();
  #isOn = true;
  #frameAtMs = performance.now();
  /** Aborted when the phone is to be asked soon. */
  #sooner = new AbortController();

  /** Asks again and again until `end` is called. */
  constructor(parts: DisplayWatchParts) {
    this.#parts = parts;
    void this.#askAgainAndAgain();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A frame has come. It is no proof of a display that is on: one that goes off fades, one that dozes shows the time. */
  frame(): void {
    this.#frameAtMs = performance.now();
    if (!this.#isOn) this.#sooner.abort();
  }

  /** The phone was given an input: if no frame follows, it is asked why. */
  input(): void {
    this.#sooner.abort();
  }

  end(): void {
    this.#ended.abort();
  }

  async #askAgainAndAgain(): Promise<void> {
    const { signal } = this.#ended;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(byItself.waitMs, AbortSignal.any([signal, this.#sooner.signal]));
      const isSooner = this.#sooner.signal.aborted;
      this.#sooner = new AbortController();
      if (isSooner) await pause(this.#isOn ? afterInput.waitMs : afterFrameMs, signal);
      const stillMs = performance.now() - this.#frameAtMs;
      const enoughMs = (isSooner ? afterInput : byItself).stillMs;
      if (!isOver() && (!this.#isOn || stillMs >= enoughMs)) await this.#ask(signal);
    }
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const isOn = await this.#parts.readAwake(signal).catch(() => null);
    if (isOn === null || isOn === this.#isOn || signal.aborted) return;
    this.#isOn = isOn;
    this.#parts.onChange();
  }
}
