import type { Size } from '../geometry.ts';
import { isOnScreen, idName } from '../screen/derive.ts';
import type { Element, Screen } from '../screen/screen.ts';
import { anywhereIn, patternTest } from '../text-pattern.ts';
import { printTest } from './print.ts';
import type { Attribute, ElementTest, Relation, Selector, Step, TextTest } from './selector.ts';

/** What of a screen is searched: its elements, and its size, which tells what is visible. */
export type Searched = Pick<Screen, 'roots' | 'size'>;

/**
 * A screen made ready to be searched. Make one for all that is asked about one screen: what a test
 * matches is worked out once, and the selectors of a screen share most of their tests. Within this
 * room an element is its number in document order.
 */
export interface ScreenIndex {
  /** In document order. */
  readonly elements: readonly Element[];
  /** The parent's number; -1 for a root. */
  readonly parents: Int32Array;
  /** One past the last descendant: those of element `i` are `i + 1` to `ends[i] - 1`. */
  readonly ends: Int32Array;
  /** What `@` compares, by number. */
  readonly names: readonly string[];
  /** Of the screen, in pixels. */
  readonly size: Size;
  /** What passes this test. */
  readonly matchesOf: (test: ElementTest) => TestMatches;
  /** The tests by which an ancestor is unique, by number, null where by none: kept by `suggest.ts`. */
  readonly anchors: Map<number, readonly ElementTest[] | null>;
}

/** What passes one test. */
interface TestMatches {
  readonly passes: Passes;
  /** In document order. */
  readonly numbers: readonly number[];
}

/** Whether an element, given by its number, passes. */
type Passes = (number: number) => boolean;

/** Makes the index of a screen. */
export function indexScreen({ roots, size }: Searched): ScreenIndex {
  const { elements, parents } = inDocumentOrder(roots);
  const names = elements.map((element) => idName(element.resourceId));
  const byKey = new Map<string, TestMatches>();
  // The same object is asked for again and again, and making its key takes longer than finding it.
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
  const index = { elements, parents, ends: endsOf(parents), names, size, matchesOf };
  return { ...index, anchors: new Map() };
}

