import { type HandsetError, internalError } from '../errors.ts';
import type { Element } from '../screen/screen.ts';
import { type ScreenIndex, isUniqueMatch, matchChain } from './match.ts';
import { maxSelectorLength } from './parse.ts';
import {
  printSelector,
  type ElementTest,
  type SelectorStep,
  type SelectorTest,
  type HasTest,
  type NearTest,
  type TextTest,
} from './selector.ts';
import { structuralSteps, traitsOf, type Traits } from './structure.ts';

/** What each kind of suggestion relies on and what breaks it, most stable first. */
const reasons = {
  id: 'By resource ID. Still works if text, language or position changes.',
  text: 'By text. Breaks if the text or language changes.',
  description: 'By description. Breaks if the wording or language changes.',
  'id-and-text': 'By resource ID and text, since others share the ID. Breaks if the text changes.',
  'type-and-text': 'By type and text. Breaks if either changes.',
  type: 'The only one of its type. Breaks if another appears.',
  attributes: 'By its attributes. Breaks if they change or a similar element appears.',
  inside: 'Inside a unique element. Breaks if a similar element appears there.',
  has: 'By text inside it. Breaks if that text or the language changes.',
  near: 'By nearby text. Breaks if that text or the language changes, or a similar element comes nearer.',
  sibling: 'Right after a unique element. Breaks if something comes between.',
  'typed-text': 'By the text in the field now. Breaks when that changes.',
  state: 'By its state now, such as [checked]. Breaks if that changes.',
  structure: 'By its place in the hierarchy. Breaks if the layout changes.',
  counted: 'By its position among similar elements. Breaks if one is added or removed before it.',
  path: 'By index path. This screen only.',
} as const;

/** What a suggested selector relies on. */
type SuggestionKind = keyof typeof reasons;

/** All kinds, most stable first: the order in which recorded steps prefer them, but not that of the suggestions. */
export const suggestionKinds: readonly string[] = Object.keys(reasons);

/** A selector that matches only one element. */
interface SelectorSuggestion {
  /** The selector in canonical spelling. */
  readonly selector: string;
  readonly kind: SuggestionKind;
  /** What it relies on and what breaks it. */
  readonly reason: string;
  /** Number of matches on the screen it was made for. */
  readonly matches: 1;
}

/** Maximum number of suggestions that need no ancestor. */
const maxPlain = 5;
/** Suggestions that use an ancestor are only added while there are fewer than this. */
const fewPlain = 2;
/** How many unique ancestors are tried, nearest first. */
const maxAnchors = 12;

/**
 * Selectors that match only this element, most stable first, each with its reason; the index path
 * comes last. If a selector without an index exists for the element, one is among them; on screens
 * far larger than real ones only if it is found within the work limit. Throws `internal` for an
 * element of another screen.
 */
export function rankSelectors(element: Element, index: ScreenIndex): readonly SelectorSuggestion[] {
  return [...findSuggestions(element, index)];
}

/**
 * The first suggestion, without computing the others. Prefers an index among similar elements to a
 * chain through several unnamed layouts, which is longer and no more stable.
 */
export function bestSelector(element: Element, index: ScreenIndex): SelectorSuggestion {
  let nameless: SelectorSuggestion | undefined;
  for (const suggestion of findSuggestions(element, index)) {
    if (suggestion.kind === 'path' && nameless) return nameless;
    if (!/\* > \* > /.test(suggestion.selector) || suggestion.kind !== 'structure')
      return suggestion;
    nameless = suggestion;
  }
  throw notOnScreen(element);
}

