import { describe, expect, it } from 'vitest';
import type { LogLine } from '#core/link/phone-status.ts';
import { LogLineBuffer } from './log-buffer.ts';
import { compileFilter, emptyFilter, countParts, parseFilter, wholeName } from './log-filter.ts';
import { type KeptLine, threadtime } from './log-lines.ts';

const line = (change: Partial<LogLine> = {}): LogLine => ({
  number: 1,
  time: '07-21 10:57:41.225',
  pid: 7,
  tid: 8,
  level: 'I',
  tag: 'Tag',
  text: 'x',
  process: null,
  ...change,
});
const kept = (change: Partial<LogLine> = {}): KeptLine => ({ ...line(change), crash: null });
const bufferOf = (...lines: readonly Partial<LogLine>[]): LogLineBuffer => {
  const buffer = new LogLineBuffer();
  buffer.add({
    lines: lines.map((one, index) => line({ number: index + 1, ...one })),
    processNames: [],
  });
  return buffer;
};
const texts = (lines: readonly KeptLine[]): readonly string[] => lines.map(({ text }) => text);

it('prints lines as logcat does', () => {
  expect(threadtime(kept({ pid: 20123, tag: 'Long tag here', text: 'a: b' }))).toBe(
    '07-21 10:57:41.225 20123     8 I Long tag here: a: b',
  );
  expect(threadtime(kept({ tag: 'T', text: '' }))).toBe(
    '07-21 10:57:41.225     7     8 I T       : ',
  );
});

it('hides what Handset’s scrcpy server says, except problems, until it is asked for', () => {
  const buffer = bufferOf({ tag: 'scrcpy' }, { tag: 'scrcpy', level: 'E' }, { tag: 'App' });
  const count = (change: Partial<typeof emptyFilter>): number => {
    buffer.setFilter(compileFilter({ ...emptyFilter, ...change }).matches ?? (() => false));
    return buffer.shownLines.length;
  };
  expect(buffer.ownCount).toBe(1);
  expect(count({})).toBe(2);
  expect(count({ showsOwn: true })).toBe(3);
  expect(count({ tag: 'scrcpy' })).toBe(2);
});

describe('a pattern', () => {
  it.each(['(a+)+$', '(a|a)*b', '((a*)b?)+', '(?:x{2,})*y', '(?<n>a+){3,}', '(?:(?:ab)+c)*'])(
    'with catastrophic backtracking is rejected: %s',
    (source) => {
      const { patternError } = compileFilter({ ...emptyFilter, text: `/${source}/` });
      expect(patternError).toMatch(/matching might never end/);
    },
  );

  it('with many stars is as fast as with one', () => {
    const { matches } = compileFilter({ ...emptyFilter, tag: `${'*'.repeat(40)}b` });
    expect(matches?.(kept({ tag: 'a'.repeat(80) }))).toBe(false);
  });

  it.each(['tag', 'process'] as const)('with stars does not backtrack: %s', (part) => {
    const { matches } = compileFilter({ ...emptyFilter, [part]: `${'*a'.repeat(12)}*b` });
    // Backtracking would take years.
    expect(matches?.(kept({ [part]: 'a'.repeat(4_000) }))).toBe(false);
    expect(matches?.(kept({ [part]: `${'a'.repeat(4_000)}b` }))).toBe(true);
  });

  it.each([
    ...['(ab)+', '(a|b) c+', '(a+)?b', '[(+]+x', '\\(a+\\)+', 'E/.*: (WIN|lost)', '(a*){1}'],
    ...['(?=a+)b', 'x{2}(y)*', '(?:ab){2,}'],
  ])('without catastrophic backtracking is accepted: %s', (source) => {
    expect(compileFilter({ ...emptyFilter, text: `/${source}/` }).patternError).toBeNull();
  });
});

