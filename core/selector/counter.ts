import { type ElementTest, type Passes, compileTest } from './element-test.ts';
import type { Searched } from './match.ts';
import { printSelector } from './print.ts';
import { type ScreenIndex, indexOf } from './screen-index.ts';
import type { Relation } from './selector.ts';

/** A step without index. */
export interface PlainStep {
  readonly relation: Relation;
  readonly tests: readonly ElementTest[];
}

/**
 * Counts the matches of many selectors on one screen: what a single test matches is worked out
 * once, since a screen's selectors share most of their tests.
 */
export interface Counter {
  readonly index: ScreenIndex;
  /** What passes all tests, in document order. */
  matches: (tests: readonly ElementTest[]) => readonly number[];
  /** Whether the chain matches this element and no other. */
  isOnly: (steps: readonly PlainStep[], number: number) => boolean;
  /** All the tests as one. */
  allOf: (tests: readonly ElementTest[]) => Passes;
}

interface TestMatches {
  readonly passes: Passes;
  readonly numbers: readonly number[];
}

/** Made once a screen; elements live as long as their roots. */
const known = new WeakMap<Searched['roots'], Counter & { readonly size: Searched['size'] }>();

/** The counter of this screen; the same screen gives the same one. */
export function counterOf(screen: Searched): Counter {
  const { width, height } = screen.size;
  const found = known.get(screen.roots);
  if (found?.size.width === width && found.size.height === height) return found;
  const counter = { ...createCounter(screen), size: screen.size };
  known.set(screen.roots, counter);
  return counter;
}

function createCounter({ roots, size }: Searched): Counter {
  const index = indexOf(roots);
  const all = index.elements.map((_, number) => number);
  const work = (test: ElementTest): TestMatches => {
    const passes = compileTest(test, index, size);
    const numbers = all.filter(passes);
    // What many pass is asked often; to look it up takes less time than to test again.
    return {
      passes: numbers.length * 100 > all.length ? lookUp(numbers, all.length) : passes,
      numbers,
    };
  };
  const byKey = new Map<string, TestMatches>();
  // The same object is asked for again and again, and making its key takes longer than finding it.
  const byTest = new WeakMap<ElementTest, TestMatches>();
  const matchesOf = (test: ElementTest): TestMatches =>
    remember(byTest, test, () => remember(byKey, testKey(test), () => work(test)));
  const matches = (tests: readonly ElementTest[]): readonly number[] => {
    const [fewest, ...others] = tests
      .map(matchesOf)
      .sort((a, b) => a.numbers.length - b.numbers.length);
    if (fewest === undefined) return all;
    return fewest.numbers.filter((number) => others.every(({ passes }) => passes(number)));
  };
  return {
    index,
    matches,
    isOnly(steps, number) {
      const found = chainMatches(steps, { index, matches });
      return found.length === 1 && found[0] === number;
    },
    allOf(tests) {
      const passes = tests.map((test) => matchesOf(test).passes);
      return (number) => passes.every((pass) => pass(number));
    },
  };
}

function lookUp(numbers: readonly number[], count: number): Passes {
  const isMatch = new Uint8Array(count);
  for (const number of numbers) isMatch[number] = 1;
  return (number) => isMatch[number] === 1;
}

interface Memory<Key, Value> {
  get: (key: Key) => Value | undefined;
  set: (key: Key, value: Value) => unknown;
}

function remember<Key, Value>(memory: Memory<Key, Value>, key: Key, make: () => Value): Value {
  const found = memory.get(key);
  if (found !== undefined) return found;
  const made = make();
  memory.set(key, made);
  return made;
}

/** A test as text, the same for the same test. */
function testKey(test: ElementTest): string {
  return printSelector({ alternatives: [{ steps: [{ relation: 'anywhere', tests: [test] }] }] });
}

function chainMatches(
  steps: readonly PlainStep[],
  { index, matches }: Pick<Counter, 'index' | 'matches'>,
): readonly number[] {
  let found: readonly number[] = [];
  for (const { relation, tests } of steps) {
    const candidates = matches(tests);
    if (relation === 'anywhere') found = candidates;
    else found = relation === 'child' ? below(candidates) : inside(candidates);
    if (found.length === 0) break;
  }
  return found;

  function below(candidates: readonly number[]): readonly number[] {
    const parents = new Set(found);
    return candidates.filter((number) => parents.has(index.parents[number] ?? -1));
  }
  /** Both lists are in document order, so the furthest end of the ancestors so far decides. */
  function inside(candidates: readonly number[]): readonly number[] {
    let next = 0;
    let end = 0;
    return candidates.filter((number) => {
      for (; (found[next] ?? Infinity) < number; next++) {
        end = Math.max(end, index.ends[found[next] ?? 0] ?? 0);
      }
      return number < end;
    });
  }
}