function* findSuggestions(element: Element, index: ScreenIndex): Generator<SelectorSuggestion> {
  const number = index.elements.indexOf(element);
  if (number === -1) throw notOnScreen(element);
  const target = { index, number, traits: traitsOf(element) };
  const found = yield* lastingSuggestions(target);
  if (found === 0) {
    const steps = structuralSteps(index, number);
    // Without ancestors it relies on a state such as [checked], since nothing else is left.
    yield* suggestIfUnique(target, steps?.length === 1 ? 'state' : 'structure', steps);
  }
  yield* suggestIfUnique(target, 'counted', countedSteps(target));
  const indices = element.path.split('.').map(Number);
  yield* suggestIfUnique(target, 'path', [
    { relation: 'anywhere', tests: [{ kind: 'path', indices }] },
  ]);
}

function notOnScreen({ id }: Element): HandsetError {
  return internalError(`Element ${id} is not on the screen it was looked up on.`);
}

/** The element to find selectors for. */
interface SuggestionTarget {
  readonly index: ScreenIndex;
  readonly number: number;
  readonly traits: Traits;
}

/** Yields the suggestion and returns true if its selector is short enough and matches only the element. */
function* suggestIfUnique(
  { index, number }: SuggestionTarget,
  kind: SuggestionKind,
  steps: readonly SelectorStep[] | undefined,
): Generator<SelectorSuggestion, boolean> {
  if (steps === undefined || !isUniqueMatch(steps, number, index)) return false;
  const selector = printSelector({ alternatives: [{ steps }] });
  if (selector.length > maxSelectorLength) return false;
  yield { selector, kind, reason: reasons[kind], matches: 1 };
  return true;
}

/** A selector that may be worth suggesting. */
interface Candidate {
  readonly kind: SuggestionKind;
  readonly steps: readonly SelectorStep[];
}

/** Yields selectors without an index, except structural ones; returns how many of them rely on the element and its ancestors alone. */
function* lastingSuggestions(target: SuggestionTarget): Generator<SelectorSuggestion, number> {
  const accepted: Candidate[] = [];
  for (const [candidates, enough] of [
    [ownCandidates(target), maxPlain],
    [insideCandidates(target), fewPlain],
    [surroundingCandidates(target), fewPlain],
    [typedCandidates(target), 1],
  ] as const) {
    for (const candidate of candidates) {
      if (accepted.length >= enough) break;
      if (isRedundant(candidate, accepted)) continue;
      if (yield* suggestIfUnique(target, candidate.kind, candidate.steps)) accepted.push(candidate);
    }
  }
  return accepted.filter(({ kind }) => !['has', 'near', 'sibling'].includes(kind)).length;
}

/**
 * Whether an accepted selector uses a subset of this one's tests, so that this one adds nothing. A
 * type with a text that is already unique is still offered: it survives a second such text.
 */
function isRedundant({ kind, steps }: Candidate, accepted: readonly Candidate[]): boolean {
  const testedKeys = stepKeys(steps.at(-1));
  return accepted.some((other) => {
    if (kind === 'type-and-text' && stepKeys(other.steps[0]).size === 1) return false;
    const sameAnchor = other.steps.length === 1 || other.steps[0]?.tests === steps[0]?.tests;
    return sameAnchor && [...stepKeys(other.steps.at(-1))].every((key) => testedKeys.has(key));
  });
}

/** The kinds of tests in a step, regardless of their values. */
function stepKeys(step: SelectorStep | undefined): ReadonlySet<string> {
  const tests = step?.tests ?? [];
  return new Set(tests.map((test) => (test.kind === 'attribute' ? test.name : test.kind)));
}

/** Tests on the element itself, without ancestors (a compound selector in CSS terms). */
interface CompoundSelector {
  readonly kind: SuggestionKind;
  readonly tests: readonly ElementTest[];
}

/** Candidates from the element's own traits, most stable first. */
function* ownCandidates({ index, number, traits }: SuggestionTarget): Generator<Candidate> {
  for (const { kind, tests } of plainCompounds(traits)) yield { kind, steps: anywhere(tests) };
  // If all traits together are not unique, no subset is.
  if (!isUniqueMatch(anywhere(allTraitTests(traits)), number, index)) return;
  for (const { kind, tests } of withAttributes(traits)) yield { kind, steps: anywhere(tests) };
}

