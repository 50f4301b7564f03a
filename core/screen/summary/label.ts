import type { Element } from '../screen.ts';
import { holdsPhrase, isBadge, isHeading, isWorded } from '../words.ts';
import { type Row, type Word, isActive, isSlider } from '../rows.ts';

/** The label of an element. */
export interface Label {
  /** The label as shown on the screen; empty if there is none. */
  readonly text: string;
  /** The element that has the label: itself, a part of it, or a text beside it. */
  readonly labelled: Element;
  /** Its other texts. */
  readonly more: readonly string[];
}

/** How many rows before an element its label can be. */
const reach = 4;

/**
 * The label of a row: its own text, its description, the description of its picture if that is the
 * title, or the first text on it. A switch without any of these gets the label beside or around it.
 */
export function rowLabel(rows: readonly Row[], at: number): Label {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const said = [
    { text: row.own.text, element: row.element },
    { text: row.own.description, element: row.element },
    ...pictureTitle(rows, at),
    ...row.words.filter(({ kind }) => kind === 'text'),
    ...row.words.filter(({ kind }) => kind === 'description'),
  ].filter(({ text }) => text !== '');
  const [first] = [...said.filter(({ text }) => isWorded(text)), ...said];
  if (first === undefined) return switchLabel(rows, at) ?? nothing(row.element);
  const more = said
    .filter((word) => word.text !== first.text && isWorded(word.text))
    .map(({ text }) => text);
  return { text: first.text, labelled: first.element, more };
}

/** Minimum fraction of a row that a picture covers; a smaller one is an icon. */
const pictured = 0.15;
/** Minimum length of a description that cannot be that of a decoration, such as "Profile picture". */
const telling = 20;
/** How many rows before and after are searched for the same description, which would mean a decoration. */
const nearby = 12;

/**
 * The description of a picture on the row if it is the title: several words that say more than the
 * first text, which is a duration, a badge, or something short such as the name of a channel.
 */
function pictureTitle(rows: readonly Row[], at: number): Word[] {
  const { element: row, words = [] } = rows[at] ?? {};
  const first = words.find(({ kind, text }) => kind === 'text' && isWorded(text))?.text;
  if (row === undefined || first === undefined) return [];
  const saysMore = (text: string): boolean =>
    isBadge(first) ||
    (text.length >= 2 * first.length && !holdsPhrase(text.toLowerCase(), first.toLowerCase()));
  const title = words.find(
    ({ kind, text, element }) =>
      kind === 'description' &&
      hasSeveralWords(text) &&
      saysMore(text) &&
      areaOf(element) >= pictured * areaOf(row) &&
      (text.length >= telling || !isRepeated(rows, at, text)),
  );
  return title ? [title] : [];
}

/** Whether a text has several words. Scripts without letter case may not use spaces, so there three letters suffice. */
function hasSeveralWords(text: string): boolean {
  const words = text.split(/\s/u).filter((word) => /\p{L}/u.test(word));
  return words.length > 1 || /\p{Lo}{3}/u.test(text);
}

function areaOf({ bounds: { left, top, right, bottom } }: Element): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function isRepeated(rows: readonly Row[], at: number, text: string): boolean {
  const around = rows.slice(Math.max(0, at - nearby), at + nearby + 1);
  const saying = around.filter(({ words }) => words.some((word) => word.text === text));
  return saying.length > 1;
}

/** The label of a field: its hint, its description, a text inside it or before it, else its content. */
export function fieldLabel(rows: readonly Row[], at: number): Label {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const { element, own } = row;
  const named = element.hint !== '' ? element.hint : own.description;
  if (named !== '') return { text: named, labelled: element, more: [] };
  const next = rows[at + 1];
  if (next && next.level > row.level && isPlain(next)) {
    return { text: saidBy(next), labelled: next.element, more: [] };
  }
  // A field with an id has a name; the text above it may belong to something else.
  const label = element.resourceId === '' ? above(rows, at) : undefined;
  return label ?? { text: element.password ? '' : own.text, labelled: element, more: [] };
}

/** The label of a switch or slider without texts: the text beside it, or the row around it. */
function switchLabel(rows: readonly Row[], at: number): Label | undefined {
  const row = rows[at];
  if (row === undefined || !(row.element.checkable || isSlider(row.element))) return undefined;
  const found = beside(rows, at);
  if (found !== undefined) return found;
  const around = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
  const holder = rows[around];
  if (!holder?.element.clickable) return undefined;
  return { ...rowLabel(rows, around), more: [] };
}

/** The text before it on the same line. */
function beside(rows: readonly Row[], at: number): Label | undefined {
  const { bounds } = rows[at]?.element ?? {};
  return before(rows, at).find(({ labelled }) => {
    const middle = (labelled.bounds.top + labelled.bounds.bottom) / 2;
    return bounds && middle >= bounds.top - slack(labelled) && middle < bounds.bottom;
  });
}

/** The text directly before a field, if it is close above it. */
function above(rows: readonly Row[], at: number): Label | undefined {
  const { bounds } = rows[at]?.element ?? {};
  const last = before(rows, at).at(-1);
  if (last && !isHeading(last.text)) return undefined;
  if (bounds === undefined || last === undefined) return undefined;
  const gap = bounds.top - last.labelled.bounds.bottom;
  return gap >= -slack(last.labelled) && gap <= 2 * slack(last.labelled) ? last : undefined;
}

/** The plain texts directly before a row, up to the next interactive row, in document order. */
function before(rows: readonly Row[], at: number): Label[] {
  const labels: Label[] = [];
  for (let i = at - 1; i >= Math.max(0, at - reach); i--) {
    const row = rows[i];
    if (row === undefined || !isPlain(row)) break;
    labels.unshift({ text: saidBy(row), labelled: row.element, more: [] });
  }
  return labels;
}

function isPlain(row: Row): boolean {
  return !isActive(row.element) && isWorded(saidBy(row));
}

function saidBy({ own }: Row): string {
  return own.text === '' ? own.description : own.text;
}

/** The height of the text in pixels, the measure of how far away a label may be. */
function slack({ bounds }: Element): number {
  return bounds.bottom - bounds.top;
}

function nothing(element: Element): Label {
  return { text: '', labelled: element, more: [] };
}
