import type { World } from '../../world.ts';

/** After so many ms without a new frame the last one comes again (SurfaceEncoder.REPEAT_FRAME_DELAY_US). */
const repeatAfterMs = 100;
/** How often, so that a still picture gets sharp (kRepeatLastFrameCount of AOSP's GraphicBufferSource). */
const repeats = 10;

/** What there is to know of a display here. */
type Display = Pick<World, 'awake' | 'moment'>;

/** Tells when an encoder gets its next frame of a display: when that has changed, at most so many a second, and some repeats. */
export class FrameClock {
  readonly #display: Display;
  readonly #intervalMs: number;
  #moment: string | undefined;
  #repeatsLeft = 0;
  #takenAtMs = -Infinity;
  #nextTurnMs = -Infinity;

  constructor(display: Display, framesPerSecond: number) {
    this.#display = display;
    this.#intervalMs = 1000 / framesPerSecond;
  }

  /** Whether the next frame is a new one. */
  get changed(): boolean {
    return this.#display.moment !== this.#moment;
  }

  /** ms until a frame is due: 0 for now, Infinity for not before the display changes. */
  dueInMs(nowMs: number): number {
    if (!this.#display.awake) return Infinity;
    if (this.changed) return Math.max(0, this.#nextTurnMs - nowMs);
    if (this.#repeatsLeft > 0) return Math.max(0, this.#takenAtMs + repeatAfterMs - nowMs);
    return Infinity;
  }

  /** Says that a frame was taken just now. */
  taken(nowMs: number): void {
    this.#repeatsLeft = this.changed ? repeats : this.#repeatsLeft - 1;
    this.#moment = this.#display.moment;
    this.#takenAtMs = nowMs;
    // Turns follow each other evenly, though timers come late.
    const next = this.#nextTurnMs + this.#intervalMs;
    this.#nextTurnMs = next > nowMs ? next : nowMs + this.#intervalMs;
  }
}
