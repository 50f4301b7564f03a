import { describe, expect, it } from 'vitest';
import {
  type CallFilter,
  countActiveFilters,
  emptyCallFilter,
  filterCalls,
  groupCalls,
} from './listed-calls.ts';
import { aCall } from './testing/calls.ts';

const minute = 60_000;
const noon = Date.UTC(2026, 6, 17, 12, 0, 0);
const calls = [
  aCall({
    id: 3,
    agent: 'you',
    from: 'person',
    tool: 'press_home',
    argumentsJson: '{}',
    text: 'ok',
  }),
  aCall({ id: 2, isError: true, startedAtEpochMs: noon - 3 * minute, text: 'No Such Element' }),
  aCall({
    id: 1,
    agent: 'codex',
    tool: 'get_screen_tree',
    effect: 'read',
    argumentsJson: '{"compact":true}',
    startedAtEpochMs: noon - 40 * minute,
    text: '"Calculator" {clickable}',
  }),
  aCall({
    id: 0,
    agent: 'codex',
    tool: 'open_app',
    argumentsJson: '{}',
    startedAtEpochMs: noon - 50 * minute,
    isError: true,
    refused: true,
    text: 'no',
  }),
];

function ids(filter: Partial<CallFilter>): readonly number[] {
  return filterCalls(calls, { ...emptyCallFilter, ...filter }, noon).map(({ id }) => id);
}

describe('filterCalls', () => {
  it.each<[Partial<CallFilter>, readonly number[]]>([
    [{}, [3, 2, 1, 0]],
    [{ agent: 'claude' }, [2]],
    [{ tool: 'press_home' }, [3]],
    [{ effect: 'read' }, [1]],
    [{ effect: 'act', end: 'failed' }, [2]],
    [{ end: 'refused' }, [0]],
    [{ end: 'done' }, [3, 1]],
    [{ minutes: 5 }, [3, 2]],
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
    expect(countActiveFilters({ ...emptyCallFilter, agent: 'a', end: 'failed', minutes: 1 })).toBe(
      3,
    );
  });
});

describe('groupCalls', () => {
  const shape = (grouping: Parameters<typeof groupCalls>[1]): readonly (readonly number[])[] =>
    groupCalls(calls, grouping).map((group) => group.calls.map(({ id }) => id));

  it('groups calls without changing their order', () => {
    expect(shape('none')).toEqual([[3, 2, 1, 0]]);
    expect(shape('minute')).toEqual([[3], [2], [1], [0]]);
    expect(groupCalls(calls, 'agent').map(({ title }) => title)).toEqual([
      'You',
      'claude',
      'codex',
    ]);
    expect(groupCalls([], 'agent')).toEqual([]);
  });
});
