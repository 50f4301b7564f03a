import { coveredFraction, isWithin, type Element, type Screen } from '../screen.ts';
import { containsPhrase, hasLettersOrDigits, isBadge, isHeading } from '../accessible-text.ts';
import { isActive, isSlider, isTappable, type RowText, type ScreenRow } from '../rows.ts';
import { areaOf, sameSize, sizeOfRect, type Rect } from '../../geometry.ts';
import { controlLabel, isValue, timesAtEnds } from './control-label.ts';

/** The label of an element. */
export interface ElementLabel {
  /** The label as shown on the screen; empty if there is none. */
  readonly text: string;
  /** The element that has the label: itself, a part of it, or a text beside it. */
  readonly labelElement: Element;
  /** Its other texts. */
  readonly more: readonly string[];
}

/** How many rows before an element its label can be. */
const maxLabelDistance = 4;

/**
 * The label of a row: its own text, its description, the description of its picture if that is the
 * title, or the first text on it. A switch without any of these gets the label beside or around it.
 */
export function rowLabel(rows: readonly ScreenRow[], at: number): ElementLabel {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const texts = [
    ...ownTexts(rows, at).map((text) => ({ text, element: row.element })),
    ...pictureTitle(rows, at),
    ...row.texts.filter(({ kind }) => kind === 'text'),
    ...row.texts.filter(({ kind }) => kind === 'description'),
  ].filter(({ text }) => text !== '');
  const [first] = [...texts.filter(({ text }) => hasLettersOrDigits(text)), ...texts];
  if (first === undefined || isSliderValue(row, first.text)) {
    const label = labelOfControl(rows, at);
    if (label !== undefined) return label;
  }
  if (first === undefined) return { text: '', labelElement: row.element, more: [] };
  const more = texts
    .filter((word) => word.text !== first.text && hasLettersOrDigits(word.text))
    .map(({ text }) => text);
  return { text: first.text, labelElement: first.element, more };
}

/**
 * Its own text, then its description. A switch with both has the word for its state as the text, such
 * as "Off"; its description is the name, and a word that other switches have too says no more.
 */
function ownTexts(rows: readonly ScreenRow[], at: number): string[] {
  const { element, own } = rows[at] ?? {};
  if (element === undefined || own === undefined) return [];
  if (!switches.test(element.className) || own.description === '')
    return [own.text, own.description];
  const others = rowsAround(rows, at).filter(
    (other) => other.element !== element && other.own.text === own.text,
  );
  const isStateWord = others.some((other) => switches.test(other.element.className));
  return isStateWord ? [own.description] : [own.description, own.text];
}

/** Classes that uiautomator gives the word for their state as text. */
const switches = /(Switch|SwitchCompat|SwitchMaterial|MaterialSwitch|ToggleButton)$/;

/** Minimum fraction of a row that a picture covers; a smaller one is an icon. */
const minPictureFraction = 0.15;
/** Minimum length of a description that cannot be that of a decoration, such as "Profile picture". */
const minTitleLength = 20;
/** How many rows before and after are searched for the same description, which would mean a decoration. */
const nearbyRows = 12;

/**
 * The description of a picture on the row if it is the title: several words that say more than the
 * first text, which is a duration, a badge, or something short such as the name of a channel.
 */
function pictureTitle(rows: readonly ScreenRow[], at: number): RowText[] {
  const { element: row, texts = [] } = rows[at] ?? {};
  const first = texts.find(({ kind, text }) => kind === 'text' && hasLettersOrDigits(text))?.text;
  if (row === undefined || first === undefined) return [];
  const saysMore = (text: string): boolean =>
    isBadge(first) ||
    (text.length >= 2 * first.length && !containsPhrase(text.toLowerCase(), first.toLowerCase()));
  const title = texts.find(
    ({ kind, text, element }) =>
      kind === 'description' &&
      isSeveralWords(text) &&
      saysMore(text) &&
      areaOf(element.bounds) >= minPictureFraction * areaOf(row.bounds) &&
      (text.length >= minTitleLength || !isRepeated(rows, at, text)),
  );
  return title ? [title] : [];
}

/** Whether a text has several words. Scripts without letter case may not use spaces, so there three letters suffice. */
function isSeveralWords(text: string): boolean {
  const words = text.split(/\s/u).filter((word) => /\p{L}/u.test(word));
  return words.length > 1 || /\p{Lo}{3}/u.test(text);
}

