import type { Point } from '../../geometry.ts';
import type { PointerChange } from './pointers.ts';

/** A finger that moves farther drags (ViewConfiguration's touch slop, 8 dp, at this phone's density). */
const slopPx = 21;

/** Tells taps from all else that fingers do. */
export class TapWatch {
  #from: Point | null = null;

  /** Where the tap was that ends with this change; undefined for any other. */
  ended({ pointer, action }: PointerChange, { x, y }: Point): Point | undefined {
    const from = this.#from;
    if (action === 'down') this.#from = pointer === 0 ? { x, y } : null;
    if (from === null || action === 'down') return undefined;
    if (Math.hypot(x - from.x, y - from.y) > slopPx || action === 'cancel') this.#from = null;
    if (action !== 'up') return undefined;
    this.#from = null;
    return Math.hypot(x - from.x, y - from.y) > slopPx ? undefined : from;
  }
}
