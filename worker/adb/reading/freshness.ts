/**
 * What may stand for the screen as it is now: the last readings of a phone, and the last frame of its video.
 * All times are `performance.now()`.
 *
 * A frame is current when all of this holds; otherwise a screenshot is taken instead:
 * - the video runs, and every received packet is decoded (`VideoStream.undecodedSinceMs`);
 * - the picture has not changed for the longest of these: `settleMs`; twice the longest pause between
 *   two frames of the last motion; the delay of every packet (`VideoStream.alwaysLateMs`) plus twice
 *   the recent extra delay (`VideoStream.lateMs`). By then whatever was on the screen at the request
 *   has come through encoder, cable and decoder, and a slow encoder is not in the middle of it;
 * - as much time has passed since the moment that it must show, usually the request;
 * - the phone reports that its display is on: no frames come from a display that is off, so the last one
 *   would stay current for ever;
 * - the frame has the screen's shape, not that before a rotation, and it changed after the last
 *   reading of other elements.
 */
import { sameShape, type Size } from '#core/geometry.ts';
import type {
  HierarchyReading,
  LiveFrame,
  LiveFrameRequest,
  RecentTouchArea,
  TouchArea,
} from '#core/phone/phone.ts';
import { fingerprint } from '#core/screen/hashes.ts';
import { pause } from '../../waits/deadline.ts';
import type { VideoStream } from '../scrcpy/video-stream.ts';
import { idleBeforeEndMs } from './dumps.ts';

/** How old a reading of the touch area may be: displays turn off after 15 s at the soonest. */
const maxTouchAreaAgeMs = 10_000;
/** For how long it is fresh: nobody turns a phone or puts it down so fast. */
const freshMs = 2_000;
/** How old a reading of the display's state may be for a live frame: as long as a dump takes. */
const maxAwakeAgeMs = 3_000;
/** How old a reading of the elements may be without a live picture: as long as a new one would take. */
const maxUnwatchedAgeMs = 2_000;
/** How old it may be while the live picture is unchanged: some changes leave no trace in the picture. */
const maxWatchedAgeMs = 60_000;

/**
 * scrcpy needs 35 to 70 ms from a change on the screen to its decoded frame (its README); this is
 * twice the worst of that. The additional delay of a phone is known from the clock in its packets: a
 * phone slower than `maxWaitMs` never provides a frame to an agent. Where the phone's clock is
 * unknown, only this and uiautomator remain: before it dumps the elements, it waits until no event
 * has come for half a second.
 */
export const settleMs = 150;
/** A picture that does not settle within this time counts as moving. */
export const maxWaitMs = 600;
/** A frame that may be older than this belongs to another moment, and is not shown even with a remark. */
const maxLagMs = 1_000;
/** A picture that still moves this long after the last action counts as the screen after it: videos never stop. */
const maxMotionMs = 1_500;
/** Retry interval while frames wait to be decoded or compared. */
const catchUpMs = 5;

/** The live picture of a phone, as whoever shows it knows it. */
export interface WatchedPicture {
  /** Whether it is a running video, rather than screenshots. */
  readonly isVideo: boolean;
  readonly video: Pick<VideoStream, 'undecodedSinceMs' | 'lateMs' | 'alwaysLateMs'>;
  /** The size of the video's last frame; null without one. */
  readonly frameSize: Size | null;
  /** Whether the display is on, as far as is known. */
  readonly isDisplayOn: boolean;
  /** Whether it has the shape of the screen, as far as is known. */
  readonly hasScreenShape: boolean;
  /** When it last changed, and the longest pause between two changes of the last motion. */
  readonly stillness: { readonly changedAtMs: number; readonly longestGapMs: number };
  /** Whether received frames have not been compared yet. */
  readonly isBehind: boolean;
  /** When the last screenshot was begun; -Infinity before the first. */
  readonly screenshotAtMs: number;
  /** The last frame of a video, which the caller closes; null for a screenshot. */
  copyFrame(): LiveFrame | null;
}

/** Decides for one phone whether its last readings and its live picture may stand for new ones. */
export class Freshness {
  readonly #readAwake: (signal: AbortSignal) => Promise<boolean | null>;
  #picture: WatchedPicture | null = null;
  #elements = new ElementChanges();
  #touchArea: { readonly area: TouchArea; readonly atMs: number } | null = null;
  /** The last reading of the elements; null if the screen may have changed since. */
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

  /** `readAwake` asks the phone whether its display is on; null if it does not report that. */
  constructor(readAwake: (signal: AbortSignal) => Promise<boolean | null>) {
    this.#readAwake = readAwake;
  }

  /** A live picture begins, or with null ends. */
  watch(picture: WatchedPicture | null): void {
    this.#picture = picture;
    this.#elements = new ElementChanges();
  }

