import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handsetVersion } from '#core/version.ts';
import type { OpenMode } from './arguments.ts';
import { ConsoleOpener, browserCommand, describeDifferences, openBrowser } from './serve.ts';

const running = {
  version: handsetVersion,
  toolPrefix: '',
  allTools: false,
  screenReader: true,
  allowedOrigins: ['https://a.example'],
  allowAdb: false,
  files: false,
  startedAtEpochMs: 0,
  hasConsole: false,
};

const same = {
  toolPrefix: '',
  allTools: false,
  screenReader: true,
  allowAdb: false,
  filesFolder: null,
};

test('a bridge with the same options has no differences', () => {
  expect(describeDifferences(running, { ...same, allowedOrigins: [] })).toEqual([]);
  const { allowedOrigins } = running;
  expect(describeDifferences(running, { ...same, allowedOrigins })).toEqual([]);
});

test('version, prefix and missing origins are described', () => {
  const otherBridge = { ...running, version: '0.0.1', toolPrefix: 'my_' };
  const requested = {
    toolPrefix: '',
    allTools: false,
    screenReader: true,
    allowedOrigins: ['a', 'b', 'c'].map((name) => `https://${name}.example`),
    allowAdb: true,
    filesFolder: '/files',
  };
  expect(describeDifferences(otherBridge, requested)).toEqual([
    `The running bridge is version 0.0.1; this is ${handsetVersion}. Agents get the tools of the running bridge.`,
    'Its tools have the prefix my_; you asked for no prefix.',
    "It doesn't let https://b.example and https://c.example connect.",
    "It doesn't let hosted consoles use the phones that adb knows.",
    'It has no folder for files.',
  ]);
});

const address = 'http://127.0.0.1:7340/#bridge=a&b;c$(d)';

test.each([
  ['linux', ['xdg-open', address]],
  ['darwin', ['open', address]],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler', address]],
] as const)('on %s the address is one argument', (platform, command) => {
  expect(browserCommand(address, platform)).toEqual(command);
});

test('where there is no such program, nothing happens', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  openBrowser(address);
  process.env['PATH'] = path;
  // An unhandled error event would fail the test run.
  await new Promise((resolve) => setTimeout(resolve, 100));
});

describe('the console opener', () => {
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
});
