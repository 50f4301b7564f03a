/** What the inspector shows of the screen that was read last. */
import type { Rect } from '../geometry.ts';

/** Everything that is known of one element. */
export interface ElementFacts {
  readonly id: string;
  /** Name and value of every attribute, as the phone's dump calls them, and of what is derived. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** The element as the agents' tools give it, for "copy as JSON". */
  readonly json: string;
}

/** The screen that others are compared with. */
export interface PinnedScreen {
  readonly takenAtEpochMs: number;
  readonly packageName: string;
  readonly activity: string;
}

/** One thing that differs from the pinned screen. */
export interface ScreenChange {
  readonly kind: 'appeared' | 'disappeared' | 'moved' | 'text' | 'state';
  /** On the screen as it is now; where it disappeared, on the pinned one. */
  readonly id: string;
  /** In device pixels of the screen it is on. */
  readonly bounds: Rect;
  /** Where it was on the pinned screen, when it moved. */
  readonly before: Rect | null;
  /** One line, as agents read it. */
  readonly words: string;
}

/** What differs between the pinned screen and the last one that was read. */
export interface PinnedDiff {
  readonly pinned: PinnedScreen;
  /** Of the view that was compared. */
  readonly takenAtEpochMs: number;
  /** One sentence. */
  readonly headline: string;
  /** As `diff_screen` tells it. */
  readonly text: string;
  readonly changes: readonly ScreenChange[];
}
