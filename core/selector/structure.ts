import { resourceEntryName, simpleClassName, type Element } from '../screen/screen.ts';
import { exactPattern, prefixPattern, type TextPattern } from '../text/text-pattern.ts';
import {
  attributeNames,
  isTypeName,
  type AttributeName,
  type AttributeTest,
  type ElementTest,
  type SelectorStep,
  type SelectorTest,
} from './selector.ts';
import { maxSelectorLength } from './parse.ts';
import type { Size } from '../geometry.ts';
import { attributeOf, isUniqueMatch, type ScreenIndex } from './match.ts';

/**
 * The tests that one element passes, by kind. Within a kind, the less specific ones come first.
 */
export interface Traits {
  /** `@name`, then the full id if that is longer. */
  readonly ids: readonly ElementTest[];
  /** The beginning of a long text, then the whole text. Empty for password fields. */
  readonly texts: readonly ElementTest[];
  readonly descriptions: readonly ElementTest[];
  /** `Button`, then `.Button`, then the full class name. */
  readonly types: readonly ElementTest[];
  /** The lasting attributes that it has. */
  readonly attributes: readonly ElementTest[];
  readonly editable: boolean;
}

/** Attributes that describe what an element is, not its current state. */
const lastingAttributes = [
  'clickable',
  'long-clickable',
  'checkable',
  'scrollable',
  'editable',
  'password',
  'focusable',
] as const satisfies readonly AttributeName[];

/** How many characters of a long text are kept before the star. */
const beginningLength = 40;

/** The tests that the element passes. */
export function traitsOf(element: Element): Traits {
  const texts = element.password ? [] : patternsOf(element.text);
  return {
    ids: idsOf(element.resourceId),
    texts: texts.map((pattern) => ({ kind: 'text', pattern })),
    descriptions: patternsOf(element.description).map((pattern) => ({ kind: 'desc', pattern })),
    types: typesOf(element.className),
    attributes: attributesOf(element),
    editable: element.editable,
  };
}

function idsOf(resourceId: string): ElementTest[] {
  if (resourceId === '') return [];
  const names = new Set([resourceEntryName(resourceId), resourceId]);
  names.delete('');
  return [...names].map((name) => ({ kind: 'name', name }));
}

function patternsOf(text: string): TextPattern[] {
  if (text === '') return [];
  const maxLength = beginningLength + 20;
  // A character has two UTF-16 units at most.
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)));
  if (characters.length <= maxLength) return [exactPattern(text)];
  const beginning = prefixPattern(characters.slice(0, beginningLength).join(''));
  // A longer text does not fit in a selector.
  return text.length > maxSelectorLength ? [beginning] : [beginning, exactPattern(text)];
}

function typesOf(className: string): ElementTest[] {
  const simple = simpleClassName(className);
  const suffixes = new Set([simple, `.${simple}`, className]);
  return [...suffixes]
    .filter((suffix) => isTypeName(suffix) && className.endsWith(suffix))
    .map((suffix) => ({ kind: 'type', suffix }));
}

function attributesOf(element: Element): ElementTest[] {
  return lastingAttributes
    .filter((name) => (name === 'long-clickable' ? element.longClickable : element[name]))
    .map((name) => attributeTest(name, true));
}

/** The test of an attribute. */
function attributeTest(name: AttributeName, value: boolean): AttributeTest {
  return { kind: 'attribute', name, value };
}

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

type ChainTest = (steps: readonly SelectorStep[]) => boolean;

/** Drops the ancestors between the first and the last step that are not needed. */
function dropLevels(chain: readonly SelectorStep[], isEnough: ChainTest): readonly SelectorStep[] {
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
function dropTests(chain: readonly SelectorStep[], isEnough: ChainTest): readonly SelectorStep[] {
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
function makeReadable(
  chain: readonly SelectorStep[],
  isEnough: ChainTest,
): readonly SelectorStep[] {
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
