import { accessibleTextOf } from '../screen/accessible-text.ts';
import { flagsOf } from '../screen/element-states.ts';
import { keptElements, simpleClassName, type Element, type Screen } from '../screen/screen.ts';
import { fitLines } from './limits.ts';
import { formatMissingContent } from './missing-content.ts';
import { tsvCell } from './quote.ts';

/** The first lines of every screen state. */
const notes = [
  'note:structural-only nodes are omitted from the tree',
  'note:certain elements are custom and will not be properly reported, if needed or if tools are not working as expected set include_screenshot=true to see the screen and take what you see into account',
  'note:flags: on=onscreen off=offscreen clk=clickable lclk=longClickable foc=focusable scr=scrollable edt=editable ena=enabled',
  'note:offscreen items require scroll_to_element before interaction',
];

const header = ['id', 'class', 'text', 'desc', 'res_id', 'bounds', 'flags'].join('\t');

/** UTF-16 units to show of texts and descriptions; get_element_details has the rest. */
const maxCellLength = 100;

/**
 * The screen as TSV: four notes, app, screen, header, then one row per kept element in document order,
 * and a note where the rows lack what the screen shows. A hint is there instead of a missing description.
 */
export function formatScreenState(screen: Screen): string {
  const rows = keptElements(screen.roots).map((element) => formatRow(element, screen));
  const state = fitLines(
    [...notes, ...formatScreenHead(screen), header, ...rows].join('\n'),
    'get_screen_tree with root shows a part of the screen, find_elements and query_elements what you look for',
  );
  return [state, ...formatMissingContent(screen)].join('\n');
}

/** The `app:` and `screen:` lines. */
export function formatScreenHead(screen: Pick<Screen, 'focus' | 'size' | 'density'>): string[] {
  const { focus, size, density } = screen;
  const orientation = size.width > size.height ? 'landscape' : 'portrait';
  return [
    `app:${focus.packageName ?? 'unknown'} activity:${focus.activity ?? 'unknown'}`,
    `screen:${size.width}x${size.height} density:${density} orientation:${orientation}`,
    ...(focus.focusedDisplay === undefined ? [] : [otherDisplayNote(focus.focusedDisplay)]),
  ];
}

/** For a screen while another display has the focus. */
export function otherDisplayNote(display: number): string {
  return `note:the focused window is on display ${display}; this is the phone's own screen, which all touches go to, but keys and typed text go to display ${display} until this screen is touched`;
}

function formatRow(element: Element, screen: Screen): string {
  const { left, top, right, bottom } = element.bounds;
  return [
    element.id,
    tsvCell(simpleClassName(element.className)),
    truncated(accessibleTextOf(element).text),
    truncated(element.description || (element.hint && `hint=${element.hint}`)),
    tsvCell(element.resourceId),
    `${left},${top},${right},${bottom}`,
    flagsOf(element, screen).join(),
  ].join('\t');
}

function truncated(text: string): string {
  const cellText = tsvCell(text);
  if (cellText.length <= maxCellLength) return cellText;
  // UTF-8 can't encode half of a surrogate pair.
  const splitsPair = /[\ud800-\udbff]/.test(cellText.charAt(maxCellLength - 1));
  return `${cellText.slice(0, splitsPair ? maxCellLength - 1 : maxCellLength)}...truncated`;
}
