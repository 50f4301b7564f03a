import type { Seen } from './follow-element.ts';
import { type Element, type Hierarchy, walk } from './screen.ts';

/** Screens that are remembered. */
const maxScreens = 16;

/**
 * The elements that agents were shown lately, so that an id of a screen that is gone can still be
 * told what it meant.
 */
export class ShownElements {
  /** The elements of each screen by their ids, the oldest screen first. */
  readonly #screens: ReadonlyMap<string, Seen>[] = [];

  /**
   * Remembers a screen, or only those of its elements that agents were told of: on one they have
   * not seen an id they know may be another element's. The oldest screen is forgotten.
   */
  remember({ roots }: Pick<Hierarchy, 'roots'>, told: Iterable<Element> = walk(roots)): void {
    const seen = [...told].map((element) => [element.id, { element, roots }] as const);
    this.#screens.push(new Map(seen));
    if (this.#screens.length > maxScreens) this.#screens.shift();
  }

  /** The element of this id, with the newest remembered screen that had it. */
  recall(id: string): Seen | undefined {
    return this.#screens.findLast((screen) => screen.has(id))?.get(id);
  }
}
