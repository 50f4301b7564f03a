import { type Size, intersect, rectOfSize } from '../geometry.ts';
import { isOnScreen } from './derive.ts';
import type { Element, Screen } from './screen.ts';
import { holdsPhrase, isSaid, type Spoken, shownLength, silent, spokenBy } from './words.ts';

/** One text or description that stands on a row. */
export interface Word {
  readonly kind: 'text' | 'description';
  readonly text: string;
  /** The plain element that says it. */
  readonly element: Element;
}

/** An element that is worth a line, with the words of the plain elements on it. */
export interface Row {
  readonly element: Element;
  /** Rows around it; the structure between them does not count. */
  readonly level: number;
  /** What it says itself; nothing where the row around it says that already. */
  readonly own: Spoken;
  /** What plain elements inside say, in document order, each word once, its own left out. */
  readonly words: readonly Word[];
}

/** Words that still make a row; what holds more is a panel, whose parts get rows of their own. */
const maxWords = 8;

/** Part of the screen that a row covers at most; something bigger is a panel or a background. */
const maxCovered = 0.5;

/**
 * The screen without its scaffolding, in document order: whatever can be acted on or is checkable,
 * focused or selected, and every text on the screen. A text that is only there to be read stands
 * as a word on the row that is tapped with it, such as title and summary of a list's row. `within`
 * are the elements to begin at, in place of the whole screen.
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

/** Whether something can be done with the element, or it has a state to be set. */
export function isActive(element: Element): boolean {
  return isTapped(element) || element.scrollable || element.editable || isSlider(element);
}

/** Whether the element is one that is slid; uiautomator has no word for it, so the class decides. */
export function isSlider({ className }: Element): boolean {
  return /(SeekBar|Slider|RatingBar|NumberPicker)$/.test(className);
}

type OpenRow = Row & { readonly words: Word[] };

/** Where the walk stands. */
interface Around {
  readonly level: number;
  /** Android hands being selected down to all that is inside, where it says nothing new. */
  readonly selected: boolean;
  /** The row that takes the words of plain elements here, if any. */
  readonly taker?: OpenRow;
}

interface Place extends Around {
  readonly element: Element;
}

interface Walk {
  readonly rows: OpenRow[];
  readonly size: Size;
}

/** Makes a row of the element, or a word, or nothing; returns what its children find around them. */
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

/** A switch or a tick that only shows the state of the row it stands on. */
function isInert(element: Element): boolean {
  const { checkable, clickable, longClickable, scrollable, editable } = element;
  return checkable && !clickable && !longClickable && !scrollable && !editable;
}

/** Whether being disabled is nothing that the row would not tell. */
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

/** Whether the row says it already where it can be read: another part does, or its description lists what its parts say. */
function isTold({ own, words }: OpenRow, text: string): boolean {
  const shown = [own.text, own.description].map((said) => said.slice(0, shownLength));
  return words.some((word) => word.text === text) || shown.some((said) => holdsPhrase(said, text));
}

/** Whether what stands on it is one thing to tap: no panel, no page, no field and no list. */
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
