import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { capturedOutputs, readOutput } from '../testing/captures.ts';
import type { LogQuery, LogReading } from '../phone/phone.ts';
import { readLogs } from './logcat.ts';

const defaultQuery: LogQuery = {
  lastLines: 100,
  since: null,
  until: null,
  tag: null,
  level: 'D',
  packageName: null,
};
const lineFor = (query: Partial<LogQuery>): string =>
  readLogs({ ...defaultQuery, ...query }).line.text;
const parseLog = (
  log: string,
  query: Partial<LogQuery> = {},
  { head = 'now 2024-02-12 08:00:00\n', stderr = '' } = {},
): LogReading =>
  readLogs({ ...defaultQuery, ...query }).parse({
    stdout: new TextEncoder().encode(`${head}handset-log\n${log}`),
    stderr,
    exitCode: 0,
  });

const logWithYear = [
  '--------- beginning of main',
  '2024-02-11 16:30:00.123  1234  1240 D MyTag   : first',
  '2024-02-11 16:30:01.000  1234  1234 I LongerTag: second: MyTag : x',
  '--------- beginning of system',
  '2024-02-11 16:30:02.500  5678  5678 W my.app:x: third',
  '2024-02-12 07:00:00.000  5678  5690 E MyTag   : ',
  '',
].join('\n');
const logWithoutYear = [
  '02-11 16:30:00.123  1234  1240 D MyTag   : first',
  '02-11 16:30:01.000  1234  1234 I LongerTag: second: MyTag : x',
  '02-11 16:30:02.500  5678  5678 W my.app:x: third',
  '02-12 07:00:00.000  5678  5690 E MyTag   : ',
];
const linesAt = (...indexes: readonly number[]): LogReading => ({
  lines: indexes.map((i) => logWithoutYear[i] ?? ''),
  truncated: false,
  isPackageRunning: true,
});

describe('the line of readLogs', () => {
  it('requests the newest lines by level', () => {
    expect(lineFor({ level: 'W', lastLines: 5 })).toBe(
      "date '+now %Y-%m-%d %H:%M:%S'; echo 'handset-log'; { logcat -d -v threadtime -v year '*:W' 2>/dev/null || { echo; echo 'handset-again'; logcat -d -v threadtime '*:W'; }; } | tail -n 16",
    );
  });
  it.each([
    [{ tag: 'MyTag' }, "-s 'MyTag:D'", true],
    [{ tag: '*' }, "'*:D'", true],
    [{ tag: 'My*' }, "'*:D'", false],
    [{ tag: 'a:b' }, "'*:D'", false],
    [{ tag: '-s' }, "'*:D'", false],
    [{ until: '2024-02-11T16:30:00' }, "'*:D'", false],
    [{ packageName: 'my.app' }, "'*:D'", false],
    [{ packageName: 'my.app', tag: 'MyTag', level: 'F' as const }, "'*:I'", false],
    [{ since: '2024-02-11T16:30:00' }, "-T '2024-02-11 16:30:00.000' '*:D'", true],
    [{ since: '2024-02-11T16:30:00.98765' }, "-T '2024-02-11 16:30:00.987' '*:D'", true],
  ])('%j', (query, part, hasTail) => {
    const line = lineFor(query);
    expect(line).toContain(` -v year ${part} 2>/dev/null`);
    expect(line.includes(hasTail ? '} | tail -n 111' : '} | tail -c 33554432')).toBe(true);
    // The second attempt has neither the year nor a start with a year.
    expect(line).toContain(`logcat -d -v threadtime ${part.replace(/-T '[^']*' /, '')}; }`);
  });
  it('finds every process of a package', () => {
    const line = lineFor({ packageName: 'my.app' });
    expect(line).toContain(
      "a=$(pidof 'my.app'); b=$(ps -A -o PID,NAME 2>/dev/null | grep -F ' my.app:')",
    );
  });
});

/** Runs a line in a real `sh` with these shell functions as the phone's programs. */
function runInShell(line: string, programs: Readonly<Record<string, string>>): string {
  const functions = Object.entries(programs).map(([name, body]) => `${name}() { ${body}; }\n`);
  return execFileSync('sh', ['-s'], { input: `${functions.join('')}${line}\n` }).toString();
}

