import { describe, expect, it } from 'vitest';
import type { ElementRow, ScreenView, SelectorMatches } from '../../../core/link/messages.ts';
import { type Found, foundWords, readFilter } from './filter.ts';

function row(id: string, more: Partial<ElementRow>): ElementRow {
  const bounds = { left: 0, top: 0, right: 1, bottom: 1 };
  const simpleClass = 'TextView';
  return {
    id,
    path: '0',
    depth: 0,
    isKept: true,
    simpleClass,
    text: '',
    description: '',
    resourceId: '',
    bounds,
    flags: [],
    ...more,
  };
}

const all = [
  row('frame', { simpleClass: 'FrameLayout', isKept: false }),
  row('ok', { simpleClass: 'Button', text: 'OK' }),
  row('time', { text: '12:30' }),
  row('zero', { text: '0' }),
  row('word', { text: 'Buttons and more' }),
];
const view: ScreenView = {
  takenAtEpochMs: 1,
  packageName: 'p',
  activity: '.A',
  size: { width: 10, height: 10 },
  density: 160,
  rotation: 0,
  all,
  rows: all.filter(({ isKept }) => isKept),
  picture: null,
  problem: null,
};
const error = { code: 'invalid-argument', message: 'wrong at column 3' } as const;

/** The worker's answer to a selector that matches these ids. */
function matching(...ids: readonly string[]): SelectorMatches {
  return { takenAtEpochMs: 1, ids, nearest: ids.length > 0 ? [] : ['@near'] };
}

/** How the text was interpreted, and the ids of the rows that remain. */
function read(text: string, answer: Parameters<typeof readFilter>[2]): readonly string[] {
  const result = readFilter(text, view, answer);
  return 'rows' in result ? [result.as, ...result.rows.map(({ id }) => id)] : [result.message];
}

describe('a selector', () => {
  it('keeps the rows that it matches, in table order', () => {
    expect(read(':text("*")', matching('word', 'ok'))).toEqual(['selector', 'ok', 'word']);
  });

  it('may match nothing', () => {
    expect(read('@gone', matching())).toEqual(['selector']);
  });

  it('reports what is wrong with it', () => {
    expect(read(':t', error)).toEqual(['wrong at column 3']);
    expect(read('Button:t', error)).toEqual(['wrong at column 3']);
  });

  it('is never read as plain text when it begins with selector syntax', () => {
    expect(read(':', error)).toEqual(['wrong at column 3']);
    expect(read('*', matching('ok'))).toEqual(['selector', 'ok']);
  });
});

describe('plain text', () => {
  it('is looked up in every column', () => {
    expect(read('more', matching())).toEqual(['words', 'word']);
    expect(read('text', matching())).toEqual(['words', 'time', 'zero', 'word']);
  });

  it('matches class names, too', () => {
    expect(read('FrameLayout', matching('frame'))).toEqual(['selector']);
    expect(read('Button', matching('ok'))).toEqual(['words', 'ok', 'word']);
    expect(read('FrameLayout Button', matching('ok'))).toEqual(['selector', 'ok']);
  });

  it('is a number rather than an index path', () => {
    expect(read('0', matching('ok'))).toEqual(['words', 'time', 'zero']);
    expect(read('0.0', matching('ok'))).toEqual(['selector', 'ok']);
  });

  it('may look like a selector that is invalid or matches nothing', () => {
    expect(read('12:30', error)).toEqual(['words', 'time']);
    expect(read('and more', error)).toEqual(['words', 'word']);
  });

  it('keeps the nearest selectors', () => {
    expect(readFilter('xyz', view, matching())).toMatchObject({ as: 'words', nearest: ['@near'] });
  });
});

it('finds in the tree what the table leaves out', () => {
  for (const [text, answer] of [
    ['*', matching('frame', 'ok')],
    ['frame', matching()],
  ] as const) {
    const found = readFilter(text, view, answer);
    expect('rows' in found && [...found.inTree]).toContain('frame');
    expect(found).toMatchObject({ outOf: 4, outOfTree: 5 });
  }
});

describe('foundWords', () => {
  const found: Found = {
    rows: [],
    outOf: 41,
    inTree: new Set(['a', 'b']),
    outOfTree: 90,
    as: 'selector',
    matches: 0,
    nearest: [],
  };

  it('counts', () => {
    expect(foundWords(found, false)).toBe('0 of 41');
    expect(foundWords(found, true)).toBe('2 of 90');
    expect(foundWords({ ...found, as: 'words' }, false)).toBe('0 of 41, found as words');
  });

  it('counts matches that the table leaves out', () => {
    expect(foundWords({ ...found, matches: 5 }, false)).toBe(
      '0 of 41, and 5 of plain layout, not listed',
    );
    expect(foundWords({ ...found, matches: 2 }, true)).toBe('2 of 90');
  });

  it('says when the text matches other elements as a selector', () => {
    expect(foundWords({ ...found, as: 'words', matches: 3 }, true)).toBe(
      '2 of 90, found as words; as a selector it matches 3',
    );
  });
});
