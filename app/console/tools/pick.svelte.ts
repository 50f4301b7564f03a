import type { Point } from '#core/geometry.ts';
import type { ElementRow } from '#core/link/messages.ts';

/**
 * What a form asks the user to pick on the screen. A swipe and a drag may be picked as a single press:
 * then a swipe yields one point, and a drag one element. A path is what one finger draws.
 */
export type PickKind = 'point' | 'swipe' | 'path' | 'element' | 'drag';

/** A point of a path, as an argument: in device pixels, and in milliseconds since the press. */
export interface PathPoint extends Point {
  readonly time: number;
}

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
  /** What was drawn, for a path. */
  readonly path?: readonly PathPoint[];
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

/** Most points that a tool takes of one finger. */
const maxPathPoints = 100;

/** What a finger drew, with as many points as a tool takes: evenly chosen, with the last. */
export function pathOf(drawn: readonly PathPoint[]): readonly PathPoint[] {
  const step = Math.ceil(drawn.length / (maxPathPoints - 1));
  return drawn.filter((_, index) => index % step === 0 || index === drawn.length - 1);
}

/** A button that lets the user pick something on the screen. */
export interface Picker {
  readonly label: string;
  /** Settles when the user has picked or cancelled. */
  readonly pick: () => Promise<void>;
}
