import { simpleClassName, idName } from '../screen/derive.ts';
import type { Element } from '../screen/screen.ts';
import type { ScreenIndex } from './match.ts';
import type { Selector, Test } from './selector.ts';
import { bestSelector } from './suggest.ts';

/** An element that resembles what a selector asks for. */
interface NearMiss {
  readonly element: Element;
  /** Matches this element alone. */
  readonly selector: string;
}

/** Enough to recognise the one that was meant. */
const maxMisses = 5;
/** How unlike a near miss may be: two letters of five. */
const maxUnlikeness = 0.45;
/** Words of one selector that are compared; bounds the work for a hostile one. */
const maxWords = 5;
/** Beyond this many UTF-16 units two texts are compared by their beginnings; it bounds the work. */
const comparedLength = 60;
/** The same for a text in which another is looked for. */
const searchedLength = 200;
/** What being only a part of the other adds, so that like wholes come first. */
const partPenalty = 0.1;

/** What a selector asks for by its letters. */
interface Word {
  readonly of: 'text' | 'name' | 'type';
  readonly letters: string;
  /** Whether a part of what an element says may come near it. */
  readonly isPart?: boolean;
}

/**
 * The elements that come nearest to a selector that matches none, by edit distance: of texts and
 * descriptions, of the ends of ids, and where it asks for neither, of class names; of an index
 * path, the deepest element that exists on it. The nearest first.
 */
export function nearestMisses(selector: Selector, index: ScreenIndex): readonly NearMiss[] {
  const words = wordsOf(selector);
  const elements = words.length > 0 ? mostAlike(words, index) : deepestOnPath(selector, index);
  return elements.map((element) => ({ element, selector: bestSelector(element, index).selector }));
}

/** From the last step to the first: the last names the element that is meant. */
function wordsOf({ alternatives }: Selector): readonly Word[] {
  const tests = alternatives.flatMap(({ steps }) => steps.toReversed().flatMap((s) => s.tests));
  const words = tests.flatMap(wordOf);
  const said = words.filter((word) => word.of !== 'type');
  return (said.length > 0 ? said : words).slice(0, maxWords);
}

function wordOf(test: Test): Word[] {
  switch (test.kind) {
    case 'text':
    case 'contains':
    case 'desc': {
      const letters = test.pattern.pieces.filter((piece) => piece !== '').join(' ');
      const isPart = test.kind === 'contains' || test.pattern.pieces.length > 1;
      return letters === '' ? [] : [{ of: 'text', letters, isPart }];
    }
    case 'id':
      return [{ of: 'name', letters: idName(test.part), isPart: true }];
    case 'name':
      return [{ of: 'name', letters: idName(test.name), isPart: true }];
    case 'type':
      return [{ of: 'type', letters: simpleClassName(test.suffix) }];
    default:
      return [];
  }
}

function mostAlike(words: readonly Word[], { elements, names }: ScreenIndex): readonly Element[] {
  const near: { readonly element: Element; readonly distance: number }[] = [];
  // Of a hundred rows that say the same, one is enough.
  const seen = new Set<string>();
  for (const [number, element] of elements.entries()) {
    for (const said of saidBy(element, names[number] ?? '')) {
      const key = `${said.of} ${said.letters}`;
      if (said.letters === '' || seen.has(key)) continue;
      seen.add(key);
      const distance = distanceTo(words, said);
      if (distance <= maxUnlikeness) near.push({ element, distance });
    }
  }
  near.sort((a, b) => a.distance - b.distance);
  return [...new Set(near.map(({ element }) => element))].slice(0, maxMisses);
}

function distanceTo(words: readonly Word[], said: Word): number {
  const alike = words.filter((word) => word.of === said.of);
  return Math.min(
    ...alike.map(({ isPart, letters }) =>
      isPart ? unlikenessWithin(letters, said.letters) : unlikeness(letters, said.letters),
    ),
  );
}

/** What a password field holds is not compared, since that would tell it letter by letter. */
function saidBy(element: Element, name: string): readonly Word[] {
  const { text, description, className, password } = element;
  return [
    { of: 'text', letters: password ? '' : text },
    { of: 'text', letters: description },
    { of: 'name', letters: name },
    { of: 'type', letters: simpleClassName(className) },
  ];
}

function deepestOnPath({ alternatives }: Selector, { elements }: ScreenIndex): readonly Element[] {
  const byPath = new Map(elements.map((element) => [element.path, element]));
  for (const test of alternatives.flatMap(({ steps }) => steps.flatMap((step) => step.tests))) {
    if (test.kind !== 'path') continue;
    for (let length = test.indices.length - 1; length > 0; length--) {
      const found = byPath.get(test.indices.slice(0, length).join('.'));
      if (found !== undefined) return [found];
    }
  }
  return [];
}

/**
 * How unlike two texts are, whatever their case: 0 for the same, 1 for nothing in common. One
 * inside the other counts as near; otherwise it is the edit distance (Levenshtein) in relation to
 * the longer one.
 */
export function unlikeness(a: string, b: string): number {
  const [short = '', long = ''] = [comparable(a), comparable(b)].sort(
    (one, other) => one.length - other.length,
  );
  if (short === long) return 0;
  if (short === '') return 1;
  // One letter is inside almost everything.
  if (short.length > 1 && long.includes(short)) return 0.4 * (1 - short.length / long.length);
  return editDistance(short, long) / long.length;
}

/** How unlike `part` is to the part of `whole` that is most like it, or to all of it. */
export function unlikenessWithin(part: string, whole: string): number {
  const wanted = comparable(part);
  if (wanted === '') return unlikeness(part, whole);
  const distance = distanceWithin(wanted, whole.slice(0, searchedLength).toLowerCase());
  return Math.min(unlikeness(part, whole), partPenalty + distance / wanted.length);
}

function comparable(text: string): string {
  return text.slice(0, comparedLength).toLowerCase();
}

/** The fewest insertions, deletions and replacements of UTF-16 units that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  const start = Array.from({ length: b.length + 1 }, (_, column) => column);
  return lastRow(a, b, start)[b.length] ?? 0;
}

/** The edit distance of `part` to that piece of `whole` where it is smallest (Sellers). */
export function distanceWithin(part: string, whole: string): number {
  // It costs nothing to begin, and to end, anywhere.
  const start = Array.from({ length: whole.length + 1 }, () => 0);
  return Math.min(...lastRow(part, whole, start));
}

function lastRow(a: string, b: string, start: readonly number[]): readonly number[] {
  let row = start;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row;
}