/** By an explicit stack: a hostile dump may nest deeper than the call stack. */
function inDocumentOrder(roots: readonly Element[]): Pick<ScreenIndex, 'elements' | 'parents'> {
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

/** From the last to the first, every element tells its parent where its own descendants end. */
function endsOf(parents: Int32Array): Int32Array {
  const ends = parents.map((_, number) => number + 1);
  for (let number = parents.length - 1; number >= 0; number--) {
    const parent = parents[number] ?? -1;
    if (parent >= 0) ends[parent] = Math.max(ends[parent] ?? 0, ends[number] ?? 0);
  }
  return ends;
}

function findMatches(test: ElementTest, index: Tested): TestMatches {
  const passes = compileTest(test, index);
  const count = index.elements.length;
  const numbers: number[] = [];
  for (let number = 0; number < count; number++) if (passes(number)) numbers.push(number);
  if (numbers.length * 100 <= count) return { passes, numbers };
  // What many pass is asked often; to look it up takes less time than to test again.
  const isMatch = new Uint8Array(count);
  for (const number of numbers) isMatch[number] = 1;
  return { passes: (number) => isMatch[number] === 1, numbers };
}

/** The elements that the selector matches, each once, in document order; invisible ones too. */
export function matchSelector(selector: Selector, index: ScreenIndex): readonly Element[] {
  const numbers = new Set<number>();
  for (const { steps } of selector.alternatives) {
    for (const number of matchChain(steps, index)) numbers.add(number);
  }
  const inOrder = [...numbers].sort((a, b) => a - b);
  return inOrder.flatMap((number) => index.elements[number] ?? []);
}

/** Whether the chain matches this element and no other. */
export function isOnly(steps: readonly Step[], number: number, index: ScreenIndex): boolean {
  const found = matchChain(steps, index);
  return found.length === 1 && found[0] === number;
}

/** What a chain matches: step by step, every step over all elements at once, so that its length is all it costs. */
export function matchChain(steps: readonly Step[], index: ScreenIndex): readonly number[] {
  let found: readonly number[] = [];
  for (const step of steps) {
    found = matchStep(step, found, index);
    if (found.length === 0) break;
  }
  return found;
}

/** `before` is what the steps before matched. An index picks from what the tests before it left over. */
function matchStep(
  { relation, tests }: Step,
  before: readonly number[],
  index: ScreenIndex,
): readonly number[] {
  const firstIndex = tests.findIndex(({ kind }) => kind === 'index');
  const counted = firstIndex === -1 ? [] : tests.slice(firstIndex);
  const plain = tests
    .slice(0, tests.length - counted.length)
    .filter((test) => test.kind !== 'index');
  let found = related[relation](passing(plain, index), before, index);
  for (const test of counted) {
    if (test.kind === 'index') found = found.slice(test.index, test.index + 1);
    else found = found.filter(compileTest(test, index));
  }
  return found;
}

/** What passes all the tests, in document order. */
function passing(tests: readonly ElementTest[], index: ScreenIndex): readonly number[] {
  if (tests.length === 0) return Array.from(index.elements.keys());
  const asked: TestMatches[] = [];
  for (const test of tests) {
    const matches = index.matchesOf(test);
    if (matches.numbers.length === 0) return [];
    asked.push(matches);
  }
  // The rarest first, so that the others are asked of few.
  const [fewest, ...others] = asked.sort((a, b) => a.numbers.length - b.numbers.length);
  if (others.length === 0) return fewest?.numbers ?? [];
  return (fewest?.numbers ?? []).filter((number) => others.every(({ passes }) => passes(number)));
}

type Related = (
  candidates: readonly number[],
  before: readonly number[],
  index: ScreenIndex,
) => readonly number[];

const related: Readonly<Record<Relation, Related>> = {
  anywhere: (candidates) => candidates,
  child(candidates, before, { parents }) {
    const known = new Set(before);
    return candidates.filter((number) => known.has(parents[number] ?? -1));
  },
  /** Both lists are in document order, so the furthest end of the ancestors so far decides. */
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
};

/** What of an index a test looks at. */
type Tested = Pick<ScreenIndex, 'elements' | 'names' | 'size'>;

/** The test as a function of the elements of this screen. */
export function compileTest(test: ElementTest, { elements, names, size }: Tested): Passes {
  const ofElement =
    (passes: (element: Element) => boolean): Passes =>
    (number) => {
      const element = elements[number];
      return element !== undefined && passes(element);
    };
  switch (test.kind) {
    case 'type':
      return ofElement(({ className }) => className.endsWith(test.suffix));
    case 'path': {
      const wanted = test.indices.join('.');
      return ofElement(({ path }) => path === wanted);
    }
    case 'id':
      return ofElement(({ resourceId }) => resourceId.includes(test.part));
    case 'name': {
      const isFull = ofElement(({ resourceId }) => resourceId === test.name);
      return (number) => names[number] === test.name || isFull(number);
    }
    case 'text':
    case 'contains':
    case 'desc':
      return ofElement(compileTextTest(test));
    case 'attribute':
      return ofElement((element) => attributeOf(element, test.name, size) === test.value);
  }
}

function compileTextTest({ kind, pattern }: TextTest): (element: Element) => boolean {
  const fits = patternTest(kind === 'contains' ? anywhereIn(pattern) : pattern);
  if (kind === 'desc') return ({ description }) => fits(description);
  // Or else a password could be guessed letter by letter.
  return ({ text, password }) => fits(text) && !(password && text !== '');
}

/** Whether the element has the attribute; `size` is the screen's, for `visible`. */
export function attributeOf(element: Element, name: Attribute, size: Size): boolean {
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
