import { type HandsetError, toWire } from '../../core/errors.ts';
import type { LiveFigures, LiveStatus, Motion } from '../../core/link/live.ts';
import type { LiveFrame, Phone } from '../../core/phone.ts';
import { fingerprint } from '../../core/screen/fingerprint.ts';
import { screenSize } from '../../core/screen/screen-size.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { DecodedFrame } from '../adb/frame-decoder.ts';
import type { VideoListener, VideoState } from '../adb/video-stream.ts';
import { sizeOf } from '../paint/luma.ts';
import { decodePng } from '../paint/picture.ts';
import { pause } from '../waits/deadline.ts';
import { ElementChanges, ShapeWatch, maxWaitMs, untilCurrentMs } from './current.ts';
import { DisplayWatch } from './display-watch.ts';
import type { KeptPicture } from './kept-picture.ts';
import { FigureCounter } from './live-figures.ts';
import { MotionWatch } from './motion-watch.ts';

/** Retry interval while frames wait to be decoded or compared. */
const behindMs = 5;
const figuresEveryMs = 1_000;

/** The phone, the store of its picture, and the listeners. */
interface LivePhoneParts {
  readonly phone: AdbPhone;
  readonly kept: KeptPicture;
  /** Whether agent calls are running. */
  isBusy(): boolean;
  onStatus(status: LiveStatus): void;
  onMotion(motion: Motion): void;
  onFigures(figures: LiveFigures): void;
}

/** The live picture of one phone, until `end`. */
export class LivePhone implements VideoListener {
  readonly #parts: LivePhoneParts;
  readonly #motion: MotionWatch;
  readonly #figures = new FigureCounter();
  readonly #shape: ShapeWatch;
  readonly #ended = new AbortController();
  #codec: 'h264' | 'h265' | 'av1' | null = null;
  /** Why there are screenshots in place of video; null while there are none. */
  #why: HandsetError | null = null;
  /** Ends the taking of screenshots. */
  #pictures: AbortController | null = null;
  /** Watches the display while video streams; null otherwise. */
  #display: DisplayWatch | null = null;
  #told = '';
  readonly #elements = new ElementChanges();
  readonly #stopListening: () => void;

