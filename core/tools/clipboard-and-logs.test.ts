import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HandsetError } from '../errors.ts';
import type { Phone } from '../phone/phone.ts';
import { getClipboard, getDeviceLogs, logInput, setClipboard } from './clipboard-and-logs.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';

it.each([['Grüße 👋\n2'], [''], [null]])('get_clipboard: returns %j unchanged', async (text) => {
  const phone = recordingPhone({ clipboard: text });
  expect(await executeTool(getClipboard, {}, phone)).toEqual({ texts: [], data: { text } });
  expect(phone.calls).toEqual([['readClipboard']]);
});

it('get_clipboard: returns a long text in parts without splitting a surrogate pair', async () => {
  const text = `${'a'.repeat(14_999)}\u{1f600}${'b'.repeat(20_000)}`;
  let read = '';
  let next: unknown = 0;
  while (typeof next === 'number') {
    const { data } = await executeTool(
      getClipboard,
      { offset: next },
      recordingPhone({ clipboard: text }),
    );
    const part = data?.['text'];
    expect(part).not.toMatch(/\p{Surrogate}/u);
    read += typeof part === 'string' ? part : '';
    next = data?.['next_offset'];
  }
  expect(read).toBe(text);
});

it('get_clipboard: rejects with the reason if it cannot be read', async () => {
  const error = new HandsetError('unsupported', 'No clipboard here.', { hint: 'Use scrcpy.' });
  await expect(executeTool(getClipboard, {}, recordingPhone({ error }))).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Clipboard access failed: No clipboard here.',
    hint: 'Use scrcpy.',
  });
});

it('get_clipboard: refuses an unknown parameter', async () => {
  expect(await refusalOf(getClipboard, { observe: 'state' })).toEqual(
    argumentRefusal("Unknown parameter: 'observe'. get_clipboard takes: offset"),
  );
});

it.each([
  ['Grüße 👋\n', 9],
  ['', 0],
])('set_clipboard: passes %j to the phone and counts UTF-16 units', async (text, count) => {
  const phone = recordingPhone();
  expect(await executeTool(setClipboard, { text }, phone)).toEqual({
    texts: [`Clipboard set successfully (${count} characters)`],
  });
  expect(phone.calls).toEqual([['writeClipboard', text]]);
});

it('set_clipboard: rejects with the reason if it cannot be set', async () => {
  const error = new HandsetError('unsupported', 'No clipboard here.', { hint: 'Use scrcpy.' });
  await expect(
    executeTool(setClipboard, { text: 'a' }, recordingPhone({ error })),
  ).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Clipboard set failed: No clipboard here.',
    hint: 'Use scrcpy.',
  });
});

it.each([
  [{}, "Missing required parameter: 'text'"],
  [{ text: 7 }, "Parameter 'text' must be a string, got: 7"],
  [{ text: null }, "Parameter 'text' must be a string, got: null"],
  [{ text: ['a'] }, "Parameter 'text' must be a string"],
  [
    { text: 'a\ud83d' },
    "Parameter 'text' must be well-formed Unicode: it holds half of a surrogate pair",
  ],
])('set_clipboard: refuses %j', async (args, message) => {
  expect(await refusalOf(setClipboard, args)).toEqual(argumentRefusal(message));
});

const defaultQuery = {
  lastLines: 100,
  since: null,
  until: null,
  tag: null,
  level: 'D',
  packageName: null,
};
const logs = { lines: ['one', 'two\ttabs'], truncated: true, isPackageRunning: true };

const logAnswer = z.strictObject({
  logs: z.string(),
  line_count: z.number(),
  truncated: z.boolean(),
  note: z.string().optional(),
});

/** The answer, which is JSON in the text alone. */
async function readLogs(args: Readonly<Record<string, unknown>>, phone: Phone) {
  const { texts, data } = await executeTool(getDeviceLogs, args, phone);
  expect(data).toBeUndefined();
  return logAnswer.parse(JSON.parse(texts.join('')));
}