function rowsAround(rows: readonly ScreenRow[], at: number): readonly ScreenRow[] {
  return rows.slice(Math.max(0, at - nearbyRows), at + nearbyRows + 1);
}

function isRepeated(rows: readonly ScreenRow[], at: number, text: string): boolean {
  const rowsWithText = rowsAround(rows, at).filter(({ texts }) =>
    texts.some((word) => word.text === text),
  );
  return rowsWithText.length > 1;
}

/**
 * The label of a row as a person would say it. Toolkits join all texts of a row into one, so the first
 * line is the name and the others follow it. Characters of icon fonts, texts that the name has already
 * and descriptions that all rows like it have are left out.
 */
function spokenLabel(rows: readonly ScreenRow[], at: number): ElementLabel {
  const { text, labelElement, more } = rowLabel(rows, at);
  const lines = linesOf(text);
  const name = lines.find(hasLettersOrDigits) ?? lines[0] ?? '';
  const lowerName = name.toLowerCase();
  const saysMore = (line: string): boolean =>
    line !== '' && !containsPhrase(lowerName, line.toLowerCase());
  const furtherLines = lines.filter((line) => hasLettersOrDigits(line) && saysMore(line));
  const others = more
    .filter((other) => !isDecoration(rows, at, other))
    .map((other) => withoutPart(linesOf(other).join(', '), name));
  return { text: name, labelElement, more: [furtherLines.join(', '), ...others].filter(saysMore) };
}

/** Removes the name from a description that joins it to a state: "checked, Music" of the tab "Music". */
function withoutPart(text: string, name: string): string {
  const parts = text.split(', ').filter((part) => part !== name);
  return parts.length > 0 ? parts.join(', ') : text;
}

/** The lines of a text without characters of icon fonts. */
function linesOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/u).map((line) => withoutGlyphs(line).trim());
  return lines.filter((line) => line !== '');
}

/** Removes characters of icon fonts, and the commas that joined them to the other texts. */
function withoutGlyphs(line: string): string {
  if (!/\p{Co}/u.test(line)) return line;
  const parts = line.split(',').map((part) => part.replace(/\p{Co}+/gu, '').trim());
  return parts.filter((part) => part !== '').join(', ');
}

/** Fewest rows that show that a description is on all of them. */
const minDecoratedRows = 3;

/** Whether all rows like it around it have this description, such as "Cover". */
function isDecoration(rows: readonly ScreenRow[], at: number, text: string): boolean {
  const row = rows[at];
  if (!row?.texts.some((word) => word.kind === 'description' && word.text === text)) return false;
  const alike = rowsAround(rows, at).filter(
    ({ element, level, texts }) =>
      level === row.level && element.className === row.element.className && texts.length > 0,
  );
  const decorated = alike.filter(({ texts }) => texts.some((word) => word.text === text));
  return decorated.length >= minDecoratedRows && decorated.length === alike.length;
}

/** The label of a field: its hint unless that is an example, its description, a text inside it or before it, else its content. */
function fieldLabel(rows: readonly ScreenRow[], at: number): ElementLabel {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const { element, own } = row;
  const name = element.hint !== '' ? element.hint : own.description;
  const nameLabel = { text: name, labelElement: element, more: [] };
  if (isExample(name)) return labelAbove(rows, at) ?? nameLabel;
  if (name !== '') return nameLabel;
  const next = rows[at + 1];
  if (next && next.level > row.level && isPlain(next) && !isCounter(next.element, element)) {
    return { text: rowText(next), labelElement: next.element, more: [] };
  }
  // Older dumps show a hint as the text; a number, a sentence or several lines are content.
  const isContent = element.password || !isHeading(own.text);
  const label = labelAbove(rows, at);
  // A field with an id or a hint has a name; a text above it may belong to something else.
  const isOwn =
    element.resourceId === '' || (isContent && label && isStackedOn(label.labelElement, element));
  if (label !== undefined && isOwn) return label;
  return { text: isContent ? '' : own.text, labelElement: element, more: [] };
}

/** Whether the text shows what to type, such as "https://example.com" or "sk-...", and does not say what it is for. */
function isExample(text: string): boolean {
  if (/^e\.?g\b/i.test(text)) return true;
  // Other scripts may use no spaces, so there one run of characters can be a sentence.
  if (!/^[!-~]+…?$/.test(text)) return false;
  return /[\d@]|:\/\//.test(text) || (/[.…]$/.test(text) && /[^A-Za-z.…]/.test(text));
}

