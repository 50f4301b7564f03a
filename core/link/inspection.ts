/** What the inspector shows of the screen that was read last. */
import type { Point, Rect, Size } from '../geometry.ts';

/** The name of something and its value, as they are shown. */
export type NamedValue = readonly [name: string, value: string];

/** Everything that is known of one element. */
export interface ElementFacts {
  readonly id: string;
  /** Every attribute, as the phone's dump calls it; empty texts are among them. */
  readonly attributes: readonly NamedValue[];
  /** What Handset concludes from them. */
  readonly derived: readonly NamedValue[];
  /** The middle of what of it is on the screen, in device pixels; null where nothing is. */
  readonly centre: Point | null;
  /** The element as the agents' tools give it, for "copy as JSON". */
  readonly json: string;
}

/** The screen that others are compared with. */
export interface PinnedScreen {
  readonly takenAtEpochMs: number;
  readonly packageName: string;
  readonly activity: string;
  /** Device pixels of its rotation: the space of what stood on it. */
  readonly size: Size;
}

/** One thing that differs from the pinned screen. */
export interface ScreenChange {
  readonly kind: 'appeared' | 'disappeared' | 'moved' | 'text' | 'state';
  /** On the screen as it is now; where it disappeared, on the pinned one. Of many that moved together, what they are in. */
  readonly id: string;
  /** In device pixels of the screen it is on; around all that moved together. */
  readonly bounds: Rect;
  /** Where it was on the pinned screen, when it moved. */
  readonly before: Rect | null;
  /** What changed, in one line as agents read it. */
  readonly words: string;
}

/** What differs between the pinned screen and the last one that was read. */
export interface PinnedDiff {
  readonly pinned: PinnedScreen;
  /** When the view that was compared was taken. */
  readonly takenAtEpochMs: number;
  /** One sentence: what became of the screen as a whole, else how much differs. */
  readonly headline: string;
  /** As `diff_screen` tells it. */
  readonly text: string;
  /** In the order of the screen, by kind. */
  readonly changes: readonly ScreenChange[];
  /** How many more there are that are not listed. */
  readonly unlisted: number;
  /** Whether it is another screen, and little of the pinned one is left. */
  readonly isOtherScreen: boolean;
}
