import { pause } from '../waits/deadline.ts';

/** How often to ask a phone whose video is still; it costs the phone about 30 ms. A timer may fire a little early. */
const idlePoll = { waitMs: 5_000, stillMs: 4_900 } as const;
/** How long after an input to ask, and the stillness that it needs; a display that goes off fades first. */
const inputPoll = { waitMs: 1_000, stillMs: 500 } as const;
/** How soon to ask after a frame of a display that was off. */
const afterFrameMs = 100;

/** The reading of the display, and the listener. */
interface DisplayWatchOptions {
  /** Asks the phone; null when it does not report that. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** Called when `isOn` has changed. */
  onChange(): void;
}

/**
 * Watches whether the display is on while the video is still: one that is off sends no frames, and
 * the last frame would pass for the current screen. Assumes at first that it is on. Times in ms.
 */
export class DisplayWatch {
  readonly #options: DisplayWatchOptions;
  readonly #ended = new AbortController();
  #isOn = true;
  #frameAtMs = performance.now();
  /** Aborted when the phone should be asked soon. */
  #pollSoon = new AbortController();

  /** Asks repeatedly until `end` is called. */
  constructor(options: DisplayWatchOptions) {
    this.#options = options;
    void this.#pollUntilEnd();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A frame has come. That does not prove that the display is on: it may be fading, or dozing with a clock. */
  onFrame(): void {
    this.#frameAtMs = performance.now();
    if (!this.#isOn) this.#pollSoon.abort();
  }

  /** An input was sent to the phone: if no frame follows, the phone is asked. */
  onInput(): void {
    this.#pollSoon.abort();
  }

  end(): void {
    this.#ended.abort();
  }

  async #pollUntilEnd(): Promise<void> {
    const { signal } = this.#ended;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      await pause(idlePoll.waitMs, AbortSignal.any([signal, this.#pollSoon.signal]));
      const isPromptPoll = this.#pollSoon.signal.aborted;
      this.#pollSoon = new AbortController();
      if (isPromptPoll) await pause(this.#isOn ? inputPoll.waitMs : afterFrameMs, signal);
      const stillMs = performance.now() - this.#frameAtMs;
      const minStillMs = (isPromptPoll ? inputPoll : idlePoll).stillMs;
      if (!isOver() && (!this.#isOn || stillMs >= minStillMs)) await this.#readDisplay(signal);
    }
  }

  async #readDisplay(signal: AbortSignal): Promise<void> {
    const isOn = await this.#options.readAwake(signal).catch(() => null);
    if (isOn === null || isOn === this.#isOn || signal.aborted) return;
    this.#isOn = isOn;
    this.#options.onChange();
  }
}
