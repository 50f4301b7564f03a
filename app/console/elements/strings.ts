import type { ScreenChange } from '#core/link/inspection.ts';
import type { ElementRow, ElementState } from '#core/link/messages.ts';
import { countLabel } from '../../ui/call-strings.ts';
import type { FilterResult } from '../screen/filter.ts';

/** The elements panel: table, tree, details. */
export const elementsStrings = {
  listed: (count: number) => countLabel(count, 'element'),
  listedInTree: (count: number, layoutCount: number) =>
    `${countLabel(count, 'element')}, ${countLabel(layoutCount, 'layout container')}`,
  displayOff: (count: string) => count && `${count}, as last read. The display is off.`,
  views: 'Show the elements as',
  table: 'Table',
  tree: 'Tree',
  changes: (count: number) => (count === 0 ? 'Changes' : `Changes ${count}`),
  changeCount: (count: number) => countLabel(count, 'change'),
  elements: 'Elements',
  inside: (label: string) => `Text inside or beside it: ${label}`,
  none: 'No elements',
  nothingNamed: 'This screen has no text and no controls.',
  reading: 'Reading the screen…',
  readingSlowly: 'Reading the screen… The first reading can take up to 15 seconds.',
  notRead: 'No elements yet',
  notReadHelp: 'They appear when you refresh the screen.',
  noPhone: 'No phone is connected.',
  readAgain: 'Refresh the screen',
} as const;

/** The table. */
export const tableStrings = {
  unchecked: 'unchecked',
  columns: {
    text: 'Text',
    class: 'Class',
    resource: 'Resource ID',
    state: 'State',
    bounds: 'Bounds',
    id: 'ID',
  },
  sortBy: 'Sort by',
  gone: 'No longer on the screen.',
  layoutRows: (count: number, isShort = false) =>
    isShort ? 'Layout' : `Show layout containers (${count})`,
} as const;

/** The filter field, its help and its results. */
export const filterStrings = {
  label: 'Filter elements by words or a selector',
  placeholder: 'Text or a selector, like @title or :text("OK")',
  helpIntro: 'Plain words match text, classes and IDs. Agents use selectors; try one:',
  examples: [
    ['@title', 'its resource ID is title'],
    [':contains("Wi")', 'its text contains Wi; :text("…") matches the whole text'],
    ['TextView:text("B*")', 'a TextView whose text begins with B'],
    ['[clickable]', 'it can be tapped; also [checked=false], [editable], …'],
    ['LinearLayout > TextView', 'a TextView directly inside a LinearLayout'],
    [
      'Switch:near("Wi-Fi")',
      'the Switch nearest to that text; Row:has(Switch) is a Row with one inside',
    ],
  ],
  recentIntro: 'Selectors that matched before. Press ↑ in the field to recall them:',
  recentNone: 'Selectors that matched something are kept here.',
  clearRecent: 'Clear recent selectors',
  unfinished: 'Unfinished',
  isXPath: 'This is XPath, not a Handset selector.',
  useInstead: 'Use instead:',
  notApplied: 'The filter wasn’t applied.',
  nothingMatches: 'Nothing matches',
  noText: 'No text, class or ID here contains that.',
  exactOnly:
    'Selectors match exactly: write :contains("…") for part of the text, or * for any characters in it.',
  nearest: 'Nearest',
  count: (found: number, outOf: number) => `${found} of ${outOf}`,
  /** `3 of 41`, with a note where the text was ambiguous. */
  found: ({ readAs, matches }: FilterResult, count: number, outOf: number) => {
    const isAmbiguous = readAs === 'text' && (matches ?? 0) > 0 && matches !== count;
    return `${count} of ${outOf}${isAmbiguous ? `; ${matches} as a selector` : ''}`;
  },
} as const;

