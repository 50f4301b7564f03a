import { describe, expect, it } from 'vitest';
import { type StreamedLogLine, LogStreamParser, logStreamLine } from './logcat.ts';
import { readProcesses } from './processes.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The parsed lines of the bytes. */
function parseStream(bytes: Uint8Array): StreamedLogLine[] {
  const parser = new LogStreamParser();
  return [...parser.push(bytes), ...parser.end()];
}

const head = '07-21 10:57:41.225  5776  5790 E';
const known = { time: '07-21 10:57:41.225', pid: 5776, tid: 5790, level: 'E' } as const;

describe('the shell line', () => {
  it('starts a number of entries back, or at a time', () => {
    expect(logStreamLine({ lastLines: 5000 }).text).toBe('logcat -v threadtime -T 5000');
    expect(logStreamLine({ since: '07-21 10:57:41.225' }).text).toBe(
      "logcat -v threadtime -T '07-21 10:57:41.225'",
    );
  });
});

describe('a line', () => {
  it.each([
    [`${head} AndroidRuntime: FATAL EXCEPTION: main`, 'AndroidRuntime', 'FATAL EXCEPTION: main'],
    [`${head} One     : first`, 'One', 'first'],
    [`${head} Two words: a: b`, 'Two words', 'a: b'],
    [`${head} chromium: [INFO:CONSOLE(1)] "x"`, 'chromium', '[INFO:CONSOLE(1)] "x"'],
    [`${head} One     : `, 'One', ''],
    [`${head} One     :`, 'One', ''],
    [`${head}         : no tag`, '', 'no tag'],
    [`2024-${head} One: with the year`, 'One', 'with the year'],
    [`${head} One: \tat a.b(C.java:1)`, 'One', '\tat a.b(C.java:1)'],
    [`${head} One: a\u0007\u001b[2K\r 42%`, 'One', 'a\u0007\u001b[2K\r 42%'],
    [`${head} One: 中国 🌧\r`, 'One', '中国 🌧'],
  ])('%j', (line, tag, text) => {
    expect(parseStream(encode(`${line}\n`))).toEqual([{ ...known, tag, text }]);
  });

  it('may have a uid and microseconds', () => {
    const line = '07-21 10:57:41.225123 u0_a123  5776  5790 E One: x';
    expect(parseStream(encode(line))).toEqual([{ ...known, tag: 'One', text: 'x' }]);
  });

  it('that is no entry belongs to the entry before it; dividers and blanks are left out', () => {
    const text = [
      '--------- beginning of main',
      'logcat: something odd',
      `${head} One: first`,
      '--------- switch to crash',
      '',
      'and on',
      '--------- beginning of nothing at all',
    ].join('\n');
    expect(
      parseStream(encode(text)).map(({ time, tag, text: lineText }) => [time, tag, lineText]),
    ).toEqual([
      ['', '', 'logcat: something odd'],
      [known.time, 'One', 'first'],
      [known.time, 'One', 'and on'],
      [known.time, 'One', '--------- beginning of nothing at all'],
    ]);
  });

  it('replaces invalid UTF-8', () => {
    const bytes = Uint8Array.of(...encode(`${head} One: caf`), 0xe9, 0x20, 0xff, 0x0a);
    expect(parseStream(bytes)[0]?.text).toBe('caf\ufffd \ufffd');
  });

  it('that never ends is cut', () => {
    const lines = parseStream(encode('x'.repeat(200_000)));
    expect(lines.map(({ text }) => text.length)).toEqual([65_536, 65_536, 65_536, 3392]);
  });
});

describe('readProcesses', () => {
  const parse = (text: string): unknown => {
    const stdout = new TextEncoder().encode(text);
    return Object.fromEntries(readProcesses.parse({ stdout, stderr: '', exitCode: 0 }));
  };

  it('reads what Android 8 and later print', () => {
    expect(
      parse(
        '  PID NAME\n    1 init\n  498 surfaceflinger\n 4210 com.android.launcher3\n 4300 com.a.b:push\n 4301 <pre-initialized>\n  611 [kworker/0:1]\n',
      ),
    ).toEqual({
      1: 'init',
      498: 'surfaceflinger',
      4210: 'com.android.launcher3',
      4300: 'com.a.b:push',
      611: '[kworker/0:1]',
    });
  });

  it('reads what Android 7 prints, with one column more than headers', () => {
    expect(
      parse(
        'USER      PID   PPID  VSIZE  RSS   WCHAN              PC  NAME\r\nroot      1     0     10632  856   SyS_epoll_ 0000000000 S /init\r\nu0_a17    1905  1423  1583   9120  SyS_epoll_ 0000000000 S com.android.inputmethod.latin\r\n',
      ),
    ).toEqual({ 1: '/init', 1905: 'com.android.inputmethod.latin' });
  });

  it('reads nothing from other output', () => {
    expect(parse('')).toEqual({});
    expect(parse('ps: Permission denied\nx y z\n')).toEqual({});
  });
});
