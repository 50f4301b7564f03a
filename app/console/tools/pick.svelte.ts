import type { Point } from '../../../core/geometry.ts';
import type { ElementRow } from '../../../core/link/messages.ts';

/** What a form wants of the screen. */
export type Wanted = 'point' | 'element';

/** What the person pointed at: device pixels, and the element there. */
interface Picked extends Point {
  readonly element: ElementRow | null;
}

/** Lets a form take a place or an element from the picture. */
export class PickState {
  /** What the next press on the picture is for; null when it is for the phone. */
  wanted = $state<Wanted | null>(null);
  #settle: ((picked: Picked | null) => void) | null = null;

  /** What the person points at next; null when they give up, or another form asks. */
  async ask(wanted: Wanted): Promise<Picked | null> {
    this.settle(null);
    this.wanted = wanted;
    return await new Promise((resolve) => (this.#settle = resolve));
  }

  /** The person has pointed, or given up. */
  settle(picked: Picked | null): void {
    this.wanted = null;
    this.#settle?.(picked);
    this.#settle = null;
  }
}
