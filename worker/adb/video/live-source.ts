import type { LiveFrame } from '../../../core/phone.ts';

/** The live view, as a phone uses its frames in place of screenshots. `phone` is the one that asks. */
export interface LiveSource {
  /**
   * The last frame, once it shows all that was on the screen at the moment of asking, after a bounded
   * wait. Null where another phone is shown or none, and where the frame can't be trusted. Whoever
   * asked closes it.
   */
  current(phone: object, signal: AbortSignal): Promise<LiveFrame | null>;
  /** For how many ms the phone's video has shown the same; null without one. */
  stillForMs(phone: object): number | null;
}
