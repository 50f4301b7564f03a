import type { Rect } from '../geometry.ts';
import type { Modal } from '../screen/modal/modal.ts';
import { elementStates, type ElementState } from '../screen/element-states.ts';
import {
  isOnScreen,
  resourceEntryName,
  simpleClassName,
  walk,
  type Element,
  type Focus,
  type Screen,
} from '../screen/screen.ts';
import { formatMissingContent } from './missing-content.ts';
import { quoteTreeText, tsvCell } from './quote.ts';
import { findModal } from '../screen/modal/find-modal.ts';
import { isActive, rowsOf, type RowText } from '../screen/rows.ts';
import type { ElementNamer } from '../screen/snapshots.ts';
import { accessibleTextOf, stateTextOf, type AccessibleText } from '../screen/accessible-text.ts';
import { isTypeName, printName } from '../selector/selector.ts';

/** UTF-16 units of an app's name. */
const maxAppName = 40;

/** How the head names each kind of modal. */
const modalNames = {
  crash: 'Crash',
  permission: 'Permission',
  'lock-screen': 'Lock screen',
  shade: 'Shade',
  dialog: 'Dialog',
  'bottom-sheet': 'Bottom sheet',
  menu: 'Menu',
  keyboard: 'Keyboard',
} as const satisfies Record<Modal['kind'], string>;

/**
 * The tree's first line: `[Screen: package / Activity]`, where elements have refs with the app's name
 * if it is known, `[Screen: "Settings" package / Activity]`; then the modal over the app, if any:
 * `[Dialog: "Delete note?"]`. `in 0.0.2` or `in e7` is added if the modal is only a part of the tree,
 * and `Keyboard (probably)` marks a guess. An activity directly in the app's package has its simple name,
 * any other is printed as Android does.
 */
export function formatTreeHead(
  { packageName, appName = '', activity, focusedDisplay }: Focus,
  modal: Modal | null,
  nameOf?: ElementNamer,
): string {
  const name =
    nameOf === undefined || appName === '' ? '' : `${quoteTreeText(appName, maxAppName)} `;
  const parts = [
    `[Screen: ${name}${safeName(packageName)} / ${activityName(activity)}]`,
    ...(focusedDisplay === undefined ? [] : [`[Focus on another display, ${focusedDisplay}]`]),
    ...(modal === null ? [] : [formatModal(modal, nameOf ?? pathOf)]),
  ];
  return parts.join(' ');
}

function pathOf({ path }: Element): string {
  return path;
}

/** `[Dialog: "Delete note?" in 0.0.2]`. */
function formatModal(
  { kind, certainty, title, element, bounds }: Modal,
  nameOf: ElementNamer,
): string {
  const name = `${modalNames[kind]}${certainty === 'likely' ? ' (probably)' : ''}`;
  const titlePart = title === '' ? '' : `: ${quoteTreeText(title)}`;
  const place = element.depth === 0 || kind === 'keyboard' ? '' : ` in ${nameOf(element)}`;
  const area = bounds
    ? ` over ${[bounds.left, bounds.top, bounds.right, bounds.bottom].join()}`
    : '';
  return `[${name}${titlePart}${place}${area}]`;
}

/** Drops the dot of `.MainActivity`: a name without dots is always in the app's package. */
function activityName(activity: string | null): string {
  return safeName(activity?.replace(/^\.(?=[^.]+$)/, '') ?? null);
}

/** A package or class name. Replaces blanks and brackets, which valid names don't have, so that a forged name can't end the line. */
function safeName(name: string | null): string {
  return name === null || name === '' ? 'unknown' : tsvCell(name.replace(/[\s[\]]/g, '_'));
}

/** How much to print. */
interface TreeOptions {
  /** Adds bounds to every line. */
  readonly verbose?: boolean | undefined;
  /** The element to start at; the whole screen by default. */
  readonly root?: Element | undefined;
}

/**
 * The screen as a hierarchy: the head, then one line per element, indented by two spaces a level:
 * `  [0.0.1] Button "Get Started" @btn_start {clickable}`. No trailing newline.
 */
export function formatTree(screen: Screen, { verbose = false, root }: TreeOptions = {}): string {
  const head = formatTreeHead(screen.focus, findModal(screen));
  const lines = plainLines(root === undefined ? screen.roots : [root]).map((line) => {
    const name = `[${line.element.path}]`;
    return `${indent(2, line.level + 1)}${name} ${className(line.element)} ${formatContent(line, screen, verbose)}`.trimEnd();
  });
  return [head, ...lines].join('\n');
}

