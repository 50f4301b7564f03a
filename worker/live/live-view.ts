import type { LiveMetrics, LiveStatus, LiveMotion } from '#core/link/live.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { LiveFrame } from '#core/phone/phone.ts';
import { maxSizeFor, smallMaxSize, type VideoMaxSize } from '../adb/scrcpy/video-session.ts';
import type { PhoneSession } from '../session/session.ts';
import { LivePicture } from './live-picture.ts';
import { LivePhone } from './live-phone.ts';

/** The session, and the listeners. */
interface LiveViewOptions {
  readonly session: PhoneSession;
  onStatus(status: LiveStatus): void;
  onMotion(motion: LiveMotion): void;
  onMetrics(metrics: LiveMetrics): void;
}

/** The console's live picture of the phone: video if the phone can stream it, otherwise repeated screenshots. */
export class LiveView {
  readonly #options: LiveViewOptions;
  readonly #livePicture = new LivePicture();
  #enabled = false;
  #isRecording = false;
  #busy = false;
  /** The size at which the picture is sharp on the page. It only grows, because every change interrupts the video. */
  #neededSize: VideoMaxSize = smallMaxSize;
  /** The size in which the video was requested. */
  #videoSize: VideoMaxSize = smallMaxSize;
  #active: { readonly phone: object; readonly view: LivePhone } | null = null;

  constructor(options: LiveViewOptions) {
    this.#options = options;
    options.session.onChange(() => this.#followSession());
  }

  /** Turns the live picture on or off. */
  setEnabled(enabled: boolean): void {
    this.#enabled = enabled;
    // Reported even without a change: the page waits for an answer.
    if (!this.#followSession() && this.#active === null) this.#options.onStatus({ state: 'off' });
  }

  /** Keeps the live picture on while the screen is recorded, even if the page has turned it off. */
  setRecording(isRecording: boolean): void {
    this.#isRecording = isRecording;
    this.#followSession();
    this.#resizeVideo();
  }

  /** Sets the length of the picture's longer side on the page, in device pixels of the user's display. */
  setDrawnSize(pixels: number): void {
    const needed = maxSizeFor(pixels);
    if (needed > this.#neededSize) this.#neededSize = needed;
    this.#resizeVideo();
  }

  /** Sets whether calls are running; screenshots then leave them more time. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
  }

  /** Records an input of the user, to measure the time until the picture changes. */
  onInputSent(): void {
    this.#active?.view.onInputSent();
  }

  /** Sets whether the page is visible: canvases are drawn only then, but agents always get pictures. */
  setPageVisible(visible: boolean): void {
    this.#livePicture.setPageVisible(visible);
  }

  /** Draws on this canvas, resized to the picture, until the signal aborts. */
  async show(canvas: OffscreenCanvas, signal: AbortSignal): Promise<void> {
    await this.#livePicture.show(canvas, signal);
  }

  /** The current picture, which the caller must not close; null if there is none. */
  get picture(): LiveFrame | null {
    return this.#active?.view.picture ?? null;
  }

  /** The current picture as a JPEG of at most 540 pixels on the shorter side; null if there is none. */
  async jpeg(): Promise<PictureData | null> {
    return await this.#livePicture.jpeg();
  }

  /** Restarts the video in the needed size, but not during a recording, whose size must not change. */
  #resizeVideo(): void {
    if (this.#isRecording || this.#videoSize === this.#neededSize) return;
    this.#videoSize = this.#neededSize;
    this.#active?.view.startVideo();
  }

  /** Switches to the connected phone while the picture is on; returns whether the phone changed. */
  #followSession(): boolean {
    const isOn = this.#enabled || this.#isRecording;
    const phone = isOn ? this.#options.session.connected : null;
    if (phone === (this.#active?.phone ?? null)) return false;
    this.#active?.view.end();
    const { onStatus, onMotion, onMetrics } = this.#options;
    this.#active = phone && {
      phone,
      view: new LivePhone({
        phone,
        livePicture: this.#livePicture,
        videoSize: () => this.#videoSize,
        isBusy: () => this.#busy,
        onStatus,
        onMotion,
        onMetrics,
      }),
    };
    if (phone === null) onStatus({ state: 'off' });
    return true;
  }
}