describe('a filter', () => {
  const app = kept({
    process: 'com.a.b',
    level: 'W',
    tag: 'ActivityTaskManager',
    text: 'Displayed',
  });
  it.each([
    [{}, true],
    [{ level: 'W' }, true],
    [{ level: 'E' }, false],
    [{ tag: 'activitytaskmanager' }, true],
    [{ tag: 'task' }, true],
    [{ tag: '"Task"' }, false],
    [{ tag: '"activitytaskmanager"' }, true],
    [{ tag: '-"ActivityTaskManager"' }, false],
    [{ tag: '-"Activity"' }, true],
    [{ tag: 'Activity*Manager' }, true],
    [{ tag: 'Manager*Activity' }, false],
    [{ tag: 'Window*, Activity*' }, true],
    [{ tag: '-Activity' }, false],
    [{ tag: '-chatty' }, true],
    [{ tag: 'A.tivity*' }, false],
    [{ tag: ' - ' }, true],
    [{ process: 'com.a.b' }, true],
    [{ process: 'A.b' }, true],
    [{ process: '"com.a"' }, false],
    [{ process: '"com.a*"' }, true],
    [{ process: '7' }, true],
    [{ process: '8' }, false],
    [{ text: 'displ' }, true],
    [{ text: 'manager: dis' }, true],
    [{ text: '/^Activity\\w+: D/' }, true],
    [{ text: '/displayed/' }, true],
    [{ text: '/displayed/gi' }, true],
    [{ text: '/' }, false],
    [{ level: 'W', tag: 'Activity*', process: 'com.a.b', text: 'x' }, false],
  ] as const)('%j', (change, matches) => {
    expect(compileFilter({ ...emptyFilter, ...change }).matches?.(app)).toBe(matches);
  });

  it('matches an app’s other processes, but no line without a process', () => {
    const { matches } = compileFilter({ ...emptyFilter, process: wholeName('com.a.b') });
    expect(matches?.(kept({ process: 'com.a.b' }))).toBe(true);
    expect(matches?.(kept({ process: 'com.a.b:push' }))).toBe(true);
    expect(matches?.(kept({ process: 'com.a.bc' }))).toBe(false);
    expect(matches?.(kept({ process: null }))).toBe(false);
  });

  it('includes fatal lines with errors', () => {
    expect(compileFilter({ ...emptyFilter, level: 'E' }).matches?.(kept({ level: 'F' }))).toBe(
      true,
    );
  });

  it('reports what is wrong with a regular expression', () => {
    const errorOf = (text: string): unknown => compileFilter({ ...emptyFilter, text }).patternError;
    expect(errorOf('/(/')).toBe(
      'This isn’t a valid regular expression. The browser says: Unterminated group.',
    );
    expect(errorOf('/[b-a]/i')).toMatch(/says: Range out of order in character class\.$/);
    expect(errorOf('/a/ix')).toMatch(/^Flags \(“ix”\) aren’t supported\./);
    expect(errorOf('/a/gi')).toBeNull();
  });

  it('is restored from storage, whatever is stored', () => {
    const filter = {
      level: 'W',
      tag: 'a',
      process: 'b',
      followsApp: true,
      showsOwn: true,
      text: 'c',
    } as const;
    expect(parseFilter(JSON.stringify(filter))).toEqual(filter);
    for (const odd of [null, '', 'x', 'null', '[]', '{"level":"Q","tag":7}']) {
      expect(countParts(parseFilter(odd))).toBe(0);
    }
  });
});

