import { HandsetError } from '../errors.ts';
import type { Seen } from './follow-element.ts';
import type { ScreenLuma } from './luma.ts';
import { type Element, type Hierarchy, type Screen, walk } from './screen.ts';

/** Snapshots that are kept. */
const maxKept = 16;

/** A screen that an agent was shown, and the id it can be asked for by. */
export interface Snapshot {
  /** `s1`, `s2`, …: unique for the agent and the phone. */
  readonly id: string;
  readonly screen: Screen;
  /** What its picture looked like, where that was known. */
  readonly luma: ScreenLuma | null;
  /** Calls by which the agent has acted on the phone since. */
  readonly actions: number;
}

/** The last 16 screens of one phone that one agent was shown. */
export class Snapshots {
  #taken = 0;
  /** The snapshots that can still be asked for, the oldest first. */
  readonly #kept: (Snapshot & { actions: number })[] = [];

  /** Keeps a screen and returns its id, which no other one ever gets; the oldest is forgotten. */
  add(screen: Screen, luma: ScreenLuma | null = null): string {
    this.#taken += 1;
    const id = `s${this.#taken}`;
    this.#kept.push({ id, screen, luma, actions: 0 });
    if (this.#kept.length > maxKept) this.#kept.shift();
    return id;
  }

  /** Counts a call by which the agent has acted on the phone. */
  countAction(): void {
    for (const snapshot of this.#kept) snapshot.actions += 1;
  }

  /** The last screen that was shown; undefined when none was. */
  get latest(): Snapshot | undefined {
    return this.#kept.at(-1);
  }

  /** What an id stands for, `s3` or `snapshot:s3`. Throws `invalid-argument` for one that was never given out or is forgotten. */
  get(id: string): Snapshot {
    const bare = id.trim().replace(/^snapshot:/, '');
    const found = this.#kept.find((snapshot) => snapshot.id === bare);
    if (found !== undefined) return found;
    const number = /^s([1-9]\d*)$/.exec(bare)?.[1];
    const isExpired = number !== undefined && Number(number) <= this.#taken;
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
