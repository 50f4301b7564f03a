import type { LiveMetrics, LiveMotion, LiveStatus } from '#core/link/live.ts';
import { toWire, type HandsetError } from '#core/errors.ts';
import type { Size } from '#core/geometry.ts';
import type { ConnectedPhone, LiveFrame } from '#core/phone/phone.ts';
import { screenSize } from '#core/screen/screen.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { WatchedPicture } from '../adb/reading/freshness.ts';
import type { DecodedFrame } from '../adb/scrcpy/frame-decoder.ts';
import type { VideoCodec } from '../adb/scrcpy/video-codecs.ts';
import type { VideoMaxSize } from '../adb/scrcpy/video-session.ts';
import type { VideoListener, VideoState, VideoStream } from '../adb/scrcpy/video-stream.ts';
import { sizeOf } from '../paint/luma.ts';
import { decodePng } from '../paint/picture.ts';
import { pause } from '../waits/deadline.ts';
import { DisplayWatch } from './display-watch.ts';
import { type LivePicture, MotionWatch } from './live-picture.ts';
import { ShapeWatch } from './shape-watch.ts';

/** Longest time from an input to a change that counts as its effect. */
const inputEffectMs = 2_000;

/** Collects the metrics of the live picture. Times are in ms of one clock. */
export class LiveMetricsCounter {
  #frames = 0;
  #decodeMs: number[] = [];
  #inputAtMs: number | null = null;
  #inputToFrameMs: number | null = null;

  /** Counts a drawn picture; `decodeMs` is null for a screenshot. */
  countFrame(decodeMs: number | null): void {
    this.#frames++;
    if (decodeMs !== null) this.#decodeMs.push(decodeMs);
  }

  /**
   * Records an input of the user. If several occur before the next change, the delay is measured
   * from the first.
   */
  recordInput(atMs: number): void {
    const before = this.#inputAtMs;
    if (before === null || atMs - before > inputEffectMs) this.#inputAtMs = atMs;
  }

