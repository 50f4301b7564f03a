import { describe, expect, it } from 'vitest';
import type { Call } from '#core/call.ts';
import {
  addScreenAfter,
  countCalls,
  insertCall,
  maxCalls,
  maxPictureBytes,
  mergeCalls,
  pictureBytes,
  screenAfter,
  trimCalls,
  trimPictures,
  withoutSteps,
} from './call-list.ts';
import { aCall, aPicture, picture } from './testing/calls.ts';

function insertCalls(count: number): readonly Call[] {
  let calls: readonly Call[] = [];
  for (let id = 1; id <= count; id++) calls = insertCall(calls, aCall({ id }));
  return calls;
}

describe('the list of calls', () => {
  it('is ordered by the start of the calls', () => {
    const calls = [3, 1, 2].reduce<readonly Call[]>(
      (all, id) => insertCall(all, aCall({ id })),
      [],
    );
    expect(calls.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('keeps the newest', () => {
    const calls = insertCalls(maxCalls + 20);
    expect(calls).toHaveLength(maxCalls);
    expect(calls[0]?.id).toBe(maxCalls + 20);
  });

  it('can be restored after it was cleared', () => {
    const cleared = insertCalls(3);
    const newCalls = [aCall({ id: 5 }), aCall({ id: 4 })];
    expect(mergeCalls(newCalls, cleared).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });
});

describe('pictures', () => {
  const third = maxPictureBytes / 3;
  const before = (id: number): Call => aCall({ id, before: aPicture(third, id) });

  it('are kept for the newest calls, up to a number of bytes', () => {
    let calls: readonly Call[] = [];
    for (const id of [1, 2, 3, 4, 5]) calls = insertCall(calls, before(id));
    expect(calls.map((call) => call.before !== null)).toEqual([true, true, true, false, false]);
    // Counted once, not again with every new call.
    expect(calls.map(({ droppedPictures }) => droppedPictures)).toEqual([0, 0, 0, 1, 1]);
    expect(pictureBytes(calls)).toBe(maxPictureBytes);
  });

  it('are limited in an opened session, though all its calls stay', () => {
    const session = Array.from({ length: maxCalls + 2 }, (_, i) =>
      aCall({ id: maxCalls + 2 - i, before: aPicture(100, i) }),
    );
    const opened = trimPictures(session, 300);
    expect(opened).toHaveLength(maxCalls + 2);
    expect(pictureBytes(opened)).toBe(300);
  });

  it('are dropped to make room for the screen after a call', () => {
    const calls = [3, 2, 1].map(before);
    const trimmed = addScreenAfter(calls, { id: 3, picture: aPicture(9, 9) });
    expect(trimmed.map((call) => call.before !== null)).toEqual([true, true, false]);
    expect(addScreenAfter(trimmed, { id: 1, picture })).toBe(trimmed);
    expect(addScreenAfter(trimmed, { id: 9_999, picture })).toBe(trimmed);
  });

  it('are shared between the screen after a call and an equal one before the next', () => {
    const first = insertCall([], aCall({ id: 1, before: aPicture(100, 1) }));
    const ended = addScreenAfter(first, { id: 1, picture: aPicture(200, 2) });
    const calls = insertCall(ended, aCall({ id: 2, before: aPicture(200, 2) }));
    expect(calls[0]?.before).toBe(calls[1]?.after);
    expect(pictureBytes(calls)).toBe(300);
    expect(trimCalls(calls, 250).map((call) => call.droppedPictures)).toEqual([0, 2]);
    // A picture of a changing screen is not shared with an equal one at rest.
    const changing = { ...aPicture(200, 2), isChanging: true };
    const next = insertCall(ended, aCall({ id: 2, before: changing }));
    expect(next[0]?.before).toBe(changing);
  });
});

it('uses the picture before a call as the one after it only if the call just reads', () => {
  expect(screenAfter(aCall({ effect: 'read', before: picture }))).toBe(picture);
  expect(screenAfter(aCall({ before: picture }))).toBeNull();
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
