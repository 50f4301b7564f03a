import type { Size } from '../geometry.ts';
import { isOnScreen, resourceEntryName, type Element, type Screen } from '../screen/screen.ts';
import {
  compilePattern,
  compileReadablePattern,
  containingPattern,
  type TextPattern,
} from '../text/text-pattern.ts';
import {
  isChoice,
  printTest,
  type AttributeName,
  type ChoiceTest,
  type ElementTest,
  type Relation,
  type RelativeAlternative,
  type RelativeRelation,
  type Selector,
  type SelectorStep,
  type TextTest,
} from './selector.ts';

/** The parts of a screen that a search needs: its elements, and its size, which decides what is visible. */
export type SearchableScreen = Pick<Screen, 'roots' | 'size'>;

/**
 * A screen prepared for searching. Use one index for all queries about one screen: the matches of
 * each test are computed once, and the selectors of a screen share most of their tests. In this
 * folder an element is identified by its number in document order.
 */
export interface ScreenIndex {
  /** In document order. */
  readonly elements: readonly Element[];
  /** The parent's number; -1 for a root. */
  readonly parents: Int32Array;
  /** One past the last descendant: the descendants of element `i` are `i + 1` to `ends[i] - 1`. */
  readonly ends: Int32Array;
  /** The resource entry names, which `@` compares, by number. */
  readonly names: readonly string[];
  /** The screen size in device pixels. */
  readonly size: Size;
  /** The matches of a test, cached. */
  readonly matchesOf: (test: ElementTest) => TestMatches;
  /** Cache of `suggest.ts`: the tests that match an ancestor alone, by number; null where there are none. */
  readonly anchors: Map<number, readonly ElementTest[] | null>;
}

/** The elements that pass one test. */
interface TestMatches {
  readonly passes: ElementPredicate;
  /** The numbers of these elements, in document order. */
  readonly numbers: readonly number[];
}

/** Whether the element with this number passes a test. */
type ElementPredicate = (number: number) => boolean;

/** Creates the index of a screen. */
export function indexScreen({ roots, size }: SearchableScreen): ScreenIndex {
  const { elements, parents } = flattenTree(roots);
  const names = elements.map((element) => resourceEntryName(element.resourceId));
  const byKey = new Map<string, TestMatches>();
  // The same test objects are looked up repeatedly, and computing a key costs more than a look-up by identity.
  const byTest = new Map<ElementTest, TestMatches>();
  const matchesOf = (test: ElementTest): TestMatches => {
    const known = byTest.get(test);
    if (known !== undefined) return known;
    const key = printTest(test);
    const matches = byKey.get(key) ?? findMatches(test, index);
    byKey.set(key, matches);
    byTest.set(test, matches);
    return matches;
  };
  const ends = subtreeEnds(parents);
  const index: TestContext = { elements, parents, ends, names, size, matchesOf };
  return { ...index, anchors: new Map() };
}

/** Uses an explicit stack: a hostile dump may nest deeper than the call stack. */
function flattenTree(roots: readonly Element[]): Pick<ScreenIndex, 'elements' | 'parents'> {
  const elements: Element[] = [];
  const parents: number[] = [];
  const open = roots.map((element) => ({ element, parent: -1 })).reverse();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const parent = elements.push(place.element) - 1;
    parents.push(place.parent);
    const children = place.element.children.map((element) => ({ element, parent }));
    open.push(...children.reverse());
  }
  return { elements, parents: Int32Array.from(parents) };
}

/** Goes from the last element to the first and extends each parent's range by that of its child. */
function subtreeEnds(parents: Int32Array): Int32Array {
  const ends = parents.map((_, number) => number + 1);
  for (let number = parents.length - 1; number >= 0; number--) {
    const parent = parents[number] ?? -1;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[number] ?? 0);
  }
  return ends;
}

/** The elements that pass the test to the letter; if none does, those whose text reads the same. */
function findMatches(test: ElementTest, index: TestContext): TestMatches {
  const exact = collectMatches(compileTest(test, index), index);
  if (exact.numbers.length > 0 || !isTextTest(test)) return exact;
  return collectMatches(compileTextTest(test, index, compileReadablePattern), index);
}

function isTextTest(test: ElementTest): test is TextTest {
  return test.kind === 'text' || test.kind === 'contains' || test.kind === 'desc';
}

function collectMatches(passes: ElementPredicate, index: TestContext): TestMatches {
  const count = index.elements.length;
  const numbers: number[] = [];
  for (let number = 0; number < count; number++) if (passes(number)) numbers.push(number);
  if (numbers.length * 100 <= count) return { passes, numbers };
  // Tests that many elements pass are used often, and a table look-up is faster than testing again.
  const isMatch = new Uint8Array(count);
  for (const number of numbers) isMatch[number] = 1;
  return { passes: (number) => isMatch[number] === 1, numbers };
}

