import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptLine } from './log-lines.ts';
import { WrappedRows, maxTextLines, withMarks, wrapText } from './log-list.svelte.ts';

const lineOf = (text: string): KeptLine => ({
  number: 1,
  time: '',
  pid: 1,
  tid: 1,
  level: 'I',
  tag: 'T',
  process: null,
  crash: null,
  text,
});
const linesOf = (...lengths: readonly number[]): KeptLine[] =>
  lengths.map((length) => lineOf('x'.repeat(length)));
const wrapping = { columns: 10, linesAbove: 0, lineHeight: 20 };
const topsOf = (rows: { count: number; topOf(row: number): number }): readonly number[] =>
  Array.from({ length: rows.count + 1 }, (_, row) => rows.topOf(row));

it.each([
  ['', ['']],
  ['xxxxx xxxx', ['xxxxx xxxx']],
  ['xxxxxxxxxx ', ['xxxxxxxxxx ']],
  ['one two three', ['one two ', 'three']],
  ['one two   three', ['one two   ', 'three']],
  // A word is broken rather than a line left almost empty, a name between its parts.
  ['x'.repeat(11), ['x'.repeat(10), 'x']],
  [`one ${'x'.repeat(11)}`, ['one xxxxxx', 'xxxxx']],
  ['at a.b.c.de.f(g)', ['at a.b.c.', 'de.f(g)']],
  [`    ${'x'.repeat(9)}`, [`    ${'x'.repeat(6)}`, 'xxx']],
  ['é'.repeat(10), ['é'.repeat(10)]],
  ['漢'.repeat(6), ['漢'.repeat(5), '漢']],
  // The last column of the first line stays free.
  [`x${'漢'.repeat(5)}`, [`x${'漢'.repeat(4)}`, '漢']],
  [`x${'😀'.repeat(5)}`, [`x${'😀'.repeat(4)}`, '😀']],
  // Of other scripts than Latin, all may be wide.
  ['xxx\u202e', ['xxx‹U+', '202E›']],
])('%j is broken into lines of ten characters', (text, lines) => {
  expect(wrapText(text, 10)).toEqual(lines);
});

it('says that a text has more lines than a row shows', () => {
  expect(wrapText('x'.repeat(5_000), 10)).toHaveLength(maxTextLines + 1);
});

describe('wrapped rows', () => {
  it('are stacked, each as high as its text', () => {
    const rows = new WrappedRows().layOut(
      { lines: linesOf(5, 25, 0, 11), droppedCount: 0 },
      wrapping,
    );
    expect(topsOf(rows)).toEqual([0, 20, 80, 100, 140]);
    expect([-5, 0, 19, 20, 79, 80, 139, 140, 900].map((top) => rows.rowAt(top))).toEqual([
      0, 0, 0, 1, 1, 2, 3, 3, 3,
    ]);
  });

  it('have room for a mark above some of them', () => {
    const plain = new WrappedRows().layOut({ lines: linesOf(5, 25, 0), droppedCount: 0 }, wrapping);
    const rows = withMarks(plain, [1, 2], 10);
    expect(topsOf(rows)).toEqual([0, 20, 90, 120]);
    expect([-5, 19, 20, 29, 30, 89, 90, 99, 119, 900].map((top) => rows.rowAt(top))).toEqual([
      0, 0, 1, 1, 1, 1, 2, 2, 2, 2,
    ]);
  });

  it('are one line higher when the text is below the other columns', () => {
    const rows = new WrappedRows().layOut(
      { lines: linesOf(5, 25), droppedCount: 0 },
      { ...wrapping, linesAbove: 1 },
    );
    expect(topsOf(rows)).toEqual([0, 40, 120]);
  });

  it('have the same positions when updated incrementally, however lines are added, dropped or filtered', () => {
    const step = fc.record({
      added: fc.array(fc.nat(60), { maxLength: 20 }),
      cut: fc.nat(10),
      isFiltered: fc.boolean(),
      columns: fc.constantFrom(10, 10, 10, 7),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const wrappedRows = new WrappedRows();
        let lines: KeptLine[] = [];
        let droppedCount = 0;
        for (const { added, cut, isFiltered, columns } of steps) {
          lines.push(...linesOf(...added));
          if (isFiltered) lines = lines.filter(({ text }) => text.length % 3 !== 0);
          else if (cut > 0) {
            const dropped = Math.min(cut, lines.length);
            lines = lines.slice(dropped);
            droppedCount += dropped;
          }
          const wrapped = { ...wrapping, columns };
          const rows = wrappedRows.layOut({ lines, droppedCount }, wrapped);
          expect(topsOf(rows)).toEqual(
            topsOf(new WrappedRows().layOut({ lines, droppedCount: 0 }, wrapped)),
          );
        }
      }),
    );
  });
});
