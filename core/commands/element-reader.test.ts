import { expect, it } from 'vitest';
import { type Element, walk } from '../screen/screen.ts';
import { parseReaderScreen } from './element-reader.ts';

const head = 'screen\t1\t1\t1000\t500\t900\t500\t420\t250';
const row = (
  depth: number,
  bounds: string,
  rest = 'View\tapp\tapp:id/x\t\t\t',
  facts = '\t\t\t',
): string => ['node', depth, 0, 2048, ...bounds.split(' '), rest, facts].join('\t');

const read = (
  rows: readonly string[],
  limit: 'display' | 'app' = 'display',
  apiLevel = 28,
): readonly Element[] => [
  ...walk(parseReaderScreen([head, ...rows], { limit, apiLevel }).hierarchy.roots),
];

it('cuts bounds to the display, or to the part without system bars, as Rect.intersect does', () => {
  const rows = ['window\tactive\t1', row(0, '-10 -10 1200 600'), row(1, '1100 0 1200 10')];
  expect(read(rows).map(({ bounds }) => bounds)).toEqual([
    { left: 0, top: 0, right: 1000, bottom: 500 },
    { left: 1100, top: 0, right: 1200, bottom: 10 },
  ]);
  expect(read(rows, 'app')[0]?.bounds).toEqual({ left: 0, top: 0, right: 900, bottom: 500 });
  const nothing = { left: 0, top: 0, right: 0, bottom: 0 };
  expect(read(rows, 'display', 29)[1]?.bounds).toEqual(nothing);
});

it('gives pop-ups roots of their own, whose ids differ from those of the same node elsewhere', () => {
  const active = 'active\t1';
  const popup = 'popup\t7\t0\t0\t9\t9';
  const keyboard = 'keyboard\t8\t0\t0\t9\t9';
  const elements = read([
    ...[`window\t${active}`, row(0, '0 0 9 9'), `window\t${popup}`, row(0, '0 0 9 9')],
    ...[`window\t${keyboard}`],
  ]);
  expect(elements.map(({ path }) => path)).toEqual(['0', '1']);
  expect(elements[0]?.id).not.toBe(elements[1]?.id);
  expect(elements[1]?.id).not.toMatch(/_2$/);
});

it('restores escaped texts, and writes control characters as a dump does', () => {
  const texts = String.raw`View	app		a\tb\\n\nc	${'\x01\x7f\x85'}	Hint`;
  const [element] = read(['window\tactive\t1', row(0, '0 0 9 9', texts)]);
  expect(element).toMatchObject({ text: 'a\tb\\n\nc', description: '..\x85', hint: 'Hint' });
});

it('tells what a dump lacks: state, error, heading, place in a list', () => {
  const texts = 'View\tapp\t\t\t\t';
  const elements = read([
    'window\tactive\t1',
    row(0, '0 0 9 9', texts, '\t\t40 1\t'),
    row(1, '0 0 9 9', texts, '3 of 5 stars\tToo\\tshort\t\t11 0'),
    ['node', 2, 0, 2048 + 4096, '0\t0\t9\t9', texts, '\t\t-1 -1\t'].join('\t'),
    row(3, '0 0 9 9', texts, '\t\t1 3\t2 0'),
    row(4, '0 0 9 9', texts, '\t\t\t0 1'),
  ]);
  expect(elements.map(({ position }) => position)).toEqual([
    ...['', 'row 12 of 40', '', 'row 3', 'column 2 of 3'],
  ]);
  expect(elements[1]).toMatchObject({ stateDescription: '3 of 5 stars', error: 'Too\tshort' });
  expect(elements.map(({ heading }) => heading).indexOf(true)).toBe(2);
});

it('tells no place in a list of something whose row or column is not known', () => {
  const elements = read([
    'window\tactive\t1',
    row(0, '0 0 9 9', undefined, '\t\t0 4\t'),
    row(1, '0 0 9 9', undefined, '\t\t\t-1 -1'),
    row(1, '0 0 9 9', undefined, '\t\t\t-1 2'),
    row(1, '0 0 9 9', undefined, '\t\t\t3 -1'),
  ]);
  expect(elements.map(({ position }) => position)).toEqual(['', '', 'column 3 of 4', 'row 4']);
});

it('tells where the keyboard is, cut to the display, or that there is none', () => {
  const rows = [head, 'window\tactive\t1', row(0, '0 0 9 9')];
  expect(parseReaderScreen(rows).hierarchy.keyboard).toBeNull();
  const keyboard = 'window\tkeyboard\t8\t0\t300\t1000\t600';
  expect(parseReaderScreen([...rows, keyboard]).hierarchy.keyboard).toEqual({
    left: 0,
    top: 300,
    right: 1000,
    bottom: 500,
  });
});

it('says for how long nothing had changed, and in which rotation', () => {
  const { stillMs, hierarchy } = parseReaderScreen([head, 'window\tactive\t1', row(0, '0 0 9 9')]);
  expect([stillMs, hierarchy.rotation]).toEqual([250, 1]);
});

it.each([
  [[]],
  [[head, 'window\tactive\t1', 'node\t0']],
  [[head, 'window\tactive\t1', row(1, '0 0 9 9')]],
  [[head, 'window\tactive\t1', row(0.5, '0 0 9 9')]],
  [[head, row(0, '0 0 9 9'), 'something else']],
  [['screen\t1\t0']],
])('refuses rows that it cannot read (%#)', (rows) => {
  expect(() => parseReaderScreen(rows)).toThrow("can't be read");
});

it.each([
  ['elements', Array.from({ length: 10_001 }, () => row(0, '0 0 9 9'))],
  ['levels', Array.from({ length: 252 }, (_, depth) => row(depth, '0 0 9 9'))],
])('refuses a screen of too many %s', (_, rows) => {
  const screen = [head, 'window\tactive\t1', ...rows];
  expect(() => parseReaderScreen(screen)).toThrow('too big');
  expect(() => parseReaderScreen(screen.slice(0, -1))).not.toThrow();
});