/**
 * The screen as a hierarchy of the elements that have a text or an action, indented by one space a
 * level, each with its ref and the texts of the row it stands for:
 * `e7 "Dark theme" "Will never turn on" {clickable}`. A mere layout with a text has no class. The keys in a
 * row of a keypad, the days of a week in a calendar, elements without a name and those off the screen share
 * lines. In verbose mode each element has its own line with its class. Notes at the end say what the screen
 * shows and the tree does not have.
 */
export function formatCompactTree(
  screen: Screen,
  nameOf: ElementNamer,
  { verbose = false, root }: TreeOptions = {},
): string {
  const head = formatTreeHead(screen.focus, findModal(screen), nameOf);
  const rows = compactLines(screen, root);
  const lines: string[] = [];
  const notes = new Set<string>();
  for (let at = 0, line = rows[at]; line !== undefined; line = rows[at]) {
    const sharing = verbose ? [] : rowsSharingLine(rows, at, screen);
    if (sharing.length >= minSharingOf(line, screen)) {
      const shared = formatSharedLines(sharing, nameOf, screen);
      lines.push(...shared.map((text) => indent(1, line.level) + text));
      if (isOffscreen(line, screen)) notes.add(offscreenNote);
      at += sharing.length;
    } else {
      const type = verbose ? classBeforeText(line.element) : compactType(line);
      const parts = [nameOf(line.element), type, formatContent(line, screen, verbose)];
      lines.push(`${indent(1, line.level)}${joinParts(parts)}`);
      at += 1;
    }
  }
  const missing = root === undefined ? formatMissingContent(screen) : [];
  return [head, ...lines, ...notes, ...missing].join('\n');
}

/** Fewest keys, days or elements off the screen that share a line: the days of a week. */
export const minSharing = 7;
/** Fewest elements without a name that share a line. */
const minSharingNameless = 3;
/** Most of them, so that an answer has room for several such lines. */
const maxSharing = 100;
/** UTF-16 units of the text of an element off the screen that shares a line. */
const maxOffscreenText = 40;

const offscreenNote =
  'note:Elements off the screen are shortened: get_screen_tree with compact and verbose true shows them in full.';

/** The rows from this one on that can share a line: those off the screen, or cells, or elements without a name, each of one class and level. */
function rowsSharingLine(
  rows: readonly TreeLine[],
  at: number,
  screen: Screen,
): readonly TreeLine[] {
  const candidates = rows.slice(at, at + maxSharing);
  const [first] = candidates;
  if (first === undefined) return [];
  const isFirstOffscreen = isOffscreen(first, screen);
  const end = candidates.findIndex((row) => {
    if (isOffscreen(row, screen) !== isFirstOffscreen) return true;
    if (isFirstOffscreen) return row.level < first.level;
    const isAlike = isNameless(first) ? isNameless(row) : isCell(row);
    return !isAlike || row.level !== first.level || compactType(row) !== compactType(first);
  });
  const last = candidates[end - 1];
  // A row with rows below it keeps its own line: they tell what it is.
  const isParent = last && (candidates[end]?.level ?? 0) > last.level;
  const isLeftOut = isParent && isNameless(first) && !isFirstOffscreen;
  return end < 0 ? candidates : candidates.slice(0, isLeftOut ? end - 1 : end);
}

/** Fewest rows that share a line with this one as the first. */
function minSharingOf(line: TreeLine, screen: Screen): number {
  return isNameless(line) && !isOffscreen(line, screen) ? minSharingNameless : minSharing;
}

function isOffscreen({ element }: TreeLine, { size }: Screen): boolean {
  return !isOnScreen(element, size);
}

/** Whether it is a key or a day of a calendar: its text has one or two characters. */
function isCell({ element, own, texts }: TreeLine): boolean {
  // Two characters can be four UTF-16 units.
  const isShort = own.text !== '' && own.text.length <= 4 && [...own.text].length <= 2;
  return isShort && texts.length === 0 && element.hint === '' && factsOf(element).length === 0;
}

/** Whether its line would say nothing but its class and flags. */
function isNameless({ element, own, texts }: TreeLine): boolean {
  const hasText = own.text !== '' || own.description !== '' || texts.length > 0;
  const { hint, resourceId } = element;
  return !hasText && hint === '' && resourceId === '' && factsOf(element).length === 0;
}

/**
 * `12 elements Button {clickable}: e3 "7" e4 "8" {clickable, selected}`: class and flags first, and after an element
 * its own where they differ. Cells in several rows have a line for each row. Elements off the screen have only the
 * beginning of their first text.
 */
