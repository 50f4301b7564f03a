import type { Element } from '../screen/screen.ts';
import type { Action } from '../screen/summary/actions.ts';
import type { ScreenKind } from '../screen/summary/kind.ts';
import type { Summary } from '../screen/summary/summary.ts';
import { simpleClassName } from '../screen/derive.ts';
import { cell } from './cell.ts';
import { formatTreeHead } from './tree/head.ts';
import { quoted } from './quote.ts';

/** Characters of the whole text; what does not fit is counted. */
const maxLength = 1500;
/** Characters of all key texts together, and of each. */
const maxTexts = 300;
const maxText = 60;
/** Characters of what else stands on a row, and how many such words. */
const maxMore = 40;
const mostMore = 2;
/** Keys that make a keyboard. */
const fewestKeys = 20;
/** Lines that can fit; what is beyond is only counted. */
const mostLines = 150;
/** Lists that are named; more than this are shelves on one page. */
const mostScrollables = 3;

/** What a summary's text needs besides its facts. */
interface SummaryOptions {
  /**
   * The best selector for an element; `aim` is the part of it that carries its words, through which
   * a tap reaches it too, and may be easier to name. Often they are the same.
   */
  readonly selectorOf: (element: Element, aim: Element) => string;
}

/**
 * The summary as text, at most 1,500 characters: the tree's head with what stands over the app,
 * title and kind, key texts, then a line for each thing to act on, its selector first.
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
  const kinds = [kindWords[kind], isAbove && keyboard].filter((word) => word !== false).join(', ');
  const named = title === '' ? '' : `${quoted(title)}, `;
  const numbers = [
    `${counts.elements} ${counts.elements === 1 ? 'element' : 'elements'}`,
    `${actions.length} to act on`,
    counts.behind > 0 && `${counts.behind} more behind it`,
    counts.offscreen > 0 && `${counts.offscreen} more off the screen`,
  ];
  return `${named}${kinds}; ${numbers.filter((part) => part !== false).join(', ')}`;
}

const kindWords = {
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
    const short = quoted(text, maxText);
    if (length + short.length > maxTexts) break;
    shown.push(short);
    length += short.length + 1;
  }
  const left = texts.length - shown.length;
  if (left > 0) shown.push(`and ${left} more`);
  return shown.length === 0 ? [] : [`Says: ${shown.join(' ')}`];
}

/** A line and how many things to act on it tells. */
interface ActionLine {
  readonly line: string;
  readonly count: number;
}

/** As many lines as fit the room, the keys of a keyboard on one where not all do, with a word about the others. */
function actionLines(
  actions: readonly Action[],
  selectorOf: SummaryOptions['selectorOf'],
  room: number,
): string[] {
  const fits = (lines: readonly ActionLine[]): boolean =>
    lines.reduce((length, { line }) => length + line.length + 1, 0) <= room;
  const shown = actions.slice(0, mostLines);
  const each = shown.map((action) => ({ line: actionLine(action, selectorOf), count: 1 }));
  if (shown.length === actions.length && fits(each)) return each.map(({ line }) => line);
  const lines = withKeysOnOne(shown, each);
  const isAll = shown.length === actions.length && fits(lines);
  return isAll ? lines.map(({ line }) => line) : withRest(lines, actions.length, room);
}

/** `- 26 keys, as :text("q"): "q" "w" …` in place of the first, where there are enough for a keyboard. */
function withKeysOnOne(
  actions: readonly Action[],
  lines: readonly ActionLine[],
): readonly ActionLine[] {
  const keys = new Set(actions.filter(isKey));
  const first = actions.findIndex((action) => keys.has(action));
  if (keys.size < fewestKeys) return lines;
  const example = lines[first]?.line.slice('- '.length) ?? '';
  const names = [...keys].map(({ text }) => quoted(text)).join(' ');
  const line = `- ${keys.size} keys, as ${example}: ${names}`;
  return lines.flatMap((one, at) => {
    if (at === first) return [{ line, count: keys.size }];
    const action = actions[at];
    return action && keys.has(action) ? [] : [one];
  });
}

/** Whether it is a button with one sign on it and nothing else. */
function isKey({ role, text, more }: Action): boolean {
  return role === 'button' && more.length === 0 && [...text].length === 1;
}

/** Gives lines up until the word about those that are left out fits as well. */
function withRest(lines: readonly ActionLine[], all: number, room: number): string[] {
  for (let count = lines.length; count >= 0; count--) {
    const told = lines.slice(0, count);
    const left = told.reduce((sum, one) => sum - one.count, all);
    const rest = `note:${left} more to act on: get_screen_tree with compact true has them all`;
    const shown = [...told.map(({ line }) => line), rest];
    if (count === 0 || shown.join('\n').length + 1 <= room) return shown;
  }
  return [];
}

/** `- :text("Dark theme") switch off "Will never turn on"`; words that stand in the selector are not told twice. */
function actionLine(action: Action, selectorOf: SummaryOptions['selectorOf']): string {
  const { element, aim, role, state, text, more, value } = action;
  const selector = selectorOf(element, aim);
  const kind = simpleClassName(element.className);
  const isTold = toldBy(selector);
  const parts = [
    selector,
    text === '' && !element.editable && !selector.includes(kind) && cell(kind),
    role !== 'button' && (role === 'password' ? 'password field' : role),
    state,
    text !== '' && !isTold(text) && quoted(text, maxText),
    value !== '' && !isTold(value) && `holds ${quoted(value, maxMore)}`,
    ...more
      .filter((word) => !isTold(word))
      .slice(0, mostMore)
      .map((word) => quoted(word, maxMore)),
    element.selected && 'selected',
    !element.enabled && 'disabled',
  ];
  return `- ${parts.filter((part) => part !== false && part !== null).join(' ')}`;
}

/** Letters at a text's beginning by which it is known again in a selector that asks for no more. */
const beginning = 30;

/** Whether a text stands in the selector, whole or as the beginning that it asks for. */
function toldBy(selector: string): (text: string) => boolean {
  const unescaped = selector
    .replace(/\\u\{([\da-f]+)\}/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');
  return (text) =>
    unescaped.includes(`"${text}"`) ||
    (text.length > beginning && unescaped.includes(`"${text.slice(0, beginning)}`));
}

function scrollLine({ scrollables }: Summary, selectorOf: SummaryOptions['selectorOf']): string[] {
  const shown = scrollables
    .slice(0, mostScrollables)
    .map((element) => selectorOf(element, element))
    .filter((selector) => selector.length <= maxText);
  if (shown.length === 0) return [];
  const left = scrollables.length - shown.length;
  return [`Scrolls: ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`];
}

/** What to do where the tree does not tell what there is. Notes are where tools are named as the agent sees them. */
function adviceLines({ kind }: Summary): string[] {
  const picture = 'get_screen_state with include_screenshot true shows it';
  switch (kind) {
    case 'empty tree':
      return [`note:The app tells nothing about what it shows: ${picture}; tap by coordinates.`];
    case 'web page':
      return [
        `note:Web pages tell their content late or in part: if something is missing, ${picture}.`,
      ];
    case 'media':
      return [`note:What is drawn, played or filmed is not in here: ${picture}.`];
    default:
      return [];
  }
}
