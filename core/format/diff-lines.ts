import type { ScreenDiff, StateChange } from '../screen/diff/diff.ts';
import type { ElementPair } from '../screen/diff/movement.ts';
import { type ScreenRow, isActive, rowsOf } from '../screen/rows.ts';
import { type Element, type Screen, isWithin, walk } from '../screen/screen.ts';
import { type ElementLabel, rowLabel } from '../screen/summary/actions.ts';
import { accessibleTextOf, textsIn } from '../screen/accessible-text.ts';
import { quote, quoteTreeText } from './quote.ts';
import {
  factsOf,
  formatAccessibleText,
  formatKind,
  formatOwnText,
  formatRowText,
  treeFlagsOf,
} from './tree.ts';

/** An element and its line, without sign and id. */
export interface DiffLine {
  readonly element: Element;
  readonly line: string;
}

/**
 * A line for each row among `elements` with all its texts, `Button "Save" @save {clickable}`, and for
 * each of the `elements` whose text appears on another row: `TextView "On" @status in "Wi-Fi"`.
 * Elements without text and action have no line.
 */
export function rowLines(elements: readonly Element[], index: RowIndex): DiffLine[] {
  const selected = new Set(elements);
  return index.rows.flatMap((row) => {
    if (selected.has(row.element)) return [{ element: row.element, line: rowLine(row, index) }];
    const texts = new Set(row.texts.map(({ element }) => element).filter((it) => selected.has(it)));
    return [...texts].map((element) => ({ element, line: textLine(element, index) }));
  });
}

function rowLine({ element, own, texts }: ScreenRow, index: RowIndex): string {
  const flags = treeFlagsOf(element, index.screen);
  const textParts = [...formatOwnText(element, own), ...texts.map((text) => formatRowText(text))];
  return [
    formatKind(element, textParts),
    ...(flags.length > 0 ? [`{${flags.join(', ')}}`] : []),
    ...(textParts.length === 0 ? locationOf(element, index) : []),
  ].join(' ');
}

function textLine(element: Element, index: RowIndex): string {
  return [formatKind(element, formatOwnText(element)), ...locationOf(element, index)].join(' ');
}

/** UTF-16 units of a label that identify a row. */
const maxLocationLabel = 40;

/** A row's label from a text inside it; empty if it has none or its label is beside it. */
function ownLabel(element: Element, index: RowIndex): string {
  const label = index.labelOf(element);
  return label && isWithin(label.labelElement, element) ? label.text : '';
}

/** `Wi-Fi`, if a text beside the element or the row around it labels it; else empty. */
export function labelAround(element: Element, index: RowIndex): string {
  const rowAround = index.rowAround(element);
  const beside = ownLabel(element, index) === '' ? index.labelOf(element)?.text : '';
  const label =
    beside ||
    (rowAround && !rowAround.element.scrollable && index.labelOf(rowAround.element)?.text);
  const { text, description } = accessibleTextOf(element);
  return !label || label === text || label === description ? '' : label;
}

function locationOf(element: Element, index: RowIndex): string[] {
  const label = labelAround(element, index);
  return label === '' ? [] : [`in ${quote(label, maxLocationLabel)}`];
}

/** An element's texts; without any, its row's label. */
function nameOf(element: Element, index: RowIndex): string[] {
  const textParts = formatAccessibleText(accessibleTextOf(element));
  const label = ownLabel(element, index);
  return textParts.length > 0 || label === '' ? textParts : [quoteTreeText(label)];
}

/** `with "Milk"`: the first text inside an element without label and place. */
function contentOf(element: Element): string[] {
  const [first] = element.children.flatMap(textsIn);
  return first === undefined ? [] : [`with ${quote(first, maxLocationLabel)}`];
}

/** The elements that disappeared, except those scrolled out, which the movement's line counts. */
export function removedElements({ disappeared, moved }: ScreenDiff): Element[] {
  const scrolledOut = new Set(moved.flatMap((movement) => movement.scrolledOut.elements));
  return disappeared.filter((element) => !scrolledOut.has(element));
}

/**
 * Elements with changed texts or states, in document order: `EditText "" -> "Milk" @title {+focused}`.
 * A state that a row passes on to its descendants is listed for the row only, and so is a text that the
 * row's own changed text says, too.
 */
