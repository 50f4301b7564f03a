import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Opening } from './arguments.ts';
import { ConsoleOpener } from './serve.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An opener, and how often it has opened what. */
function newOpener(opening: Opening, { isFirstStart = false, returns = false } = {}) {
  const opened: string[] = [];
  const state = { returns };
  const opener = new ConsoleOpener({
    opening,
    url: 'http://here/',
    isFirstStart,
    consoleReturns: () => Promise.resolve(state.returns),
    open: (url) => opened.push(url),
  });
  return { opener, opened, state };
}

test('it is opened once', async () => {
  const { opener, opened } = newOpener('once');
  await opener.open();
  await vi.advanceTimersByTimeAsync(1e9);
  await opener.open();
  expect(opened).toEqual(['http://here/']);
});

test('one that comes back by itself is not opened; when it is gone later, it is', async () => {
  const { opener, opened, state } = newOpener('once', { returns: true });
  await opener.open();
  expect(opened).toEqual([]);
  state.returns = false;
  await opener.open();
  expect(opened).toHaveLength(1);
});

test('on the first start there is none that could come back', async () => {
  const { opener, opened } = newOpener('once', { isFirstStart: true, returns: true });
  await opener.open();
  expect(opened).toHaveLength(1);
});

test('never is never', async () => {
  const { opener, opened } = newOpener('never', { isFirstStart: true });
  await opener.open();
  expect(opened).toEqual([]);
});

describe('again', () => {
  test('is at most once a minute', async () => {
    const { opener, opened } = newOpener('again');
    await opener.open();
    await vi.advanceTimersByTimeAsync(59_000);
    await opener.open();
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await opener.open();
    expect(opened).toHaveLength(2);
  });

  test('is one opening for calls at the same time', async () => {
    const { opener, opened } = newOpener('again');
    await Promise.all([opener.open(), opener.open(), opener.open()]);
    expect(opened).toHaveLength(1);
  });
});
