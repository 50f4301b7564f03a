import { HandsetError } from '../errors.ts';
import { type ElementWithRoots, createElementFollower } from './follow-element.ts';
import { fingerprint } from './hashes.ts';
import type { ScreenLuma } from './luma.ts';
import { type Element, type Focus, type Hierarchy, type Screen, walk } from './screen.ts';

/** How many screens of one phone an agent can compare with. */
const maxSnapshots = 16;

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

/** The last screens of one phone that one agent was shown. */
export class Snapshots {
  /**
   * The app in front when the agent last sent input, for the next screen that it is shown. Null if it
   * sent none since the last one, and where the app is not known.
   */
  actedOn: Focus | null = null;
  #lastNumber = 0;
  /** The snapshots that are still available, oldest first. */
  readonly #kept: (Snapshot & { actions: number })[] = [];

  /** Stores a screen and returns its id, which is never reused. Drops the oldest snapshot beyond the limit. */
  add(screen: Screen, luma: ScreenLuma | null = null): string {
    this.#lastNumber += 1;
    this.actedOn = null;
    const id = `s${this.#lastNumber}`;
    this.#kept.push({ id, screen, luma, actions: 0 });
    if (this.#kept.length > maxSnapshots) this.#kept.shift();
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

  /** The snapshots that are kept, latest first. */
  get latestFirst(): readonly Snapshot[] {
    return this.#kept.toReversed();
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
    if (!oldest || !newest)
      return 'No screen of this phone has been shown to you yet: read the screen first.';
    if (oldest === newest) return `Only ${newest.id} is kept.`;
    return `Only ${oldest.id} to ${newest.id} are kept.`;
  }
}

/** How many screens are kept to resolve the ids and refs on them. */
const maxShownScreens = 16;

/** The first characters of refs. Without `s`, which begins the ids of snapshots, and without letters that look like digits. */
const refLetters = 'efghjkmnpqrtuvwxyzabcd';
/** Refs with one first character before the next one is used: `e1` to `e999`. */
const refsPerLetter = 999;
/** How many refs have at most four characters. */
export const shortRefs = refLetters.length * refsPerLetter;

/** The ref with this number, from 0: `e1`, …, `e999`, `f1`, …. After `shortRefs` of them with five characters. */
export function refOfNumber(number: number): string {
  const letter = refLetters[Math.floor(number / refsPerLetter) % refLetters.length] ?? '';
  const round = Math.floor(number / shortRefs);
  return `${letter}${round * refsPerLetter + (number % refsPerLetter) + 1}`;
}

/** Whether a text has the form of a ref; ids have another. */
export function isRef(text: string): boolean {
  return /^[a-z][1-9]\d*$/.test(text) && refLetters.includes(text.charAt(0));
}

/** How many elements of one screen get new refs; further ones are named by their ids. */
export const maxNewRefs = 300;

/** What a text calls an element of one screen: its ref, or its index path. */
export type ElementNamer = (element: Element) => string;

/** A screen whose elements were named by refs. */
interface NamedScreen {
  readonly focus: Focus;
  readonly roots: readonly Element[];
  /** Its fingerprint: that of a screen which was read again unchanged is the same. */
  readonly hash: number;
  readonly refs: Map<Element, string>;
  /** The refs of elements whose list row has other texts now; used once the agent is shown these. */
  readonly replacedRefs: Map<Element, string>;
}

/** On how many different earlier screens of the same activity elements are looked for to keep their refs: each costs a comparison. */
const maxFollowedScreens = 4;

/**
 * The elements that one agent was shown recently, so that an id or ref from an earlier screen can
 * still be resolved to its element.
 */
export class ShownElements {
  readonly #nextRef: () => string;
  /** The elements of each screen by id, oldest screen first. */
  readonly #screens: ReadonlyMap<string, ElementWithRoots>[] = [];
  /** Oldest first. */
  readonly #named: NamedScreen[] = [];

  /** `nextRef` returns a ref that was never used before. */
  constructor(nextRef: () => string) {
    this.#nextRef = nextRef;
  }

  /**
   * Remembers the elements of a screen that the agent was shown; all of them by default. Others must
   * not be passed: on a screen it has not seen, a known id may belong to another element. Drops the
   * oldest screen beyond the limit.
   */
  remember({ roots }: Pick<Hierarchy, 'roots'>, elements: Iterable<Element> = walk(roots)): void {
    const entries = [...elements].map((element) => [element.id, { element, roots }] as const);
    this.#screens.push(new Map(entries));
    if (this.#screens.length > maxShownScreens) this.#screens.shift();
  }

  /**
   * Names elements of a screen of which the agent is shown a part. An element keeps the ref it had on an
   * earlier screen; each other one gets a new ref when it is first named.
   */
  refsOn(screen: Pick<Screen, 'roots' | 'focus' | 'rotation'>): ElementNamer {
    const { refs } = this.#nameScreen(screen);
    const maxRefs = refs.size + maxNewRefs;
    return (element) => {
      const kept = refs.get(element);
      if (kept !== undefined) return kept;
      if (refs.size === maxRefs) return element.id;
      const ref = this.#nextRef();
      refs.set(element, ref);
      return ref;
    };
  }

  /**
   * Names the elements of a screen, or of its changes, that the agent is about to be shown. As `refsOn`,
   * but the elements of a list row that has other texts now keep their refs, too: the agent learns of these
   * texts. Before that a ref must not lead to what may be another row.
   */
  refsOnShown(screen: Pick<Screen, 'roots' | 'focus' | 'rotation'>): ElementNamer {
    const { refs, replacedRefs } = this.#nameScreen(screen);
    const used = new Set(refs.values());
    for (const [element, ref] of replacedRefs)
      if (!refs.has(element) && !used.has(ref)) refs.set(element, ref);
    replacedRefs.clear();
    return this.refsOn(screen);
  }

  #nameScreen({
    roots,
    focus,
    rotation,
  }: Pick<Screen, 'roots' | 'focus' | 'rotation'>): NamedScreen {
    const last = this.#named.at(-1);
    if (last?.roots === roots) return last;
    const kept = this.#keptRefs({ roots, focus });
    const named = { roots, focus, hash: fingerprint({ roots, rotation }), ...kept };
    this.#named.push(named);
    if (this.#named.length > maxShownScreens) this.#named.shift();
    return named;
  }

  /** The element with this id or ref on the latest remembered screen that has it. */
  recall(id: string): ElementWithRoots | undefined {
    if (!isRef(id)) return this.#screens.findLast((screen) => screen.has(id))?.get(id);
    for (const { roots, refs } of this.#named.toReversed()) {
      for (const [element, ref] of refs) if (ref === id) return { element, roots };
    }
    return undefined;
  }

  #keptRefs({
    roots,
    focus,
  }: Pick<Screen, 'roots' | 'focus'>): Pick<NamedScreen, 'refs' | 'replacedRefs'> {
    const replacedRefs = new Map<Element, string>();
    const refs = new Map<Element, string>();
    const kept = new Set<string>();
    const earlier = this.#named.filter(
      (screen) =>
        screen.focus.packageName === focus.packageName && screen.focus.activity === focus.activity,
    );
    const hashes = new Set<number>();
    for (const screen of earlier.reverse()) {
      if (hashes.has(screen.hash)) continue;
      if (hashes.size === maxFollowedScreens) break;
      hashes.add(screen.hash);
      const isSame = screen.roots === roots;
      const follower = isSame ? undefined : createElementFollower(screen.roots, roots);
      for (const [element, ref] of screen.refs) {
        const now = follower ? follower.findUnlessStale(element) : element;
        const replaced = now ? undefined : follower?.findReplaced(element)?.element;
        if (replaced && !replacedRefs.has(replaced)) replacedRefs.set(replaced, ref);
        if (now === undefined || kept.has(ref) || refs.has(now)) continue;
        refs.set(now, ref);
        kept.add(ref);
      }
    }
    return { refs, replacedRefs };
  }
}