export function changeLines(diff: ScreenDiff, after: RowIndex): DiffLine[] {
  const texts = new Map(diff.textChanged.map((pair) => [pair.after, pair]));
  const states = new Map(diff.stateChanged.map((change) => [change.after, change]));
  const isRowState = (element: Element): boolean => {
    const row = after.rowAround(element);
    const textParts = formatStateChange(states.get(element)).join();
    return (
      !isActive(element) &&
      row !== undefined &&
      textParts === formatStateChange(states.get(row.element)).join()
    );
  };
  const rowElements = new Set(after.rows.map(({ element }) => element));
  const isSaidByRow = (element: Element): boolean => {
    const row = after.rowAround(element);
    const isText = row?.texts.some((text) => text.element === element) === true;
    return row !== undefined && texts.has(row.element) && !isText && !rowElements.has(element);
  };
  const changed = [...walk(diff.after.roots)].filter(
    (it) => (texts.has(it) && !isSaidByRow(it)) || (states.has(it) && !isRowState(it)),
  );
  return changed.map((element) => {
    const pair = texts.get(element);
    const nameParts = pair ? formatTextChange(pair) : nameOf(element, after);
    const place = locationOf(element, after);
    const line = [
      formatKind(element, nameParts),
      ...formatStateChange(states.get(element)),
      ...(nameParts.length + place.length === 0 ? contentOf(element) : place),
    ];
    return { element, line: line.join(' ') };
  });
}

function formatTextChange(pair: ElementPair): string[] {
  const oldText = accessibleTextOf(pair.before);
  const newText = accessibleTextOf(pair.after);
  const textParts = [
    ...(oldText.text === newText.text
      ? []
      : [`${quoteTreeText(oldText.text)} -> ${quoteTreeText(newText.text)}`]),
    ...(oldText.description === newText.description
      ? []
      : [`desc=${quoteTreeText(oldText.description)} -> ${quoteTreeText(newText.description)}`]),
    ...factsOf(pair.after).filter((fact) => !factsOf(pair.before).includes(fact)),
  ];
  return textParts.length === 0 ? ['other hidden text'] : textParts;
}

function formatStateChange(change: StateChange | undefined): string[] {
  if (change === undefined) return [];
  const gained = change.gained.map((state) => `+${state}`);
  return [`{${[...gained, ...change.lost.map((state) => `-${state}`)].join(', ')}}`];
}

/** A screen's rows, with their labels and their elements. */
export interface RowIndex {
  readonly screen: Screen;
  readonly rows: readonly ScreenRow[];
  /** The label of the row that has this element; undefined if no row has. */
  labelOf(element: Element): ElementLabel | undefined;
  /** The row whose text this element is, or the next outer row; undefined if there is none. */
  rowAround(element: Element): ScreenRow | undefined;
}

/** Indexes a screen's rows. */
export function indexRows(screen: Screen): RowIndex {
  const rows = rowsOf(screen);
  const rowNumbers = new Map(rows.map(({ element }, at) => [element, at]));
  const rowByElement = mapElementsToRows(screen, rows, rowNumbers);
  return {
    screen,
    rows,
    labelOf: (element) => {
      const at = rowNumbers.get(element);
      return at === undefined ? undefined : rowLabel(rows, at);
    },
    rowAround: (element) => rowByElement.get(element),
  };
}

function mapElementsToRows(
  { roots }: Screen,
  rows: readonly ScreenRow[],
  rowNumbers: ReadonlyMap<Element, number>,
): ReadonlyMap<Element, ScreenRow> {
  const rowByElement = new Map<Element, ScreenRow>();
  for (const element of walk(roots)) {
    const row = rows[rowNumbers.get(element) ?? -1] ?? rowByElement.get(element);
    if (row === undefined) continue;
    for (const child of element.children) rowByElement.set(child, row);
  }
  // The row that shows a text may be further out than the nearest one.
  for (const row of rows) {
    for (const { element } of row.texts)
      if (!rowNumbers.has(element)) rowByElement.set(element, row);
  }
  return rowByElement;
}
