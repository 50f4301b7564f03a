import type { Size } from '../geometry.ts';
import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { exactPattern } from '../text-pattern.ts';
import { type ScreenIndex, attributeOf, isUniqueMatch } from './match.ts';
import { isTypeName } from './print.ts';
import {
  type ElementTest,
  type SelectorStep,
  type SelectorTest,
  attributeNames,
} from './selector.ts';
import { attributeTest, lastingAttributes, traitsOf } from './traits.ts';

/**
 * A short chain without an index that matches only this element; undefined if there is none. It
 * starts with all tests of the element and its ancestors, joined by `>`: if that also matches
 * another element, no chain without an index can tell the two apart, since each uses a subset of
 * these tests. Then it drops what is not needed, the least stable tests first.
 */
export function structuralSteps(
  index: ScreenIndex,
  number: number,
): readonly SelectorStep[] | undefined {
  const levels = distinctLevels(index, number);
  if (levels === undefined) return undefined;
  let comparisons = 0;
  const isEnough = (steps: readonly SelectorStep[]): boolean => {
    comparisons += steps.length * index.elements.length;
    return comparisons < maxComparisons && isUniqueMatch(steps, number, index);
  };
  const short = dropTests(dropLevels(asChain(levels), isEnough), isEnough);
  return makeReadable(short, isEnough);
}

/** Maximum number of levels; real screens are less than 30 deep. */
const maxLevels = 40;

/**
 * Maximum number of elements examined to shorten one chain, counted per step: five times what the
 * largest real screens need. After that the chain is not shortened further.
 */
const maxComparisons = 300_000;
/** The same limit for finding which ancestors the chain needs; real screens need 8,000. */
const maxRivalChecks = 50_000;

type Levels = readonly (readonly ElementTest[])[];

/** All tests of the element and of as many ancestors as needed to be unique, topmost first. */
function distinctLevels(index: ScreenIndex, number: number): Levels | undefined {
  const { elements, parents, size } = index;
  const levels: ElementTest[][] = [];
  /** For each other element that still matches, the ancestor that is tested next. */
  let rivals = elements.map((_, rival) => rival).filter((rival) => rival !== number);
  let comparisons = 0;
  for (let level = number; level >= 0; level = parents[level] ?? -1) {
    const element = elements[level];
    comparisons += rivals.length;
    if (element === undefined || levels.length === maxLevels || comparisons > maxRivalChecks)
      return undefined;
    const tests = allTests(element, size);
    levels.unshift(tests);
    const passes = tests.map((test) => index.matchesOf(test).passes);
    rivals = rivals.filter((rival) => passes.every((pass) => pass(rival)));
    if (rivals.length === 0) return levels;
    rivals = rivals.map((rival) => parents[rival] ?? -1).filter((parent) => parent >= 0);
  }
  return undefined;
}

const noText = { kind: 'text', pattern: exactPattern('') } as const;
const noDescription = { kind: 'desc', pattern: exactPattern('') } as const;

/** All tests that the element passes, least stable first, except for the text of a password field. */
function allTests(element: Element, size: Size): ElementTest[] {
  const { ids, texts, descriptions, types } = traitsOf(element);
  const all = attributeNames
    .filter((name) => name !== 'disabled')
    .map((name) => attributeTest(name, attributeOf(element, name, size)));
  const lasting = (name: string): boolean => lastingAttributes.some((known) => known === name);
  return [
    ...all.filter(({ name }) => !lasting(name)),
    ...all.filter(({ name, value }) => lasting(name) && !value),
    ...(element.description === '' ? [noDescription] : []),
    ...(element.text === '' ? [noText] : []),
    ...all.filter(({ name, value }) => lasting(name) && value),
    ...descriptions.toReversed(),
    ...texts.toReversed(),
    // Only the full class name: it implies the shorter ones, and a step has one type.
    ...types.slice(-1),
    ...ids.toReversed(),
  ];
}

function asChain(levels: Levels): readonly SelectorStep[] {
  return levels.map((tests, i) => ({ relation: i === 0 ? 'anywhere' : 'child', tests }));
}

type IsEnough = (steps: readonly SelectorStep[]) => boolean;

/** Drops the ancestors between the first and the last step that are not needed. */
function dropLevels(chain: readonly SelectorStep[], isEnough: IsEnough): readonly SelectorStep[] {
  let steps = chain;
  for (let at = chain.length - 1; at > 0; at--) {
    const step = steps[at];
    if (step === undefined) continue;
    const loose = steps.with(at, { ...step, relation: 'descendant' });
    if (!isEnough(loose)) continue;
    steps = loose;
    const shorter = loose.toSpliced(at - 1, 1);
    if (at > 1 && isEnough(shorter)) steps = shorter;
  }
  return steps;
}

/** Drops the tests that are not needed; the last step keeps its type for readability. */
function dropTests(chain: readonly SelectorStep[], isEnough: IsEnough): readonly SelectorStep[] {
  let steps = chain;
  for (const at of chain.keys()) {
    const tryTests = (kept: readonly SelectorTest[]): boolean => {
      const step = steps[at];
      if (step === undefined) return false;
      const fewer = steps.with(at, { ...step, tests: kept });
      if (!isEnough(fewer)) return false;
      steps = fewer;
      return true;
    };
    const tests = (): readonly SelectorTest[] => steps[at]?.tests ?? [];
    // Most attributes are not needed, so first try dropping all of them at once.
    tryTests(tests().filter((test) => test.kind !== 'attribute'));
    const [type] =
      at === chain.length - 1
        ? tests()
            .filter(({ kind }) => kind === 'type')
            .slice(-1)
        : [];
    for (const test of tests()) {
      if (test !== type) tryTests(tests().filter((other) => other !== test));
    }
  }
  return steps;
}

/** The order in which tests are printed; the grammar requires the type first. */
const testOrder = ['type', 'path', 'name', 'id', 'text', 'contains', 'desc', 'attribute'];

/** Uses the shortest types that suffice and the usual order of tests. */
function makeReadable(chain: readonly SelectorStep[], isEnough: IsEnough): readonly SelectorStep[] {
  let steps: readonly SelectorStep[] = chain.map(({ relation, tests }) => ({
    relation,
    tests: tests.toSorted((a, b) => testOrder.indexOf(a.kind) - testOrder.indexOf(b.kind)),
  }));
  for (const [at, step] of steps.entries()) {
    const [type, ...others] = step.tests;
    if (type?.kind !== 'type') continue;
    const shorter = shorterTypes(type.suffix)
      .map((suffix) => steps.with(at, { ...step, tests: [{ kind: 'type', suffix }, ...others] }))
      .find(isEnough);
    steps = shorter ?? steps;
  }
  return steps;
}

function shorterTypes(className: string): string[] {
  const simple = simpleClassName(className);
  return [simple, `.${simple}`].filter(
    (suffix) => isTypeName(suffix) && className.endsWith(suffix),
  );
}
