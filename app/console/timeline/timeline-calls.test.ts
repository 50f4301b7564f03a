import { describe, expect, it } from 'vitest';
import type { PictureData } from '#core/link/messages.ts';
import { aCall, picture } from './testing/calls.ts';
import { elementsOnLines } from './strings.ts';
import {
  addScreenAfter,
  countActiveFilters,
  countCalls,
  emptyCallFilter,
  filterCalls,
  groupCalls,
  insertCall,
  maxCalls,
  maxPictureBytes,
  mergeCalls,
  missingBefore,
  missingScreen,
  pictureBytes,
  screenAfter,
  trimCalls,
  trimPictures,
  withoutSteps,
  type CallFilter,
  type TimelineCall,
} from './timeline-calls.ts';

function insertCalls(count: number): readonly TimelineCall[] {
  let calls: readonly TimelineCall[] = [];
  for (let id = 1; id <= count; id++) calls = insertCall(calls, aCall({ id }));
  return calls;
}

/** A picture of this many bytes, all of the same value. */
function aPicture(bytes: number, value = 0): PictureData {
  return { bytes: new Uint8Array(bytes).fill(value), mimeType: 'image/jpeg' };
}

it('shows each element of an error on its own line', () => {
  const text = 'Nearest: [0.0.1] View "A" n1 is @a; [0.2] View "B" n2 is @b.';
  const lines = ['Nearest:', '[0.0.1] View "A" n1 is @a;', '[0.2] View "B" n2 is @b.'];
  expect(elementsOnLines(text)).toBe(lines.join('\n'));
});

