import type { ScreenDiff, StateChange } from '../../screen/diff/diff.ts';
import type { ElementPair } from '../../screen/diff/element-pair.ts';
import { type Element, walk } from '../../screen/screen.ts';
import { type Row, isActive } from '../../screen/summary/rows.ts';
import { spokenBy } from '../../screen/summary/spoken.ts';
import { quote } from '../quote.ts';
import { treeFlagsOf } from '../tree/flags.ts';
import { quoted } from '../tree/quoted.ts';
import { type Read, labelOfRow, nameKind, nameWords } from './names.ts';

/** An element and what is said of it, without mark and id. */
export interface Told {
  readonly element: Element;
  readonly line: string;
}

/**
 * A line for each row among `elements` with all that stands on it, `Button "Save" @save
 * {clickable}`, and for each word that came to a row which is not among them, or left it:
 * `TextView @status "On" in "Wi-Fi"`. Elements that say and do nothing have no line.
 */
export function tellRows(elements: readonly Element[], read: Read): Told[] {
  const wanted = new Set(elements);
  return read.rows.flatMap((row) => {
    if (wanted.has(row.element))
      return [{ element: row.element, line: tellRow(row, read, wanted) }];
    const words = new Set(row.words.map(({ element }) => element).filter((it) => wanted.has(it)));
    return [...words].map((element) => ({ element, line: tellWord(element, read) }));
  });
}

function tellRow(row: Row, read: Read, wanted: ReadonlySet<Element>): string {
  const { element, own, words } = row;
  const flags = treeFlagsOf(element, read.screen.size);
  const around = read.around(element);
  // What says nothing is known by its row, which has the line above where it is wanted, too.
  const isOrphan = labelOfRow(row) === '' && around && !wanted.has(around.element);
  return [
    nameKind(element),
    ...nameWords(own),
    ...words.map(({ kind, text }) => (kind === 'text' ? quoted(text) : `desc=${quoted(text)}`)),
    ...(flags.length > 0 ? [`{${flags.join(', ')}}`] : []),
    ...(isOrphan ? placeOf(element, read) : []),
  ].join(' ');
}

function tellWord(element: Element, read: Read): string {
  return [nameKind(element), ...nameWords(spokenBy(element)), ...placeOf(element, read)].join(' ');
}

/** Enough to know the row by. */
const maxPlace = 40;

/** `in "Wi-Fi"`, where the row around the element has a name. */
function placeOf(element: Element, read: Read): string[] {
  const around = read.around(element);
  const label = around === undefined || around.element.scrollable ? '' : labelOfRow(around);
  const { text, description } = spokenBy(element);
  if (label === '' || label === text || label === description) return [];
  return [`in ${quote(label, maxPlace)}`];
}

/** What disappeared and was not scrolled out, which is told with what moved. */
export function goneForGood({ disappeared, moved }: ScreenDiff): Element[] {
  const scrolledOut = new Set(moved.flatMap(({ wentOut }) => wentOut.elements));
  return disappeared.filter((element) => !scrolledOut.has(element));
}

/** Elements with other texts or states, in document order: `EditText @title "" -> "Milk" {+focused}`. */
export function tellChanges(diff: ScreenDiff, after: Read): Told[] {
  const texts = new Map(diff.textChanged.map((pair) => [pair.after, pair]));
  const states = new Map(diff.stateChanged.map((change) => [change.after, change]));
  const changed = [...walk(diff.after.roots)].filter((it) => texts.has(it) || states.has(it));
  return changed.map((element) => {
    const pair = texts.get(element);
    const line = [
      nameKind(element),
      ...(pair ? sayTexts(pair) : nameWords(spokenBy(element))),
      ...sayStates(states.get(element)),
      ...placeOf(element, after),
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
 * What can be acted on and has another id now, in document order: `Switch @switch in "Wi-Fi"`;
 * with the old id where the line is that of another, too.
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

function nameRow(row: Row, read: Read): string {
  const label = labelOfRow(row);
  const said = label === '' ? placeOf(row.element, read) : [quoted(label)];
  return [nameKind(row.element), ...said].join(' ');
}
