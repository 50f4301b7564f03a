import type { Counter, PlainStep } from './counter.ts';
import type { ElementTest } from './element-test.ts';
import type { SuggestionKind } from './suggestion.ts';
import { type Traits, traitsOf } from './traits.ts';

/** A selector that may be worth suggesting. */
export interface Candidate {
  readonly kind: SuggestionKind;
  readonly steps: readonly PlainStep[];
}

/** Tests that hold for one element, without regard to where it lies. */
interface Compound {
  readonly kind: SuggestionKind;
  readonly tests: readonly ElementTest[];
}

/** An element without words of its own is found through the ancestors that lie this near, at most. */
const maxAnchors = 12;

/** By what the element itself is, the most lasting first. */
export function* ownCandidates(counter: Counter, number: number): Generator<Candidate> {
  const traits = traitsFor(counter, number);
  if (traits === undefined) return;
  for (const compound of plainCompounds(traits)) yield asCandidate(compound);
  const { steps } = asCandidate({ kind: 'attributes', tests: everything(traits) });
  if (!counter.isOnly(steps, number)) return;
  for (const compound of withAttributes(traits)) yield asCandidate(compound);
}

/** By an ancestor that is unique and what the element is inside it; ancestors with an id first, near ones before far ones. */
export function* insideCandidates(counter: Counter, number: number): Generator<Candidate> {
  const traits = traitsFor(counter, number);
  if (traits === undefined) return;
  const own = [...plainCompounds(traits), ...withAttributes(traits)];
  for (const anchor of anchorsOf(counter, number)) {
    for (const relation of ['descendant', 'child'] as const) {
      const inAnchor = (tests: readonly ElementTest[]): readonly PlainStep[] => [
        { relation: 'anywhere', tests: anchor.tests },
        { relation, tests },
      ];
      // What all of it together can't tell apart, no part of it can.
      if (!counter.isOnly(inAnchor(everything(traits)), number)) continue;
      for (const { tests } of own) yield { kind: 'inside', steps: inAnchor(tests) };
    }
  }
}

/** By what is typed into it now, if it is a field. */
export function* typedCandidates(counter: Counter, number: number): Generator<Candidate> {
  const traits = traitsFor(counter, number);
  if (!traits?.editable) return;
  for (const test of traits.texts) yield asCandidate({ kind: 'typed-text', tests: [test] });
}

/** By what it shares with the fewest others, to be counted among them. */
export function countableSteps(counter: Counter, number: number): readonly PlainStep[] | undefined {
  const traits = traitsFor(counter, number);
  if (traits === undefined) return undefined;
  const { ids, texts, descriptions, types, editable } = traits;
  const tests = [ids, editable ? [] : texts, descriptions].find((some) => some.length > 0);
  if (tests !== undefined) return [{ relation: 'anywhere', tests: tests.slice(0, 1) }];
  if (types.length === 0) return undefined;
  const [anchor] = anchorsOf(counter, number).filter(({ kind }) => kind === 'id');
  const last = { relation: anchor ? 'descendant' : 'anywhere', tests: types.slice(0, 1) } as const;
  return anchor ? [{ relation: 'anywhere', tests: anchor.tests }, last] : [last];
}

function traitsFor({ index }: Counter, number: number): Traits | undefined {
  const element = index.elements[number];
  return element && traitsOf(element);
}

function asCandidate({ kind, tests }: Compound): Candidate {
  return { kind, steps: [{ relation: 'anywhere', tests }] };
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

/** The compounds by which ancestors are unique, one an ancestor. */
function anchorsOf(counter: Counter, number: number): Compound[] {
  const anchors: Compound[] = [];
  const { parents } = counter.index;
  let ancestor = parents[number] ?? -1;
  for (; ancestor >= 0 && anchors.length < maxAnchors; ancestor = parents[ancestor] ?? -1) {
    const anchor = anchorOf(counter, ancestor);
    if (anchor) anchors.push(anchor);
  }
  const rank = ({ kind }: Compound): number => (kind === 'id' ? 0 : kind === 'type' ? 2 : 1);
  return anchors.sort((a, b) => rank(a) - rank(b));
}

/** What each ancestor is unique by, null where by nothing; descendants ask for it again and again. */
const knownAnchors = new WeakMap<Counter, Map<number, Compound | null>>();

function anchorOf(counter: Counter, ancestor: number): Compound | null {
  const known = knownAnchors.get(counter) ?? new Map<number, Compound | null>();
  knownAnchors.set(counter, known);
  const found = known.get(ancestor);
  if (found !== undefined) return found;
  const made = findAnchor(counter, ancestor);
  known.set(ancestor, made);
  return made;
}

function findAnchor(counter: Counter, ancestor: number): Compound | null {
  const traits = traitsFor(counter, ancestor);
  if (traits === undefined) return null;
  for (const compound of plainCompounds(traits)) {
    if (counter.isOnly(asCandidate(compound).steps, ancestor)) return compound;
  }
  return null;
}
