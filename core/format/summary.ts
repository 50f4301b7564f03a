import type { ListedAction } from '../screen/summary/actions.ts';
import type { ElementNamer } from '../screen/snapshots.ts';
import type { ScreenKind, Summary } from '../screen/summary/summary.ts';
import { latePageNote, missingContentLines, missingContentNotes } from './missing-content.ts';
import { quoteTreeText } from './quote.ts';
import { factsOf, formatKind, formatTreeHead, minSharing } from './tree.ts';

/** Longest summary, in characters; actions that don't fit are counted. */
const maxLength = 1500;
/** Characters of all key texts, and of each. */
const maxAllTexts = 300;
const maxText = 60;
/** Characters of each further text of a row, and the number of such texts. */
const maxFurtherText = 40;
const maxFurtherTexts = 2;
/** Most actions that can fit; further ones are only counted. */
const maxActionLines = 150;
/** Most lists to name; more than this are shelves of one page. */
const maxScrollables = 3;

/**
 * The summary as text, at most 1,500 characters: the tree's head, title and kind, key texts, then one
 * line per action. `nameOf` gives the refs of elements.
 */
export function formatSummary(summary: Summary, nameOf: ElementNamer): string {
  const head = [
    formatTreeHead(summary.focus, summary.modal, nameOf),
    aboutLine(summary),
    ...textsLine(summary.texts),
  ];
  const tail = [...scrollLine(summary, nameOf), ...adviceLines(summary)];
  const used = [...head, ...tail].join('\n').length + 1;
  return [...head, ...actionLines(summary, nameOf, maxLength - used), ...tail].join('\n');
}

/** `"Display & touch", a list; 51 elements, 9 to act on`. */
function aboutLine({ title, kind, modal, actions, counts }: Summary): string {
  const isAbove = modal?.kind === 'keyboard';
  const keyboard = modal?.certainty === 'likely' ? 'keyboard probably up' : 'keyboard up';
  const kinds = [kindLabels[kind], isAbove && keyboard].filter((part) => part !== false).join(', ');
  const named = title === '' ? '' : `${quoteTreeText(title)}, `;
  const numbers = [
    `${counts.elements} ${counts.elements === 1 ? 'element' : 'elements'}`,
    `${actions.length} to act on`,
    counts.behind > 0 && `${counts.behind} more behind it`,
    counts.offscreen > 0 && `${counts.offscreen} more off the screen`,
  ];
  return `${named}${kinds}; ${numbers.filter((part) => part !== false).join(', ')}`;
}

const kindLabels = {
  'empty tree': 'an empty tree',
  'web page': 'a web page',
  media: 'media',
  form: 'a form',
  'home screen': 'the home screen',
  'app drawer': 'the list of all apps',
  recents: 'the list of recent apps',
  list: 'a list',
  page: 'a page',
  crash: 'an app that stopped',
  permission: 'a permission request',
  'lock-screen': 'the lock screen',
  shade: 'the notification shade',
  dialog: 'a dialog',
  'bottom-sheet': 'a bottom sheet',
  menu: 'a menu',
} as const satisfies Record<ScreenKind, string>;

function textsLine(texts: readonly string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const text of texts) {
    const short = quoteTreeText(text, maxText);
    if (length + short.length > maxAllTexts) break;
    shown.push(short);
    length += short.length + 1;
  }
  const left = texts.length - shown.length;
  if (left > 0) shown.push(`and ${left} more`);
  return shown.length === 0 ? [] : [`Says: ${shown.join(' ')}`];
}

/** A line and the number of actions that it covers. */
interface ActionLine {
  readonly line: string;
  readonly count: number;
}

