import type { Element, Screen } from '../screen/screen.ts';
import { type Passes, compileTest } from './element-test.ts';
import { type ScreenIndex, indexOf } from './screen-index.ts';
import type { Alternative, Selector, Step } from './selector.ts';

/** What of a screen is searched: its elements, and its size, which tells what is visible. */
export type Searched = Pick<Screen, 'roots' | 'size'>;

/** The elements that the selector matches, each once, in document order; invisible ones too. */
export function matchSelector(selector: Selector, screen: Searched): readonly Element[] {
  const { elements } = indexOf(screen.roots);
  const matches: Element[] = [];
  for (const number of matchNumbers(selector, screen)) {
    const element = elements[number];
    if (element !== undefined) matches.push(element);
  }
  return matches;
}

/** The same as numbers in document order. */
export function matchNumbers(selector: Selector, screen: Searched): readonly number[] {
  const [first, ...others] = selector.alternatives;
  if (first === undefined) return [];
  const matches = matchAlternative(first, screen);
  if (others.length === 0) return matches;
  const all = new Set(matches);
  for (const other of others) for (const number of matchAlternative(other, screen)) all.add(number);
  return [...all].sort((a, b) => a - b);
}

/** Step by step, every step over all elements at once, so that its length is all it costs. */
function matchAlternative({ steps }: Alternative, screen: Searched): readonly number[] {
  let matches: readonly number[] = [];
  for (const step of steps) {
    matches = matchStep(step, { screen, before: matches });
    if (matches.length === 0) break;
  }
  return matches;
}

interface StepScope {
  readonly screen: Searched;
  /** What the steps before matched. */
  readonly before: readonly number[];
}

/** Tests between indices are asked together, element by element; an index picks from what is left. */
function matchStep({ relation, tests }: Step, { screen, before }: StepScope): readonly number[] {
  const index = indexOf(screen.roots);
  let candidates: readonly number[] | undefined =
    relation === 'anywhere' ? undefined : candidatesOf[relation](index, before);
  let asked: Passes[] = [];
  const filter = (): readonly number[] => filterBy(asked, candidates ?? index.elements.keys());
  for (const test of tests) {
    if (test.kind === 'index') {
      candidates = filter().slice(test.index, test.index + 1);
      asked = [];
    } else {
      asked.push(compileTest(test, index, screen.size));
    }
  }
  return filter();
}

function filterBy(tests: readonly Passes[], numbers: Iterable<number>): readonly number[] {
  const passed: number[] = [];
  for (const number of numbers) if (tests.every((test) => test(number))) passed.push(number);
  return passed;
}

const candidatesOf = { descendant: descendantsOf, child: childrenOf } as const;

/** One walk over all: an element lies inside a match if it comes before the furthest end of the matches so far. */
function descendantsOf({ ends }: ScreenIndex, matches: readonly number[]): readonly number[] {
  const found: number[] = [];
  let next = 0;
  for (const match of matches) {
    const end = ends[match] ?? 0;
    for (next = Math.max(next, match + 1); next < end; next++) found.push(next);
  }
  return found;
}

function childrenOf(index: ScreenIndex, matches: readonly number[]): readonly number[] {
  const isMatch = new Uint8Array(index.elements.length);
  for (const match of matches) isMatch[match] = 1;
  const found: number[] = [];
  index.parents.forEach((parent, number) => {
    if (parent >= 0 && isMatch[parent] === 1) found.push(number);
  });
  return found;
}
