import { sameShape, type Size } from '#core/geometry.ts';
import type {
  Display,
  HierarchyReading,
  RecentScreen,
  RecentTouchArea,
  TouchArea,
} from '#core/phone.ts';
import { idleBeforeEndMs } from './dumps.ts';

/** How old a reading of the touch area may be: displays turn off after 15 s at the soonest. */
const maxTouchAreaAgeMs = 10_000;
/** For how long it is fresh: nobody turns a phone or puts it down so fast. */
const freshMs = 2_000;
/** How old a reading of the elements may be without a live picture: as long as a new one would take. */
const maxUnwatchedAgeMs = 2_000;
/** How old it may be while the live picture is unchanged: some changes leave no trace in the picture. */
const maxWatchedAgeMs = 60_000;

/** The last readings of a phone, while they can stand for new ones. All times are `performance.now()`. */
export class RecentReadings {
  #touchArea: { readonly area: TouchArea; readonly atMs: number } | null = null;
  /** The last reading of the elements; null when the screen may have changed since. */
  #screen: {
    readonly reading: HierarchyReading;
    /** Since when the screen was so. */
    readonly sinceMs: number;
    readonly endMs: number;
  } | null = null;
  /** When somebody last acted on the phone from here. */
  #actedAtMs = -Infinity;
  /** When the last reading of the elements began. */
  #readAtMs = -Infinity;

  keepTouchArea(area: TouchArea): void {
    this.#touchArea = { area, atMs: performance.now() };
  }

  /**
   * The last touch area, unless the display may have turned off since. `frameSize` is the size of the
   * live picture while the display is on; null without one.
   */
  touchArea(frameSize: Size | null): RecentTouchArea | null {
    if (this.#touchArea === null) return null;
    const { area, atMs } = this.#touchArea;
    if (frameSize !== null && sameShape(frameSize, area.size))
      return { size: area.size, awake: true, isFresh: true };
    const ageMs = performance.now() - atMs;
    const isFresh = ageMs < freshMs && this.#actedAtMs < atMs;
    return ageMs < maxTouchAreaAgeMs ? { ...area, isFresh } : null;
  }

  /** The display may have been switched or turned. */
  dropTouchArea(): void {
    this.#touchArea = null;
  }

  /** Whether the display was on `maxAgeMs` ago or later; null where that is not known. */
  awake(maxAgeMs: number): boolean | null {
    if (this.#touchArea === null) return null;
    const { area, atMs } = this.#touchArea;
    return performance.now() - atMs < maxAgeMs ? area.awake : null;
  }

  /** Keeps a reading that began at `startMs`, unless the screen was moving or somebody acted meanwhile. */
  keepScreen(reading: HierarchyReading, startMs: number): void {
    this.#readAtMs = startMs;
    const isReliable = reading.settled && this.#actedAtMs < startMs;
    const endMs = performance.now();
    const sinceMs = Math.max(startMs, endMs - idleBeforeEndMs);
    this.#screen = isReliable ? { reading, sinceMs, endMs } : null;
  }

  /** The last reading, as `recentScreen` of a phone; `stillMs` is for how long the live picture has not changed, null without one. */
  screen(stillMs: number | null, display: Display | null): RecentScreen | null {
    if (this.#screen === null || display === null) return null;
    const { reading, sinceMs, endMs } = this.#screen;
    const nowMs = performance.now();
    const hasEvent = reading.events?.next.aborted === true;
    const isRecent =
      stillMs === null
        ? nowMs - endMs < maxUnwatchedAgeMs && !hasEvent
        : nowMs - stillMs < sinceMs && nowMs - endMs < maxWatchedAgeMs;
    return isRecent ? { reading, display } : null;
  }

  /** Whether nobody has acted since then and the live picture, still for `stillMs`, has not changed; false without one. */
  isUnchangedSince(timeMs: number, stillMs: number | null): boolean {
    return stillMs !== null && performance.now() - stillMs < timeMs && this.#actedAtMs < timeMs;
  }

  /** Whether somebody has acted on the phone from here since the last reading of the elements began. */
  get hasActed(): boolean {
    return this.#actedAtMs >= this.#readAtMs;
  }

  /** Somebody has acted on the phone from here. */
  dropScreen(): void {
    this.#screen = null;
    this.#actedAtMs = performance.now();
  }

  /** The phone is lost. */
  clear(): void {
    this.#screen = null;
    this.#touchArea = null;
  }
}