/** Whether the text is where the slider stands, such as "40%", and not what it is for. */
function isSliderValue({ element }: ScreenRow, text: string): boolean {
  return isSlider(element) && isValue(text);
}

/** The label of a switch or slider without a name of its own: the text beside or above it, the row around it, or a player's times. */
function labelOfControl(rows: readonly ScreenRow[], at: number): ElementLabel | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  if (!isSlider(row.element) && stateElementsOf(rows, at).length === 0) return undefined;
  const found = controlLabel(rows, at);
  if (found !== undefined) return { text: found.text, labelElement: found.element, more: [] };
  const around = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
  const container = rows[around];
  if (container?.element.clickable) return { ...rowLabel(rows, around), more: [] };
  const [position, whole] = isSlider(row.element) ? timesAtEnds(rows, at) : [];
  if (position === undefined || whole === undefined) return undefined;
  return { text: position.text, labelElement: position.element, more: [whole.text] };
}

/** Whether a text in a field stands below its content, as the number of characters that are left. */
function isCounter({ bounds: { top } }: Element, { bounds: field }: Element): boolean {
  return top > field.top + 0.6 * (field.bottom - field.top);
}

/** Whether they are in the same container and begin at the same edge, as a label and its field do. */
function isStackedOn(upper: Element, lower: Element): boolean {
  const container = ({ path }: Element): string => path.slice(0, path.lastIndexOf('.'));
  return container(upper) === container(lower) && upper.bounds.left === lower.bounds.left;
}

/** The text directly before a field, if it is close above it. */
function labelAbove(rows: readonly ScreenRow[], at: number): ElementLabel | undefined {
  const { bounds } = rows[at]?.element ?? {};
  const last = labelsBefore(rows, at).at(-1);
  if (bounds === undefined || last === undefined || !isHeading(last.text)) return undefined;
  if (isOtherField(last.labelElement, bounds)) return undefined;
  const gap = bounds.top - last.labelElement.bounds.bottom;
  const lineHeight = lineHeightOf(last.labelElement);
  return gap >= -lineHeight && gap <= lineHeight ? last : undefined;
}

/** Whether it is as large as the field and no text view: what Flutter reports of a field that can't be edited. */
function isOtherField({ className, bounds }: Element, field: Rect): boolean {
  return !className.endsWith('TextView') && sameSize(sizeOfRect(bounds), sizeOfRect(field));
}

/** The plain texts directly before a row, up to the next interactive row, in document order. */
function labelsBefore(rows: readonly ScreenRow[], at: number): ElementLabel[] {
  const labels: ElementLabel[] = [];
  for (let i = at - 1; i >= Math.max(0, at - maxLabelDistance); i--) {
    const row = rows[i];
    if (row === undefined || !isPlain(row)) break;
    labels.unshift({ text: rowText(row), labelElement: row.element, more: [] });
  }
  return labels;
}

function isPlain(row: ScreenRow): boolean {
  return !isActive(row.element) && hasLettersOrDigits(rowText(row));
}

function rowText({ own }: ScreenRow): string {
  return own.text === '' ? own.description : own.text;
}

/** The height of the text in pixels, the measure of how far away a label may be. */
function lineHeightOf({ bounds }: Element): number {
  return bounds.bottom - bounds.top;
}

/** The roles with an on/off state; `toggle` if the class does not say which. */
type CheckableRole = 'switch' | 'radio button' | 'check box' | 'chip' | 'toggle';

/** An interactive element of the screen with its label. */
export interface ScreenAction extends ElementLabel {
  readonly element: Element;
  readonly role: 'button' | 'field' | 'password' | 'slider' | CheckableRole;
  /** `on` or `off`; null for elements without such a state. */
  readonly state: 'on' | 'off' | null;
  /** The content of a field; empty if it has none or only shows its hint, dots for a password. Of a slider where it stands, if its label is another text. */
  readonly value: string;
}

/** An action in the list of a screen's actions. */
export interface ListedAction extends ScreenAction {
  /** Whether it belongs to the last action before it that does not, such as a star on a row. */
  readonly isPart: boolean;
}

/** An unlabelled element that covers more than this fraction of the screen is a background. */
const backgroundFraction = 0.5;