describe('get_device_logs', () => {
  it('requests the newest 100 lines of level D and above by default', async () => {
    const phone = recordingPhone({ logs });
    expect(await readLogs({}, phone)).toEqual({
      logs: 'one\ntwo\ttabs',
      line_count: 2,
      truncated: true,
    });
    expect(phone.calls).toEqual([['readLogs', defaultQuery]]);
  });
  it('escapes invisible characters in JSON that can be parsed', async () => {
    const reading = { lines: ['a\u202eb "c"'], truncated: false, isPackageRunning: true };
    const { logs: shown } = await readLogs({}, recordingPhone({ logs: reading }));
    expect(shown).toBe('a\\u{202e}b "c"');
  });
  it('keeps the newest lines that fit and says how to get the others', async () => {
    const lines = Array.from(
      { length: 1000 },
      (_, i) => `02-11 16:30:00.${String(i).padStart(3, '0')}  1  1 D Tag: ${'x'.repeat(90)}`,
    );
    const phone = recordingPhone({ logs: { lines, truncated: false, isPackageRunning: true } });
    const data = await readLogs({ last_lines: 1000 }, phone);
    const shown = data.logs.split('\n');
    expect(shown.join('\n').length).toBeLessThanOrEqual(30_000);
    expect(shown.length).toBeGreaterThan(200);
    expect(shown).toEqual(lines.slice(-shown.length));
    const oldest = shown[0]?.slice(6, 18);
    expect(data).toMatchObject({
      line_count: shown.length,
      truncated: true,
      note: `${1000 - shown.length} older lines did not fit. For those, call again with until set to ${oldest}; for fewer lines, give tag, level or package_name.`,
    });
  });
  it('passes all parameters to the phone', async () => {
    const phone = recordingPhone({ logs });
    await executeTool(
      getDeviceLogs,
      {
        last_lines: 1000,
        since: '2024-02-29T10:30:00',
        until: '2024-02-29T10:30:00.250',
        tag: 'My.App_1:*-',
        level: 'f',
        package_name: 'com.example.app_2',
      },
      phone,
    );
    const query = {
      lastLines: 1000,
      since: '2024-02-29T10:30:00',
      until: '2024-02-29T10:30:00.250',
      tag: 'My.App_1:*-',
      level: 'F',
      packageName: 'com.example.app_2',
    };
    expect(phone.calls).toEqual([['readLogs', query]]);
  });
  it('is empty if nothing matches', async () => {
    const data = await readLogs({ tag: 'x' }, recordingPhone());
    expect(data).toEqual({ logs: '', line_count: 0, truncated: false });
  });
  it.each([
    [['one', 'two'], 'com.x is not running; these are lines of its earlier processes.'],
    [
      [],
      'com.x is not running, and the log has no line of it at this level. Start the app, or ask by tag: the crashes of all apps have the tag AndroidRuntime.',
    ],
  ])('says that the app is not running, with the lines %j', async (lines, note) => {
    const phone = recordingPhone({ logs: { lines, truncated: false, isPackageRunning: false } });
    const data = await readLogs({ package_name: 'com.x' }, phone);
    expect(data).toEqual({
      logs: lines.join('\n'),
      line_count: lines.length,
      truncated: false,
      note,
    });
  });
  it('rejects with the reason if the log cannot be read', async () => {
    const error = new HandsetError('command-failed', 'logcat failed.', { hint: 'Retry.' });
    await expect(executeTool(getDeviceLogs, {}, recordingPhone({ error }))).rejects.toMatchObject({
      code: 'command-failed',
      message: 'Failed to retrieve device logs: logcat failed.',
      hint: 'Retry.',
    });
  });
});

const tagRule =
  "tag contains invalid characters. Allowed: letters, digits, '.', '_', ':', '*', '-'. Got: ";
const packageRule =
  "package_name contains invalid characters. Must start with a letter and contain only letters, digits, '.', '_'. Got: ";