  constructor(parts: LivePhoneParts) {
    this.#parts = parts;
    const onChange = (): void => this.#figures.changed(performance.now());
    this.#motion = new MotionWatch((motion) => parts.onMotion(motion), onChange);
    this.#shape = new ShapeWatch({
      frameSize: () => (this.#codec === null ? null : (this.picture?.size ?? null)),
      screenSize: () => {
        const { lastDisplay, lastHierarchy } = parts.phone;
        return lastDisplay && lastHierarchy && screenSize(lastDisplay, lastHierarchy, null);
      },
      onStuck: () => parts.phone.video.start(this),
    });
    this.#stopListening = parts.phone.onHierarchy(() => this.#elementsRead());
    parts.phone.video.start(this);
    void this.#tellFigures();
  }

  /** Ends everything that runs on the phone, and closes the last picture. */
  end(): void {
    const { phone, kept } = this.#parts;
    this.#ended.abort();
    this.#stopListening();
    void phone.video.stop();
    this.#pictures?.abort();
    this.#display?.end();
    this.#motion.end();
    this.#shape.end();
    kept.forget();
  }

  /** The current picture, which the caller must not close; null without one. */
  get picture(): LiveFrame | null {
    const { image } = this.#parts.kept;
    const unchangedSinceMs = this.#motion.stillness.changedAtMs;
    return image === null ? null : { size: sizeOf(image), image, unchangedSinceMs };
  }

  /** An input of the person was sent to the phone. */
  inputSent(): void {
    // With screenshots the delay would depend on when they are taken.
    if (this.#pictures === null) this.#figures.inputSent(performance.now());
    this.#display?.input();
  }

  onState(video: VideoState): void {
    if (this.#ended.signal.aborted) return;
    this.#codec = video.state === 'streaming' ? video.codec : null;
    this.#display?.end();
    this.#display = video.state === 'streaming' ? this.#watchDisplay() : null;
    if (video.state === 'starting') this.#motion.restart();
    if (video.state === 'failed') this.#showPictures(video.error);
    else if (video.state === 'streaming') this.#endPictures();
    // While the video is retried, the screenshots continue.
    else if (this.#pictures === null) this.#tell({ state: 'starting' });
  }

  onFrame({ frame, decodeMs, begins }: DecodedFrame): void {
    if (this.#ended.signal.aborted || this.#codec === null) {
      frame.close();
      return;
    }
    const start = performance.now();
    if (begins) this.#beginAnew();
    this.#motion.take(frame);
    this.#parts.kept.take(frame);
    this.#display?.frame();
    this.#tellVideo();
    this.#figures.frame(decodeMs + performance.now() - start);
  }

  /** The last frame once it is current, after a bounded wait; else null. The caller closes it. */
  async current(signal: AbortSignal): Promise<LiveFrame | null> {
    const askedAtMs = performance.now();
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    const { video } = this.#parts.phone;
    for (;;) {
      const nowMs = performance.now();
      if (this.#codec === null || ended.aborted || nowMs > askedAtMs + maxWaitMs) return null;
      const { undecodedSinceMs, lateMs, alwaysLateMs } = video;
      // Some decoders keep a frame back until the next one comes.
      if (undecodedSinceMs !== null && nowMs > undecodedSinceMs + maxWaitMs) return null;
      const { changedAtMs, longestGapMs } = this.#motion.stillness;
      const late = { lateMs, alwaysLateMs };
      const waitMs = untilCurrentMs({ nowMs, askedAtMs, changedAtMs, longestGapMs, ...late });
      if (waitMs === null) return null;
      const isBehind = this.#motion.isBehind || undecodedSinceMs !== null;
      if (waitMs === 0 && !isBehind) return this.#isContradicted ? null : this.#copy();
      await pause(waitMs || behindMs, ended);
    }
  }

  /** For how many ms the video has not changed; null without a video. */
  stillForMs(): number | null {
    if (this.#codec === null) return null;
    if (this.#motion.isBehind) return 0;
    // The content of packets that came since then is not known.
    const undecodedSinceMs = this.#parts.phone.video.undecodedSinceMs ?? -Infinity;
    return performance.now() - Math.max(this.#motion.stillness.changedAtMs, undecodedSinceMs);
  }

  #elementsRead(): void {
    const { lastHierarchy } = this.#parts.phone;
    // The phone is lost.
    if (lastHierarchy === null) return;
    this.#elements.read(fingerprint(lastHierarchy), performance.now());
    this.#shape.look();
  }

  /**
   * Whether the last reading of the phone contradicts the frame: the screen has another shape, or the
   * elements have changed and the picture has not changed since. Then the video is late or stuck, or
   * the change is invisible.
   */
  get #isContradicted(): boolean {
    return !this.#shape.isRight || this.#motion.stillness.changedAtMs < this.#elements.othersAtMs;
  }

  /** A screen of another size may look the same, but its elements and coordinates differ. */
  #beginAnew(): void {
    this.#motion.restart();
    this.#told = '';
  }

  /** Null for a screenshot. */
  #copy(): LiveFrame | null {
    const { picture } = this;
    if (!(picture?.image instanceof VideoFrame)) return null;
    return { ...picture, image: picture.image.clone() };
  }

  #showPictures(why: HandsetError): void {
    this.#why = why;
    if (this.#pictures !== null) return;
    const pictures = new AbortController();
    this.#pictures = pictures;
    const taker = {
      isBusy: () => this.#parts.isBusy(),
      onFailure: (thrown: unknown) => this.#tell({ state: 'failed', error: toWire(thrown) }),
      onPicture: (picture: ImageBitmap) => this.#show(picture),
    };
    void takePictures(this.#parts.phone, taker, pictures.signal);
  }

  #show(picture: ImageBitmap): void {
    if (this.#why === null) return;
    this.#tell({ state: 'pictures', size: sizeOf(picture), why: toWire(this.#why) });
    this.#motion.take(picture);
    this.#parts.kept.take(picture);
    this.#figures.frame(null);
  }

  #endPictures(): void {
    this.#pictures?.abort();
    this.#pictures = null;
    this.#why = null;
  }

  #watchDisplay(): DisplayWatch {
    return new DisplayWatch({
      readAwake: (signal) => this.#parts.phone.readAwake(signal),
      onChange: () => this.#tellVideo(),
    });
  }

  #tellVideo(): void {
    const { image } = this.#parts.kept;
    if (this.#codec === null || image === null) return;
    const displayOn = this.#display?.isOn ?? true;
    this.#tell({ state: 'video', codec: this.#codec, size: sizeOf(image), displayOn });
  }

  /** Reports changes only: frames come sixty times a second. */
  #tell(status: LiveStatus): void {
    const told = JSON.stringify(status);
    if (told === this.#told) return;
    this.#told = told;
    this.#parts.onStatus(status);
  }

  async #tellFigures(): Promise<void> {
    const { signal } = this.#ended;
    for (let before = performance.now(); ;) {
      await pause(figuresEveryMs, signal);
      if (signal.aborted) return;
      const now = performance.now();
      const figures = this.#figures.take(now - before);
      before = now;
      if (this.#parts.kept.isShown) this.#parts.onFigures(figures);
    }
  }
}

/** The least time between two screenshots, so that the connection is free now and then. */
const leastPauseMs = 100;
const longestPauseMs = 3_000;
/** While an agent's call runs, taking screenshots uses a fifth of the time at most, else half of it. */
const pauseFactor = { busy: 4, free: 1 } as const;
/** The pause after a failure. */
const failedPauseMs = 2_000;

/** The receiver of the screenshots. */
interface PictureTaker {
  /** The receiver owns the picture and closes it. */
  onPicture(picture: ImageBitmap): void;
  /** Called when a screenshot failed; the next one is tried all the same. */
  onFailure(error: unknown): void;
  /** Whether agent calls are running on the phone. */
  isBusy(): boolean;
}

/** Takes screenshots one by one, as fast as the phone allows, until the signal aborts. Never rejects. */
async function takePictures(phone: Phone, taker: PictureTaker, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const start = performance.now();
    let pauseMs = failedPauseMs;
    try {
      const { png } = await phone.takeScreenshot(signal);
      const picture = await decodePng(png);
      if (isOver()) picture.close();
      else taker.onPicture(picture);
      pauseMs = (performance.now() - start) * pauseFactor[taker.isBusy() ? 'busy' : 'free'];
    } catch (error) {
      if (!isOver()) taker.onFailure(error);
    }
    await pause(Math.min(longestPauseMs, Math.max(leastPauseMs, pauseMs)), signal);
  }
}