/** The elements that the selector matches, each once, in document order, including invisible ones. */
export function matchSelector(selector: Selector, index: ScreenIndex): readonly Element[] {
  const numbers = new Set<number>();
  for (const { steps } of selector.alternatives) {
    for (const number of matchChain(steps, index)) numbers.add(number);
  }
  const inOrder = [...numbers].sort((a, b) => a - b);
  return inOrder.flatMap((number) => index.elements[number] ?? []);
}

/** Whether the chain matches only this element. */
export function isUniqueMatch(
  steps: readonly SelectorStep[],
  number: number,
  index: ScreenIndex,
): boolean {
  const found = matchChain(steps, index);
  return found.length === 1 && found[0] === number;
}

/** The numbers that a chain matches. Each step runs once over all elements, so the cost grows only with the length of the chain. */
export function matchChain(steps: readonly SelectorStep[], index: ScreenIndex): readonly number[] {
  let found: readonly number[] = [];
  for (const step of steps) {
    found = matchStep(step, found, index);
    if (found.length === 0) break;
  }
  return found;
}

/** `before` holds the matches of the previous steps. A test that chooses does so among what the tests to its left matched. */
function matchStep(
  { relation, tests }: SelectorStep,
  before: readonly number[],
  index: ScreenIndex,
): readonly number[] {
  const firstChoice = tests.findIndex(isChoice);
  const afterwards = firstChoice === -1 ? [] : tests.slice(firstChoice);
  const plain = tests.slice(0, tests.length - afterwards.length).filter((test) => !isChoice(test));
  let found = relationFilters[relation](matchAllTests(plain, index), before, index);
  for (const test of afterwards) {
    found = isChoice(test)
      ? choose(test, found, index)
      : found.filter(index.matchesOf(test).passes);
  }
  return found;
}

/** What a test chooses from the matches so far, in document order. */
function choose(test: ChoiceTest, found: readonly number[], index: ScreenIndex): readonly number[] {
  if (test.kind === 'index') return found.slice(test.index, test.index + 1);
  return nearestTo(test.pattern, found, index);
}

/**
 * Of the candidates, those whose deepest common ancestor with an element of this text or description
 * lies deepest; several if they are equally near. An element is its own ancestor here, so a row is
 * near a text in it; but nothing is near to itself. Empty if nothing on the screen has the text.
 */
function nearestTo(
  pattern: TextPattern,
  candidates: readonly number[],
  index: ScreenIndex,
): readonly number[] {
  const { elements, parents } = index;
  const labels = labelsWith(pattern, index);
  /** The number of labels in the subtree of each element, itself included. */
  const labelsWithin = new Int32Array(elements.length);
  for (let number = elements.length - 1; number >= 0; number--) {
    if (labels.has(number)) labelsWithin[number] = (labelsWithin[number] ?? 0) + 1;
    const parent = parents[number] ?? -1;
    if (parent >= 0)
      labelsWithin[parent] = (labelsWithin[parent] ?? 0) + (labelsWithin[number] ?? 0);
  }
  const depths = candidates.map((candidate) => {
    const ownLabels = labels.has(candidate) ? 1 : 0;
    let common = candidate;
    while (common >= 0 && (labelsWithin[common] ?? 0) <= ownLabels) common = parents[common] ?? -1;
    return elements[common]?.depth ?? -1;
  });
  const deepest = depths.reduce((a, b) => Math.max(a, b), -1);
  return deepest === -1 ? [] : candidates.filter((_, i) => depths[i] === deepest);
}

/** The numbers of the elements with this text or description; no password field by its content. */
export function labelsWith(pattern: TextPattern, { matchesOf }: ScreenIndex): ReadonlySet<number> {
  const kinds = ['text', 'desc'] as const;
  return new Set(kinds.flatMap((kind) => matchesOf({ kind, pattern }).numbers));
}

/** The elements that pass all tests, in document order. */
function matchAllTests(tests: readonly ElementTest[], index: TestContext): readonly number[] {
  if (tests.length === 0) return Array.from(index.elements.keys());
  const testMatches: TestMatches[] = [];
  for (const test of tests) {
    const matches = index.matchesOf(test);
    if (matches.numbers.length === 0) return [];
    testMatches.push(matches);
  }
  // The test with the fewest matches first, so that the others check few elements.
  const [fewest, ...others] = testMatches.sort((a, b) => a.numbers.length - b.numbers.length);
  if (others.length === 0) return fewest?.numbers ?? [];
  return (fewest?.numbers ?? []).filter((number) => others.every(({ passes }) => passes(number)));
}

type RelationFilter = (
  candidates: readonly number[],
  before: readonly number[],
  index: ScreenIndex,
) => readonly number[];

