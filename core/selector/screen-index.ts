import { idName } from '../screen/id-name.ts';
import type { Element } from '../screen/screen.ts';

/**
 * A screen's elements in document order, and how they lie in each other. Everywhere in this room
 * an element is its number in that order.
 */
export interface ScreenIndex {
  readonly elements: readonly Element[];
  /** The parent's number; -1 for a root. */
  readonly parents: Int32Array;
  /** One past the last descendant: those of element `i` are `i + 1` to `ends[i] - 1`. */
  readonly ends: Int32Array;
  /** What `@` compares, by number. */
  readonly names: readonly string[];
  readonly numbers: ReadonlyMap<Element, number>;
}

/** Made once a screen; elements know only their children. */
const known = new WeakMap<readonly Element[], ScreenIndex>();

/** The index of the elements below these roots; the same roots give the same index. */
export function indexOf(roots: readonly Element[]): ScreenIndex {
  const found = known.get(roots);
  if (found !== undefined) return found;
  const index = buildIndex(roots);
  known.set(roots, index);
  return index;
}

/** By an explicit stack: a hostile dump may nest deeper than the call stack. */
function buildIndex(roots: readonly Element[]): ScreenIndex {
  const elements: Element[] = [];
  const parents: number[] = [];
  const open = roots.map((element) => ({ element, parent: -1 })).reverse();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const parent = elements.push(place.element) - 1;
    parents.push(place.parent);
    const children = place.element.children.map((element) => ({ element, parent }));
    open.push(...children.reverse());
  }
  return {
    elements,
    parents: Int32Array.from(parents),
    ends: endsOf(parents),
    names: elements.map((element) => idName(element.resourceId)),
    numbers: new Map(elements.map((element, number) => [element, number])),
  };
}

/** From the last to the first, every element tells its parent where its own descendants end. */
function endsOf(parents: readonly number[]): Int32Array {
  const ends = Int32Array.from(parents, (_, number) => number + 1);
  for (let number = parents.length - 1; number >= 0; number--) {
    const parent = parents[number] ?? -1;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[number] ?? 0);
  }
  return ends;
}
