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
import { time, type Timing } from './timing.ts';
import { screenOfDump } from '#core/screen/testing/screens.ts';

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
  const screen = screenOfDump(xml);
  const scrolled = screenOfDump(new TextEncoder().encode(bigDump(elementCount, 3)));
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

/** An element with a name that leads to it: its ref, index path or id. */
export interface NamedElement {
  readonly name: string;
  readonly element: Element;
}

/** The texts that agents get of a screen, each with the elements that it can name. */
export function textsOf(
  screen: Screen,
): readonly { name: string; text: string; named: readonly NamedElement[] }[] {
  const nameOf = refsOn(screen);
  const summary = formatSummary(summarize(screen), nameOf);
  const compact = formatCompactTree(screen, nameOf);
  const all = [...walk(screen.roots)];
  const refs = all.map((element) => ({ name: nameOf(element), element }));
  const paths = all.map((element) => ({ name: element.path, element }));
  const ids = all.map((element) => ({ name: element.id, element }));
  return [
    { name: 'summarize_screen', text: summary, named: refs },
    { name: 'get_screen_tree compact', text: compact, named: refs },
    { name: 'get_screen_tree', text: formatTree(screen), named: paths },
    { name: 'get_screen_state', text: formatScreenState(screen), named: ids },
  ];
}