  /** Records a frame with a change. */
  recordChange(atMs: number): void {
    if (this.#inputAtMs === null) return;
    const tookMs = atMs - this.#inputAtMs;
    this.#inputAtMs = null;
    if (tookMs <= inputEffectMs) this.#inputToFrameMs = tookMs;
  }

  /** The metrics since the last call, `sinceMs` ago. */
  drainMetrics(sinceMs: number): LiveMetrics {
    const framesPerSecond = Math.round((10_000 * this.#frames) / sinceMs) / 10;
    const metrics = {
      framesPerSecond,
      decodeMs: median(this.#decodeMs),
      inputToFrameMs: this.#inputToFrameMs,
    };
    this.#frames = 0;
    this.#decodeMs = [];
    return metrics;
  }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

const metricsIntervalMs = 1_000;

/** The phone, the holder of its picture, and the listeners. */
interface LivePhoneOptions {
  readonly phone: AdbPhone;
  readonly livePicture: LivePicture;
  /** The size to ask for when the video starts. */
  videoSize(): VideoMaxSize;
  /** Whether agent calls are running. */
  isBusy(): boolean;
  onStatus(status: LiveStatus): void;
  onMotion(motion: LiveMotion): void;
  onMetrics(metrics: LiveMetrics): void;
}

/** The live picture of one phone, until `end`. */
export class LivePhone implements VideoListener, WatchedPicture {
  readonly #options: LivePhoneOptions;
  readonly #motion: MotionWatch;
  readonly #metrics = new LiveMetricsCounter();
  readonly #shape: ShapeWatch;
  readonly #ended = new AbortController();
  #codec: VideoCodec | null = null;
  /** Why screenshots replace the video; null while they do not. */
  #screenshotReason: HandsetError | null = null;
  /** When the last screenshot was started; -Infinity before the first. */
  #screenshotAtMs = -Infinity;
  /** Stops taking screenshots; null while none are taken. */
  #screenshots: AbortController | null = null;
  /** Watches the display while video streams; null otherwise. */
  #display: DisplayWatch | null = null;
  #lastStatusJson = '';
  readonly #stopListening: () => void;

  constructor(options: LivePhoneOptions) {
    this.#options = options;
    const onChange = (): void => this.#metrics.recordChange(performance.now());
    this.#motion = new MotionWatch((motion) => options.onMotion(motion), onChange);
    this.#shape = new ShapeWatch({
      frameSize: () => this.frameSize,
      screenSize: () => {
        const { lastDisplay, lastHierarchy } = options.phone;
        return lastDisplay && lastHierarchy && screenSize(lastDisplay, lastHierarchy, null);
      },
      onStuck: () => this.startVideo(),
    });
    this.#stopListening = options.phone.onHierarchy(() => this.#onElementsRead());
    options.phone.freshness.watch(this);
    this.startVideo();
    void this.#reportMetrics();
  }

  /** Starts the video, or restarts it in another size. */
  startVideo(): void {
    const { phone, videoSize } = this.#options;
    phone.video.start(this, videoSize());
  }

  /** Stops everything that runs on the phone, and closes the last picture. */
  end(): void {
    const { phone, livePicture } = this.#options;
    this.#ended.abort();
    phone.freshness.watch(null);
    this.#stopListening();
    void phone.video.stop();
    this.#screenshots?.abort();
    this.#display?.end();
    this.#motion.end();
    this.#shape.end();
    livePicture.clear();
  }

  /** The current picture, which the caller must not close; null if there is none. */
  get picture(): LiveFrame | null {
    const { image } = this.#options.livePicture;
    const unchangedSinceMs = this.stillness.changedAtMs;
    return image === null ? null : { size: sizeOf(image), image, unchangedSinceMs };
  }

  get isVideo(): boolean {
    return this.#codec !== null;
  }

  get video(): VideoStream {
    return this.#options.phone.video;
  }

  get frameSize(): Size | null {
    return this.isVideo ? (this.picture?.size ?? null) : null;
  }

  get isDisplayOn(): boolean {
    return this.#display?.isOn ?? false;
  }

  get hasScreenShape(): boolean {
    return this.#shape.isMatching;
  }

  get stillness(): WatchedPicture['stillness'] {
    return this.#motion.stillness;
  }

  get isBehind(): boolean {
    return this.#motion.isBehind;
  }

  get screenshotAtMs(): number {
    return this.#screenshotAtMs;
  }

  /** Call after an input of the user was sent to the phone. */
  onInputSent(): void {
    // With screenshots, the delay would depend on their timing.
    if (this.#screenshots === null) this.#metrics.recordInput(performance.now());
    this.#display?.onInput();
  }

  onState(video: VideoState): void {
    if (this.#ended.signal.aborted) return;
    this.#codec = video.state === 'streaming' ? video.codec : null;
    this.#display?.end();
    this.#display = video.state === 'streaming' ? this.#watchDisplay() : null;
    if (video.state === 'starting') this.#motion.restart();
    if (video.state === 'failed') this.#startScreenshots(video.error);
    else if (video.state === 'streaming') this.#stopScreenshots();
    // Screenshots continue while the video is retried.
    else if (this.#screenshots === null) this.#reportStatus({ state: 'starting' });
  }

  onFrame({ frame, decodeMs, begins }: DecodedFrame): void {
    if (this.#ended.signal.aborted || this.#codec === null) {
      frame.close();
      return;
    }
    const start = performance.now();
    if (begins) this.#restartMotion();
    this.#motion.addPicture(frame);
    this.#options.livePicture.replace(frame);
    this.#display?.onFrame();
    this.#reportVideo();
    this.#metrics.countFrame(decodeMs + performance.now() - start);
  }

  #onElementsRead(): void {
    // Null if the phone is lost.
    if (this.#options.phone.lastHierarchy !== null) this.#shape.check();
  }

  /** Called when the size changes: the screen may look the same, but its elements and coordinates differ. */
  #restartMotion(): void {
    this.#motion.restart();
    this.#lastStatusJson = '';
  }

  copyFrame(): LiveFrame | null {
    const { picture } = this;
    if (!(picture?.image instanceof VideoFrame)) return null;
    return { ...picture, image: picture.image.clone() };
  }

  #startScreenshots(reason: HandsetError): void {
    this.#screenshotReason = reason;
    if (this.#screenshots !== null) return;
    const abort = new AbortController();
    this.#screenshots = abort;
    const receiver = {
      isBusy: () => this.#options.isBusy(),
      onFailure: (thrown: unknown) =>
        this.#reportStatus({ state: 'failed', error: toWire(thrown) }),
      onPicture: (picture: ImageBitmap, atMs: number) => this.#showScreenshot(picture, atMs),
    };
    void takeScreenshots(this.#options.phone, receiver, abort.signal);
  }

  #showScreenshot(picture: ImageBitmap, atMs: number): void {
    if (this.#screenshotReason === null) return;
    this.#screenshotAtMs = atMs;
    this.#reportStatus({
      state: 'pictures',
      size: sizeOf(picture),
      screenshotReason: toWire(this.#screenshotReason),
    });
    this.#motion.addPicture(picture);
    this.#options.livePicture.replace(picture);
    this.#metrics.countFrame(null);
  }

  #stopScreenshots(): void {
    this.#screenshots?.abort();
    this.#screenshots = null;
    this.#screenshotReason = null;
  }

  #watchDisplay(): DisplayWatch {
    return new DisplayWatch({
      readAwake: (signal) => this.#options.phone.readAwake(signal),
      onChange: () => this.#reportVideo(),
    });
  }

  #reportVideo(): void {
    const { image } = this.#options.livePicture;
    if (this.#codec === null || image === null) return;
    const displayOn = this.#display?.isOn ?? true;
    this.#reportStatus({ state: 'video', codec: this.#codec, size: sizeOf(image), displayOn });
  }

  /** Reports only changes: frames arrive sixty times a second. */
  #reportStatus(status: LiveStatus): void {
    const statusJson = JSON.stringify(status);
    if (statusJson === this.#lastStatusJson) return;
    this.#lastStatusJson = statusJson;
    this.#options.onStatus(status);
  }

  async #reportMetrics(): Promise<void> {
    const { signal } = this.#ended;
    for (let before = performance.now(); ;) {
      await pause(metricsIntervalMs, signal);
      if (signal.aborted) return;
      const now = performance.now();
      const metrics = this.#metrics.drainMetrics(now - before);
      before = now;
      if (this.#options.livePicture.isShown) this.#options.onMetrics(metrics);
    }
  }
}

/** Shortest pause between two screenshots, so that other requests get the connection. */
const leastPauseMs = 100;
const longestPauseMs = 3_000;
/** Pause as a multiple of a screenshot's duration: screenshots take at most a fifth of the time while an agent's call runs, else half. */
const pauseFactor = { busy: 4, free: 1 } as const;
/** The pause after a failure. */
const failedPauseMs = 2_000;

interface ScreenshotReceiver {
  /** Receives a screenshot that was started at `atMs`; the receiver must close it. */
  onPicture(picture: ImageBitmap, atMs: number): void;
  /** Called if a screenshot failed; the next one is tried anyway. */
  onFailure(error: unknown): void;
  /** Whether agent calls are running on the phone. */
  isBusy(): boolean;
}

/** Takes screenshots one by one, as fast as the phone allows, until the signal aborts. Never rejects. */
async function takeScreenshots(
  phone: ConnectedPhone,
  receiver: ScreenshotReceiver,
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    const start = performance.now();
    let pauseMs = failedPauseMs;
    try {
      const { png } = await phone.takeScreenshot(signal);
      const picture = await decodePng(png);
      if (isOver()) picture.close();
      else receiver.onPicture(picture, start);
      pauseMs = (performance.now() - start) * pauseFactor[receiver.isBusy() ? 'busy' : 'free'];
    } catch (error) {
      if (!isOver()) receiver.onFailure(error);
    }
    await pause(Math.min(longestPauseMs, Math.max(leastPauseMs, pauseMs)), signal);
  }
}
