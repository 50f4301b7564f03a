import { formatDiff } from '#core/format/diff.ts';
import { formatScreenState } from '#core/format/screen-state.ts';
import { formatSummary } from '#core/format/summary.ts';
import { formatCompactTree, formatTree } from '#core/format/tree.ts';
import { diffScreens } from '#core/screen/diff/diff.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import { type Element, walk, type Screen } from '#core/screen/screen.ts';
import { ShownElements, refOfNumber } from '#core/screen/snapshots.ts';
import { summarize } from '#core/screen/summary/summary.ts';
import { indexScreen, matchSelector } from '#core/selector/match.ts';
import { parseSelector } from '#core/selector/parse.ts';
import { rankSelectors } from '#core/selector/suggest.ts';
import { median, time, type Timing } from './timing.ts';
import { corpusFiles, corpusScreen } from '#core/screen/summary/testing/screens.ts';
import { withAgent, type CallTool } from './round-trips.ts';

/**
 * A uiautomator dump of a long settings list: each row is a layout with an icon, a title and a
 * switch. `first` rows are scrolled off the top.
 */
function bigDump(elements: number, first = 0): string {
  const perRow = 4;
  const rows = Array.from({ length: Math.floor((elements - 1) / perRow) }, (_, index) =>
    row(index, first),
  );
  const list = node(
    { class: 'android.widget.ListView', index: 0, scrollable: true },
    rows.join(''),
  );
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${list}</hierarchy>`;
}

interface NodeAttributes {
  readonly class: string;
  readonly index: number;
  readonly text?: string;
  readonly id?: string;
  readonly top?: number;
  readonly clickable?: boolean;
  readonly scrollable?: boolean;
}

function row(index: number, first: number): string {
  const top = index * 150;
  const children = [
    node({ class: 'android.widget.ImageView', index: 0, top, id: 'icon' }),
    node({
      class: 'android.widget.TextView',
      index: 1,
      top,
      id: 'title',
      text: `Setting ${first + index}`,
    }),
    node({ class: 'android.widget.Switch', index: 2, top, id: 'switch', clickable: true }),
  ];
  return node(
    { class: 'android.widget.LinearLayout', index, top, clickable: true },
    children.join(''),
  );
}

function node(source: NodeAttributes, children = ''): string {
  const { index, text = '', id, top = 0, clickable = false, scrollable = false } = source;
  const resourceId = id === undefined ? '' : `com.example:id/${id}`;
  return (
    `<node index="${index}" text="${text}" resource-id="${resourceId}" class="${source.class}" ` +
    `package="com.example" content-desc="" checkable="false" checked="false" clickable="${clickable}" ` +
    `enabled="true" focusable="${clickable}" focused="false" scrollable="${scrollable}" ` +
    `long-clickable="false" password="false" selected="false" ` +
    `bounds="[0,${top}][1080,${top + 150}]">${children}</node>`
  );
}

/** Elements of the screen on which the steps that need no phone are measured. */
const elementCount = 2_000;

/** A copy of the screen, for which nothing is cached. */
function uncachedCopy(screen: Screen): Screen {
  return { ...screen, roots: [...screen.roots] };
}

function screenOf(xml: Uint8Array): Screen {
  return {
    ...parseHierarchy(xml),
    focus: { packageName: 'com.example', activity: '.Main' },
    size: { width: 1080, height: 2400 },
    density: 420,
  };
}

function summaryOf(screen: Screen): string {
  return formatSummary(summarize(screen), refsOn(screen));
}

function compactTreeOf(screen: Screen): string {
  return formatCompactTree(screen, refsOn(screen));
}

/** The refs of an agent that sees its first screen. */
function refsOn(screen: Screen): (element: Element) => string {
  let number = 0;
  return new ShownElements(() => refOfNumber(number++)).refsOn(screen);
}

export async function timeSteps(): Promise<Timing[]> {
  const xml = new TextEncoder().encode(bigDump(elementCount));
  const screen = screenOf(xml);
  const scrolled = screenOf(new TextEncoder().encode(bigDump(elementCount, 3)));
  const chain = parseSelector('LinearLayout > TextView:text("Setting 3*")');
  const [middle = screen.roots[0]] = [...walk(screen.roots)].slice(elementCount / 2);
  if (middle === undefined) throw new Error('An empty screen');
  const index = indexScreen(screen);
  return [
    await time('parse a dump of 2,000 elements', () => parseHierarchy(xml)),
    await time('its TSV', () => formatScreenState(screen)),
    await time('its tree', () => formatTree(screen)),
    await time('its compact tree', () => compactTreeOf(uncachedCopy(screen))),
    await time('its summary', () => summaryOf(uncachedCopy(screen))),
    await time('match a selector (asked < 1 ms)', () => matchSelector(chain, index)),
    await time('the first on a screen', () => matchSelector(chain, indexScreen(screen))),
    await time('suggest for an element', () => rankSelectors(middle, indexScreen(screen))),
    await time('diff, scrolled (asked < 10 ms)', () => diffScreens(screen, scrolled)),
    await time('diff, unchanged, as text', () =>
      formatDiff(diffScreens(screen, uncachedCopy(screen)), 's1', refsOn(screen)),
    ),
  ];
}

/** How much an agent must read for a screen: characters of the MCP `content` JSON. */

/** Names and lengths in characters. */
export type Sizes = readonly (readonly [what: string, characters: number])[];

const contentLength = (text: string): number => JSON.stringify([{ type: 'text', text }]).length;
/** With the snapshot line that the runner appends to every screen. */
const contentLengthWithSnapshot = (text: string): number => contentLength(`${text}\nsnapshot:s12`);

/** Sizes for the demo phone's Settings screen, from real calls. */
export async function sizesOfSettings(): Promise<{ elements: number; sizes: Sizes }> {
  return await withAgent('com.android.settings/.Settings', async (call) => {
    const sizeOf = async (...args: Parameters<CallTool>) =>
      contentLength((await call(...args)).text);
    const { text } = await call('get_screen_tree');
    const unscrolled = [
      ['get_screen_state', await sizeOf('get_screen_state')],
      ['get_screen_tree', contentLength(text)],
      ['get_screen_tree compact', await sizeOf('get_screen_tree', { compact: true })],
      ['summarize_screen', await sizeOf('summarize_screen')],
      ['diff_screen, nothing changed', await sizeOf('diff_screen')],
    ] as const;
    await call('scroll', { direction: 'down' });
    const scrolled = ['diff_screen, scrolled', await sizeOf('diff_screen')] as const;
    // One line per element, besides the heading and the snapshot line.
    return { elements: text.split('\n').length - 2, sizes: [...unscrolled, scrolled] };
  });
}

/** Medians over captured dumps of real phones; null where they are not available. */
export function sizesOfCorpus(): { elements: number; sizes: Sizes } | null {
  if (corpusFiles.length === 0) return null;
  const screens = corpusFiles.map(corpusScreen);
  const medianOver = (measure: (screen: Screen) => number): number => median(screens.map(measure));
  return {
    elements: medianOver(({ roots }) => [...walk(roots)].length),
    sizes: [
      [
        'get_screen_state',
        medianOver((screen) => contentLengthWithSnapshot(formatScreenState(screen))),
      ],
      ['get_screen_tree', medianOver((screen) => contentLengthWithSnapshot(formatTree(screen)))],
      [
        'get_screen_tree compact',
        medianOver((screen) => contentLengthWithSnapshot(compactTreeOf(screen))),
      ],
      ['summarize_screen', medianOver((screen) => contentLengthWithSnapshot(summaryOf(screen)))],
    ],
  };
}

/** Output sizes of other tools, measured separately on another Settings page of 83 nodes. */
export const otherTools: Sizes = [
  ['agent-device snapshot -i (rows in one line)', 971],
  ['Android-MCP table', 1_844],
  ['argent describe', 2_391],
  ['claude-in-mobile ui tree', 4_120],
  ['agent-device diff, nothing changed', 4_905],
  ['mobile-mcp', 5_410],
  ['mobilerun', 6_976],
  ['the raw dump', 29_409],
];
