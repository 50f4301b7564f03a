/** Each filter of get_device_logs, compared with the phone's whole log. */
import { expect } from 'vitest';
import { z } from 'zod';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

interface LogEntry {
  /** As printed, `MM-DD hh:mm:ss.mmm`. */
  readonly time: string;
  readonly pid: string;
  readonly level: string;
  readonly tag: string;
  readonly line: string;
}

async function readLogs(
  phone: PhoneUnderTest,
  args: Record<string, unknown>,
): Promise<{ readonly lines: readonly string[]; readonly truncated: boolean }> {
  const { logs, line_count: count, truncated } = await callLogs(phone, args);
  const lines = logs === '' ? [] : logs.split('\n');
  expect(count).toBe(lines.length);
  return { lines, truncated };
}

const answerSchema = z.strictObject({
  logs: z.string(),
  line_count: z.number(),
  truncated: z.boolean(),
  note: z.string().optional(),
});

/** The answer, which says everything once, as JSON in its text. */
async function callLogs(phone: PhoneUnderTest, args: Record<string, unknown>) {
  const { data, text } = await phone.call('get_device_logs', args);
  expect(data).toBeUndefined();
  return answerSchema.parse(JSON.parse(text));
}

/** Parses log lines; continuation lines belong to the entry before them. */
function entriesOf(lines: readonly string[]): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const line of lines) {
    const head = /^(\d\d-\d\d \S+) +(\d+) +\d+ ([VDIWEF]) ([^:]*?) *: /.exec(line);
    const [, time = '', pid = '', level = '', tag = ''] = head ?? [];
    const last = entries.at(-1);
    if (head) entries.push({ time, pid, level, tag, line });
    else if (last) entries.push({ ...last, line });
  }
  return entries;
}

/** ISO 8601 for a log time, which has no year; the demo phone uses this machine's. */
const isoTime = (time: string): string => `${new Date().getFullYear()}-${time.replace(' ', 'T')}`;

/** The whole log up to its current end, and that time: later calls with `until` read the same lines. */
async function readWholeLog(phone: PhoneUnderTest): Promise<{ until: string; all: LogEntry[] }> {
  const now = await readLogs(phone, { last_lines: 1 });
  const until = isoTime(entriesOf(now.lines)[0]?.time ?? '');
  const all: LogEntry[] = [];
  // A result has a size limit; the next one ends where this one starts.
  for (let end = until, isComplete = false; !isComplete && all.length < 1000;) {
    const part = await readLogs(phone, { level: 'V', last_lines: 1000, until: end });
    const entries = entriesOf(part.lines);
    const later = all.splice(0).filter((entry) => isoTime(entry.time) > end);
    all.push(...entries, ...later);
    isComplete = !part.truncated;
    end = isoTime(entries[0]?.time ?? '');
  }
  expect(all.length).toBeGreaterThan(300);
  return { until, all };
}

const linesOf = (entries: readonly LogEntry[]): string[] => entries.map(({ line }) => line);

export const logCases = {
  'get_device_logs: the newest lines, oldest first': async (phone) => {
    const { until, all } = await readWholeLog(phone);
    const five = await readLogs(phone, { level: 'V', last_lines: 5, until });
    expect(five).toEqual({ lines: linesOf(all.slice(-5)), truncated: true });
    const usual = await readLogs(phone, { level: 'V', until });
    expect(usual).toEqual({ lines: linesOf(all.slice(-100)), truncated: true });
    const times = all.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  },

  'get_device_logs: since and until': async (phone) => {
    const { until, all } = await readWholeLog(phone);
    const from = all.at(-60)?.time ?? '';
    const to = all.at(-20)?.time ?? '';
    const args = { level: 'V', last_lines: 1000 };
    const after = await readLogs(phone, { ...args, since: isoTime(from), until });
    const expected = all.filter(({ time }) => time >= from);
    expect(after).toEqual({ lines: linesOf(expected), truncated: false });
    const between = await readLogs(phone, { ...args, since: isoTime(from), until: isoTime(to) });
    const inside = expected.filter(({ time }) => time <= to);
    expect(between).toEqual({ lines: linesOf(inside), truncated: false });
    expect(inside.length).toBeLessThan(expected.length);
    const never = await readLogs(phone, { since: '2099-01-01T00:00:00' });
    expect(never).toEqual({ lines: [], truncated: false });
  },

  'get_device_logs: level and above': async (phone) => {
    const { until, all } = await readWholeLog(phone);
    for (const [level, above] of [
      ['W', 'WEF'],
      ['E', 'EF'],
    ] as const) {
      const expected = all.filter((entry) => above.includes(entry.level));
      expect(expected.length).toBeGreaterThan(10);
      const { lines } = await readLogs(phone, { level, last_lines: expected.length, until });
      expect(lines).toEqual(linesOf(expected));
    }
    const usual = await readLogs(phone, { until });
    const expected = all.filter(({ level }) => level !== 'V');
    expect(usual.lines).toEqual(linesOf(expected.slice(-100)));
  },

  'get_device_logs: tag, tag with a wildcard, tag with level': async (phone) => {
    const { until, all } = await readWholeLog(phone);
    for (const [tag, level, fits] of [
      ['wpa_supplicant', 'V', (entry: LogEntry) => entry.tag === 'wpa_supplicant'],
      ['Wifi*', 'V', (entry: LogEntry) => entry.tag.startsWith('Wifi')],
      [
        'ActivityManager',
        'W',
        ({ tag, level: of }: LogEntry) => tag === 'ActivityManager' && 'WEF'.includes(of),
      ],
      ['no.such-tag', 'V', () => false],
    ] as const) {
      const expected = all.filter(fits);
      const args = { tag, level, until, last_lines: Math.max(1, expected.length) };
      expect([tag, (await readLogs(phone, args)).lines]).toEqual([tag, linesOf(expected)]);
      expect(expected.length > 0).toBe(tag !== 'no.such-tag');
    }
  },

  'get_device_logs: of one running app': async (phone) => {
    const package_name = 'com.android.settings';
    const none = await callLogs(phone, { package_name: 'com.example.none' });
    expect(none).toEqual({
      logs: '',
      line_count: 0,
      truncated: false,
      note: 'com.example.none is not running, and the log has no line of it at this level. Start the app, or ask by tag: the crashes of all apps have the tag AndroidRuntime.',
    });
    await phone.open('Settings');
    await phone.clickText('Apps');
    await phone.call('press_back');
    const { until, all } = await readWholeLog(phone);
    const { lines, truncated } = await readLogs(phone, { package_name, level: 'V', until });
    // Also of processes that earlier calls ended.
    const started = all.flatMap(
      ({ line }) => /Start proc (\d+):com\.android\.settings\//.exec(line)?.[1] ?? [],
    );
    expect(started.length).toBeGreaterThan(0);
    expect(lines).toEqual(linesOf(all.filter(({ pid }) => started.includes(pid))));
    expect(truncated).toBe(false);
    expect(lines.length).toBeLessThan(all.length);
  },

  'get_device_logs: of an app that crashed': async (phone) => {
    const package_name = 'com.handset.weather';
    await phone.open('Weather');
    await phone.call('click_element', { selector: '@refresh' });
    const { note, logs } = await callLogs(phone, { package_name, level: 'E' });
    expect(note).toBe(`${package_name} is not running; these are lines of its earlier processes.`);
    expect(logs).toMatch(/ E AndroidRuntime: FATAL EXCEPTION: main\n/);
    expect(logs).toContain(`Process: ${package_name}, PID: `);
  },
} satisfies ToolCases;