describe('the line of readLogs in a real shell', () => {
  const parse = (stdout: string, query: Partial<LogQuery>): LogReading =>
    readLogs({ ...defaultQuery, ...query }).parse({
      stdout: new TextEncoder().encode(stdout),
      stderr: '',
      exitCode: 0,
    });
  it('falls back if logcat does not support the year', () => {
    const query = { lastLines: 2 };
    const logcat = `case "$*" in *year*) printf 'half a line'; return 1 ;; *) printf '%s\\n' '${logWithoutYear.join("' '")}' ;; esac`;
    expect(parse(runInShell(lineFor(query), { logcat }), query)).toMatchObject({
      lines: logWithoutYear.slice(2),
      truncated: true,
    });
  });
  it('finds the processes of a package that has ended in the log itself', () => {
    const query = { packageName: 'my.app', level: 'E' } as const;
    const log = [
      '02-11 16:30:00.000 7 8 I ActivityManager: Start proc 12:my.app/u0a1 for activity',
      '02-11 16:30:00.100 7 8 I ActivityManager: Start proc 13:my.app:remote/u0a1 for service',
      '02-11 16:30:00.200 7 8 I ActivityManager: Start proc 14:my.apple/u0a2 for activity',
      '02-11 16:30:01.000 12 12 I T: too low',
      '02-11 16:30:01.000 12 12 E AndroidRuntime: FATAL EXCEPTION: main',
      '02-11 16:30:01.000 12 12 E AndroidRuntime: Process: my.app, PID: 12',
      '02-11 16:30:02.000 13 13 E T: of its service',
      '02-11 16:30:02.000 14 14 E T: of another app',
      '02-11 16:30:03.000 7 8 I ActivityManager: Start proc 13:other/u0a3 for activity',
    ];
    const out = runInShell(lineFor(query), {
      pidof: 'return 1',
      ps: 'return 1',
      logcat: `printf '%s\\n' '${log.join("' '")}'`,
    });
    // Process 13 is another app's by now.
    expect(parse(out, query)).toEqual({
      lines: log.slice(4, 6),
      truncated: false,
      isPackageRunning: false,
    });
    expect(parse(out, { packageName: 'not.there' }).lines).toEqual([]);
  });
  it('finds all processes of the package and no others', () => {
    const query = { packageName: 'my.app' };
    const out = runInShell(lineFor(query), {
      pidof: 'echo 12 1234',
      ps: `printf '%s\\n' '  PID NAME' ' 5678 my.app:remote' ' 99 my.apple:x' ' 98 not.my.app:x'`,
      logcat: `printf '%s\\n' '${logWithoutYear.join("' '")}' '02-12 07:00:00.000 99 99 I T: x' '02-12 07:00:00.000 98 98 I T: x'`,
    });
    expect(parse(out, query)).toEqual(linesAt(0, 1, 2, 3));
  });
});

