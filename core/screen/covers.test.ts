import { describe, expect, it } from 'vitest';
import { rectOfSize } from '../geometry.ts';
import { formatDiff } from '../format/diff.ts';
import { formatScreenState } from '../format/screen-state.ts';
import { formatSummary } from '../format/summary.ts';
import { formatCompactTree, formatTree } from '../format/tree.ts';
import { coveredElements, isUnderKeyboard } from './covers.ts';
import { diffScreens } from './diff/diff.ts';
import { type Element, type Screen } from './screen.ts';
import { summarize } from './summary/summary.ts';
import { screenOf } from './testing/screens.ts';

type Bounds = readonly [left: number, top: number, right: number, bottom: number];

const node = (name: string, [left, top, right, bottom]: Bounds, more = ''): string =>
  `<node text="${name}" class="android.widget.Button" enabled="true" ${more} bounds="[${left},${top}][${right},${bottom}]"/>`;
const button = (name: string, bounds: Bounds): string => node(name, bounds, 'clickable="true"');
const within = (className: string, bounds: Bounds, children: string, more = ''): string =>
  node('', bounds, more)
    .replace('android.widget.Button', className)
    .replace('/>', `>${children}</node>`);

const keyboard = { left: 0, top: 1600, right: 1080, bottom: 2400 };
const coveredOn = (screen: Screen): string[] =>
  [...coveredElements(screen)].map(({ text }) => text);

describe('coveredElements', () => {
  it('goes deeper than the call stack', () => {
    const screen = screenOf(button('Pay', [0, 0, 99, 99]) + button('Veil', [0, 0, 99, 99]));
    const [pay, veil] = screen.roots;
    if (pay === undefined || veil === undefined) throw new Error('The screen has two roots.');
    let outermost = { ...pay, clickable: false };
    for (let i = 0; i < 20_000; i++)
      outermost = { ...pay, clickable: false, text: '', children: [outermost] };
    expect(coveredOn({ ...screen, roots: [outermost, veil] })).toEqual([]);
  });

  it.each<[string, string, readonly string[]]>([
    ['nothing', button('Pay', [0, 0, 99, 99]), []],
    ['a later sibling', button('Pay', [0, 0, 99, 99]) + button('Veil', [0, 0, 500, 500]), ['Pay']],
    ['an earlier one', button('Veil', [0, 0, 500, 500]) + button('Pay', [0, 0, 99, 99]), []],
    ['a part', button('Pay', [0, 0, 99, 99]) + button('Veil', [0, 0, 98, 99]), []],
    ['what takes no touches', button('Pay', [0, 0, 99, 99]) + node('Veil', [0, 0, 99, 99]), []],
    ['over a mere text', node('Pay', [0, 0, 99, 99]) + button('Veil', [0, 0, 99, 99]), []],
    [
      'over a row with its text',
      within('a.Row', [0, 0, 99, 99], node('Pay', [0, 0, 50, 50]), 'clickable="true"') +
        button('Veil', [0, 0, 99, 99]),
      ['', 'Pay'],
    ],
    [
      'inside its row, over the text in it',
      within(
        'a.Row',
        [0, 0, 99, 99],
        node('Pay', [0, 0, 50, 50]) + button('Whole', [0, 0, 99, 99]),
        'clickable="true"',
      ),
      ['Pay'],
    ],
    [
      'inside its row, under the text in it',
      within(
        'a.Row',
        [0, 0, 99, 99],
        button('Whole', [0, 0, 99, 99]) + node('Pay', [0, 0, 50, 50]),
        'clickable="true"',
      ),
      [],
    ],
    [
      'in the same web page',
      within(
        'android.webkit.WebView',
        [0, 0, 999, 999],
        button('Pay', [0, 0, 99, 99]) + button('Card', [0, 0, 500, 500]),
      ),
      [],
    ],
    [
      'over a web page',
      within('android.webkit.WebView', [0, 0, 999, 999], button('Pay', [0, 0, 99, 99])) +
        button('Veil', [0, 0, 999, 999]),
      ['Pay'],
    ],
  ])('%s', (_, nodes, expected) => {
    expect(coveredOn(screenOf(nodes))).toEqual(expected);
  });

  it('all that lies below the keyboard, also mere texts', () => {
    const nodes =
      node('Terms', [0, 1700, 999, 1800]) +
      button('Pay', [0, 1600, 999, 1700]) +
      button('Half', [0, 1500, 99, 1700]);
    expect(coveredOn(screenOf(nodes, { keyboard }))).toEqual(['Terms', 'Pay']);
    expect(coveredOn(screenOf(nodes, { keyboard: null }))).toEqual([]);
  });

  it('what keyboard and another element cover together', () => {
    const nodes = button('Half', [0, 1500, 999, 1700]) + button('Bar', [0, 1500, 1080, 1600]);
    expect(coveredOn(screenOf(nodes, { keyboard }))).toEqual(['Half']);
  });

  it('on a screen with thousands of overlapping elements in a moment', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => button(`b${at}`, [at % 50, 0, 900, 900]));
    const screen = screenOf(many.join(''));
    const start = process.cpuUsage();
    coveredElements(screen);
    const { user, system } = process.cpuUsage(start);
    // In µs of processor time, which other programs don't lengthen much; usually a fraction of that.
    expect(user + system).toBeLessThan(2_000_000);
  });
});

