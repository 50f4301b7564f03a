import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenMode } from './arguments.ts';
import { ConsoleOpener } from './serve.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates an opener and records the addresses it opens. */
function createOpener(opening: OpenMode, { isFirstStart = false, returns = false } = {}) {
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

test('the console is opened once', async () => {
  const { opener, opened } = createOpener('once');
  await opener.open();
  await vi.advanceTimersByTimeAsync(1e9);
  await opener.open();
  expect(opened).toEqual(['http://here/']);
});

test('a console that reconnects by itself is not opened; when it is closed later, it is', async () => {
  const { opener, opened, state } = createOpener('once', { returns: true });
  await opener.open();
  expect(opened).toEqual([]);
  state.returns = false;
  await opener.open();
  expect(opened).toHaveLength(1);
});

test('on the first start it is opened at once: none can reconnect', async () => {
  const { opener, opened } = createOpener('once', { isFirstStart: true, returns: true });
  await opener.open();
  expect(opened).toHaveLength(1);
});

test('with `never` it is never opened', async () => {
  const { opener, opened } = createOpener('never', { isFirstStart: true });
  await opener.open();
  expect(opened).toEqual([]);
});

describe('again', () => {
  test('opens it at most once a minute', async () => {
    const { opener, opened } = createOpener('again');
    await opener.open();
    await vi.advanceTimersByTimeAsync(59_000);
    await opener.open();
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await opener.open();
    expect(opened).toHaveLength(2);
  });

  test('opens it once for concurrent calls', async () => {
    const { opener, opened } = createOpener('again');
    await Promise.all([opener.open(), opener.open(), opener.open()]);
    expect(opened).toHaveLength(1);
  });
});
