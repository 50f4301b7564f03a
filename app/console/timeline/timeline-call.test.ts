import { describe, expect, it } from 'vitest';
import { aCall, picture } from './testing/calls.ts';
import {
  type TimelineCall,
  maxCalls,
  maxCallsWithPictures,
  mergeCalls,
  screenAfter,
  addScreenAfter,
  insertCall,
} from './timeline-call.ts';

function insertCalls(count: number): readonly TimelineCall[] {
  let calls: readonly TimelineCall[] = [];
  for (let id = 1; id <= count; id++) {
    calls = insertCall(calls, aCall({ id, pictures: [picture], before: picture }));
  }
  return calls;
}

describe('the calls that are kept', () => {
  it('are in the order in which they began, each once', () => {
    const calls = [3, 1, 2, 3].reduce<readonly TimelineCall[]>(
      (all, id) => insertCall(all, aCall({ id })),
      [],
    );
    expect(calls.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('are the newest, of which only the newest keep their pictures', () => {
    const calls = insertCalls(maxCalls + 20);
    expect(calls).toHaveLength(maxCalls);
    expect(calls[0]?.id).toBe(maxCalls + 20);
    expect(calls[maxCallsWithPictures - 1]).toMatchObject({
      pictures: [picture],
      droppedPictures: 0,
    });
    expect(calls[maxCallsWithPictures]).toMatchObject({
      pictures: [],
      before: null,
      droppedPictures: 2,
    });
    // Counted once, not again with every new call.
    expect(calls.at(-1)?.droppedPictures).toBe(2);
  });

  it('receive the screen after them while their pictures are kept', () => {
    const calls = insertCalls(maxCallsWithPictures + 1);
    const [newest, oldest] = [maxCallsWithPictures + 1, 1];
    expect(addScreenAfter(calls, { id: newest, picture })[0]?.after).toBe(picture);
    expect(addScreenAfter(calls, { id: oldest, picture })).toBe(calls);
    expect(addScreenAfter(calls, { id: 9_999, picture })).toBe(calls);
  });

  it('can be restored after they were cleared', () => {
    const [cleared, newCalls] = [insertCalls(3), [aCall({ id: 5 }), aCall({ id: 4 })]];
    expect(mergeCalls(newCalls, cleared).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });
});

it('uses the picture before a call as the one after it only when the call reads', () => {
  expect(screenAfter(aCall({ effect: 'read', before: picture }))).toBe(picture);
  expect(screenAfter(aCall({ before: picture }))).toBeNull();
});