function formatSharedLines(
  rows: readonly TreeLine[],
  nameOf: ElementNamer,
  screen: Screen,
): readonly string[] {
  const types = rows.map(compactType);
  const sharedType = new Set(types).size === 1 ? types[0] : '';
  const flags = rows.map(({ element }) => `{${treeFlagsOf(element, screen).join(', ')}}`);
  const usualFlags = mostFrequent(flags);
  const cells = rows.map((row, at) => {
    const texts = isOffscreen(row, screen) ? [firstText(row)] : formatAccessibleText(row.own);
    const type = types[at] === sharedType ? '' : types[at];
    const ownFlags = flags[at] === usualFlags ? '' : flags[at];
    return {
      bounds: row.element.bounds,
      text: joinParts([nameOf(row.element), type, ...texts, ownFlags]),
    };
  });
  const counted = [`${rows.length} elements`, sharedType, usualFlags === '{}' ? '' : usualFlags];
  const head = `${joinParts(counted)}:`;
  const grid = rows.some((row) => isOffscreen(row, screen)) ? [] : formatGrid(cells);
  // Letters below each other, such as the index of a list, are no grid.
  return grid.length > 1 && grid.length * 2 <= rows.length
    ? [head, ...grid.map((line) => ` ${line}`)]
    : [joinParts([head, ...cells.map(({ text }) => text)])];
}

/** A key or a day, as it is printed. */
interface Cell {
  readonly bounds: Rect;
  readonly text: string;
}

/** A line for each row on the screen; in a calendar with `-` for each day of a week before the first of the month. */
function formatGrid(cells: readonly Cell[]): string[] {
  const gridRows: Cell[][] = [];
  for (const cell of cells) {
    const row = gridRows.at(-1);
    if (row?.[0] && isBeside(row[0].bounds, cell.bounds)) row.push(cell);
    else gridRows.push([cell]);
  }
  const week = gridRows.find((row) => row.length >= minSharing) ?? [];
  return gridRows.map((row) => {
    const at = week.findIndex(({ bounds }) => row[0] && isInColumn(bounds, row[0].bounds));
    const empty = week.slice(0, Math.max(at, 0)).map(() => '-');
    return joinParts([...empty, ...row.map(({ text }) => text)]);
  });
}

function isBeside({ top, bottom }: Rect, other: Rect): boolean {
  const middle = (top + bottom) / 2;
  return other.top < middle && middle < other.bottom;
}

