import type { LiveFigures, LiveStatus, Motion } from '../../core/link/live.ts';
import type { PictureData } from '../../core/link/messages.ts';
import type { LiveFrame } from '../../core/phone.ts';
import type { LiveSource } from '../adb/adb-phone.ts';
import type { PhoneSession } from '../session/session.ts';
import { KeptPicture } from './kept-picture.ts';
import { LivePhone } from './live-phone.ts';

/** The session, and the listeners. */
interface LiveViewParts {
  readonly session: PhoneSession;
  onStatus(status: LiveStatus): void;
  onMotion(motion: Motion): void;
  onFigures(figures: LiveFigures): void;
}

/** The console's live picture of the phone: video where the phone streams, otherwise repeated screenshots. */
export class LiveView implements LiveSource {
  readonly #parts: LiveViewParts;
  readonly #kept = new KeptPicture();
  #on = false;
  #busy = false;
  #live: { readonly phone: object; readonly view: LivePhone } | null = null;

  constructor(parts: LiveViewParts) {
    this.#parts = parts;
    parts.session.onChange(() => this.#follow());
  }

  /** Turns the live picture on or off. */
  setOn(on: boolean): void {
    this.#on = on;
    // Reported even without a change: the page waits for an answer.
    if (!this.#follow() && this.#live === null) this.#parts.onStatus({ state: 'off' });
  }

  /** Sets whether calls run; screenshots then leave them more time. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
  }

  /** Records an input of the person, to measure the time until the picture changes. */
  inputSent(): void {
    this.#live?.view.inputSent();
  }

  /** Sets whether the page is visible: canvases are drawn only then, while agents always get pictures. */
  setSeen(seen: boolean): void {
    this.#kept.setSeen(seen);
  }

  /** Draws on this canvas, which gets the picture's size, until the signal aborts. */
  async show(canvas: OffscreenCanvas, signal: AbortSignal): Promise<void> {
    await this.#kept.show(canvas, signal);
  }

  /** The current picture, which the caller must not close; null without one. */
  get picture(): LiveFrame | null {
    return this.#live?.view.picture ?? null;
  }

  async current(phone: object, signal: AbortSignal): Promise<LiveFrame | null> {
    return (await this.#viewOf(phone)?.current(signal)) ?? null;
  }

  stillForMs(phone: object): number | null {
    return this.#viewOf(phone)?.stillForMs() ?? null;
  }

  /** The current picture as a JPEG whose longer side has 320 pixels; null without one. */
  async thumbnail(): Promise<PictureData | null> {
    return await this.#kept.thumbnail();
  }

  #viewOf(phone: object): LivePhone | null {
    return this.#live?.phone === phone ? this.#live.view : null;
  }

  /** Switches to the connected phone while the picture is on; returns whether the phone changed. */
  #follow(): boolean {
    const phone = this.#on ? this.#parts.session.connected : null;
    if (phone === (this.#live?.phone ?? null)) return false;
    this.#live?.view.end();
    const { onStatus, onMotion, onFigures } = this.#parts;
    this.#live = phone && {
      phone,
      view: new LivePhone({
        phone,
        kept: this.#kept,
        isBusy: () => this.#busy,
        onStatus,
        onMotion,
        onFigures,
      }),
    };
    if (phone === null) onStatus({ state: 'off' });
    return true;
  }
}
