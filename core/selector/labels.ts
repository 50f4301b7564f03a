import type { Element } from '../screen/screen.ts';
import type { ScreenIndex } from './match.ts';
import type { HasTest, NearTest, TextTest } from './selector.ts';
import { traitsOf } from './structure.ts';

/** A text or description in an element or near to it, by which a selector can name the element. */
export interface Label {
  /** Its own text or description, or the beginning of a long one. */
  readonly test: TextTest;
  /** Whether it is in the element. */
  readonly isInside: boolean;
}

/** `:has(:text("Wi-Fi"))` */
export function hasLabel({ test }: Label): HasTest {
  return { kind: 'has', alternatives: [{ steps: [{ relation: 'descendant', tests: [test] }] }] };
}

/** `:near("Wi-Fi")` */
export function nearLabel({ test: { pattern } }: Label): NearTest {
  return { kind: 'near', pattern };
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
export function labelsAround(
  number: number,
  { elements, parents, ends }: ScreenIndex,
): readonly Label[] {
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
export function previousSibling(
  number: number,
  { parents, ends }: ScreenIndex,
): number | undefined {
  const parent = parents[number] ?? -1;
  let sibling = parent + 1;
  if (parent < 0 || sibling === number) return undefined;
  for (let next = ends[sibling]; next !== undefined && next < number; next = ends[sibling]) {
    sibling = next;
  }
  return sibling;
}