describe('the buffer', () => {
  it('applies the filter to earlier and later lines', () => {
    const log = bufferOf({ text: 'a' }, { text: 'b', level: 'E' });
    log.setFilter((one) => one.level === 'E');
    log.add({ lines: [line({ number: 3, text: 'c', level: 'E' })], processNames: [] });
    expect([texts(log.shownLines), texts(log.lines)]).toEqual([
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('adds process names to earlier lines and filters them again', () => {
    const log = bufferOf({ text: 'a' }, { text: 'b', pid: 9 });
    log.setFilter((one) => one.process === 'com.a');
    expect(log.shownLines).toEqual([]);
    log.add({ lines: [line({ number: 3, text: 'c' })], processNames: [{ pid: 7, name: 'com.a' }] });
    expect(texts(log.shownLines)).toEqual(['a', 'c']);
    expect([...log.processes.keys()]).toEqual(['com.a']);
  });

  it('shows nothing new while paused, and everything afterwards', () => {
    const log = bufferOf({ text: 'a' });
    log.paused = true;
    log.add({ lines: [line({ number: 2, text: 'b' })], processNames: [] });
    expect([texts(log.shownLines), log.behind]).toEqual([['a'], 1]);
    log.setFilter(() => true);
    expect(texts(log.shownLines)).toEqual(['a']);
    log.catchUp();
    expect(log.shownLines).toHaveLength(log.lines.length);
    expect(log.paused).toBe(true);
    log.paused = false;
    expect([texts(log.shownLines), log.behind]).toEqual([['a', 'b'], 0]);
  });

  it('counts skipped lines', () => {
    const log = bufferOf({ number: 10 }, { number: 11 }, { number: 30 });
    expect(log.skippedCount).toBe(18);
  });

  it('drops the oldest lines and counts them', () => {
    const log = bufferOf(
      ...Array.from({ length: 52_100 }, (_, index) => ({ text: String(index) })),
    );
    expect([log.lines.length, log.lines[0]?.text, log.droppedCount]).toEqual([
      50_000,
      '2100',
      2_100,
    ]);
    expect(log.shownLines).toHaveLength(50_000);
  });

  it('skips lines that a reconnected phone sends again', () => {
    const at = (second: number, text: string): Partial<LogLine> => ({
      time: `07-21 10:57:4${second}.000`,
      text,
    });
    const received = [at(1, 'a'), at(2, 'b'), at(2, 'c')];
    const log = bufferOf(...received);
    log.reopen();
    const resent = [...received, at(2, 'd'), at(3, 'e'), at(1, 'late')];
    log.add({
      lines: resent.map((one, index) => line({ number: index + 1, ...one })),
      processNames: [],
    });
    expect(texts(log.lines)).toEqual(['a', 'b', 'c', 'd', 'e', 'late']);
    log.clear();
    log.reopen();
    log.add({
      lines: resent.map((one, index) => line({ number: index + 1, ...one })),
      processNames: [],
    });
    expect(texts(log.lines)).toEqual([]);
    log.reset();
    log.reopen();
    log.add({ lines: [line(received[0])], processNames: [] });
    expect(texts(log.lines)).toEqual(['a']);
  });
});

describe('a crash report', () => {
  const runtime = { tag: 'AndroidRuntime', level: 'E' } as const;

  it('of an app is collected from interleaved lines', () => {
    const log = bufferOf(
      { text: 'before', tag: 'Other' },
      { ...runtime, text: 'FATAL EXCEPTION: main' },
      { ...runtime, text: 'Process: com.a.b, PID: 7' },
      { text: 'meanwhile', tag: 'Other', pid: 99 },
      { ...runtime, text: 'java.lang.IllegalStateException: no' },
      { ...runtime, text: '\tat com.a.b.C.d(C.java:1)' },
      { ...runtime, text: 'Shutting down', level: 'D' },
      { ...runtime, text: 'FATAL EXCEPTION: worker', pid: 12 },
    );
    expect(log.crashes).toMatchObject([
      { kind: 'java', process: 'com.a.b', summary: 'java.lang.IllegalStateException: no' },
      { kind: 'java', summary: 'FATAL EXCEPTION: worker' },
    ]);
    expect(texts(log.crashes[0]?.lines ?? [])).toEqual([
      'FATAL EXCEPTION: main',
      'Process: com.a.b, PID: 7',
      'java.lang.IllegalStateException: no',
      '\tat com.a.b.C.d(C.java:1)',
    ]);
    expect(log.lines.map(({ crash }) => crash?.id ?? 0)).toEqual([0, 1, 1, 0, 1, 1, 0, 2]);
  });

  it('of an app that does not respond consists of the system’s lines with one timestamp', () => {
    const manager = { tag: 'ActivityManager', level: 'E', pid: 1423, tid: 1500 } as const;
    const log = bufferOf(
      { ...manager, text: 'ANR in com.a.b (com.a.b/.Main)' },
      { ...manager, text: 'PID: 4321' },
      { ...manager, text: 'Reason: Input dispatching timed out (waited 5001ms)' },
      { ...manager, text: 'Something else', time: '07-21 10:57:42.000' },
    );
    expect(log.crashes).toMatchObject([
      { kind: 'anr', process: 'com.a.b', summary: 'Input dispatching timed out (waited 5001ms)' },
    ]);
    expect(log.crashes[0]?.lines).toHaveLength(3);
  });

  it('is found by its app, whoever wrote it', () => {
    const log = new LogLineBuffer();
    log.setFilter(compileFilter({ ...emptyFilter, process: 'com.a' }).matches ?? (() => false));
    const debug = {
      tag: 'DEBUG',
      level: 'F',
      pid: 555,
      tid: 555,
      process: 'crash_dump64',
    } as const;
    const report = [
      { ...runtime, text: 'FATAL EXCEPTION: main' },
      { ...runtime, text: 'Process: com.a.b, PID: 7' },
      { ...debug, text: '*** *** *** *** *** *** *** *** ***' },
      { ...debug, text: 'pid: 9, tid: 9, name: x  >>> com.a.c <<<' },
      { text: 'other' },
    ];
    log.add({ lines: report.map((one) => line(one)), processNames: [] });
    expect(texts(log.shownLines)).toEqual(report.slice(0, 4).map(({ text }) => text));
  });

  it('of native code consists of the signal and its tombstone', () => {
    const stars = '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***';
    const debug = { tag: 'DEBUG', level: 'F', pid: 555, tid: 555 } as const;
    const log = bufferOf(
      { tag: 'libc', level: 'F', text: 'Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)' },
      { ...debug, text: stars },
      { ...debug, text: 'pid: 7, tid: 8, name: com.a.b  >>> com.a.b <<<' },
      { ...debug, text: 'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0' },
      { ...debug, text: '    #00 pc 00000 /system/lib64/libc.so', pid: 777 },
      { ...debug, pid: 556, tid: 556, text: stars },
      { ...debug, pid: 556, tid: 556, text: 'signal 6 (SIGABRT), code -1' },
    );
    expect(log.crashes).toMatchObject([
      {
        kind: 'native',
        process: 'com.a.b',
        summary: 'Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)',
      },
      { kind: 'native', process: '', summary: 'signal 6 (SIGABRT), code -1' },
    ]);
    expect(log.crashes.map(({ lines }) => lines.length)).toEqual([4, 2]);
  });
});