/** As many lines as fit, the keys of a keyboard in one; a note counts the rest. */
function actionLines(
  { actions, covered }: Summary,
  nameOf: ElementNamer,
  roomLeft: number,
): string[] {
  const shown = actions.slice(0, maxActionLines);
  const isOpenKey = (action: ListedAction): boolean =>
    isKey(action) && !covered.has(action.element);
  const keys = shown.filter(isOpenKey);
  const isKeyboard = keys.length >= minSharing;
  const lines = shown.flatMap((action) => {
    if (!isKeyboard || !isOpenKey(action))
      return [{ line: actionLine(action, nameOf, covered), count: 1 }];
    return action === keys[0] ? [{ line: keysLine(keys, nameOf), count: keys.length }] : [];
  });
  const length = lines.reduce((sum, { line }) => sum + line.length + 1, 0);
  const isAll = shown.length === actions.length && length <= roomLeft;
  return isAll ? lines.map(({ line }) => line) : withRestNote(lines, actions.length, roomLeft);
}

/** `- 26 keys: e3 "q" e4 "w" …`. */
function keysLine(keys: readonly ListedAction[], nameOf: ElementNamer): string {
  const names = keys.map(({ element, text }) => `${nameOf(element)} ${quoteTreeText(text)}`);
  return `- ${keys.length} keys: ${names.join(' ')}`;
}

/** Whether it is a button with a single character and no other text. */
function isKey({ role, text, more }: ListedAction): boolean {
  return role === 'button' && more.length === 0 && [...text].length === 1;
}

/** Drops lines until the note that counts them fits, too. */
function withRestNote(lines: readonly ActionLine[], all: number, roomLeft: number): string[] {
  for (let count = lines.length; count >= 0; count--) {
    const shownLines = lines.slice(0, count);
    const left = shownLines.reduce((sum, one) => sum - one.count, all);
    const rest = `note:${left} more ${left === 1 ? 'element' : 'elements'} can be acted on; get_screen_tree with compact=true lists them all`;
    const shown = [...shownLines.map(({ line }) => line), rest];
    if (count === 0 || shown.join('\n').length + 1 <= roomLeft) return shown;
  }
  return [];
}

/**
 * `- e7 switch off "Dark theme" "Will never turn on"`; without a text its class and resource name.
 * Parts of the action above have two spaces instead of the dash.
 */
function actionLine(
  action: ListedAction,
  nameOf: ElementNamer,
  covered: Summary['covered'],
): string {
  const { element, role, state, text, more, value, isPart } = action;
  const parts = [
    nameOf(element),
    text === '' && !isRoleEnough(action) && formatKind(element),
    role !== 'button' && (role === 'password' ? 'password field' : role),
    state,
    text !== '' && quoteTreeText(text, maxText),
    value !== '' && value !== text && `holds ${quoteTreeText(value, maxFurtherText)}`,
    ...more
      .slice(0, maxFurtherTexts)
      .map((furtherText) => quoteTreeText(furtherText, maxFurtherText)),
    ...factsOf(element),
    element.selected && 'selected',
    !element.enabled && 'disabled',
    covered.has(element) && 'covered',
  ];
  const line = parts.filter((part) => part !== false && part !== null).join(' ');
  return `${isPart ? ' ' : '-'} ${line}`;
}

/** Whether the role says all that the class and the resource name would say. */
function isRoleEnough({ element, role }: ListedAction): boolean {
  return element.editable || (role !== 'button' && element.resourceId === '');
}

/** `Scrolls: e4 RecyclerView @recycler_view`; without a resource name what it is called. */
function scrollLine({ scrollables, title, covered }: Summary, nameOf: ElementNamer): string[] {
  if (scrollables.length === 0) return [];
  const shown = scrollables.slice(0, maxScrollables).map((element) => {
    const { resourceId, text, description } = element;
    const name = resourceId === '' ? text || description : '';
    const label = name === '' || name === title ? '' : ` ${quoteTreeText(name, maxFurtherText)}`;
    const state = covered.has(element) ? ' covered' : '';
    return `${nameOf(element)} ${formatKind(element)}${label}${state}`;
  });
  const left = scrollables.length - shown.length;
  return [`Scrolls: ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`];
}

/** Notes for screens whose content the tree does not have, or not all of it. */
function adviceLines(summary: Summary): string[] {
  const missing = missingContentLines(summary);
  if (summary.missing !== null) return missing;
  if (summary.kind === 'media') return [missingContentNotes.drawing, ...missing];
  return summary.kind === 'web page' ? [latePageNote, ...missing] : missing;
}
