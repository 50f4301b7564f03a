import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HandsetError } from '#core/errors.ts';
import { keepSaved } from './saved-phones.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('saves a change again until the disk has room for it, and says so meanwhile', async () => {
  let change = 0;
  const phone = { signature: () => `${change}`, save: () => null };
  const problems: (string | undefined)[] = [];
  const onNotSaved = (error: HandsetError | null): void => void problems.push(error?.fullText);
  let isFull = true;
  const stored: number[] = [];
  const store = (): Promise<void> => {
    if (isFull) return Promise.reject(new DOMException('Full.', 'QuotaExceededError'));
    stored.push(change);
    return Promise.resolve();
  };
  keepSaved('AB12', phone, { onNotSaved, store });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(problems).toEqual([undefined]);
  change = 1;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(problems.at(-1)).toBe(
    "Your last changes to the demo phone will be lost when the page reloads: the browser's storage is full. Free up disk space, or delete sessions under Timeline > Sessions.",
  );
  isFull = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect([stored, problems.at(-1)]).toEqual([[1], undefined]);

  // A later phone of the tab takes its place.
  keepSaved('AB12', { signature: () => 'fresh', save: () => null }, { onNotSaved, store });
  change = 2;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stored).toEqual([1]);
});
