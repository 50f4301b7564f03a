import { expect, it } from 'vitest';
import type { FilterResult } from '../screen/filter.ts';
import { filterStrings } from './strings.ts';

const result: FilterResult = {
  rows: [],
  ids: new Set(['frame', 'ok']),
  readAs: 'selector',
  matches: 2,
  nearest: [],
};

it('counts what the filter found', () => {
  expect(filterStrings.found(result, 2, 90)).toBe('2 of 90');
  expect(filterStrings.found({ ...result, readAs: 'text' }, 2, 90)).toBe('2 of 90');
});

it('says when the text matches other elements as a selector', () => {
  expect(filterStrings.found({ ...result, readAs: 'text', matches: 3 }, 2, 90)).toBe(
    '2 of 90; 3 as a selector',
  );
});
