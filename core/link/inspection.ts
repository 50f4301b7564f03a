/** What the inspector shows of the screen that was last read. */
import type { Rect, Size } from '../geometry.ts';

/** A name and its value, as displayed. */
export type NamedValue = readonly [name: string, value: string];

/** Everything known about one element. */
export interface ElementFacts {
  readonly id: string;
  /** Every attribute under its name in the dump, including empty ones. */
  readonly attributes: readonly NamedValue[];
  /** What Handset derives from the attributes. */
  readonly derived: readonly NamedValue[];
  /** The element as a locator of test frameworks; null where a framework can't reach it. */
  readonly locators: Readonly<Record<'appium' | 'uiAutomator' | 'maestro', string | null>>;
}

/** The screen that later ones are compared with. */
export interface PinnedScreen {
  readonly takenAtEpochMs: number;
  readonly packageName: string;
  readonly activity: string;
  /** Device pixels in its rotation: the coordinate space of its elements. */
  readonly size: Size;
}

/** One thing that differs from the pinned screen. */
export interface ScreenChange {
  readonly kind: 'appeared' | 'disappeared' | 'moved' | 'text' | 'state';
  /** Id on the current screen, or on the pinned one for an element that disappeared. For elements that moved together, the id of their container. */
  readonly id: string;
  /** Device pixels of the screen that `id` belongs to; for elements that moved together, their bounding box. */
  readonly bounds: Rect;
  /** Its bounds on the pinned screen if it moved, else null. */
  readonly before: Rect | null;
  /** What a person calls the element: its text, the texts inside, or the label of its row; empty where it has none or several moved. */
  readonly name: string;
  /** Class and resource id, `Button @save`; empty where several moved. */
  readonly element: string;
  /** What changed, in words; empty for an element that is new or gone. */
  readonly detail: string;
}

/** The differences between the pinned screen and the one last read. */
export interface PinnedDiff {
  readonly pinned: PinnedScreen;
  /** When the compared view was taken. */
  readonly takenAtEpochMs: number;
  /** One sentence: how the screen changed as a whole, else how many elements differ. */
  readonly headline: string;
  /** The output of `diff_screen`. */
  readonly text: string;
  /** Grouped by kind, each in document order. */
  readonly changes: readonly ScreenChange[];
  /** How many further changes are not listed. */
  readonly unlisted: number;
  /** Whether so little of the pinned screen is left that this is a different screen. */
  readonly isOtherScreen: boolean;
}
