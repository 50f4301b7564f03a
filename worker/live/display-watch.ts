import { pause } from '../waits/deadline.ts';

/** How often to ask while the video is still; asking costs the phone about 30 ms. `stillMs` is shorter because a timer may fire early. */
const idlePoll = { waitMs: 5_000, stillMs: 4_900 } as const;
/** How long after an input to ask, if the video has been still for `stillMs`: a display fades before it turns off. */
const inputPoll = { waitMs: 1_000, stillMs: 500 } as const;
/** How soon to ask after a frame that arrives while the display is off. */
const afterFrameMs = 100;

/** The reading of the display, and the listener. */
interface DisplayWatchOptions {
  /** Asks the phone; null if it does not report the state. */
  readAwake(signal: AbortSignal): Promise<boolean | null>;
  /** Called when `isOn` has changed. */
  onChange(): void;
}

/**
 * Watches whether the display is on while the video is still: a display that is off sends no frames, and
 * the last frame would be mistaken for the current screen. Assumes at first that it is on. Times in ms.
 */
export class DisplayWatch {
  readonly #options: DisplayWatchOptions;
  readonly #ended = new AbortController();
  #isOn = true;
  #frameAtMs = performance.now();
  /** Aborted to ask the phone soon. */
  #pollSoon = new AbortController();

  /** Asks repeatedly until `end` is called. */
  constructor(options: DisplayWatchOptions) {
    this.#options = options;
    void this.#pollUntilEnd();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Call for each frame. A frame does not prove that the display is on: it may be fading, or show a clock while the phone dozes. */
  onFrame(): void {
    this.#frameAtMs = performance.now();
    if (!this.#isOn) this.#pollSoon.abort();
  }

  /** Call after each input: if no frame follows, the phone is asked. */
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
