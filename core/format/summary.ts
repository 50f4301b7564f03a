import { simpleClassName, type Element } from '../screen/screen.ts';
import type { ScreenAction } from '../screen/summary/actions.ts';
import type { ScreenKind, Summary } from '../screen/summary/summary.ts';
import { quoteTreeText, tsvCell } from './quote.ts';
import { formatTreeHead } from './tree.ts';

/** Longest summary, in characters; actions that don't fit are counted. */
const maxLength = 1500;
/** Characters of all key texts, and of each. */
const maxAllTexts = 300;
const maxText = 60;
/** Characters of each further text of a row, and the number of such texts. */
const maxFurtherText = 40;
const maxFurtherTexts = 2;
/** Fewest keys that count as a keyboard. */
const minKeyboardKeys = 20;
/** Most actions that can fit; further ones are only counted. */
const maxActionLines = 150;
/** Most lists to name; more than this are shelves of one page. */
const maxScrollables = 3;

/** What formatting needs besides the summary. */
interface SummaryOptions {
  /**
   * The best selector for tapping an element. `tapTarget` is the descendant that carries its text; a
   * tap on it reaches the element, too, and it may have a better selector. Often both are the same.
   */
  readonly selectorOf: (element: Element, tapTarget: Element) => string;
}

/**
 * The summary as text, at most 1,500 characters: the tree's head, title and kind, key texts, then one
 * line per action, its selector first.
 */
export function formatSummary(summary: Summary, { selectorOf }: SummaryOptions): string {
  const head = [
    formatTreeHead(summary.focus, summary.modal),
    aboutLine(summary),
    ...textsLine(summary.texts),
  ];
  const tail = [...scrollLine(summary, selectorOf), ...adviceLines(summary)];
  const used = [...head, ...tail].join('\n').length + 1;
  return [...head, ...actionLines(summary.actions, selectorOf, maxLength - used), ...tail].join(
    '\n',
  );
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
  permission: 'a permission to give',
  'lock-screen': 'the lock screen',
  shade: 'the shade',
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

/** As many lines as fit. If not all do, keyboard keys are merged into one line, and a note counts the rest. */
function actionLines(
  actions: readonly ScreenAction[],
  selectorOf: SummaryOptions['selectorOf'],
  roomLeft: number,
): string[] {
  const fits = (lines: readonly ActionLine[]): boolean =>
    lines.reduce((length, { line }) => length + line.length + 1, 0) <= roomLeft;
  const shown = actions.slice(0, maxActionLines);
  const each = shown.map((action) => ({ line: actionLine(action, selectorOf), count: 1 }));
  if (shown.length === actions.length && fits(each)) return each.map(({ line }) => line);
  const lines = withMergedKeys(shown, each);
  const isAll = shown.length === actions.length && fits(lines);
  return isAll ? lines.map(({ line }) => line) : withRestNote(lines, actions.length, roomLeft);
}

/** Merges the keys of a keyboard into one line: `- 26 keys, as :text("q"): "q" "w" …`. */
function withMergedKeys(
  actions: readonly ScreenAction[],
  lines: readonly ActionLine[],
): readonly ActionLine[] {
  const keys = new Set(actions.filter(isKey));
  const first = actions.findIndex((action) => keys.has(action));
  if (keys.size < minKeyboardKeys) return lines;
  const example = lines[first]?.line.slice('- '.length) ?? '';
  const names = [...keys].map(({ text }) => quoteTreeText(text)).join(' ');
  const line = `- ${keys.size} keys, as ${example}: ${names}`;
  return lines.flatMap((one, at) => {
    if (at === first) return [{ line, count: keys.size }];
    const action = actions[at];
    return action && keys.has(action) ? [] : [one];
  });
}

/** Whether it is a button with a single character and no other text. */
function isKey({ role, text, more }: ScreenAction): boolean {
  return role === 'button' && more.length === 0 && [...text].length === 1;
}

/** Drops lines until the note that counts them fits, too. */
function withRestNote(lines: readonly ActionLine[], all: number, roomLeft: number): string[] {
  for (let count = lines.length; count >= 0; count--) {
    const shownLines = lines.slice(0, count);
    const left = shownLines.reduce((sum, one) => sum - one.count, all);
    const rest = `note:${left} more to act on: get_screen_tree with compact true has them all`;
    const shown = [...shownLines.map(({ line }) => line), rest];
    if (count === 0 || shown.join('\n').length + 1 <= roomLeft) return shown;
  }
  return [];
}

/** `- :text("Dark theme") switch off "Will never turn on"`; texts in the selector are not repeated. */
function actionLine(action: ScreenAction, selectorOf: SummaryOptions['selectorOf']): string {
  const { element, tapTarget, role, state, text, more, value } = action;
  const selector = selectorOf(element, tapTarget);
  const kind = simpleClassName(element.className);
  const isIncluded = includedIn(selector);
  const parts = [
    selector,
    text === '' && !element.editable && !selector.includes(kind) && tsvCell(kind),
    role !== 'button' && (role === 'password' ? 'password field' : role),
    state,
    text !== '' && !isIncluded(text) && quoteTreeText(text, maxText),
    value !== '' && !isIncluded(value) && `holds ${quoteTreeText(value, maxFurtherText)}`,
    ...more
      .filter((furtherText) => !isIncluded(furtherText))
      .slice(0, maxFurtherTexts)
      .map((furtherText) => quoteTreeText(furtherText, maxFurtherText)),
    element.selected && 'selected',
    !element.enabled && 'disabled',
  ];
  return `- ${parts.filter((part) => part !== false && part !== null).join(' ')}`;
}

/** Shortest beginning in a selector, in UTF-16 units, that shows enough of a long text. */
const minPrefixLength = 30;

/** Tests whether a selector contains a text, whole or its beginning. */
function includedIn(selector: string): (text: string) => boolean {
  const unescaped = selector
    .replace(/\\u\{([\da-f]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');
  return (text) =>
    unescaped.includes(`"${text}"`) ||
    (text.length > minPrefixLength && unescaped.includes(`"${text.slice(0, minPrefixLength)}`));
}

function scrollLine({ scrollables }: Summary, selectorOf: SummaryOptions['selectorOf']): string[] {
  const shown = scrollables
    .slice(0, maxScrollables)
    .map((element) => selectorOf(element, element))
    .filter((selector) => selector.length <= maxText);
  if (shown.length === 0) return [];
  const left = scrollables.length - shown.length;
  return [`Scrolls: ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`];
}

/** Notes for screens whose content the tree does not have. Tool names appear in notes only. */
function adviceLines({ kind }: Summary): string[] {
  const picture = 'get_screen_state with include_screenshot true shows it';
  switch (kind) {
    case 'empty tree':
      return [`note:The app does not describe what it shows: ${picture}; tap by coordinates.`];
    case 'web page':
      return [
        `note:Web pages report their content late or only in part: if something is missing, ${picture}.`,
      ];
    case 'media':
      return [`note:Drawings, games and video are not included: ${picture}.`];
    default:
      return [];
  }
}