const relationFilters: Readonly<Record<Relation, RelationFilter>> = {
  anywhere: (candidates) => candidates,
  child(candidates, before, { parents }) {
    const known = new Set(before);
    return candidates.filter((number) => known.has(parents[number] ?? -1));
  },
  /** Both lists are in document order, so the furthest end among the ancestors seen so far decides. */
  descendant(candidates, before, { ends }) {
    let next = 0;
    let end = 0;
    return candidates.filter((number) => {
      for (; (before[next] ?? Infinity) < number; next++) {
        end = Math.max(end, ends[before[next] ?? 0] ?? 0);
      }
      return number < end;
    });
  },
  'next-sibling'(candidates, before, index) {
    const known = new Set(before.map((number) => nextSibling(number, index)));
    return candidates.filter((number) => known.has(number));
  },
};

/** The number of the next child of the same parent, or the next root; -1 for the last one. */
function nextSibling(number: number, { parents, ends }: TestContext): number {
  const next = ends[number] ?? 0;
  return parents[next] === parents[number] ? next : -1;
}

/** The parts of an index that a test reads. */
type TestContext = Omit<ScreenIndex, 'anchors'>;

/**
 * The elements from which one of the chains of a `:has()` leads to a match. Each chain is followed
 * from its last step to its first, so the cost grows only with its length.
 */
function elementsHaving(
  alternatives: readonly RelativeAlternative[],
  index: TestContext,
): ReadonlySet<number> {
  const all = new Set<number>();
  for (const { steps } of alternatives) {
    let found: ReadonlySet<number> | undefined;
    for (const { relation, tests } of steps.toReversed()) {
      const rest = found;
      const matches = matchAllTests(tests, index).filter((number) => rest?.has(number) ?? true);
      found = originsOf[relation](matches, index);
    }
    for (const number of found ?? []) all.add(number);
  }
  return all;
}

type OriginFinder = (matches: readonly number[], index: TestContext) => ReadonlySet<number>;

/** For each relation, the elements that have one of the matches as their descendant, child or next sibling. */
const originsOf: Readonly<Record<RelativeRelation, OriginFinder>> = {
  child: (matches, { parents }) => new Set(matches.map((number) => parents[number] ?? -1)),
  descendant(matches, { parents }) {
    const ancestors = new Set<number>();
    for (const match of matches) {
      let ancestor = parents[match] ?? -1;
      for (; ancestor >= 0 && !ancestors.has(ancestor); ancestor = parents[ancestor] ?? -1) {
        ancestors.add(ancestor);
      }
    }
    return ancestors;
  },
  'next-sibling'(matches, index) {
    const known = new Set(matches);
    const numbers = Array.from(index.elements.keys());
    return new Set(numbers.filter((number) => known.has(nextSibling(number, index))));
  },
};

/** Compiles the test to a predicate on the elements of this screen; texts are compared to the letter. */
function compileTest(test: ElementTest, index: TestContext): ElementPredicate {
  const { names, size } = index;
  const forElement = elementPredicates(index);
  switch (test.kind) {
    case 'type':
      return forElement(({ className }) => className.endsWith(test.suffix));
    case 'path': {
      const expectedPath = test.indices.join('.');
      return forElement(({ path }) => path === expectedPath);
    }
    case 'id':
      return forElement(({ resourceId }) => resourceId.includes(test.part));
    case 'name': {
      const isFull = forElement(({ resourceId }) => resourceId === test.name);
      return (number) => names[number] === test.name || isFull(number);
    }
    case 'text':
    case 'contains':
    case 'desc':
      return compileTextTest(test, index, compilePattern);
    case 'attribute':
      return forElement((element) => attributeOf(element, test.name, size) === test.value);
    case 'has': {
      const having = elementsHaving(test.alternatives, index);
      return (number) => having.has(number);
    }
  }
}

function elementPredicates({ elements }: TestContext) {
  return (passes: (element: Element) => boolean): ElementPredicate =>
    (number) => {
      const element = elements[number];
      return element !== undefined && passes(element);
    };
}

function compileTextTest(
  { kind, pattern }: TextTest,
  index: TestContext,
  compile: typeof compilePattern,
): ElementPredicate {
  const forElement = elementPredicates(index);
  const matchesPattern = compile(kind === 'contains' ? containingPattern(pattern) : pattern);
  if (kind === 'desc') return forElement(({ description }) => matchesPattern(description));
  // Otherwise a password could be guessed letter by letter.
  return forElement(({ text, password }) => matchesPattern(text) && !(password && text !== ''));
}

/** Whether the element has the attribute; `size` is the screen's, for `visible`. */
export function attributeOf(element: Element, name: AttributeName, size: Size): boolean {
  switch (name) {
    case 'long-clickable':
      return element.longClickable;
    case 'disabled':
      return !element.enabled;
    case 'visible':
      return isOnScreen(element, size);
    default:
      return element[name];
  }
}
