import { describe, expect, it } from 'vitest';
import { capturedOutputs, readOutput } from '#core/testing/captures.ts';
import { formatEntry, type LogFormat, parseFormat } from './logcat.ts';
import { encodeLogText, rawByte } from './log-buffer.ts';
import type { LogEntry, LogLevel } from '../../system.ts';

const start: LogFormat = { layout: 'threadtime', showsYear: false };

/** The format for a comma-separated argument of `-v`. */
function formatOf(spec: string): LogFormat {
  return spec.split(',').reduce<LogFormat>((format, word) => {
    const next = parseFormat(format, word);
    if (next === undefined) throw new Error(`${word} is no format.`);
    return next;
  }, start);
}

const entry: LogEntry = {
  buffer: 'main',
  epochMs: Date.UTC(2024, 0, 31, 12, 30, 45, 678),
  pid: 123,
  tid: 45678,
  level: 'W',
  tag: 'Tag',
  message: 'one\ntwo',
};

describe('formats', () => {
  it.each([
    [
      'threadtime',
      '01-31 12:30:45.678   123 45678 W Tag     : one\n01-31 12:30:45.678   123 45678 W Tag     : two\n',
    ],
    [
      'threadtime,year',
      '2024-01-31 12:30:45.678   123 45678 W Tag     : one\n2024-01-31 12:30:45.678   123 45678 W Tag     : two\n',
    ],
    ['brief', 'W/Tag     (  123): one\nW/Tag     (  123): two\n'],
    ['tag', 'W/Tag     : one\nW/Tag     : two\n'],
    [
      'time',
      '01-31 12:30:45.678 W/Tag     (  123): one\n01-31 12:30:45.678 W/Tag     (  123): two\n',
    ],
    ['raw', 'one\ntwo\n'],
  ])('%s', (spec, expected) => {
    expect(formatEntry(entry, formatOf(spec))).toBe(expected);
  });

  it('print an empty message as one line, and no line for a newline at the end', () => {
    expect(formatEntry({ ...entry, message: '' }, formatOf('tag'))).toBe('W/Tag     : \n');
    expect(formatEntry({ ...entry, message: 'x\n' }, formatOf('raw'))).toBe('x\n');
    expect(formatEntry({ ...entry, message: 'x\n\ny' }, formatOf('raw'))).toBe('x\n\ny\n');
  });

  it('keep bytes that are not UTF-8', () => {
    const unusualEntry = { ...entry, message: `caf${rawByte(0xe9)} 🌧\x07\\` };
    const bytes = encodeLogText(formatEntry(unusualEntry, formatOf('raw')));
    expect(Buffer.from(bytes).toString('latin1')).toBe('caf\xe9 \xf0\x9f\x8c\xa7\x07\\\n');
  });
});

const logs = capturedOutputs('logcat');

describe.skipIf(logs.length === 0)('captured logs (skipped where absent)', () => {
  it.each(logs)('%s is printed unchanged', (name) => {
    const lines = readOutput(name).split(/\r?\n/);
    const header =
      /^(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3}) +(\d+) +(\d+) ([VDIWEF]) (.{8,}?): (.*)$/;
    const read = lines.flatMap((line) => {
      const [all, ...parts] = header.exec(line) ?? [];
      if (all === undefined) return [];
      const [month = 0, day, hour, minute, second, ms, pid = 0, tid = 0] = parts.map(Number);
      const [level, tag = '', message = ''] = parts.slice(8);
      const epochMs = Date.UTC(2024, month - 1, day, hour, minute, second, ms);
      return [
        {
          line: all,
          // The pattern admits nothing else.
          entry: {
            ...entry,
            epochMs,
            pid,
            tid,
            level: level as LogLevel,
            tag: tag.trimEnd(),
            message,
          },
        },
      ];
    });
    expect(read.length).toBeGreaterThan(5);
    for (const one of read) expect(formatEntry(one.entry, start)).toBe(`${one.line}\n`);
  });
});