/** Whether the two are in one column: the rows of a keyboard are shifted by half a key. */
function isInColumn(a: Rect, b: Rect): boolean {
  const shiftPx = Math.abs(a.left + a.right - b.left - b.right) / 2;
  return shiftPx * 4 < a.right - a.left;
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The beginning of a row's first text, else of its hint, else its resource name. */
function firstText({ element, own, texts }: TreeLine): string {
  const { hint, resourceId } = element;
  const ownTexts = [
    { kind: 'text', text: own.text, element },
    { kind: 'description', text: own.description, element },
  ] as const;
  const first = [...ownTexts, ...texts].find(({ text }) => text !== '');
  if (first !== undefined) return formatRowText(first, maxOffscreenText);
  if (hint !== '') return `hint=${quoteTreeText(hint, maxOffscreenText)}`;
  return resourceId === '' ? '' : resourceName(resourceId);
}

function joinParts(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

function indent(spacesPerLevel: number, level: number): string {
  return ' '.repeat(spacesPerLevel * Math.min(level, maxIndent));
}

/** The rows, with the requested root first even if it would have no row. */
function compactLines(screen: Screen, root: Element | undefined): readonly TreeLine[] {
  const rows = rowsOf(screen, root && [root]).filter((row) => !isFontIcon(row));
  if (root === undefined || rows[0]?.element === root) return rows;
  const rootLine = { element: root, level: 0, own: accessibleTextOf(root), texts: [] };
  return [rootLine, ...rows.map((row) => ({ ...row, level: row.level + 1 }))];
}

/** Whether a plain row shows only an icon of a font, a private character that says nothing. */
function isFontIcon({ element, own }: TreeLine): boolean {
  if (isActive(element) || element.focused || element.selected) return false;
  return !/[^\s\p{Cc}\p{Cf}\p{Co}\p{Z}]/u.test(own.text + own.description);
}

function plainLines(roots: readonly Element[]): TreeLine[] {
  const top = roots[0]?.depth ?? 0;
  return Array.from(walk(roots), (element) => ({
    element,
    level: element.depth - top,
    own: accessibleTextOf(element),
    texts: [],
  }));
}

/** One line of the tree. */
interface TreeLine {
  readonly element: Element;
  /** How deep the line is indented; the outermost lines have 0. */
  readonly level: number;
  readonly own: AccessibleText;
  /** Texts of descendants on this row; none in the plain tree. */
  readonly texts: readonly RowText[];
}

/** Deepest indentation; a hostile dump may be thousands of levels deep, and paths show the level, too. */
const maxIndent = 100;

/** The class that begins a line; empty for a mere layout with a text. */
function compactType(line: TreeLine): string {
  return isLayoutWithText(line) ? '' : classBeforeText(line.element);
}

function isLayoutWithText({ element, own, texts }: TreeLine): boolean {
  return (own.text !== '' || own.description !== '' || texts.length > 0) && isMereLayout(element);
}

/** Whether the class of an element with a text says nothing that its line does not: a row of a list, a card. */
function isMereLayout(element: Element): boolean {
  const { checkable, scrollable, editable } = element;
  const isLayout = /(?:Layout|^View|^ViewGroup)$/.test(simpleClassName(element.className));
  return isLayout && !checkable && !scrollable && !editable;
}

/**
 * An element's line in a tree after its class: text, description, hint, texts of descendants, resource name,
 * flags, and in verbose mode bounds. Resource names are spelled as in a selector.
 */
function formatContent(
  { element, own, texts }: TreeLine,
  screen: Screen,
  verbose: boolean,
): string {
  const flags = treeFlagsOf(element, screen);
  const { left, top, right, bottom } = element.bounds;
  const parts = [
    ...formatOwnText(element, own),
    ...texts.map((text) => formatRowText(text)),
    element.resourceId !== '' && resourceName(element.resourceId),
    flags.length > 0 && `{${flags.join(', ')}}`,
    verbose && `[${left},${top},${right},${bottom}]`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}

/** What the element itself says: text and description, hint, state and error. */
export function formatOwnText(element: Element, own = accessibleTextOf(element)): string[] {
  return [
    ...formatAccessibleText(own),
    ...(element.hint === '' ? [] : [`hint=${quoteTreeText(element.hint)}`]),
    ...factsOf(element),
  ];
}

/** Its state and its error, where the element reader tells them. */
export function factsOf(element: Element): string[] {
  const state = stateTextOf(element);
  const { error } = element;
  return [
    ...(state === '' ? [] : [`state=${quoteTreeText(state)}`]),
    ...(error === '' ? [] : [`error=${quoteTreeText(error)}`]),
  ];
}

/**
 * Class and resource name, with these texts in between as in the compact tree: `ListView @list`,
 * `Button "Save" @save`; `"Dark theme" @row` for a mere layout.
 */
export function formatKind(element: Element, texts: readonly string[] = []): string {
  const { resourceId } = element;
  const type = texts.length > 0 && isMereLayout(element) ? '' : classBeforeText(element);
  return joinParts([type, ...texts, resourceId === '' ? '' : resourceName(resourceId)]);
}

/** An element's text, and its description if it differs. */
export function formatAccessibleText({ text, description }: AccessibleText): string[] {
  return [
    ...(text === '' ? [] : [quoteTreeText(text)]),
    ...(description === '' ? [] : [`desc=${quoteTreeText(description)}`]),
  ];
}

/** The text of a descendant on a row, cut as `quoteTreeText` does. */
export function formatRowText({ kind, text }: RowText, maxLength?: number): string {
  return `${kind === 'text' ? '' : 'desc='}${quoteTreeText(text, maxLength)}`;
}

/** The simple class name; in quotes if it is no valid name. */
function className(element: Element): string {
  const name = simpleClassName(element.className) || 'View';
  return isTypeName(name) ? name : quoteTreeText(name);
}

/** The same where a line may have no class, so that a quoted class can't be taken for a text. */
function classBeforeText(element: Element): string {
  const name = className(element);
  return name.startsWith('"') ? `class=${name}` : name;
}

function resourceName(resourceId: string): string {
  return `@${printName(resourceEntryName(resourceId) || resourceId)}`;
}

/** The place of each flag in the list that is printed. */
const treeFlagOrder = {
  clickable: 1,
  checkable: 2,
  checked: 3,
  scrollable: 4,
  editable: 5,
  focused: 6,
  password: 7,
  selected: 8,
  disabled: 9,
  'long-clickable': 10,
  offscreen: 11,
  covered: 12,
} as const satisfies Readonly<Record<ElementState, number>>;

/** The element's flags, in that order. */
export function treeFlagsOf(element: Element, screen: Screen): ElementState[] {
  const flags = elementStates.filter(([, holds]) => holds(element, screen)).map(([flag]) => flag);
  return flags.sort((a, b) => treeFlagOrder[a] - treeFlagOrder[b]);
}
