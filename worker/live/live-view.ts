import type { LiveFigures, LiveStatus, Motion } from '../../core/link/live.ts';
import type { PictureData } from '../../core/link/messages.ts';
import type { PhoneSession } from '../session/session.ts';

/** What a live view is made of. */
export interface LiveViewParts {
  readonly session: PhoneSession;
  onStatus(status: LiveStatus): void;
  onMotion(motion: Motion): void;
  onFigures(figures: LiveFigures): void;
}

/** The console's live picture of the phone: video where the phone streams, else one screenshot after the other. */
export class LiveView {
  readonly #parts: LiveViewParts;

  constructor(parts: LiveViewParts) {
    this.#parts = parts;
  }

  /** Whether the live picture is wanted. */
  setOn(on: boolean): void {
    if (!on) this.#parts.onStatus({ state: 'off' });
  }

  /** Draws on this canvas until the signal aborts. */
  async show(_canvas: OffscreenCanvas, _signal: AbortSignal): Promise<void> {
    await Promise.resolve();
  }

  /** The picture as it is now, small; null without one. */
  async thumbnail(): Promise<PictureData | null> {
    return await Promise.resolve(null);
  }
}
