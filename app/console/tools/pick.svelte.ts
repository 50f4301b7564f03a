import type { Point } from '#core/geometry.ts';
import type { ElementRow } from '#core/link/messages.ts';

/** What a form asks the user to pick on the screen; a swipe is one point, or where a drag began and ended. */
export type PickKind = 'point' | 'swipe' | 'element';

/** The point that the user picked, in device pixels, and the element there. */
interface PickedPoint extends Point {
  readonly element: ElementRow | null;
  /** Where the drag ended, of a swipe that was dragged. */
  readonly end?: Point;
}

/** Lets the user pick a point or an element on the picture for a form. */
export class PickState {
  /** What the next press on the picture picks; null when presses go to the phone. */
  kind = $state<PickKind | null>(null);
  #settle: ((point: PickedPoint | null) => void) | null = null;

  /** Waits for the next pick; resolves to null when it is cancelled or another form asks. */
  async request(kind: PickKind): Promise<PickedPoint | null> {
    this.settle(null);
    this.kind = kind;
    return await new Promise((resolve) => (this.#settle = resolve));
  }

  /** Ends the pick with its result; null cancels it. */
  settle(point: PickedPoint | null): void {
    this.kind = null;
    this.#settle?.(point);
    this.#settle = null;
  }
}
