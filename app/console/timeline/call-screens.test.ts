import { describe, expect, it } from 'vitest';
import type { Call } from '#core/call.ts';
import { addScreenAfter, insertCall } from '../calls/call-list.ts';
import { aCall, aPicture, picture } from '../calls/testing/calls.ts';
import { missingBefore, missingScreen } from './call-screens.ts';

describe('a call that ran steps', () => {
  const hadVideo = true;
  const whole = aCall({ id: 1, tool: 'run_steps', durationMs: 900, hadVideo });
  const step = (id: number, more: Partial<Call> = {}) =>
    aCall({ id, stepOf: 1, hadVideo, ...more });
  const screens = (calls: readonly Call[]) => calls.map(({ after }) => after?.bytes[0]);

  it('gets the screen after its last acting step, in whichever order the two arrive', () => {
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

  it('counts as followed only if its last step was followed', () => {
    const ended = [step(2), whole];
    expect(missingScreen(whole, ended, Infinity)).toBe('behind');
    expect(missingScreen(whole, [aCall({ id: 3 }), ...ended], Infinity)).toBe('followed');
  });

  it('may name itself as its step in an unchecked stored session', () => {
    const own = step(1);
    expect(missingScreen(own, [own], Infinity)).toBe('behind');
  });
});

describe('a call followed by another', () => {
  const call = aCall({ id: 1, startedAtEpochMs: 0, durationMs: 500, hadVideo: true });
  const next = (startedAtEpochMs: number, effect: 'act' | 'read' = 'act') =>
    aCall({ id: 2, startedAtEpochMs, effect });

  it('has no picture of its own if the other begins at once', () => {
    const missing = (...calls: readonly Call[]) => missingScreen(call, calls, Infinity);
    expect(missing(next(600), call)).toBe('followed');
    expect(missing(next(4_000), call)).toBe('behind');
    expect(missing(next(600, 'read'), call)).toBe('behind');
    expect(missing(call)).toBe('behind');
  });

  it('distinguishes calls without video from calls that do not say', () => {
    const missing = (hadVideo?: boolean) => {
      const seen = { ...aCall({ id: 1 }), ...(hadVideo !== undefined && { hadVideo }) };
      return [missingBefore(seen), missingScreen(seen, [seen], 0)];
    };
    expect(missing(false)).toEqual(['noVideo', 'noVideo']);
    expect(missing(true)).toEqual(['behind', 'due']);
    expect(missing()).toEqual(['unknown', 'due']);
  });

  it('may still get its picture for 21 seconds', () => {
    const endedAtEpochMs = call.startedAtEpochMs + call.durationMs;
    expect(missingScreen(call, [call], endedAtEpochMs + 20_000)).toBe('due');
    expect(missingScreen(call, [call], endedAtEpochMs + 21_000)).toBe('behind');
  });

  it.each<[string, Partial<Call>]>([
    ['that has its picture', { after: picture }],
    ['that only reads', { effect: 'read' }],
    ['that was refused', { isError: true, refused: true }],
    ['whose pictures were dropped', { droppedPictures: 1 }],
  ])('%s misses no picture', (_, changes) => {
    expect(missingScreen({ ...call, ...changes }, [], Infinity)).toBeNull();
  });

  it('loses its picture if the worker takes it back', () => {
    const calls = addScreenAfter([call], { id: 1, picture });
    expect(addScreenAfter(calls, { id: 1, picture: null })[0]?.after).toBeNull();
    expect(addScreenAfter([call], { id: 1, picture: null })).toEqual([call]);
  });
});
