import { HandsetError } from '../errors.ts';
import type { ScreenLuma } from './luma.ts';
import type { Screen } from './screen.ts';

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