/** Whether the row is interactive in another way than scrolling. */
export function isActionable({ element }: ScreenRow): boolean {
  return isTappable(element) || element.editable || isSlider(element);
}

/** The actions on these rows, in their order. */
export function actionsIn(
  rows: readonly ScreenRow[],
  { size }: Pick<Screen, 'size'>,
): ListedAction[] {
  const actions: ListedAction[] = [];
  /** The level of the last action that others can be a part of; Infinity once its rows have ended. */
  let wholeLevel = Infinity;
  for (const [at, row] of rows.entries()) {
    if (row.level <= wholeLevel) wholeLevel = Infinity;
    const isCurrent = isCurrentChoice(rows, at);
    if (!(isActionable(row) || isCurrent) || isRowState(row)) continue;
    const action = actionOf(rows, at);
    if (isCurrent && action.text === '') continue;
    const isBackground = coveredFraction(row.element, size) > backgroundFraction;
    if (action.text === '' && isBackground) continue;
    const isPart = row.level > wholeLevel;
    actions.push({ ...action, isPart });
    if (!isPart && action.text !== '' && !isBackground) wholeLevel = row.level;
  }
  return actions;
}

/** Whether it is the selected one of several choices, such as tabs; many apps make only the others tappable. */
function isCurrentChoice(rows: readonly ScreenRow[], at: number): boolean {
  const row = rows[at];
  if (row === undefined || !row.element.selected || isActive(row.element)) return false;
  const isSibling = (other: ScreenRow | undefined): boolean =>
    other !== undefined && other.level === row.level && isActionable(other);
  return isSibling(rows[at - 1]) || isSibling(rows[at + 1]);
}

/** Whether it is a switch that only shows the state of the labelled row around it. */
function isRowState({ element, own }: ScreenRow): boolean {
  const isSilent = own.text === '' && own.description === '';
  return element.checkable && !element.clickable && !element.longClickable && isSilent;
}

function actionOf(rows: readonly ScreenRow[], at: number): ScreenAction {
  const row = rows[at];
  // `at` comes from the rows themselves.
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const { element } = row;
  const label = element.editable ? fieldLabel(rows, at) : spokenLabel(rows, at);
  const stateElements = stateElementsOf(rows, at);
  const role = roleOf(element, stateElements);
  const state =
    stateElements.length === 0 ? null : stateElements.some(({ checked }) => checked) ? 'on' : 'off';
  return { ...label, element, role, state, value: valueOf(row, label) };
}

/** What a field holds, or where a slider stands if that is not its label. */
function valueOf({ element, own }: ScreenRow, label: ElementLabel): string {
  const text = element.editable ? own.text : own.text || own.description;
  const isValueOfSlider = !element.editable && isSlider(element) && isValue(text);
  const isFilled = element.editable && text !== element.hint;
  return (isFilled || isValueOfSlider) && text !== label.text ? text : '';
}

function roleOf(element: Element, stateElements: readonly Element[]): ScreenAction['role'] {
  if (element.password) return 'password';
  if (element.editable) return 'field';
  if (isSlider(element)) return 'slider';
  if (stateElements.length === 0) return 'button';
  const classes = stateElements.map(({ className }) => className);
  const known = checkableRoles.find(([pattern]) => classes.some((name) => pattern.test(name)));
  return known?.[1] ?? 'toggle';
}

/** The role of each end of a class name. */
const checkableRoles: readonly (readonly [RegExp, CheckableRole])[] = [
  [/RadioButton$/, 'radio button'],
  [/(CheckBox|CheckedTextView)$/, 'check box'],
  [/Chip$/, 'chip'],
  [switches, 'switch'],
];

/** The checkable elements that show the state of the row: itself, or switches and check marks on it. */
function stateElementsOf(rows: readonly ScreenRow[], at: number): Element[] {
  const row = rows[at];
  if (row === undefined) return [];
  const end = rows.findIndex((other, i) => i > at && other.level <= row.level);
  const inside = rows.slice(at + 1, end < 0 ? undefined : end);
  const inner = inside.filter(({ element }) => element.clickable);
  const isOwn = ({ element }: ScreenRow): boolean =>
    !inner.some((other) => other.element !== element && isWithin(element, other.element));
  const states = inside.filter((other) => isRowState(other) && isOwn(other));
  const elements = [row, ...states].map(({ element }) => element);
  // Some web pages and toolkits report only what is on.
  return elements.filter(({ checkable, checked }) => checkable || checked);
}
