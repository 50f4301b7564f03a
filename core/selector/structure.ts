import type { Size } from '../geometry.ts';
import { simpleClassName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import { exactly } from '../text-pattern.ts';
import { type ScreenIndex, attributeOf, isOnly } from './match.ts';
import { isTypeWord } from './print.ts';
import { type ElementTest, type Step, type Test, attributes } from './selector.ts';
import { attributeTest, lastingAttributes, traitsOf } from './traits.ts';

/**
 * A short chain that matches the element alone, without any index, or nothing where the language
 * has none. It begins with all that can be said of the element and of its ancestors, child by
 * child: what matches another element even so can't be told from it by any chain without an
 * index, since every such chain asks for a part of this one. Then it drops what is not needed,
 * the least lasting first.
 */
export function structureOf(index: ScreenIndex, number: number): readonly Step[] | undefined {
  const levels = distinctLevels(index, number);
  if (levels === undefined) return undefined;
  let looks = 0;
  const isEnough = (steps: readonly Step[]): boolean => {
    looks += steps.length * index.elements.length;
    return looks < maxLooks && isOnly(steps, number, index);
  };
  const short = withoutTests(withoutLevels(asChain(levels), isEnough), isEnough);
  return readable(short, isEnough);
}

/** Ancestors that are asked; real screens are less than 30 deep. */
const maxLevels = 40;

/**
 * Elements that are looked at, step by step, to shorten one chain: five times what the biggest real
 * screens need. After that it stays as long as it is.
 */
const maxLooks = 300_000;
/** The same for finding out which ancestors the chain needs at all; real screens need 8,000. */
const maxRivals = 50_000;

type Levels = readonly (readonly ElementTest[])[];

/** All tests of the element and of as many ancestors as it takes, the topmost first. */
function distinctLevels(index: ScreenIndex, number: number): Levels | undefined {
  const { elements, parents, size } = index;
  const levels: ElementTest[][] = [];
  /** The other elements that match so far, and the ancestor of each that has to match next. */
  let rivals = elements.map((_, rival) => rival).filter((rival) => rival !== number);
  let looks = 0;
  for (let level = number; level >= 0; level = parents[level] ?? -1) {
    const element = elements[level];
    looks += rivals.length;
    if (element === undefined || levels.length === maxLevels || looks > maxRivals) return undefined;
    const tests = allTests(element, size);
    levels.unshift(tests);
    const passes = tests.map((test) => index.matchesOf(test).passes);
    rivals = rivals.filter((rival) => passes.every((pass) => pass(rival)));
    if (rivals.length === 0) return levels;
    rivals = rivals.map((rival) => parents[rival] ?? -1).filter((parent) => parent >= 0);
  }
  return undefined;
}

const noText = { kind: 'text', pattern: exactly('') } as const;
const noDescription = { kind: 'desc', pattern: exactly('') } as const;

/** Everything that holds for the element, the least lasting first; what it says in a password field is not asked. */
function allTests(element: Element, size: Size): ElementTest[] {
  const { ids, texts, descriptions, types } = traitsOf(element);
  const all = attributes
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
    // The full class name, which says all that shorter ones do; a step takes one type.
    ...types.slice(-1),
    ...ids.toReversed(),
  ];
}

function asChain(levels: Levels): readonly Step[] {
  return levels.map((tests, i) => ({ relation: i === 0 ? 'anywhere' : 'child', tests }));
}

type IsEnough = (steps: readonly Step[]) => boolean;

/** Without the ancestors between the first and the last that are not needed. */
function withoutLevels(chain: readonly Step[], isEnough: IsEnough): readonly Step[] {
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

/** Without the tests that are not needed; the type of the last one stays, to be read. */
function withoutTests(chain: readonly Step[], isEnough: IsEnough): readonly Step[] {
  let steps = chain;
  for (const at of chain.keys()) {
    const leave = (kept: readonly Test[]): boolean => {
      const step = steps[at];
      if (step === undefined) return false;
      const fewer = steps.with(at, { ...step, tests: kept });
      if (!isEnough(fewer)) return false;
      steps = fewer;
      return true;
    };
    const tests = (): readonly Test[] => steps[at]?.tests ?? [];
    // Most are not needed, so they are first dropped by the handful.
    leave(tests().filter((test) => test.kind !== 'attribute'));
    const [type] =
      at === chain.length - 1
        ? tests()
            .filter(({ kind }) => kind === 'type')
            .slice(-1)
        : [];
    for (const test of tests()) {
      if (test !== type) leave(tests().filter((other) => other !== test));
    }
  }
  return steps;
}

/** The order in which tests are written; the grammar wants the type first. */
const writtenOrder = ['type', 'path', 'name', 'id', 'text', 'contains', 'desc', 'attribute'];

/** With the shortest types that are enough, and the tests in the order one writes them. */
function readable(chain: readonly Step[], isEnough: IsEnough): readonly Step[] {
  let steps: readonly Step[] = chain.map(({ relation, tests }) => ({
    relation,
    tests: tests.toSorted((a, b) => writtenOrder.indexOf(a.kind) - writtenOrder.indexOf(b.kind)),
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
    (suffix) => isTypeWord(suffix) && className.endsWith(suffix),
  );
}
