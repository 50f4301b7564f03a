import type { Point } from '#core/geometry.ts';
import type { ElementRow } from '#core/link/messages.ts';

/**
 * What a form asks the user to pick on the screen. A swipe and a drag may be picked as a single press:
 * then a swipe yields one point, and a drag one element.
 */
export type PickKind = 'point' | 'swipe' | 'element' | 'drag';

/** A point on the screen, in device pixels, and the element there. */
export interface PickedPoint extends Point {
  readonly element: ElementRow | null;
  /** Whether the element is a layout, a surface or scrollable, so that the point says more than the element. */
  readonly isContainer: boolean;
}

/** What the user picked. */
interface PickResult extends PickedPoint {
  /** Where a swipe or a drag ended; null when only one point was picked. */
  readonly end: PickedPoint | null;
}

/** Lets the user pick a point or an element on the picture for a form. */
export class PickState {
  /** What the next press on the picture picks; null when presses go to the phone. */
  kind = $state<PickKind | null>(null);
  #settle: ((picked: PickResult | null) => void) | null = null;

  /** Waits for the next pick; resolves to null when it is cancelled or another form asks. */
  async request(kind: PickKind): Promise<PickResult | null> {
    this.settle(null);
    this.kind = kind;
    return await new Promise((resolve) => (this.#settle = resolve));
  }

  /** Ends the pick with its result; null cancels it. */
  settle(picked: PickResult | null): void {
    this.kind = null;
    this.#settle?.(picked);
    this.#settle = null;
  }
}

/** The point as an argument for a place. */
export function pointText({ x, y }: PickedPoint): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

/** A button that lets the user pick something on the screen. */
export interface Picker {
  readonly label: string;
  /** Settles when the user has picked or cancelled. */
  readonly pick: () => Promise<void>;
}
