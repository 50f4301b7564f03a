import { HandsetError } from '../errors.ts';
import type { ElementWithRoots } from './follow-element.ts';
import type { ScreenLuma } from './luma.ts';
import { type Element, type Hierarchy, type Screen, walk } from './screen.ts';

/** How many snapshots are kept. */
const maxKept = 16;

/** A screen that an agent was shown, with the id by which the agent can refer to it. */
export interface Snapshot {
  /** `s1`, `s2`, …: unique for the agent and the phone. */
  readonly id: string;
  readonly screen: Screen;
  /** The brightness of its picture; null if unknown. */
  readonly luma: ScreenLuma | null;
  /** How many actions the agent has performed on the phone since. */
  readonly actions: number;
}

/** The last 16 screens of one phone that one agent was shown. */
export class Snapshots {
  #lastNumber = 0;
  /** The snapshots that are still available, oldest first. */
  readonly #kept: (Snapshot & { actions: number })[] = [];

  /** Stores a screen and returns its id, which is never reused. Drops the oldest snapshot beyond the limit. */
  add(screen: Screen, luma: ScreenLuma | null = null): string {
    this.#lastNumber += 1;
    const id = `s${this.#lastNumber}`;
    this.#kept.push({ id, screen, luma, actions: 0 });
    if (this.#kept.length > maxKept) this.#kept.shift();
    return id;
  }

  /** Counts an action of the agent on the phone. */
  countAction(): void {
    for (const snapshot of this.#kept) snapshot.actions += 1;
  }

  /** The latest snapshot; undefined if there is none. */
  get latest(): Snapshot | undefined {
    return this.#kept.at(-1);
  }

  /** The snapshot with this id, `s3` or `snapshot:s3`. Throws `invalid-argument` for an unknown or expired id. */
  get(id: string): Snapshot {
    const bare = id.trim().replace(/^snapshot:/, '');
    const found = this.#kept.find((snapshot) => snapshot.id === bare);
    if (found !== undefined) return found;
    const number = /^s([1-9]\d*)$/.exec(bare)?.[1];
    const isExpired = number !== undefined && Number(number) <= this.#lastNumber;
    const what = isExpired ? 'has expired' : 'not found';
    throw new HandsetError('invalid-argument', `Snapshot '${id}' ${what}.`, { hint: this.#hint() });
  }

  #hint(): string {
    const [oldest] = this.#kept;
    const newest = this.#kept.at(-1);
    if (!oldest || !newest) return 'No screen of this phone was shown to you yet: read it first.';
    if (oldest === newest) return `The only one is ${newest.id}.`;
    return `The newest is ${newest.id}; those from ${oldest.id} on are kept.`;
  }
}

/** How many screens are remembered. */
const maxScreens = 16;

/**
 * The elements that agents were shown recently, so that an id from an earlier screen can still be
 * resolved to its element.
 */
export class ShownElements {
  /** The elements of each screen by id, oldest screen first. */
  readonly #screens: ReadonlyMap<string, ElementWithRoots>[] = [];

  /**
   * Remembers the elements of a screen that agents were shown; all of them by default. Others must
   * not be passed: on a screen they have not seen, a known id may belong to another element. Drops the
   * oldest screen beyond the limit.
   */
  remember({ roots }: Pick<Hierarchy, 'roots'>, elements: Iterable<Element> = walk(roots)): void {
    const entries = [...elements].map((element) => [element.id, { element, roots }] as const);
    this.#screens.push(new Map(entries));
    if (this.#screens.length > maxScreens) this.#screens.shift();
  }

  /** The element with this id on the latest remembered screen that has it. */
  recall(id: string): ElementWithRoots | undefined {
    return this.#screens.findLast((screen) => screen.has(id))?.get(id);
  }
}
