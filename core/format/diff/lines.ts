import type { ScreenDiff, StateChange } from '../../screen/diff/diff.ts';
import type { ElementPair } from '../../screen/diff/movement.ts';
import { type Row, isActive, rowsOf } from '../../screen/rows.ts';
import { type Element, type Screen, isWithin, walk } from '../../screen/screen.ts';
import { type Label, rowLabel } from '../../screen/summary/label.ts';
import { spokenBy, wordsOf } from '../../screen/words.ts';
import { quote, quoted } from '../quote.ts';
import { nameKind, sayWord, sayWords, treeFlagsOf } from '../tree/tree.ts';

/** An element and its line, without sign and id. */
export interface Told {
  readonly element: Element;
  readonly line: string;
}

/**
 * A line for each row among `elements` with all its texts, `Button "Save" @save {clickable}`, and for
 * each of the `elements` whose text appears on another row: `TextView @status "On" in "Wi-Fi"`.
 * Elements without text and action have no line.
 */
export function tellRows(elements: readonly Element[], read: Read): Told[] {
  const wanted = new Set(elements);
  return read.rows.flatMap((row) => {
    if (wanted.has(row.element)) return [{ element: row.element, line: tellRow(row, read) }];
    const words = new Set(row.words.map(({ element }) => element).filter((it) => wanted.has(it)));
    return [...words].map((element) => ({ element, line: tellWord(element, read) }));
  });
}

function tellRow({ element, own, words }: Row, read: Read): string {
  const flags = treeFlagsOf(element, read.screen.size);
  const said = [...sayWords(own), ...words.map(sayWord)];
  return [
    nameKind(element),
    ...said,
    ...(flags.length > 0 ? [`{${flags.join(', ')}}`] : []),
    ...(said.length === 0 ? placeOf(element, read) : []),
  ].join(' ');
}

function tellWord(element: Element, read: Read): string {
  return [nameKind(element), ...sayWords(spokenBy(element)), ...placeOf(element, read)].join(' ');
}

/** UTF-16 units of a label that identify a row. */
const maxPlace = 40;

/** A row's label from a text inside it; empty if it has none or its label is beside it. */
function ownLabel(element: Element, read: Read): string {
  const label = read.labelOf(element);
  return label && isWithin(label.labelled, element) ? label.text : '';
}

/** `in "Wi-Fi"`, if a text beside the element or the row around it labels it. */
function placeOf(element: Element, read: Read): string[] {
  const around = read.around(element);
  const beside = ownLabel(element, read) === '' ? read.labelOf(element)?.text : '';
  const label =
    beside || (around && !around.element.scrollable && read.labelOf(around.element)?.text);
  const { text, description } = spokenBy(element);
  if (!label || label === text || label === description) return [];
  return [`in ${quote(label, maxPlace)}`];
}

/** An element's texts; without any, its row's label. */
function nameOf(element: Element, read: Read): string[] {
  const said = sayWords(spokenBy(element));
  const label = ownLabel(element, read);
  return said.length > 0 || label === '' ? said : [quoted(label)];
}

/** `with "Milk"`: the first text inside an element without label and place. */
function contentOf(element: Element): string[] {
  const [first] = element.children.flatMap(wordsOf);
  return first === undefined ? [] : [`with ${quote(first, maxPlace)}`];
}

/** The elements that disappeared, except those scrolled out, which the movement's line counts. */
export function goneForGood({ disappeared, moved }: ScreenDiff): Element[] {
  const scrolledOut = new Set(moved.flatMap(({ wentOut }) => wentOut.elements));
  return disappeared.filter((element) => !scrolledOut.has(element));
}

/**
 * Elements with changed texts or states, in document order: `EditText @title "" -> "Milk" {+focused}`.
 * A state that a row passes on to its descendants is listed for the row only.
 */