describe('readLogs', () => {
  it.each([
    ['everything', {}, linesAt(0, 1, 2, 3)],
    ['a start', { since: '2024-02-11T16:30:01' }, linesAt(1, 2, 3)],
    ['a start finer than the log', { since: '2024-02-11T16:30:01.0001' }, linesAt(2, 3)],
    ['an end, itself included', { until: '2024-02-11T16:30:02.5' }, linesAt(0, 1, 2)],
    ['an end in another year', { until: '2025-01-01T00:00:00' }, linesAt(0, 1, 2, 3)],
    ['a start in another year', { since: '2025-01-01T00:00:00' }, linesAt()],
    ['a tag with a colon', { tag: 'my.app:x' }, linesAt(2)],
    ['a tag with a star', { tag: 'My*' }, linesAt(0, 3)],
    ['a star that must not reach into the message', { tag: '*MyTag' }, linesAt(0, 3)],
    ['every tag', { tag: '*' }, linesAt(0, 1, 2, 3)],
  ])('%s', (_, query, expected) => {
    expect(parseLog(logWithYear, query)).toEqual(expected);
  });
  it('matches a tag with many stars against a long line quickly', () => {
    const long = 'a'.repeat(4_000);
    const log = `02-11 16:30:00.123  1  1 D ${long}b: x\n02-11 16:30:00.123  1  1 D ${long}: x\n`;
    const start = performance.now();
    for (const stars of ['************x', '*a*a*a*a*a*x', `${'*a'.repeat(900)}*x`]) {
      expect(parseLog(log, { tag: stars }).lines).toEqual([]);
    }
    expect(parseLog(log, { tag: `${'*a'.repeat(900)}*b` }).lines).toHaveLength(1);
    // Backtracking would take years.
    expect(performance.now() - start).toBeLessThan(2_000);
  });
  it.each([
    ['my.app:*', [2]],
    ['my.app*', []],
    ['*:x', [2]],
    ['*.app:x', [2]],
    ['**', [0, 1, 2, 3]],
    ['M*g', [0, 3]],
  ])('no star of %s matches a colon', (tag, expected) => {
    expect(parseLog(logWithYear, { tag })).toEqual(linesAt(...expected));
  });
  it('keeps the newest lines and reports that older ones matched', () => {
    expect(parseLog(logWithYear, { lastLines: 2 })).toEqual({ ...linesAt(2, 3), truncated: true });
    expect(parseLog(logWithYear, { lastLines: 4 }).truncated).toBe(false);
  });
  it('filters by process', () => {
    const head = 'now 2024-02-12 08:00:00\npids 5678\n\n';
    expect(parseLog(logWithYear, { packageName: 'my.app' }, { head })).toEqual(linesAt(2, 3));
  });
  it('keeps lines that are no entries with the entry before', () => {
    const log =
      '02-11 16:30:00.123  1  1 D A: one\n  at x\n02-11 16:30:01.123  2  2 D B: two\n  at y\n';
    const head = 'now 2024-02-12 08:00:00\npids 2\n\n';
    expect(parseLog(log, { packageName: 'b' }, { head }).lines).toEqual([
      '02-11 16:30:01.123  2  2 D B: two',
      '  at y',
    ]);
  });
  it('drops CR and blank lines and keeps unknown lines', () => {
    const log =
      'what is this\r\n\r\n02-11 16:30:00.123  1  1 D A: one \r\n2024-13\r\n--------- beginning\r\n';
    expect(parseLog(log).lines).toEqual([
      'what is this',
      '02-11 16:30:00.123  1  1 D A: one ',
      '2024-13',
      '--------- beginning',
    ]);
  });
  it('keeps invalid UTF-8', () => {
    const head = new TextEncoder().encode('handset-log\n02-11 16:30:00.123  1  1 D A: ');
    const stdout = new Uint8Array([...head, 0xff, 0xc3, 0x0a]);
    const { lines } = readLogs(defaultQuery).parse({ stdout, stderr: '', exitCode: 0 });
    expect(lines).toEqual(['02-11 16:30:00.123  1  1 D A: \ufffd\ufffd']);
  });
  it('infers missing years from the phone’s clock', () => {
    const log = '12-31 23:59:59.000  1  1 D A: old\n01-01 00:00:01.000  1  1 D A: new\n';
    const head = 'now 2024-01-01 00:05:00\n';
    expect(parseLog(log, { since: '2024-01-01T00:00:00' }, { head }).lines).toEqual([
      '01-01 00:00:01.000  1  1 D A: new',
    ]);
  });
  it('reports a log that was cut at the size limit as truncated', () => {
    const log = ' '.repeat(32 * 1024 * 1024) + `e\n${logWithYear}`;
    const reading = parseLog(log, { tag: 'my.app:x' });
    expect(reading).toEqual({ ...linesAt(2), truncated: true });
  });
  it('accepts an empty log and rejects a failed logcat', () => {
    expect(parseLog('', {}, { stderr: 'tail: a warning' })).toEqual(linesAt());
    expect(() =>
      parseLog('handset-again\n', {}, { stderr: 'logcat: inaccessible or not found\n' }),
    ).toThrow("Couldn't read the log; the phone said: logcat: inaccessible or not found.");
    expect(() =>
      readLogs(defaultQuery).parse({ stdout: new Uint8Array(), stderr: '', exitCode: 1 }),
    ).toThrow('the phone said: nothing (exit code 1)');
  });
});

const logs = capturedOutputs('logcat');

describe.skipIf(logs.length === 0)('captured logs (skipped where absent)', () => {
  it.each(logs)('%s: no line is lost or changed', (name) => {
    const text = readOutput(name);
    const expectedLines = text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !line.startsWith('--------- beginning of '));
    const { lines } = parseLog(text, { lastLines: 1000 });
    expect(lines).toHaveLength(expectedLines.length);
    expect(lines.every((line, i) => line === expectedLines[i])).toBe(true);
  });
  it.each(logs)('%s: every entry has a process', (name) => {
    const text = readOutput(name);
    const pids = new Set(
      [...text.matchAll(/^\d\d-\d\d \S+ +(\d+) +\d+ [VDIWEF] /gm)].map((m) => m[1]),
    );
    const counts = [...pids].map(
      (pid) =>
        parseLog(text, { lastLines: 1000, packageName: 'a' }, { head: `pids ${pid}\n` }).lines
          .length,
    );
    const allProcesses = parseLog(
      text,
      { lastLines: 1000, packageName: 'a' },
      { head: `pids ${[...pids].join(' ')}\n` },
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(allProcesses.lines.length);
    expect(allProcesses.lines.length).toBeGreaterThan(0);
  });
});