/** Candidates from a unique ancestor and the element's traits inside it; ancestors with an id first, then nearer ones first. */
function* insideCandidates({ index, number, traits }: SuggestionTarget): Generator<Candidate> {
  const own = [...plainCompounds(traits), ...withAttributes(traits)];
  for (const anchor of anchorsOf(number, index)) {
    for (const relation of ['descendant', 'child'] as const) {
      const inAnchor = (tests: readonly ElementTest[]): readonly SelectorStep[] => [
        ...anywhere(anchor),
        { relation, tests },
      ];
      if (!isUniqueMatch(inAnchor(allTraitTests(traits)), number, index)) continue;
      for (const { tests } of own) yield { kind: 'inside', steps: inAnchor(tests) };
    }
  }
}

/** Candidates from a text in the element or near to it, and from what stands right before it. */
function* surroundingCandidates(target: SuggestionTarget): Generator<Candidate> {
  const { index, number, traits } = target;
  const own = [...plainCompounds(traits), ...withOneAttribute(traits)];
  const labels = labelsAround(number, index);
  const has = labels
    .filter(({ isInside }) => isInside)
    .map(({ test }): HasTest => ({
      kind: 'has',
      alternatives: [{ steps: [{ relation: 'descendant', tests: [test] }] }],
    }));
  const near = labels.map(({ test: { pattern } }): NearTest => ({ kind: 'near', pattern }));
  for (const test of [...has, ...near]) {
    // If all traits together are not unique, no subset is.
    if (!isUniqueMatch(anywhere([...allTraitTests(traits), test]), number, index)) continue;
    for (const { tests } of own) yield { kind: test.kind, steps: anywhere([...tests, test]) };
  }
  const before = previousSibling(number, index);
  const anchor = before === undefined ? null : anchorOf(before, index);
  if (anchor === null) return;
  for (const { tests } of own) {
    yield { kind: 'sibling', steps: [...anywhere(anchor), { relation: 'next-sibling', tests }] };
  }
}

/** Candidates from the current content of a text field. */
function* typedCandidates({ traits: { editable, texts } }: SuggestionTarget): Generator<Candidate> {
  if (!editable) return;
  for (const test of texts) yield { kind: 'typed-text', steps: anywhere([test]) };
}

/** A chain with an index among the elements that share the element's id, text or type; undefined if no other shares it. */
function countedSteps({
  index,
  number,
  traits,
}: SuggestionTarget): readonly SelectorStep[] | undefined {
  const { ids, texts, descriptions, types, editable } = traits;
  const [first] = [...ids, ...(editable ? [] : texts), ...descriptions];
  const [type] = types;
  const [anchor] = first === undefined ? anchorsOf(number, index).filter(isById) : [];
  const test = first ?? type;
  if (test === undefined) return undefined;
  const outer = anchor === undefined ? [] : anywhere(anchor);
  const relation = anchor === undefined ? 'anywhere' : 'descendant';
  const matches = matchChain([...outer, { relation, tests: [test] }], index);
  // A single match needs no index.
  if (matches.length === 1) return undefined;
  const count = { kind: 'index', index: matches.indexOf(number) } as const;
  return [...outer, { relation, tests: [test, count] }];
}

function anywhere(tests: readonly SelectorTest[]): readonly SelectorStep[] {
  return [{ relation: 'anywhere', tests }];
}

function* plainCompounds(traits: Traits): Generator<CompoundSelector> {
  const { ids, descriptions, types, editable } = traits;
  const texts = editable ? [] : traits.texts;
  const [id] = ids;
  for (const test of ids) yield { kind: 'id', tests: [test] };
  for (const test of texts) yield { kind: 'text', tests: [test] };
  for (const test of descriptions) yield { kind: 'description', tests: [test] };
  const textTests = [...texts, ...descriptions];
  if (id) for (const test of textTests) yield { kind: 'id-and-text', tests: [id, test] };
  for (const test of textTests) {
    for (const type of types) yield { kind: 'type-and-text', tests: [type, test] };
  }
  for (const type of types) yield { kind: 'type', tests: [type] };
}