export function tellChanges(diff: ScreenDiff, after: Read): Told[] {
  const texts = new Map(diff.textChanged.map((pair) => [pair.after, pair]));
  const states = new Map(diff.stateChanged.map((change) => [change.after, change]));
  const isHandedDown = (element: Element): boolean => {
    const row = after.around(element);
    const said = sayStates(states.get(element)).join();
    return (
      !isActive(element) && row !== undefined && said === sayStates(states.get(row.element)).join()
    );
  };
  const changed = [...walk(diff.after.roots)].filter(
    (it) => texts.has(it) || (states.has(it) && !isHandedDown(it)),
  );
  return changed.map((element) => {
    const pair = texts.get(element);
    const named = pair ? sayTexts(pair) : nameOf(element, after);
    const place = placeOf(element, after);
    const line = [
      nameKind(element),
      ...named,
      ...sayStates(states.get(element)),
      ...(named.length + place.length === 0 ? contentOf(element) : place),
    ];
    return { element, line: line.join(' ') };
  });
}

function sayTexts(pair: ElementPair): string[] {
  const then = spokenBy(pair.before);
  const now = spokenBy(pair.after);
  const said = [
    ...(then.text === now.text ? [] : [`${quoted(then.text)} -> ${quoted(now.text)}`]),
    ...(then.description === now.description
      ? []
      : [`desc=${quoted(then.description)} -> ${quoted(now.description)}`]),
  ];
  return said.length === 0 ? ['other hidden text'] : said;
}

function sayStates(change: StateChange | undefined): string[] {
  if (change === undefined) return [];
  const gained = change.gained.map((state) => `+${state}`);
  return [`{${[...gained, ...change.lost.map((state) => `-${state}`)].join(', ')}}`];
}

/**
 * Actionable elements with a new id, in document order: `Switch @switch in "Wi-Fi"`; the old id is
 * added if several lines are equal.
 */
export function tellRenamed(renamed: readonly ElementPair[], after: Read): Told[] {
  const old = new Map(renamed.map((pair) => [pair.after, pair.before.id]));
  const told = after.rows
    .filter(({ element }) => isActive(element) && old.has(element))
    .map((row) => ({ element: row.element, line: nameRow(row, after) }));
  const counts = new Map<string, number>();
  for (const { line } of told) counts.set(line, (counts.get(line) ?? 0) + 1);
  return told.map(({ element, line }) => {
    const isOne = counts.get(line) === 1;
    return { element, line: isOne ? line : `${line} was ${old.get(element) ?? ''}` };
  });
}

function nameRow({ element }: Row, read: Read): string {
  const label = ownLabel(element, read);
  const name = label === '' ? placeOf(element, read) : [quoted(label)];
  return [nameKind(element), ...name].join(' ');
}

/** A screen's rows, with their labels and their elements. */
interface Read {
  readonly screen: Screen;
  readonly rows: readonly Row[];
  /** The label of the row that has this element; undefined if no row has. */
  labelOf(element: Element): Label | undefined;
  /** The row whose text this element is, or the next outer row; undefined if there is none. */
  around(element: Element): Row | undefined;
}

/** Indexes a screen's rows. */
export function readRows(screen: Screen): Read {
  const rows = rowsOf(screen);
  const numbers = new Map(rows.map(({ element }, at) => [element, at]));
  const holders = holdersOf(screen, rows, numbers);
  return {
    screen,
    rows,
    labelOf: (element) => {
      const at = numbers.get(element);
      return at === undefined ? undefined : rowLabel(rows, at);
    },
    around: (element) => holders.get(element),
  };
}

function holdersOf(
  { roots }: Screen,
  rows: readonly Row[],
  numbers: ReadonlyMap<Element, number>,
): ReadonlyMap<Element, Row> {
  const holders = new Map<Element, Row>();
  for (const element of walk(roots)) {
    const row = rows[numbers.get(element) ?? -1] ?? holders.get(element);
    if (row === undefined) continue;
    for (const child of element.children) holders.set(child, row);
  }
  // The row that shows a text may be further out than the nearest one.
  for (const row of rows) {
    for (const { element } of row.words) if (!numbers.has(element)) holders.set(element, row);
  }
  return holders;
}
