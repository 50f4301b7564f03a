import { afterEach, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { isRef, maxNewRefs } from '#core/screen/snapshots.ts';
import { RefNumbers } from './ref-numbers.ts';

useDrivenClock();

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['is missing', undefined],
  // The request is never answered.
  ['hangs', { open: () => new EventTarget() }],
])('provides valid refs even if IndexedDB %s', async (_, indexedDB) => {
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('IDBDatabase', EventTarget);
  const numbers = new RefNumbers();
  const refs: string[] = [];
  for (let screen = 0; screen < 2; screen++) {
    await numbers.ready();
    for (let i = 0; i < maxNewRefs; i++) refs.push(numbers.next());
  }
  expect(new Set(refs).size).toBe(2 * maxNewRefs);
  expect(refs.every(isRef)).toBe(true);
  expect(() => numbers.next()).toThrow(RangeError);
});
