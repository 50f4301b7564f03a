import type { Point } from '../../../core/geometry.ts';
import type { ElementRow } from '../../../core/link/messages.ts';

/** What a form asks the person to pick on the screen. */
export type Wanted = 'point' | 'element';

/** The point that the person picked, in device pixels, and the element there. */
interface Picked extends Point {
  readonly element: ElementRow | null;
}

/** Lets the person pick a point or an element on the picture for a form. */
export class PickState {
  /** What the next press on the picture picks; null when presses go to the phone. */
  wanted = $state<Wanted | null>(null);
  #settle: ((picked: Picked | null) => void) | null = null;

  /** Waits for the next pick; resolves to null when it is cancelled or another form asks. */
  async ask(wanted: Wanted): Promise<Picked | null> {
    this.settle(null);
    this.wanted = wanted;
    return await new Promise((resolve) => (this.#settle = resolve));
  }

  /** Ends the pick with its result; null cancels it. */
  settle(picked: Picked | null): void {
    this.wanted = null;
    this.#settle?.(picked);
    this.#settle = null;
  }
}