const timeRule = "must be an ISO 8601 timestamp (e.g., '2024-01-15T10:30:00'). Got: ";

describe('the parameters of get_device_logs', () => {
  it.each([
    [{ last_lines: 'ten' }, 'last_lines must be an integer, got "ten"'],
    [{ last_lines: 'ten' }, 'last_lines must be an integer, got "ten"'],
    [{ last_lines: [] }, 'last_lines must be an integer, got []'],
    [{ last_lines: 1.5 }, 'last_lines must be an integer, got 1.5'],
    [{ last_lines: 0 }, 'last_lines must be between 1 and 1000, got 0'],
    [{ last_lines: 1001 }, 'last_lines must be between 1 and 1000, got 1001'],
    [{ level: 'x' }, "level must be one of: V, D, I, W, E, F. Got: 'x'"],
    [{ level: 'ERROR' }, "level must be one of: V, D, I, W, E, F. Got: 'ERROR'"],
    [{ level: 5 }, "Parameter 'level' must be a string, got: 5"],
    [{ tag: 'a b' }, `${tagRule}'a b'`],
    [{ tag: 'a;reboot' }, `${tagRule}'a;reboot'`],
    [{ tag: 'a\n' }, `${tagRule}'a\n'`],
    [{ package_name: '1com' }, `${packageRule}'1com'`],
    [{ package_name: 'com.x$(id)' }, `${packageRule}'com.x$(id)'`],
    [{ package_name: 'com.x\n' }, `${packageRule}'com.x\n'`],
    [{ since: '2024-01-15' }, `since ${timeRule}'2024-01-15'`],
    [
      { since: '2024-01-15T10:30:00Z' },
      `since ${timeRule}'2024-01-15T10:30:00Z'. Leave out the zone: times are the phone's own local time.`,
    ],
    [
      { until: '2024-01-15T10:30:00.5+01:00' },
      `until ${timeRule}'2024-01-15T10:30:00.5+01:00'. Leave out the zone: times are the phone's own local time.`,
    ],
    [{ tag: ' '.repeat(5000) }, `${tagRule}'${' '.repeat(100)}…'`],
    [{ since: '2024-02-30T10:30:00' }, `since ${timeRule}'2024-02-30T10:30:00'`],
    [{ since: '2023-02-29T10:30:00' }, `since ${timeRule}'2023-02-29T10:30:00'`],
    [{ until: '2024-01-15T25:30:00' }, `until ${timeRule}'2024-01-15T25:30:00'`],
    [{ until: '2024-13-15T10:30:00' }, `until ${timeRule}'2024-13-15T10:30:00'`],
    [{ until: 1705314600 }, "Parameter 'until' must be a string, got: 1705314600"],
    [
      { since: '2024-01-15T10:30:00.5', until: '2024-01-15T10:30:00' },
      "since must not be after until. Got: '2024-01-15T10:30:00.5' and '2024-01-15T10:30:00'",
    ],
    [{ last_lines: 0, tag: ' ', level: true }, "Parameter 'level' must be a string, got: true"],
    [{ last_lines: 0, tag: ' ' }, 'last_lines must be between 1 and 1000, got 0'],
    [
      { lines: 5 },
      "Unknown parameter: 'lines'. get_device_logs takes: last_lines, since, until, tag, level, package_name",
    ],
  ])('refuse %j', async (args, message) => {
    expect(await refusalOf(getDeviceLogs, args)).toEqual(argumentRefusal(message));
  });

  it.each([
    { last_lines: 1 },
    { last_lines: 1000 },
    { level: 'V' },
    { tag: 'ActivityManager:I' },
    { since: '2024-12-31T23:59:59.999999', until: '2025-01-01T00:00:00' },
    { since: '2024-01-15T10:30:00', until: '2024-01-15T10:30:00' },
  ])('take %j', (args) => {
    expect(logInput.safeParse(args).success).toBe(true);
  });
});