/** The details of the element that is pointed at or pinned. */
export const detailsStrings = {
  pinned: (name: string) => `Pinned element: ${name}`,
  unpin: 'Unpin',
  height: 'Height of the details',
  heightTip: 'Drag to change the height; double-click to reset it',
  more: 'Show all details',
  less: 'Show fewer details',
  inside: 'Inside',
  children: (count: number) =>
    count === 0 ? 'no children' : count === 1 ? '1 child' : `${count} children`,
  copySelector: 'Copy the selector',
  copyThis: (selector: string) => `Copy ${selector}`,
  others: (count: number) => countLabel(count, 'other selector'),
  best: 'Best selector',
  pointHelp: 'Hover over an element for its selector; click for details.',
  copied: 'Copied',
  copyKey: (key: string) => `Press ${key} to copy`,
  attributes: 'Attributes',
  derived: 'Computed',
  empty: (count: number) => `Show ${countLabel(count, 'empty attribute')}`,
  asPrinted: 'empty',
} as const;

/** The forms in which an element can be copied. */
export const copyStrings = {
  menu: 'Copy…',
  forms: {
    selector: 'Selector',
    id: 'Element ID',
    appium: 'Appium',
    uiAutomator: 'UI Automator',
    maestro: 'Maestro',
  },
  none: 'This element has no locator of this kind.',
  copyText: 'Copy the text',
  copy: (what: string) => `Copy as ${what}`,
  copied: (what: string) => `Copied: ${what}`,
  refused: 'The browser doesn’t allow copying.',
} as const;

/** The actions on the pinned element. */
export const actionStrings = {
  title: 'Use on the phone',
  names: {
    click_element: 'Tap',
    long_click_element: 'Long press',
    scroll_to_element: 'Scroll to it',
    set_text: 'Set text',
  },
  newText: 'New text for the field',
  cancel: 'Cancel',
  dismiss: 'Close',
  running: (action: string, element: string) => `${action}: ${element}`,
  done: {
    click_element: (element: string) => `Tapped ${element}`,
    long_click_element: (element: string) => `Long-pressed ${element}`,
    scroll_to_element: (element: string) => `Scrolled to ${element}`,
    set_text: (element: string) => `Set the text of ${element}`,
  },
  quoted: (text: string) => `“${text}”`,
  cancelled: 'Canceled.',
} as const;

const changeKinds: Readonly<Record<ScreenChange['kind'], string>> = {
  appeared: 'New',
  disappeared: 'Removed',
  moved: 'Moved',
  text: 'Text changed',
  state: 'State changed',
};

/** The comparison with an earlier screen. */
export const comparisonStrings = {
  pin: 'Start comparing',
  pinAgain: 'Start over',
  title: 'Comparison',
  comparedWith: 'Compared with',
  copyName: 'Copy',
  comparing: 'Comparing…',
  nothingHelp: 'Changes appear here and on the screen as you use the phone.',
  notCompared: 'The screen can’t be compared now.',
  list: 'Changes',
  unlisted: (count: number) => `and ${count} more, not listed`,
  kinds: changeKinds,
} as const;

/** The states of an element. */
export const stateNames: Readonly<Record<ElementState, string>> = {
  checked: 'checked',
  selected: 'selected',
  focused: 'focused',
  disabled: 'disabled',
  offscreen: 'off screen',
  covered: 'covered',
  clickable: 'clickable',
  'long-clickable': 'long-clickable',
  checkable: 'checkable',
  scrollable: 'scrollable',
  editable: 'editable',
  password: 'password',
};

/** All but `checkable`, what tells elements apart first: the column may cut the end. */
const stateOrder = [
  'checked',
  'selected',
  'focused',
  'disabled',
  'offscreen',
  'covered',
  'editable',
  'password',
  'scrollable',
  'clickable',
  'long-clickable',
] as const satisfies readonly ElementState[];

/** What is worth knowing of an element's state, in words. */
export function stateWords({ states }: ElementRow): readonly string[] {
  const isCheckable = states.includes('checkable');
  return [
    ...(isCheckable && !states.includes('checked') ? [tableStrings.unchecked] : []),
    ...stateOrder.filter((state) => states.includes(state)).map((state) => stateNames[state]),
  ];
}
