/** How much an agent must read for a screen: characters of the MCP `content` JSON. */
import { formatScreenState } from '../../core/format/screen-state.ts';
import { formatSummary } from '../../core/format/summary.ts';
import { formatTree } from '../../core/format/tree/tree.ts';
import { type Screen, walk } from '../../core/screen/screen.ts';
import { summarize } from '../../core/screen/summary/summary.ts';
import { corpusFiles, corpusScreen } from '../../core/screen/summary/testing/screens.ts';
import { indexScreen } from '../../core/selector/match.ts';
import { bestSelector } from '../../core/selector/suggest.ts';
import { type CallTool, withAgent } from './road.ts';
import { median } from './timing.ts';

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
        medianOver((screen) => contentLengthWithSnapshot(formatTree(screen, { compact: true }))),
      ],
      ['summarize_screen', medianOver((screen) => contentLengthWithSnapshot(summaryText(screen)))],
    ],
  };
}

function summaryText(screen: Screen): string {
  const index = indexScreen(screen);
  return formatSummary(summarize(screen), {
    selectorOf: (_, element) => bestSelector(element, index).selector,
  });
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