it.each([
  [{ left: 0, top: 1600, right: 99, bottom: 1700 }, true],
  [{ left: 0, top: 2300, right: 99, bottom: 2500 }, true],
  [{ left: 0, top: 1500, right: 99, bottom: 1700 }, false],
  [{ left: 0, top: 2400, right: 99, bottom: 2500 }, false],
])('isUnderKeyboard: %j %s', (bounds, expected) => {
  const size = { width: 1080, height: 2400 };
  const [element] = screenOf(node('x', [0, 0, 1, 1])).roots;
  if (element === undefined) throw new Error('no node');
  expect(isUnderKeyboard({ ...element, bounds }, { roots: [], size, keyboard })).toBe(expected);
  const whole = rectOfSize(size);
  expect(isUnderKeyboard({ ...element, bounds: whole }, { roots: [], size, keyboard })).toBe(false);
});

describe('a covered element in texts', () => {
  const nameOf = ({ path }: Element): string => path;
  const nodes = button('Next', [0, 2000, 999, 2100]) + button('Back', [0, 0, 99, 99]);
  const closed = screenOf(nodes, { keyboard: null });
  const open = screenOf(nodes, { keyboard });

  it.each([
    ['get_screen_state', formatScreenState],
    ['the tree', (screen: Screen) => formatTree(screen)],
    ['the compact tree', (screen: Screen) => formatCompactTree(screen, nameOf)],
    ['the summary', (screen: Screen) => formatSummary(summarize(screen), nameOf)],
    ['a list of new elements', (screen: Screen) => diffOf(screenOf(''), screen)],
  ])('is marked in %s', (_, format) => {
    const linesWith = (name: string, screen: Screen): string[] =>
      format(screen)
        .split('\n')
        .filter((line) => line.includes(name));
    expect(linesWith('Next', open)[0]).toContain('covered');
    expect(linesWith('Back', open)[0]).not.toContain('covered');
    expect(linesWith('Next', closed)[0]).not.toContain('covered');
  });

  it('has not changed because of that', () => {
    expect(diffScreens(closed, open).stateChanged).toEqual([]);
    const checked = screenOf(nodes.replace('clickable', 'checked="true" clickable'), { keyboard });
    expect(diffScreens(closed, checked).stateChanged).toMatchObject([
      { gained: ['checked', 'covered'], lost: [] },
    ]);
  });

  function diffOf(before: Screen, after: Screen): string {
    return formatDiff(diffScreens(before, after), 'snapshot:s1', nameOf);
  }
});