function* withAttributes(traits: Traits): Generator<CompoundSelector> {
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

/** The type with one attribute, for candidates that rely on more than the element itself. */
function* withOneAttribute({ types, attributes }: Traits): Generator<CompoundSelector> {
  const [type] = types;
  if (type === undefined) return;
  for (const attribute of attributes) yield { kind: 'attributes', tests: [type, attribute] };
}

/** All tests from the element's own traits; states are not included. */
function allTraitTests({ ids, texts, descriptions, types, attributes }: Traits): ElementTest[] {
  return [...ids, ...texts, ...descriptions, ...types, ...attributes];
}

type Anchor = readonly ElementTest[];

/** For each unique ancestor, the tests that match only it. */
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

/** Sort key: an id first, then texts, then a type alone. */
function anchorRank(anchor: Anchor): number {
  if (isById(anchor)) return 0;
  return anchor.length === 1 && anchor[0]?.kind === 'type' ? 2 : 1;
}

function isById(anchor: Anchor): boolean {
  return anchor.length === 1 && anchor[0]?.kind === 'name';
}

/** Cached in the index, since many descendants need the same ancestor. */
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
    if (isUniqueMatch(anywhere(tests), ancestor, index)) return tests;
  }
  return null;
}

/** A text or description in an element or near to it, by which a selector can name the element. */
interface Label {
  /** Its own text or description, or the beginning of a long one. */
  readonly test: TextTest;
  /** Whether it is in the element. */
  readonly isInside: boolean;
}

/** The levels with labels that are searched: a row's title may stand one level above a part of the row with texts of its own. */
const maxLevels = 2;
/** How many labels are taken on each level. */
const maxPerLevel = 2;
/** An ancestor of more elements holds more than one thing, so that a text in it says little about the element. */
const maxRowElements = 40;

/**
 * The labels in the element, then those in its ancestors, nearest first. On each level those without
 * digits come first, because counts and times change.
 */
function labelsAround(number: number, { elements, parents, ends }: ScreenIndex): readonly Label[] {
  const labels: Label[] = [];
  const seen = new Set([number]);
  let levels = 0;
  for (let around = number; around >= 0 && levels < maxLevels; around = parents[around] ?? -1) {
    const end = ends[around] ?? 0;
    if (end - around > maxRowElements) break;
    const inner = elements.slice(around, end).filter((_, i) => !seen.has(around + i));
    for (let known = around; known < end; known++) seen.add(known);
    const tests = inner.flatMap(labelTest).toSorted((a, b) => digitRank(a) - digitRank(b));
    const isInside = around === number;
    labels.push(...tests.slice(0, maxPerLevel).map((test) => ({ test, isInside })));
    if (tests.length > 0) levels++;
  }
  return labels;
}

/** None for an element whose text changes too often to name something else: what is typed or switched. */
function labelTest(element: Element): readonly TextTest[] {
  if (element.editable || element.checkable) return [];
  const { texts, descriptions } = traitsOf(element);
  const [test] = [...texts, ...descriptions];
  return test?.kind === 'text' || test?.kind === 'desc' ? [test] : [];
}

function digitRank({ pattern }: TextTest): number {
  return /\d/.test(pattern.pieces.join('')) ? 1 : 0;
}

/** The number of the child before this one of the same parent; undefined for a first child and a root. */
function previousSibling(number: number, { parents, ends }: ScreenIndex): number | undefined {
  const parent = parents[number] ?? -1;
  let sibling = parent + 1;
  if (parent < 0 || sibling === number) return undefined;
  for (let next = ends[sibling]; next !== undefined && next < number; next = ends[sibling]) {
    sibling = next;
  }
  return sibling;
}
