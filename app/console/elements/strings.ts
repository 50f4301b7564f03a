import type { WireError } from '#core/errors.ts';
import type { ScreenChange } from '#core/link/inspection.ts';
import { countLabel } from '../../ui/call-strings.ts';

/** The elements panel: table, tree, details. */
export const elementsStrings = {
  listed: (count: number) => (count === 1 ? '1 element' : `${count} elements`),
  views: 'Show the elements as',
  table: 'Table',
  tree: 'Tree',
  changes: (count: number) => (count === 0 ? 'Changes' : `Changes ${count}`),
  elements: 'Elements',
  none: 'No elements',
  nothingNamed: 'This screen has no text and no controls.',
  notRead: 'No elements yet',
  notReadHelp: 'They appear when the screen is read.',
  noPhone: 'No phone is connected.',
  readAgain: 'Read the screen again',
} as const;

/** Why there are no elements, in words for a person; the error's own are for agents. */
export function unreadElements({ code, detail }: WireError): WireError {
  return { code, message: 'The elements of this screen could not be read.', hint: hintFor(detail) };
}

function hintFor(detail: WireError['detail']): string {
  if (detail === 'automation-taken') {
    return 'Another program is reading the screen, such as Appium or a test runner. Stop it, and the elements appear by themselves.';
  }
  return detail === 'never-idle'
    ? 'Something on the screen never stops moving. The elements appear when it rests.'
    : 'Handset tries again every few seconds.';
}

/** The hint for a user who has connected a phone for the first time. */
export const firstHintStrings = {
  use: 'Click the phone to use it. Press F2 to point at elements. Or',
  inspect: 'Point at the phone to see its elements. Press F2 to use it again. Or',
  agent: 'watch an agent use it',
  end: '.',
  dismiss: 'Don’t show this again',
} as const;

/** The filter field, its help and its results. */
export const filterStrings = {
  label: 'Filter elements by words or a selector',
  placeholder: 'Text or a selector, like @title or :text("OK")',
  help: 'How to write a selector',
  helpIntro: 'Text matches any column. A selector is what agents use; try one:',
  examples: [
    ['@title', 'its resource id is title'],
    [':contains("Wi")', 'its text contains Wi; :text("…") matches the whole text'],
    ['TextView:text("B*")', 'a TextView whose text begins with B'],
    ['[clickable]', 'it can be tapped; also [checked=false], [editable], …'],
    ['LinearLayout > TextView', 'a TextView directly inside a LinearLayout'],
    [
      'Switch:near("Wi-Fi")',
      'the Switch nearest to that text; Row:has(Switch) is a Row with one inside',
    ],
  ],
  recent: 'Recent selectors',
  recentIntro: 'Selectors that matched before; the up arrow also recalls them:',
  recentNone: 'Selectors that matched something are kept here.',
  clearRecent: 'Clear history',
  stillBefore: 'Showing the last valid results.',
  nothingMatches: 'Nothing matches',
  noText: 'No text, description, class or id on this screen contains that.',
  exactOnly:
    'Selectors match exactly: write :contains("…") for part of a text, or * for any characters in it.',
  nearest: 'Nearest',
  clear: 'Clear the filter',
  count: (found: number, outOf: number) => `${found} of ${outOf}`,
  readAsText: (count: string) => `${count} (text search)`,
  readAsTextToo: (count: string, matches: number) =>
    `${count} (text search); as a selector it matches ${matches}`,
} as const;

/** The details of the element that is pointed at or pinned. */
export const detailsStrings = {
  pinned: (name: string) => `Pinned element: ${name}`,
  unpin: 'Unpin',
  inside: 'Inside',
  children: (count: number) =>
    count === 0 ? 'no children' : count === 1 ? '1 child' : `${count} children`,
  copyId: 'Copy the id',
  copySelector: 'Copy the selector',
  copyThis: (selector: string) => `Copy ${selector}`,
  others: (count: number) => countLabel(count, 'other selector'),
  best: 'Best selector',
  pointHelp: 'Point at an element to see its best selector; click or tap it for more.',
  copied: 'Copied',
  copyKey: (key: string) => `${key} copies`,
  attributes: 'Attributes',
  derived: 'Derived from the attributes',
  empty: (count: number) => `Show ${count} empty`,
  asPrinted: 'empty',
} as const;

/** The forms in which an element can be copied. */
export const copyStrings = {
  title: 'Copy as',
  selector: 'Selector',
  toolCall: 'Tool call',
  mcp: 'MCP request',
  id: 'Element id',
  tap: 'Tap call',
  json: 'JSON',
  locators: 'For tests',
  appium: 'Appium',
  uiAutomator: 'UI Automator',
  espresso: 'Espresso',
  maestro: 'Maestro',
  none: 'This element has no such locator.',
  copy: (what: string) => `Copy as ${what}`,
  copied: (what: string) => `Copied: ${what}`,
  refused: 'The browser does not allow copying.',
} as const;

/** The actions on the pinned element. */
export const actionStrings = {
  title: 'Use on the phone',
  tap: 'Tap',
  longPress: 'Long press',
  scrollTo: 'Scroll to it',
  setText: 'Set text…',
  newText: 'New text for the field',
  set: 'Set text',
  cancel: 'Cancel',
  dismiss: 'Close',
  running: (action: string, target: string) => `${action}: ${target}`,
  cancelled: 'Cancelled.',
} as const;

/** The comparison with the pinned screen. */
export const comparisonStrings = {
  pin: 'Pin this screen',
  pinHelp: 'Keeps this screen and shows what changes from now on',
  title: 'Comparison',
  comparedWith: 'Compared with',
  pinNew: 'Pin the screen as it is now',
  copy: 'Copy as agents read it',
  unpin: 'Stop comparing',
  comparing: 'Comparing…',
  nothingHelp: 'Use the phone: what changes is listed here and marked on the screen.',
  notCompared: 'The screen can’t be compared now.',
  list: 'Changes since the pinned screen',
  unlisted: (count: number) => `and ${count} more, not listed`,
  kinds: {
    appeared: 'New',
    disappeared: 'Removed',
    moved: 'Moved',
    text: 'Text',
    state: 'State',
  } satisfies Record<ScreenChange['kind'], string>,
} as const;
