import type { LiveFigures, LiveStatus, Motion } from '../../core/link/live.ts';
import type { PictureData } from '../../core/link/messages.ts';
import type { LiveFrame } from '../../core/phone.ts';
import type { LiveSource } from '../adb/adb-phone.ts';
import type { PhoneSession } from '../session/session.ts';
import { KeptPicture } from './kept-picture.ts';
import { LivePhone } from './live-phone.ts';

/** What a live view is made of. */
interface LiveViewParts {
  readonly session: PhoneSession;
  onStatus(status: LiveStatus): void;
  onMotion(motion: Motion): void;
  onFigures(figures: LiveFigures): void;
}

/** The console's live picture of the phone: video where the phone streams, else one screenshot after the other. */
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

  /** Whether the live picture is wanted. */
  setOn(on: boolean): void {
    this.#on = on;
    // Told also where it is nothing new: the page waits for an answer.
    if (!this.#follow() && this.#live === null) this.#parts.onStatus({ state: 'off' });
  }

  /** Whether calls run, which are not to be slowed by screenshots. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
  }

  /** The phone was given an input of the person: the time until the picture changes is measured. */
  inputSent(): void {
    this.#live?.view.inputSent();
  }

  /** Whether the page can be seen: it is drawn only then. Agents get the pictures of a page that is hidden too. */
  setSeen(seen: boolean): void {
    this.#kept.setSeen(seen);
  }

  /** Draws on this canvas, which takes the picture's size, until the signal aborts. */
  async show(canvas: OffscreenCanvas, signal: AbortSignal): Promise<void> {
    await this.#kept.show(canvas, signal);
  }

  /** The picture that is shown now, to look at and not to close; null without one. */
  get picture(): LiveFrame | null {
    return this.#live?.view.picture ?? null;
  }

  async current(phone: object, signal: AbortSignal): Promise<LiveFrame | null> {
    return (await this.#viewOf(phone)?.current(signal)) ?? null;
  }

  stillForMs(phone: object): number | null {
    return this.#viewOf(phone)?.stillForMs() ?? null;
  }

  /** The picture as it is now, as a JPEG whose longer side has 320 pixels; null without one. */
  async thumbnail(): Promise<PictureData | null> {
    return await this.#kept.thumbnail();
  }

  #viewOf(phone: object): LivePhone | null {
    return this.#live?.phone === phone ? this.#live.view : null;
  }

  /** Shows the phone that is there while it is wanted; whether that is another than before. */
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
