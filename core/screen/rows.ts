import { type Size, intersect, rectOfSize } from '../geometry.ts';
import { isOnScreen } from './derive.ts';
import type { Element, Screen } from './screen.ts';
import { holdsPhrase, isSaid, type Spoken, shownLength, silent, spokenBy } from './words.ts';

/** One text or description shown on a row. */
export interface Word {
  readonly kind: 'text' | 'description';
  readonly text: string;
  /** The plain element that has it. */
  readonly element: Element;
}

/** An element that gets a line in the output, with the texts of the plain elements inside it. */
export interface Row {
  readonly element: Element;
  /** Number of rows around it; layouts in between do not count. */
  readonly level: number;
  /** Its own text and description; empty if the row around it already has them. */
  readonly own: Spoken;
  /** Texts of plain elements inside, in document order, without duplicates and without its own. */
  readonly words: readonly Word[];
}

/** Maximum number of texts in a row; an element with more is a panel, whose parts get their own rows. */
const maxWords = 8;

/** Maximum fraction of the screen that a row covers; a larger element is a panel or a background. */
const maxCovered = 0.5;

/**
 * The screen without its layouts, in document order: every element that is interactive, checkable,
 * focused or selected, and every text on the screen. A plain text belongs to the tappable row
 * around it, such as the title and summary of a list row. `within` are the elements to start at
 * instead of the roots.
 */
export function rowsOf(
  { roots, size }: Pick<Screen, 'roots' | 'size'>,
  within: readonly Element[] = roots,
): Row[] {
  const rows: OpenRow[] = [];
  const start = { level: 0, selected: false };
  const open: Place[] = [...within].reverse().map((element) => ({ ...start, element }));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const inside = visit(place, { rows, size });
    const { children } = place.element;
    for (let i = children.length - 1; i >= 0; i--) {
      const element = children[i];
      if (element !== undefined) open.push({ ...inside, element });
    }
  }
  return rows;
}

/** Whether the element is interactive: it can be tapped, scrolled, edited or slid, or has a checked state. */
export function isActive(element: Element): boolean {
  return isTapped(element) || element.scrollable || element.editable || isSlider(element);
}

/** Whether the element is a slider; uiautomator has no such attribute, so the class decides. */
export function isSlider({ className }: Element): boolean {
  return /(SeekBar|Slider|RatingBar|NumberPicker)$/.test(className);
}

type OpenRow = Row & { readonly words: Word[] };

/** What an element inherits from the rows around it. */
interface Around {
  readonly level: number;
  /** Whether an ancestor is selected: Android passes the state on to all descendants, where it says nothing new. */
  readonly selected: boolean;
  /** The row that receives the texts of plain elements here, if any. */
  readonly taker?: OpenRow;
}

interface Place extends Around {
  readonly element: Element;
}

interface Walk {
  readonly rows: OpenRow[];
  readonly size: Size;
}

/** Adds a row, or texts to the row around it, or nothing; returns the context for the children. */
function visit({ element, ...around }: Place, walk: Walk): Around {
  const own = spokenBy(element);
  const { level, taker } = around;
  const inside = { ...around, selected: around.selected || element.selected };
  const isNewlySelected = element.selected && !around.selected;
  const isWord = taker && !element.focused && !isNewlySelected && sameUse(taker.element, element);
  if (isWord && !isActive(element)) {
    addWords(taker, element, own);
    return inside;
  }
  if (isWord && isInert(element)) {
    addWords(taker, element, own);
    addRow(element, { level, own: silent }, walk);
    return { ...inside, level: level + 1 };
  }
  const isSaying = isSaid(own.text) || isSaid(own.description);
  const isTelling =
    element.focused || isNewlySelected || (isSaying && isOnScreen(element, walk.size));
  if (!isActive(element) && !isTelling) return inside;
  const row = addRow(element, { level, own }, walk);
  if (isActive(element) || isNewlySelected) {
    const takes = (isTapped(element) || isNewlySelected) && isRowSized(element, walk);
    return { level: level + 1, selected: inside.selected, ...(takes && { taker: row }) };
  }
  return { ...inside, level: level + 1 };
}

function isTapped({ clickable, longClickable, checkable }: Element): boolean {
  return clickable || longClickable || checkable;
}

/** Whether it is a switch or check mark that only shows the state of the row around it. */
function isInert(element: Element): boolean {
  const { checkable, clickable, longClickable, scrollable, editable } = element;
  return checkable && !clickable && !longClickable && !scrollable && !editable;
}

/** Whether the row already shows that the element is disabled. */
function sameUse(row: Element, element: Element): boolean {
  return element.enabled || !row.enabled;
}

function addRow(
  element: Element,
  { level, own }: Pick<Row, 'level' | 'own'>,
  { rows }: Walk,
): OpenRow {
  const row = { element, level, own, words: [] };
  rows.push(row);
  return row;
}

function addWords(row: OpenRow, element: Element, { text, description }: Spoken): void {
  if (isSaid(text) && !isTold(row, text)) row.words.push({ kind: 'text', text, element });
  if (isSaid(description) && !isTold(row, description)) {
    row.words.push({ kind: 'description', text: description, element });
  }
}

/** Whether the row already shows this text: as another text, or within the shown part of its own text or description. */
function isTold({ own, words }: OpenRow, text: string): boolean {
  const shown = [own.text, own.description].map((said) => said.slice(0, shownLength));
  return words.some((word) => word.text === text) || shown.some((said) => holdsPhrase(said, text));
}

/** Whether the element is a single thing to tap, not a panel, page, field or list. */
function isRowSized(element: Element, walk: Walk): boolean {
  if (element.scrollable || element.editable) return false;
  const { left, top, right, bottom } = intersect(element.bounds, rectOfSize(walk.size));
  const covered = Math.max(0, right - left) * Math.max(0, bottom - top);
  if (covered > maxCovered * walk.size.width * walk.size.height) return false;
  return hasFewWords(element);
}

function hasFewWords(element: Element): boolean {
  let words = 0;
  const open = [...element.children];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isActive(part)) continue;
    const { text, description } = spokenBy(part);
    words += Number(text !== '') + Number(description !== '');
    if (words > maxWords) return false;
    open.push(...part.children);
  }
  return true;
}
