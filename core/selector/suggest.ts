import { type HandsetError, internalError } from '../errors.ts';
import type { Element } from '../screen/screen.ts';
import { type ScreenIndex, isOnly, matchChain } from './match.ts';
import { maxSelectorLength } from './parse.ts';
import { printSelector } from './print.ts';
import type { ElementTest, Step } from './selector.ts';
import { structureOf } from './structure.ts';
import { type Traits, traitsOf } from './traits.ts';

/** What each kind of suggestion goes by and what breaks it, the most lasting first. */
const reasons = {
  id: 'resource id: survives other texts, languages and places',
  text: 'unique text: breaks when the text or the language changes',
  description: 'unique description: breaks when the wording or the language changes',
  'id-and-text':
    'resource id and its text, since others share the id: breaks when the text changes',
  'type-and-text': 'type and text: breaks when either changes',
  type: 'the only one of its type: breaks when another appears',
  attributes: 'its attributes: breaks when they change or a like element appears',
  inside: 'inside an element that is unique: breaks when a like element appears there',
  'typed-text': 'what is typed into the field now: breaks with the next letter',
  structure: 'place among its ancestors: breaks when the layout changes',
  counted: 'count among like elements: breaks when one comes or goes before it',
  path: 'index path: this screen only',
} as const;

/** What a suggested selector goes by. */
export type SuggestionKind = keyof typeof reasons;

/** All kinds, the most lasting first. */
export const suggestionKinds: readonly string[] = Object.keys(reasons);

/** A selector that matches one element alone. */
interface Suggestion {
  /** The selector’s text, in canonical spelling. */
  readonly selector: string;
  readonly kind: SuggestionKind;
  /** What it goes by and what breaks it. */
  readonly reason: string;
  /** Counted, on the screen it was made for. */
  readonly matches: 1;
}

/** Enough to choose from; more is noise to read. */
const maxPlain = 5;
/** What depends on an ancestor is offered while there are fewer than this. */
const fewPlain = 2;
/** An element without words of its own is found through the ancestors that lie this near, at most. */
const maxAnchors = 12;

/**
 * Selectors that match this element of the screen and no other, the most lasting first, with the
 * reason; the index path is the last. Where the language has any selector without index for the
 * element, one is among them; on a screen far bigger than real ones, where it is found with little
 * work. Throws `internal` for an element of another screen.
 */
export function suggestSelectors(element: Element, index: ScreenIndex): readonly Suggestion[] {
  return [...findSuggestions(element, index)];
}

/**
 * The first of the suggestions, without looking for the others; a count among its like rather than
 * a way through several nameless layouts, which is long to read and lasts no better.
 */
export function bestSelector(element: Element, index: ScreenIndex): Suggestion {
  let nameless: Suggestion | undefined;
  for (const suggestion of findSuggestions(element, index)) {
    if (suggestion.kind === 'path' && nameless) return nameless;
    if (!/\* > \* > /.test(suggestion.selector) || suggestion.kind !== 'structure')
      return suggestion;
    nameless = suggestion;
  }
  throw notOnScreen(element);
}

function* findSuggestions(element: Element, index: ScreenIndex): Generator<Suggestion> {
  const number = index.elements.indexOf(element);
  if (number === -1) throw notOnScreen(element);
  const scope = { index, number, traits: traitsOf(element) };
  const found = yield* lasting(scope);
  if (found === 0) {
    const steps = structureOf(index, number);
    // Without ancestors it goes by a state such as [checked], nothing else being left.
    yield* checked(scope, steps?.length === 1 ? 'attributes' : 'structure', steps);
  }
  yield* checked(scope, 'counted', countedSteps(scope));
  const indices = element.path.split('.').map(Number);
  yield* checked(scope, 'path', [{ relation: 'anywhere', tests: [{ kind: 'path', indices }] }]);
}

function notOnScreen({ id }: Element): HandsetError {
  return internalError(`Element ${id} is not on the screen it was looked up on.`);
}

/** The element that selectors are sought for. */
interface Scope {
  readonly index: ScreenIndex;
  readonly number: number;
  readonly traits: Traits;
}

/** The suggestion, if its selector is fit to be read and matches the element alone. */
function* checked(
  { index, number }: Scope,
  kind: SuggestionKind,
  steps: readonly Step[] | undefined,
): Generator<Suggestion, boolean> {
  if (steps === undefined || !isOnly(steps, number, index)) return false;
  const selector = printSelector({ alternatives: [{ steps }] });
  if (selector.length > maxSelectorLength) return false;
  yield { selector, kind, reason: reasons[kind], matches: 1 };
  return true;
}

/** A selector that may be worth suggesting. */
interface Candidate {
  readonly kind: SuggestionKind;
  readonly steps: readonly Step[];
}