describe('the calls that are kept', () => {
  it('are in the order in which they began, each once', () => {
    const calls = [3, 1, 2, 3].reduce<readonly TimelineCall[]>(
      (all, id) => insertCall(all, aCall({ id })),
      [],
    );
    expect(calls.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('are the newest', () => {
    const calls = insertCalls(maxCalls + 20);
    expect(calls).toHaveLength(maxCalls);
    expect(calls[0]?.id).toBe(maxCalls + 20);
  });

  it('can be restored after they were cleared', () => {
    const cleared = insertCalls(3);
    const newCalls = [aCall({ id: 5 }), aCall({ id: 4 })];
    expect(mergeCalls(newCalls, cleared).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('the pictures that are kept', () => {
  const third = maxPictureBytes / 3;
  const before = (id: number): TimelineCall => aCall({ id, before: aPicture(third, id) });

  it('are those of the newest calls, up to a number of bytes', () => {
    let calls: readonly TimelineCall[] = [];
    for (const id of [1, 2, 3, 4, 5]) calls = insertCall(calls, before(id));
    expect(calls.map((call) => call.before !== null)).toEqual([true, true, true, false, false]);
    // Counted once, not again with every new call.
    expect(calls.map(({ droppedPictures }) => droppedPictures)).toEqual([0, 0, 0, 1, 1]);
    expect(pictureBytes(calls)).toBe(maxPictureBytes);
  });

  it('are bounded in a run that is opened, of which all calls stay', () => {
    const run = Array.from({ length: maxCalls + 2 }, (_, i) =>
      aCall({ id: maxCalls + 2 - i, before: aPicture(100, i) }),
    );
    const opened = trimPictures(run, 300);
    expect(opened).toHaveLength(maxCalls + 2);
    expect(pictureBytes(opened)).toBe(300);
  });

  it('make room for the screen after a call', () => {
    const calls = [3, 2, 1].map(before);
    const trimmed = addScreenAfter(calls, { id: 3, picture: aPicture(9, 9) });
    expect(trimmed.map((call) => call.before !== null)).toEqual([true, true, false]);
    expect(addScreenAfter(trimmed, { id: 1, picture })).toBe(trimmed);
    expect(addScreenAfter(trimmed, { id: 9_999, picture })).toBe(trimmed);
  });

  it('count once where the screen after a call is that before the next', () => {
    const first = insertCall([], aCall({ id: 1, before: aPicture(100, 1) }));
    const ended = addScreenAfter(first, { id: 1, picture: aPicture(200, 2) });
    const calls = insertCall(ended, aCall({ id: 2, before: aPicture(200, 2) }));
    expect(calls[0]?.before).toBe(calls[1]?.after);
    expect(pictureBytes(calls)).toBe(300);
    expect(trimCalls(calls, 250).map((call) => call.droppedPictures)).toEqual([0, 2]);
    // The same pixels say less while the screen was still changing.
    const changing = { ...aPicture(200, 2), isChanging: true };
    const next = insertCall(ended, aCall({ id: 2, before: changing }));
    expect(next[0]?.before).toBe(changing);
  });
});

it('uses the picture before a call as the one after it only when the call reads', () => {
  expect(screenAfter(aCall({ effect: 'read', before: picture }))).toBe(picture);
  expect(screenAfter(aCall({ before: picture }))).toBeNull();
});

const calls = [
  aCall({
    id: 3,
    agent: 'you',
    from: 'person',
    tool: 'press_home',
    argumentsJson: '{}',
    text: 'ok',
  }),
  aCall({ id: 2, isError: true, text: 'No Such Element' }),
  aCall({
    id: 1,
    agent: 'codex',
    tool: 'get_screen_tree',
    effect: 'read',
    argumentsJson: '{"compact":true}',
    text: '"Calculator" {clickable}',
  }),
  aCall({
    id: 0,
    agent: 'codex',
    tool: 'open_app',
    argumentsJson: '{}',
    isError: true,
    refused: true,
    text: 'no',
  }),
];

function ids(filter: Partial<CallFilter>): readonly number[] {
  return filterCalls(calls, { ...emptyCallFilter, ...filter }).map(({ id }) => id);
}

describe('a call that is made of steps', () => {
  const hadVideo = true;
  const whole = aCall({ id: 1, tool: 'run_steps', durationMs: 900, hadVideo });
  const step = (id: number, more: Partial<TimelineCall> = {}) =>
    aCall({ id, stepOf: 1, hadVideo, ...more });
  const screens = (calls: readonly TimelineCall[]) => calls.map(({ after }) => after?.bytes[0]);

  it('has the screen after its last step that acts, whichever comes first', () => {
    const first = insertCall(insertCall([], step(2)), step(3));
    const read = insertCall(first, step(4, { effect: 'read', before: picture }));
    const ended = insertCall(read, whole);
    expect(missingScreen(whole, ended, 0)).toBe('due');
    const early = addScreenAfter(ended, { id: 2, picture: aPicture(9, 2) });
    expect(screens(early)).toEqual([undefined, undefined, 2, undefined]);
    const late = addScreenAfter(early, { id: 3, picture: aPicture(9, 3) });
    expect(screens(late)).toEqual([undefined, 3, 2, 3]);
    const steps = addScreenAfter(first, { id: 3, picture: aPicture(9, 3) });
    expect(screens(insertCall(steps, whole))).toEqual([3, undefined, 3]);
  });

  it('is followed at once only where its last step is', () => {
    const ended = [step(2), whole];
    expect(missingScreen(whole, ended, Infinity)).toBe('behind');
    expect(missingScreen(whole, [aCall({ id: 3 }), ...ended], Infinity)).toBe('followed');
  });

  it('may be its own step in a session that was stored without a check', () => {
    const own = step(1);
    expect(missingScreen(own, [own], Infinity)).toBe('behind');
  });
});

describe('a call after which another begins', () => {
  const call = aCall({ id: 1, startedAtEpochMs: 0, durationMs: 500, hadVideo: true });
  const next = (startedAtEpochMs: number, effect: 'act' | 'read' = 'act') =>
    aCall({ id: 2, startedAtEpochMs, effect });

  it('at once has no picture of its own', () => {
    const missing = (...calls: readonly TimelineCall[]) => missingScreen(call, calls, Infinity);
    expect(missing(next(600), call)).toBe('followed');
    expect(missing(next(4_000), call)).toBe('behind');
    expect(missing(next(600, 'read'), call)).toBe('behind');
    expect(missing(call)).toBe('behind');
  });

  it('had no video, or nobody knows', () => {
    const missing = (hadVideo?: boolean) => {
      const seen = { ...aCall({ id: 1 }), ...(hadVideo !== undefined && { hadVideo }) };
      return [missingBefore(seen), missingScreen(seen, [seen], 0)];
    };
    expect(missing(false)).toEqual(['noVideo', 'noVideo']);
    expect(missing(true)).toEqual(['behind', 'due']);
    expect(missing()).toEqual(['unknown', 'due']);
  });

  it('may have its picture soon', () => {
    const endedAtEpochMs = call.startedAtEpochMs + call.durationMs;
    expect(missingScreen(call, [call], endedAtEpochMs + 5_000)).toBe('due');
    expect(missingScreen(call, [call], endedAtEpochMs + 6_000)).toBe('behind');
  });

  it.each<[string, Partial<TimelineCall>]>([
    ['that has its picture', { after: picture }],
    ['that only reads', { effect: 'read' }],
    ['that was refused', { isError: true, refused: true }],
    ['whose pictures were dropped', { droppedPictures: 1 }],
  ])('%s misses none', (_, changes) => {
    expect(missingScreen({ ...call, ...changes }, [], Infinity)).toBeNull();
  });

  it('loses a picture that was not its own', () => {
    const calls = addScreenAfter([call], { id: 1, picture });
    expect(addScreenAfter(calls, { id: 1, picture: null })[0]?.after).toBeNull();
    expect(addScreenAfter([call], { id: 1, picture: null })).toEqual([call]);
  });
});

describe('filterCalls', () => {
  it.each<[Partial<CallFilter>, readonly number[]]>([
    [{}, [3, 2, 1, 0]],
    [{ agent: 'claude' }, [2]],
    // As its row reads.
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

it('counts a call and its steps once', () => {
  const step = aCall({ id: 2, stepOf: 1 });
  const other = aCall({ id: 4 });
  const calls = [other, aCall({ id: 3, stepOf: 1 }), step, aCall({ id: 1 })];
  expect(countCalls(calls)).toBe(2);
  expect(withoutSteps(calls).map(({ id }) => id)).toEqual([4, 1]);
  // The call itself comes after its steps, and a filter may leave it out.
  expect(countCalls([other, step])).toBe(2);
  expect(withoutSteps([other, step])).toEqual([other, step]);
});
