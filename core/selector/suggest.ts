import { type HandsetError, internalError } from '../errors.ts';
import type { Element } from '../screen/screen.ts';
import {
  type Candidate,
  countableSteps,
  insideCandidates,
  ownCandidates,
  typedCandidates,
} from './candidates.ts';
import { type Counter, type PlainStep, counterOf } from './counter.ts';
import { type Searched, matchNumbers } from './match.ts';
import { maxSelectorLength } from './parse.ts';
import { printSelector } from './print.ts';
import type { Selector, Step } from './selector.ts';
import { structureOf } from './structure.ts';
import { type Suggestion, type SuggestionKind, reasons } from './suggestion.ts';

/** Enough to choose from; more is noise to read. */
const maxPlain = 5;
/** What depends on an ancestor is offered while there are fewer than this. */
const fewPlain = 2;

/**
 * Selectors that match this element of the screen and no other, the most lasting first, with the
 * reason; the index path is the last. Where the language has any selector without index for the
 * element, one is among them; on a screen far bigger than real ones, where it is found with little
 * work. Throws `internal` for an element of another screen.
 */
export function suggestSelectors(element: Element, screen: Searched): readonly Suggestion[] {
  return [...findSuggestions(element, screen)];
}

/**
 * The first of the suggestions, without looking for the others; a count among its like rather than
 * a way through several nameless layouts, which is long to read and lasts no better.
 */
export function bestSelector(element: Element, screen: Searched): Suggestion {
  let nameless: Suggestion | undefined;
  for (const suggestion of findSuggestions(element, screen)) {
    if (suggestion.kind === 'path' && nameless) return nameless;
    if (!/\* > \* > /.test(suggestion.selector) || suggestion.kind !== 'structure')
      return suggestion;
    nameless = suggestion;
  }
  throw notOnScreen(element);
}

function* findSuggestions(element: Element, screen: Searched): Generator<Suggestion> {
  const counter = counterOf(screen);
  const number = counter.index.numbers.get(element);
  if (number === undefined) throw notOnScreen(element);
  const scope = { screen, counter, number };
  const found = yield* lasting(scope);
  if (found === 0) yield* byStructure(scope);
  yield* checked(scope, 'counted', countedSteps(scope));
  yield* checked(scope, 'path', pathSteps(element));
}

interface Scope {
  readonly screen: Searched;
  readonly counter: Counter;
  readonly number: number;
}

/** Selectors without index, other than by structure; returns how many there were. */
function* lasting(scope: Scope): Generator<Suggestion, number> {
  const { counter, number } = scope;
  const accepted: Candidate[] = [];
  for (const [candidates, enough] of [
    [ownCandidates(counter, number), maxPlain],
    [insideCandidates(counter, number), fewPlain],
    [typedCandidates(counter, number), 1],
  ] as const) {
    for (const candidate of candidates) {
      if (accepted.length >= enough) break;
      const { kind, steps } = candidate;
      if (isNeedless(candidate, accepted) || !counter.isOnly(steps, number)) continue;
      const suggestions = [...checked(scope, kind, steps)];
      if (suggestions.length > 0) accepted.push(candidate);
      yield* suggestions;
    }
  }
  return accepted.length;
}

function* byStructure(scope: Scope): Generator<Suggestion> {
  const { screen, counter, number } = scope;
  const steps = structureOf(counter, { number, size: screen.size });
  // Without ancestors it goes by a state such as [checked], nothing else being left.
  yield* checked(scope, steps?.length === 1 ? 'attributes' : 'structure', steps);
}

/**
 * Whether an accepted selector asks for a part of this one, which therefore adds nothing. A type
 * beside a text that is unique by itself is still worth offering: it outlives a second such text.
 */
function isNeedless({ kind, steps }: Candidate, accepted: readonly Candidate[]): boolean {
  const asked = stepKeys(steps.at(-1));
  return accepted.some((other) => {
    if (kind === 'type-and-text' && stepKeys(other.steps[0]).size === 1) return false;
    const sameAnchor = other.steps.length === 1 || other.steps[0]?.tests === steps[0]?.tests;
    return sameAnchor && [...stepKeys(other.steps.at(-1))].every((key) => asked.has(key));
  });
}

/** What a step asks about, whatever it asks for. */
function stepKeys(step: PlainStep | undefined): ReadonlySet<string> {
  const tests = step?.tests ?? [];
  return new Set(tests.map((test) => (test.kind === 'attribute' ? test.name : test.kind)));
}

/** The suggestion, if its selector is fit to be read and really matches the element alone. */
function* checked(
  { screen, number }: Scope,
  kind: SuggestionKind,
  steps: readonly Step[] | undefined,
): Generator<Suggestion> {
  if (steps === undefined) return;
  const selector: Selector = { alternatives: [{ steps }] };
  const text = printSelector(selector);
  const matches = matchNumbers(selector, screen);
  if (text.length > maxSelectorLength || matches.length !== 1 || matches[0] !== number) return;
  yield { selector: text, kind, reason: reasons[kind], matches: 1 };
}

function countedSteps({ counter, screen, number }: Scope): readonly Step[] | undefined {
  const steps = countableSteps(counter, number);
  const last = steps?.at(-1);
  if (steps === undefined || last === undefined) return undefined;
  const matches = matchNumbers({ alternatives: [{ steps }] }, screen);
  // What is the only one needs no count.
  if (matches.length === 1) return undefined;
  const index = matches.indexOf(number);
  const counted: Step = { ...last, tests: [...last.tests, { kind: 'index', index }] };
  return [...steps.slice(0, -1), counted];
}

function pathSteps({ path }: Element): readonly Step[] {
  const indices = path.split('.').map(Number);
  return [{ relation: 'anywhere', tests: [{ kind: 'path', indices }] }];
}

function notOnScreen({ id }: Element): HandsetError {
  return internalError(`Element ${id} is not on the screen it was looked up on.`);
}
