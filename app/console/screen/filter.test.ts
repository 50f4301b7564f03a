import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandsetError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ElementRow, ScreenView, SelectorMatches } from '#core/link/messages.ts';
import { stubRunes } from '../../ui/testing/runes.ts';
import { FilterState } from './filter.svelte.ts';
import { applyFilter } from './filter.ts';

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
    label: '',
    resourceId: '',
    bounds,
    states: [],
    ...more,
  };
}

const all = [
  row('frame', { simpleClass: 'FrameLayout', isKept: false }),
  row('ok', { simpleClass: 'Button', text: 'OK' }),
  row('time', { text: '12:30', resourceId: 'com.example:id/clock' }),
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
  rows: all,
  picture: null,
  problem: null,
};
const error = { code: 'invalid-argument', message: 'wrong at column 3' } as const;

/** The worker's answer to a selector that matches these ids. */
function matchesOf(...ids: readonly string[]): SelectorMatches {
  return { takenAtEpochMs: 1, ids, nearest: ids.length > 0 ? [] : ['@near'] };
}

/** How the text was interpreted, and the ids of the rows that remain. */
function interpret(text: string, answer: Parameters<typeof applyFilter>[2]): readonly string[] {
  const result = applyFilter(text, view, answer);
  return 'rows' in result ? [result.readAs, ...result.rows.map(({ id }) => id)] : [result.message];
}

it('finds a part of an element’s id, unless it is so short that many ids contain it', () => {
  expect(interpret('frame', error)).toEqual(['text', 'frame']);
  expect(interpret('zer', error)).toEqual(['text']);
});

it('finds a resource id with or without its package', () => {
  for (const text of ['clock', 'id/clock', 'example:id/clock', 'com.example:id/clock']) {
    expect(interpret(text, error)).toEqual(['text', 'time']);
  }
  expect(interpret('example', error)).toEqual(['text']);
});

describe('a selector', () => {
  it('keeps the rows that it matches, in table order', () => {
    expect(interpret(':text("*")', matchesOf('word', 'ok'))).toEqual(['selector', 'ok', 'word']);
  });

  it('may match nothing', () => {
    expect(interpret('@gone', matchesOf())).toEqual(['selector']);
  });

  it('reports what is wrong with it', () => {
    expect(interpret(':t', error)).toEqual(['wrong at column 3']);
    expect(interpret('Button:t', error)).toEqual(['wrong at column 3']);
  });

  it('is never read as plain text if it begins with selector syntax', () => {
    expect(interpret(':', error)).toEqual(['wrong at column 3']);
    expect(interpret('*', matchesOf('ok'))).toEqual(['selector', 'ok']);
  });
});

describe('plain text', () => {
  it('is searched for in the columns', () => {
    expect(interpret('more', matchesOf())).toEqual(['text', 'word']);
    expect(interpret('text', matchesOf())).toEqual(['text', 'time', 'zero', 'word']);
  });

  it('also matches class names', () => {
    expect(interpret('FrameLayout', matchesOf('frame'))).toEqual(['selector', 'frame']);
    expect(interpret('Button', matchesOf('ok'))).toEqual(['text', 'ok', 'word']);
    expect(interpret('FrameLayout Button', matchesOf('ok'))).toEqual(['selector', 'ok']);
  });

  it('may be a number, which is not read as an index path', () => {
    expect(interpret('0', matchesOf('ok'))).toEqual(['text', 'time', 'zero']);
    expect(interpret('0.0', matchesOf('ok'))).toEqual(['selector', 'ok']);
  });

  it('may look like a selector that is invalid or matches nothing', () => {
    expect(interpret('12:30', error)).toEqual(['text', 'time']);
    expect(interpret('and more', error)).toEqual(['text', 'word']);
  });

  it('keeps the nearest selectors', () => {
    expect(applyFilter('xyz', view, matchesOf())).toMatchObject({
      readAs: 'text',
      nearest: ['@near'],
    });
  });
});

it('also finds plain layout', () => {
  for (const [text, answer] of [
    ['*', matchesOf('frame', 'ok')],
    ['frame', matchesOf()],
  ] as const) {
    const result = applyFilter(text, view, answer);
    expect('rows' in result && [...result.ids]).toContain('frame');
  }
});

describe('an invalid selector', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    stubRunes();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A filter of the view, whose worker finds every selector that ends in a bracket invalid. */
  function openFilter(): FilterState {
    const link = {
      call: (_name: string, { selector }: { readonly selector: string }) =>
        selector.endsWith('[')
          ? Promise.reject(new HandsetError('invalid-argument', `wrong: ${selector}`))
          : Promise.resolve(matchesOf('ok')),
    };
    // The filter makes no other calls.
    const filter = new FilterState(link as unknown as WorkerLink);
    filter.setView(view);
    return filter;
  }

  it('is reported after a pause in typing', async () => {
    const filter = openFilter();
    filter.setText('@ok[');
    await vi.advanceTimersByTimeAsync(900);
    expect([filter.isUnfinished, filter.problem]).toEqual([true, null]);
    await vi.advanceTimersByTimeAsync(300);
    expect(filter.problem?.message).toBe('wrong: @ok[');
  });

  it('is not reported once it has been corrected', async () => {
    const filter = openFilter();
    filter.setText('@ok[');
    await vi.advanceTimersByTimeAsync(500);
    filter.setText('@ok');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([filter.problem, filter.result?.rows.length]).toEqual([null, 1]);
  });
});
