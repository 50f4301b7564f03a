import type { LiveMotion } from '#core/link/live.ts';
import type { Events, PictureData } from '#core/link/messages.ts';
import type { Screen } from '#core/screen/screen.ts';
import { screenFacts } from '#core/screen/summary/screen-facts.ts';
import { pause } from '../waits/deadline.ts';

/** Delay of the first picture after a call: earlier, a phone has hardly begun to show the effect. */
const minDelayMs = 350;
/** How often to check whether the picture is current. */
const pollMs = 50;
/** How long after a call a change of the screen counts as its effect: apps start slowly. */
const effectMs = 5_000;
/** How long to wait for the first picture after a call while the live picture lags, as on a busy computer. */
const longestLagMs = 20_000;

/** The source and the receiver of the pictures. */
interface CallPicturesOptions {
  /** Whether the live picture shows the current screen, given when somebody last acted (`performance.now`). */
  isCurrent(actedAtMs: number): boolean;
  /** Whether the live picture is at most a moment older than the screen. */
  isRecent(): boolean;
  /** The live picture; null if there is none. Must not delay the call. */
  jpeg(): Promise<PictureData | null>;
  /** Receives the screen after a call that acts, and again if the screen changes. */
  onAfter(after: Events['screenAfterCall']): void;
  /** What reads the screens of recorded steps; absent if none are recorded. */
  readonly facts?: FactsOptions;
}

/** The source and the receiver of what the screens after recorded steps showed. */
export interface FactsOptions {
  isRecording(): boolean;
  /** The elements of the screen; null if they can't be read. Never rejects. */
  readScreen(): Promise<Screen | null>;
  onFacts(facts: Events['factsAfterCall']): void;
}

/** A call that has ended and whose effects may still appear. */
interface EndedCall {
  readonly abort: AbortController;
  /** Settles once the page has the call. */
  readonly recorded: Promise<unknown>;
  readonly isRecorded: boolean;
}

/**
 * Captures the screen when a call begins, and again when the screen has come to rest after it or the next call
 * begins. A picture that may be slightly older than that moment is marked, and one that may be much older
 * is left out. Delays no call.
 */
export class CallPictures {
  readonly #options: CallPicturesOptions;
  readonly #ended = new Map<number, EndedCall>();
  /** The last call that acted; null once anything else has acted. */
  #last: { readonly id: number; readonly recorded: Promise<unknown> } | null = null;
  #actedAtMs = -Infinity;
  #largeChangeAtMs = -Infinity;
  /** Aborted at the next large change. */
  #changed = new AbortController();

  constructor(options: CallPicturesOptions) {
    this.#options = options;
  }

  /** Call whenever the live picture starts, continues or stops moving. */
  onMotion({ largeChangeAtEpochMs }: Pick<LiveMotion, 'largeChangeAtEpochMs'>): void {
    // The same change again, its time rounded anew. An earlier one came after the clock was set back.
    if (Math.abs(largeChangeAtEpochMs - this.#largeChangeAtMs) <= 1) return;
    this.#largeChangeAtMs = largeChangeAtEpochMs;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /**
   * Call when a call begins and, if it acts, also right before its first input, which may be much later.
   * Resolves to the screen before it, or null if no picture shows it; never rejects.
   */
  begin(effect: 'read' | 'act'): Promise<PictureData | null> {
    const picture = this.#capture();
    if (effect === 'read') return picture;
    this.#last = null;
    // The effect of this call must not show in the pictures after earlier ones.
    for (const [id, { abort, recorded }] of this.#ended) {
      abort.abort();
      void this.#sendAfter(id, picture, recorded);
    }
    return picture;
  }

  /** The screen, as soon as the picture is current; null if the signal aborts first. Never rejects. */
  async whenCurrent(signal: AbortSignal): Promise<PictureData | null> {
    while (!signal.aborted && !this.#options.isCurrent(this.#actedAtMs))
      await pause(pollMs, signal);
    return signal.aborted ? null : await this.#capture();
  }

  /** Call when somebody has acted on the phone. */
  acted(): void {
    this.#actedAtMs = performance.now();
  }

  /** Runs input of the user; later changes are not effects of earlier calls. Recorded input begins and ends like a call. */
  async around(input: () => Promise<void>, isRecorded: boolean): Promise<void> {
    if (!isRecorded && this.#ended.size > 0) {
      void this.begin('act');
      this.#ended.clear();
    }
    await input().finally(() => this.acted());
  }

  /** Call when a call that acts has ended. `recorded` settles once the page has it; the pictures are sent after that. */
  ended(id: number, recorded: Promise<unknown>): void {
    for (const { abort } of this.#ended.values()) abort.abort();
    this.#ended.clear();
    const abort = new AbortController();
    const call = { abort, recorded, isRecorded: this.#options.facts?.isRecording() === true };
    this.#ended.set(id, call);
    this.#last = { id, recorded };
    void this.#followScreen(id, call);
  }

  /** Call with the screen as it was read before the next input: it shows where the last call led. */
  screenRead(screen: Screen): void {
    if (this.#last === null) return;
    const { id, recorded } = this.#last;
    void recorded.then(() => this.#options.facts?.onFacts({ id, facts: screenFacts(screen) }));
  }

  async #followScreen(
    id: number,
    { recorded, isRecorded, abort: { signal: ended } }: EndedCall,
  ): Promise<void> {
    const calledAtMs = performance.now();
    let endMs = calledAtMs + longestLagMs;
    await pause(minDelayMs, ended);
    while (!ended.aborted && performance.now() < endMs) {
      if (this.#options.isCurrent(this.#actedAtMs)) {
        endMs = calledAtMs + effectMs;
        const changed = this.#changed.signal;
        await this.#sendAfter(id, this.#capture(), recorded);
        if (isRecorded) void this.#readFacts();
        await pause(endMs - performance.now(), AbortSignal.any([ended, changed]));
      } else await pause(pollMs, ended);
    }
    if (!ended.aborted) this.#ended.delete(id);
  }

  async #readFacts(): Promise<void> {
    const last = this.#last;
    const screen = await this.#options.facts?.readScreen();
    if (screen && this.#last === last) this.screenRead(screen);
  }

  async #sendAfter(
    id: number,
    capturing: Promise<PictureData | null>,
    recorded: Promise<unknown>,
  ): Promise<void> {
    const [picture] = await Promise.all([capturing, recorded]);
    this.#options.onAfter({ id, picture });
  }

  /** Null if the picture may be much older or the phone is lost meanwhile. */
  async #capture(): Promise<PictureData | null> {
    try {
      const isCurrent = this.#options.isCurrent(this.#actedAtMs);
      if (!isCurrent && !this.#options.isRecent()) return null;
      const picture = await this.#options.jpeg();
      return isCurrent ? picture : picture && { ...picture, isChanging: true };
    } catch {
      return null;
    }
  }
}
