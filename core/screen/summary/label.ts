import type { Element } from '../screen.ts';
import { holdsPhrase, isBadge, isHeading, isWorded } from '../words.ts';
import { type Row, type Word, isActive, isSlider } from '../rows.ts';

/** What an element is called. */
export interface Label {
  /** In the words of the screen; empty where nothing on it says. */
  readonly text: string;
  /** The element that says it: itself, a part of it, or a text beside it. */
  readonly labelled: Element;
  /** What else stands on it. */
  readonly more: readonly string[];
}

/** How many rows before an element its label can stand. */
const reach = 4;

/**
 * What a row is called: its own text, its description, what its picture shows where that is the
 * title, the first text on it; a switch, also what it is for.
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

/** Part of a row that a picture covers at least; what is smaller is an icon. */
const pictured = 0.15;
/** Letters from which on a description is none of a decoration, such as "Profile picture". */
const telling = 20;
/** Rows before and after among which a decoration would be described again. */
const nearby = 12;

/**
 * The description of a picture on the row, where it is the title: several words that say more than
 * the first text, which is a length, a badge, or something short such as a channel's name.
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

/** Scripts without capitals may write without spaces, so that three letters may be words. */
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

/** What a field is called: hint, description, a text inside it, a text before it; else what it holds. */
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
  // With an id it has a name already; what stands above may be anything.
  const label = element.resourceId === '' ? above(rows, at) : undefined;
  return label ?? { text: element.password ? '' : own.text, labelled: element, more: [] };
}

/** What a silent switch or slider is for: the text beside it, or the row that it stands on. */
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

/** A text on the same line before it. */
function beside(rows: readonly Row[], at: number): Label | undefined {
  const { bounds } = rows[at]?.element ?? {};
  return before(rows, at).find(({ labelled }) => {
    const middle = (labelled.bounds.top + labelled.bounds.bottom) / 2;
    return bounds && middle >= bounds.top - slack(labelled) && middle < bounds.bottom;
  });
}

/** The text right before a field and not far above it. */
function above(rows: readonly Row[], at: number): Label | undefined {
  const { bounds } = rows[at]?.element ?? {};
  const last = before(rows, at).at(-1);
  if (last && !isHeading(last.text)) return undefined;
  if (bounds === undefined || last === undefined) return undefined;
  const gap = bounds.top - last.labelled.bounds.bottom;
  return gap >= -slack(last.labelled) && gap <= 2 * slack(last.labelled) ? last : undefined;
}

/** The plain texts in the rows right before, without another thing to act on between, in document order. */
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

/** The height of the text's line: how far off it may stand. */
function slack({ bounds }: Element): number {
  return bounds.bottom - bounds.top;
}

function nothing(element: Element): Label {
  return { text: '', labelled: element, more: [] };
}