/** Selectors without index, other than by structure; returns how many there were. */
function* lasting(scope: Scope): Generator<Suggestion, number> {
  const accepted: Candidate[] = [];
  for (const [candidates, enough] of [
    [ownCandidates(scope), maxPlain],
    [insideCandidates(scope), fewPlain],
    [typedCandidates(scope), 1],
  ] as const) {
    for (const candidate of candidates) {
      if (accepted.length >= enough) break;
      if (isNeedless(candidate, accepted)) continue;
      if (yield* checked(scope, candidate.kind, candidate.steps)) accepted.push(candidate);
    }
  }
  return accepted.length;
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
function stepKeys(step: Step | undefined): ReadonlySet<string> {
  const tests = step?.tests ?? [];
  return new Set(tests.map((test) => (test.kind === 'attribute' ? test.name : test.kind)));
}

/** Tests that hold for one element, without regard to where it lies. */
interface Compound {
  readonly kind: SuggestionKind;
  readonly tests: readonly ElementTest[];
}

/** By what the element itself is, the most lasting first. */
function* ownCandidates({ index, number, traits }: Scope): Generator<Candidate> {
  for (const { kind, tests } of plainCompounds(traits)) yield { kind, steps: anywhere(tests) };
  // What all of it together can't tell apart, no part of it can.
  if (!isOnly(anywhere(everything(traits)), number, index)) return;
  for (const { kind, tests } of withAttributes(traits)) yield { kind, steps: anywhere(tests) };
}

/** By an ancestor that is unique and what the element is inside it; ancestors with an id first, near ones before far ones. */
function* insideCandidates({ index, number, traits }: Scope): Generator<Candidate> {
  const own = [...plainCompounds(traits), ...withAttributes(traits)];
  for (const anchor of anchorsOf(number, index)) {
    for (const relation of ['descendant', 'child'] as const) {
      const inAnchor = (tests: readonly ElementTest[]): readonly Step[] => [
        ...anywhere(anchor),
        { relation, tests },
      ];
      if (!isOnly(inAnchor(everything(traits)), number, index)) continue;
      for (const { tests } of own) yield { kind: 'inside', steps: inAnchor(tests) };
    }
  }
}

/** By what is typed into it now, if it is a field. */
function* typedCandidates({ traits: { editable, texts } }: Scope): Generator<Candidate> {
  if (!editable) return;
  for (const test of texts) yield { kind: 'typed-text', steps: anywhere([test]) };
}

/** By what it shares with the fewest others, counted among them; undefined where it shares that with none. */
function countedSteps({ index, number, traits }: Scope): readonly Step[] | undefined {
  const { ids, texts, descriptions, types, editable } = traits;
  const [first] = [...ids, ...(editable ? [] : texts), ...descriptions];
  const [type] = types;
  const [anchor] = first === undefined ? anchorsOf(number, index).filter(isById) : [];
  const test = first ?? type;
  if (test === undefined) return undefined;
  const outer = anchor === undefined ? [] : anywhere(anchor);
  const relation = anchor === undefined ? 'anywhere' : 'descendant';
  const matches = matchChain([...outer, { relation, tests: [test] }], index);
  // What is the only one needs no count.
  if (matches.length === 1) return undefined;
  const count = { kind: 'index', index: matches.indexOf(number) } as const;
  return [...outer, { relation, tests: [test, count] }];
}

function anywhere(tests: readonly ElementTest[]): readonly Step[] {
  return [{ relation: 'anywhere', tests }];
}

function* plainCompounds(traits: Traits): Generator<Compound> {
  const { ids, descriptions, types, editable } = traits;
  const texts = editable ? [] : traits.texts;
  const [id] = ids;
  for (const test of ids) yield { kind: 'id', tests: [test] };
  for (const test of texts) yield { kind: 'text', tests: [test] };
  for (const test of descriptions) yield { kind: 'description', tests: [test] };
  const said = [...texts, ...descriptions];
  if (id) for (const test of said) yield { kind: 'id-and-text', tests: [id, test] };
  for (const test of said) {
    for (const type of types) yield { kind: 'type-and-text', tests: [type, test] };
  }
  for (const type of types) yield { kind: 'type', tests: [type] };
}

function* withAttributes(traits: Traits): Generator<Compound> {
  const { ids, texts, descriptions, types, attributes, editable } = traits;
  const bases = [ids[0], ...types, editable ? undefined : texts[0], descriptions[0]];
  for (const base of bases) {
    if (base === undefined) continue;
    for (const [i, one] of attributes.entries()) {
      yield { kind: 'attributes', tests: [base, one] };
      for (const other of attributes.slice(i + 1)) {
        yield { kind: 'attributes', tests: [base, one, other] };
      }
    }
  }
}

/** All that can be asked of the element alone, its states left out. */
function everything({ ids, texts, descriptions, types, attributes }: Traits): ElementTest[] {
  return [...ids, ...texts, ...descriptions, ...types, ...attributes];
}

type Anchor = readonly ElementTest[];

/** The tests by which ancestors are unique, one list an ancestor. */
function anchorsOf(number: number, index: ScreenIndex): readonly Anchor[] {
  const { parents } = index;
  const anchors: Anchor[] = [];
  let ancestor = parents[number] ?? -1;
  for (; ancestor >= 0 && anchors.length < maxAnchors; ancestor = parents[ancestor] ?? -1) {
    const anchor = anchorOf(ancestor, index);
    if (anchor) anchors.push(anchor);
  }
  return anchors.sort((a, b) => anchorRank(a) - anchorRank(b));
}

/** By an id alone, then by what is said, by a type alone at last. */
function anchorRank(anchor: Anchor): number {
  if (isById(anchor)) return 0;
  return anchor.length === 1 && anchor[0]?.kind === 'type' ? 2 : 1;
}

function isById(anchor: Anchor): boolean {
  return anchor.length === 1 && anchor[0]?.kind === 'name';
}

/** Kept in the index, since descendants ask for it again and again. */
function anchorOf(ancestor: number, index: ScreenIndex): Anchor | null {
  const known = index.anchors.get(ancestor);
  if (known !== undefined) return known;
  const anchor = findAnchor(ancestor, index);
  index.anchors.set(ancestor, anchor);
  return anchor;
}

function findAnchor(ancestor: number, index: ScreenIndex): Anchor | null {
  const element = index.elements[ancestor];
  if (element === undefined) return null;
  for (const { tests } of plainCompounds(traitsOf(element))) {
    if (isOnly(anywhere(tests), ancestor, index)) return tests;
  }
  return null;
}