  /** Somebody has acted on the phone from here. */
  acted(): void {
    this.#screen = null;
    this.#actedAtMs = performance.now();
  }

  /** Whether somebody has acted on the phone from here since the last reading of the elements began. */
  get hasActed(): boolean {
    return this.#actedAtMs >= this.#readAtMs;
  }

  /** The phone is lost. */
  clear(): void {
    this.#screen = null;
    this.#touchArea = null;
  }

  keepTouchArea(area: TouchArea): void {
    this.#touchArea = { area, atMs: performance.now() };
  }

  /** The display may have been switched or turned. */
  dropTouchArea(): void {
    this.#touchArea = null;
  }

  /** The last touch area, unless the display may have turned off since. */
  get touchArea(): RecentTouchArea | null {
    if (this.#touchArea === null) return null;
    const { area, atMs } = this.#touchArea;
    const { litFrameSize } = this;
    if (litFrameSize !== null && sameShape(litFrameSize, area.size))
      return { size: area.size, awake: true, isFresh: true };
    const ageMs = performance.now() - atMs;
    const isFresh = ageMs < freshMs && this.#actedAtMs < atMs;
    return ageMs < maxTouchAreaAgeMs ? { ...area, isFresh } : null;
  }

  /** Whether the display was on `maxAgeMs` ago or later; null if that is not known. */
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
    // Without a live picture nothing is compared with the elements.
    if (this.#picture !== null) this.#elements.record(fingerprint(reading.hierarchy), endMs);
  }

  /** The last reading, as `recentScreen` of a phone. */
  get screen(): HierarchyReading | null {
    if (this.#screen === null) return null;
    const { reading, sinceMs, endMs } = this.#screen;
    const { stillForMs } = this;
    const nowMs = performance.now();
    const hasEvent = reading.events?.next.aborted === true;
    const isRecent =
      stillForMs === null
        ? nowMs - endMs < maxUnwatchedAgeMs && !hasEvent
        : nowMs - stillForMs < sinceMs && nowMs - endMs < maxWatchedAgeMs;
    return isRecent ? reading : null;
  }

  /** Whether nobody has acted since then and the live picture has not changed; false without one. */
  isUnchangedSince(timeMs: number): boolean {
    const { stillForMs } = this;
    const isStill = stillForMs !== null && performance.now() - stillForMs < timeMs;
    return isStill && this.#actedAtMs < timeMs;
  }

  /** For how many ms the video has not changed; null without a video. */
  get stillForMs(): number | null {
    const picture = this.#picture;
    if (picture?.isVideo !== true) return null;
    if (picture.isBehind) return 0;
    // The content of packets that came since then is not known.
    const undecodedSinceMs = picture.video.undecodedSinceMs ?? -Infinity;
    return performance.now() - Math.max(picture.stillness.changedAtMs, undecodedSinceMs);
  }

  /** The size of the video while it streams and the display is on; else null. */
  get litFrameSize(): Size | null {
    return this.#picture?.isDisplayOn === true ? this.#picture.frameSize : null;
  }

  /**
   * The last frame, once it shows everything that was on the screen at that time; waits a bounded time for
   * that. Null without a video, and if the frame can't be trusted. The caller closes it.
   */
  async liveFrame(signal: AbortSignal, request?: LiveFrameRequest): Promise<LiveFrame | null> {
    if (this.#picture?.isVideo !== true) return null;
    // A display that is off sends no frames, so the last one would count as current for ever.
    const awake = this.awake(maxAwakeAgeMs) ?? this.#readAwake(signal).catch(() => null);
    const frame = await this.#currentFrame(this.#picture, signal, request);
    if (frame === null || (await awake) === true) return frame;
    frame.image.close();
    return null;
  }

  async #currentFrame(
    picture: WatchedPicture,
    signal: AbortSignal,
    { sinceMs = performance.now(), maxWaitMs: limitMs = Infinity }: LiveFrameRequest = {},
  ): Promise<LiveFrame | null> {
    const requestedAtMs = performance.now();
    for (;;) {
      const nowMs = performance.now();
      const isOver = this.#picture !== picture || !picture.isVideo || signal.aborted;
      if (isOver || nowMs > requestedAtMs + maxWaitMs || isDecoderStuck(picture)) return null;
      const waitMs = msUntilCurrent(picture, requestedAtMs, sinceMs);
      if (waitMs === null || nowMs + waitMs > requestedAtMs + limitMs) return null;
      if (waitMs === 0 && !isBehind(picture))
        return this.#disagreesWithElements(picture) ? null : picture.copyFrame();
      await pause(waitMs || catchUpMs, signal);
    }
  }

  /**
   * Whether the live picture shows the screen as it is now, as far as can be known without a wait, if
   * somebody last acted on it at `actedAtMs`.
   */
  isCurrent(actedAtMs: number): boolean {
    const picture = this.#picture;
    if (picture === null) return false;
    if (!picture.isVideo) return picture.screenshotAtMs >= actedAtMs + settleMs;
    // After a while a change of the elements counts as one that can't be seen.
    if (this.#disagreesWithElements(picture) && !hasMovedLong(picture, this.#elements.sameSinceMs))
      return false;
    if (isDecoderStuck(picture)) return false;
    if (hasMovedLong(picture, actedAtMs)) return true;
    return msUntilCurrent(picture, performance.now(), actedAtMs) === 0 && !isBehind(picture);
  }

  /** Whether the picture is the last frame of a running video, and at most `maxLagMs` older than the screen. */
  get isRecent(): boolean {
    const picture = this.#picture;
    if (picture === null || this.litFrameSize === null) return false;
    const { undecodedSinceMs, lateMs, alwaysLateMs } = picture.video;
    const undecodedMs = undecodedSinceMs === null ? 0 : performance.now() - undecodedSinceMs;
    const lagMs = alwaysLateMs + lateMs + undecodedMs;
    return !this.#disagreesWithElements(picture) && lagMs <= maxLagMs;
  }

  /**
   * Whether the last reading of the phone contradicts the frame: the screen has another shape, or the
   * elements have changed and the picture has not changed since. Then the video is late or stuck, or
   * the change is invisible.
   */
  #disagreesWithElements({ hasScreenShape, stillness }: WatchedPicture): boolean {
    return !hasScreenShape || stillness.changedAtMs < this.#elements.lastDifferentAtMs;
  }
}

/** Whether the video has kept moving since then, judging by the frames received. */
function hasMovedLong({ video }: WatchedPicture, sinceMs: number): boolean {
  return performance.now() > sinceMs + maxMotionMs + video.alwaysLateMs + 2 * video.lateMs;
}

/** Whether a packet has waited long for its frame: some decoders keep a frame back until the next one comes. */
function isDecoderStuck({ video: { undecodedSinceMs } }: WatchedPicture): boolean {
  return undecodedSinceMs !== null && performance.now() > undecodedSinceMs + maxWaitMs;
}

function isBehind(picture: WatchedPicture): boolean {
  return picture.isBehind || picture.video.undecodedSinceMs !== null;
}

function msUntilCurrent(
  { stillness, video }: WatchedPicture,
  requestedAtMs: number,
  sinceMs: number,
): number | null {
  return msUntilFrameIsCurrent({
    nowMs: performance.now(),
    requestedAtMs,
    sinceMs,
    changedAtMs: stillness.changedAtMs,
    longestGapMs: stillness.longestGapMs,
    lateMs: video.lateMs,
    alwaysLateMs: video.alwaysLateMs,
  });
}

/** The times on which it depends whether a frame is current. */
export interface LiveMoment {
  readonly nowMs: number;
  readonly requestedAtMs: number;
  /** The frame must be at least as new as this. */
  readonly sinceMs: number;
  readonly changedAtMs: number;
  /** The longest pause between two changes of the last motion. */
  readonly longestGapMs: number;
  /** The delay of every packet. */
  readonly alwaysLateMs: number;
  /** The extra delay of recent packets. */
  readonly lateMs: number;
}

/** How long to wait until the frame is current if nothing changes; 0 when it is, null when the wait is over. */
export function msUntilFrameIsCurrent(moment: LiveMoment): number | null {
  const { nowMs, requestedAtMs, sinceMs, changedAtMs, longestGapMs, alwaysLateMs, lateMs } = moment;
  const since = Math.max(sinceMs, changedAtMs);
  const currentAtMs = since + Math.max(settleMs, 2 * longestGapMs, alwaysLateMs + 2 * lateMs);
  if (currentAtMs <= nowMs) return 0;
  return currentAtMs > requestedAtMs + maxWaitMs ? null : currentAtMs - nowMs;
}

/** Remembers when the elements of a phone were last read with other content than now. */
export class ElementChanges {
  #record: { readonly content: number; readonly atMs: number } | null = null;
  #lastDifferentAtMs = -Infinity;
  #sameSinceMs = -Infinity;

  /** The last reading whose elements differ from those read after it; -Infinity without one. */
  get lastDifferentAtMs(): number {
    return this.#lastDifferentAtMs;
  }

  /** When the elements as they are now were first read; -Infinity if they never differed. */
  get sameSinceMs(): number {
    return this.#sameSinceMs;
  }

  /** Records the fingerprint of the elements that were read at this time. */
  record(content: number, atMs: number): void {
    if (this.#record !== null && this.#record.content !== content) {
      this.#lastDifferentAtMs = this.#record.atMs;
      this.#sameSinceMs = atMs;
    }
    this.#record = { content, atMs };
  }
}
