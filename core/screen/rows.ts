import type { Size } from '../geometry.ts';
import { coveredFraction, isOnScreen, type Element, type Screen } from './screen.ts';
import {
  containsPhrase,
  hasVisibleCharacters,
  type AccessibleText,
  maxShownLength,
  noAccessibleText,
  accessibleTextOf,
} from './accessible-text.ts';

/** One text or description shown on a row. */
export interface RowText {
  readonly kind: 'text' | 'description';
  readonly text: string;
  /** The plain element that has it. */
  readonly element: Element;
}

/** An element that gets a line in the output, with the texts of the plain elements inside it. */
export interface ScreenRow {
  readonly element: Element;
  /** Number of rows around it; layouts in between do not count. */
  readonly level: number;
  /** Its own text and description; empty if the row around it already has them. */
  readonly own: AccessibleText;
  /** Texts of plain elements inside, in document order, without duplicates and without its own. */
  readonly texts: readonly RowText[];
}

/** Maximum number of texts in a row; an element with more is a panel, whose parts get their own rows. */
const maxTexts = 8;
/** The same of a card, in which little else than itself can be touched, and the number of such parts. */
const maxCardTexts = 30;
const maxCardParts = 2;

/** Maximum fraction of the screen that a row covers; a larger element is a panel or a background. */
const maxCoveredFraction = 0.5;

/**
 * The screen without its layouts, in document order: every element that is interactive, checkable,
 * focused or selected, and every text on the screen. A plain text belongs to the tappable row
 * around it, such as the title and summary of a list row. `within` are the elements to start at
 * instead of the roots.
 */
export function rowsOf(
  { roots, size }: Pick<Screen, 'roots' | 'size'>,
  within: readonly Element[] = roots,
): ScreenRow[] {
  const rows: RowBuilder[] = [];
  const start = { level: 0, selected: false };
  const open: VisitedElement[] = [...within].reverse().map((element) => ({ ...start, element }));
  for (let visited = open.pop(); visited !== undefined; visited = open.pop()) {
    const inside = visit(visited, { rows, size });
    const { children } = visited.element;
    for (let i = children.length - 1; i >= 0; i--) {
      const element = children[i];
      if (element !== undefined) open.push({ ...inside, element });
    }
  }
  return rows;
}

/** Whether the element is interactive: it can be tapped, scrolled, edited or slid, or has a checked state. */
export function isActive(element: Element): boolean {
  return isTappable(element) || element.scrollable || element.editable || isSlider(element);
}

/** Whether the element is a slider; uiautomator has no such attribute, so the class decides. */
export function isSlider({ className }: Element): boolean {
  return /(SeekBar|Slider|RatingBar|NumberPicker)$/.test(className);
}

type RowBuilder = ScreenRow & { readonly texts: RowText[] };

/** What an element inherits from the rows around it. */
interface RowContext {
  readonly level: number;
  /** Whether an ancestor is selected: Android passes the state on to all descendants, where it says nothing new. */
  readonly selected: boolean;
  /** The row that receives the texts of plain elements here, if any. */
  readonly receivingRow?: RowBuilder;
}

interface VisitedElement extends RowContext {
  readonly element: Element;
}

interface RowCollector {
  readonly rows: RowBuilder[];
  readonly size: Size;
}

/** Adds a row, or texts to the row around it, or nothing; returns the context for the children. */
function visit({ element, ...around }: VisitedElement, collector: RowCollector): RowContext {
  const own = accessibleTextOf(element);
  const { level, receivingRow } = around;
  const inside = { ...around, selected: around.selected || element.selected };
  const isNewlySelected = element.selected && !around.selected;
  const isPartOfRow =
    receivingRow &&
    !element.focused &&
    !isNewlySelected &&
    isEnabledLikeRow(receivingRow.element, element);
  if (isPartOfRow && !isActive(element)) {
    addTexts(receivingRow, element, own);
    return inside;
  }
  if (isPartOfRow && isStateIndicator(element)) {
    addTexts(receivingRow, element, own);
    addRow(element, { level, own: noAccessibleText }, collector);
    return { ...inside, level: level + 1 };
  }
  const hasVisibleText = hasVisibleCharacters(own.text) || hasVisibleCharacters(own.description);
  const isWorthRow =
    element.focused || isNewlySelected || (hasVisibleText && isOnScreen(element, collector.size));
  if (!isActive(element) && !isWorthRow) return inside;
  const row = addRow(element, { level, own }, collector);
  if (isActive(element) || isNewlySelected) {
    const receivesTexts =
      (isTappable(element) || isNewlySelected) && isRowSized(element, collector);
    return {
      level: level + 1,
      selected: inside.selected,
      ...(receivesTexts && { receivingRow: row }),
    };
  }
  return { ...inside, level: level + 1 };
}

/** Whether a tap on the element does something, as far as the dump tells. */
export function isTappable({ clickable, longClickable, checkable, listItem }: Element): boolean {
  return clickable || longClickable || checkable || listItem;
}

/** Whether it is a switch or check mark that only shows the state of the row around it. */
function isStateIndicator(element: Element): boolean {
  const { checkable, clickable, longClickable, scrollable, editable } = element;
  return checkable && !clickable && !longClickable && !scrollable && !editable;
}

/** Whether the row already shows that the element is disabled. */
function isEnabledLikeRow(row: Element, element: Element): boolean {
  return element.enabled || !row.enabled;
}

function addRow(
  element: Element,
  { level, own }: Pick<ScreenRow, 'level' | 'own'>,
  { rows }: RowCollector,
): RowBuilder {
  const row = { element, level, own, texts: [] };
  rows.push(row);
  return row;
}

function addTexts(row: RowBuilder, element: Element, { text, description }: AccessibleText): void {
  if (hasVisibleCharacters(text) && !isAlreadyShown(row, text))
    row.texts.push({ kind: 'text', text, element });
  if (hasVisibleCharacters(description) && !isAlreadyShown(row, description)) {
    row.texts.push({ kind: 'description', text: description, element });
  }
}

/** Whether the row already shows this text: as another text, or within the shown part of its own text or description. */
function isAlreadyShown({ own, texts }: RowBuilder, text: string): boolean {
  const shownTexts = [own.text, own.description].map((said) => said.slice(0, maxShownLength));
  return (
    texts.some((word) => word.text === text) ||
    shownTexts.some((said) => containsPhrase(said, text))
  );
}

/** Whether the element is a single thing to tap, not a panel, page, field or list. */
function isRowSized(element: Element, collector: RowCollector): boolean {
  if (element.scrollable || element.editable) return false;
  return coveredFraction(element, collector.size) <= maxCoveredFraction && hasFewTexts(element);
}

function hasFewTexts(element: Element): boolean {
  let textCount = 0;
  let partCount = 0;
  const open = [...element.children];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (isActive(part)) {
      partCount += Number(!isStateIndicator(part));
      continue;
    }
    const { text, description } = accessibleTextOf(part);
    textCount += Number(text !== '') + Number(description !== '');
    if (textCount > maxCardTexts) return false;
    open.push(...part.children);
  }
  return textCount <= maxTexts || partCount <= maxCardParts;
}
