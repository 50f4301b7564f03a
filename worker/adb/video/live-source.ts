import type { Display, LiveFrame } from '../../../core/phone.ts';
import type { Hierarchy } from '../../../core/screen/screen.ts';

/** The live picture of a phone as its tools use it: worker/live decides what is current. */
export interface LiveSource {
  /** The last frame once it is current, after a bounded wait; else null. Whoever asked closes it. */
  current(signal: AbortSignal): Promise<LiveFrame | null>;
  /** For how many ms the video has shown the same; null without one. */
  stillForMs(): number | null;
  /** The phone was asked for its size. */
  displayRead(display: Display): void;
  /** The phone was asked for its elements. */
  elementsRead(hierarchy: Hierarchy): void;
}
