import { describe, expect, it } from 'vitest';
import { aCall } from '../calls/testing/calls.ts';
import {
  countActiveFilters,
  emptyCallFilter,
  filterCalls,
  groupCalls,
  type CallFilter,
} from './call-filter.ts';

const calls = [
  aCall({
    id: 3,
    agent: 'you',
    from: 'person',
    tool: 'press_home',
    arguments: {},
    text: 'ok',
  }),
  aCall({ id: 2, isError: true, text: 'No Such Element' }),
  aCall({
    id: 1,
    agent: 'codex',
    tool: 'get_screen_tree',
    effect: 'read',
    arguments: { compact: true },
    text: '"Calculator" {clickable}',
  }),
  aCall({
    id: 0,
    agent: 'codex',
    tool: 'open_app',
    arguments: {},
    isError: true,
    refused: true,
    text: 'no',
  }),
];

function ids(filter: Partial<CallFilter>): readonly number[] {
  return filterCalls(calls, { ...emptyCallFilter, ...filter }).map(({ id }) => id);
}

describe('filterCalls', () => {
  it.each<[Partial<CallFilter>, readonly number[]]>([
    [{}, [3, 2, 1, 0]],
    [{ agent: 'claude' }, [2]],
    // The label in the call's row.
    [{ search: 'Press home' }, [3]],
    [{ agent: 'codex', end: 'done' }, [1]],
    [{ end: 'failed' }, [2]],
    [{ end: 'refused' }, [0]],
    [{ end: 'done' }, [3, 1]],
    [{ search: 'CALCULATOR' }, [1]],
    [{ search: 'such tap' }, [2]],
    [{ search: 'tap nowhere' }, []],
    [{ search: '  compact ' }, [1]],
    [{ search: '540' }, [2]],
  ])('%j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });

  it('counts the parts that are set', () => {
    expect(countActiveFilters({ ...emptyCallFilter, search: 'x' })).toBe(0);
    expect(countActiveFilters({ ...emptyCallFilter, agent: 'a', end: 'failed' })).toBe(2);
  });
});

describe('groupCalls', () => {
  const shape = (grouping: Parameters<typeof groupCalls>[1]): readonly (readonly number[])[] =>
    groupCalls(calls, grouping).map((group) => group.calls.map(({ id }) => id));

  it('groups calls without changing their order', () => {
    expect(shape('none')).toEqual([[3, 2, 1, 0]]);
    expect(groupCalls(calls, 'agent').map(({ title }) => title)).toEqual([
      'You',
      'claude',
      'codex',
    ]);
    expect(groupCalls([], 'agent')).toEqual([]);
  });
});
