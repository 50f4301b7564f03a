import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { getDeviceLogs } from './device.ts';
import { executeTool, recordingPhone } from './testing/recording-phone.ts';

const defaultQuery = {
  lastLines: 100,
  since: null,
  until: null,
  tag: null,
  level: 'D',
  packageName: null,
};
const logs = { lines: ['one', 'two\ttabs'], truncated: true, isPackageRunning: true };

describe('get_device_logs', () => {
  it('requests the newest 100 lines of level D and above by default', async () => {
    const phone = recordingPhone({ logs });
    expect(await executeTool(getDeviceLogs, {}, phone)).toEqual({
      texts: [],
      data: { logs: 'one\ntwo\ttabs', line_count: 2, truncated: true },
    });
    expect(phone.calls).toEqual([['readLogs', defaultQuery]]);
  });
  it('keeps the newest lines that fit and says how to get the others', async () => {
    const lines = Array.from(
      { length: 1000 },
      (_, i) => `02-11 16:30:00.${String(i).padStart(3, '0')}  1  1 D Tag: ${'x'.repeat(90)}`,
    );
    const phone = recordingPhone({ logs: { lines, truncated: false, isPackageRunning: true } });
    const { data } = await executeTool(getDeviceLogs, { last_lines: 1000 }, phone);
    const answeredLogs = data?.['logs'];
    const shown = typeof answeredLogs === 'string' ? answeredLogs.split('\n') : [];
    expect(shown.join('\n').length).toBeLessThanOrEqual(30_000);
    expect(shown.length).toBeGreaterThan(200);
    expect(shown).toEqual(lines.slice(-shown.length));
    const oldest = shown[0]?.slice(6, 18);
    expect(data).toMatchObject({
      line_count: shown.length,
      truncated: true,
      note: `${1000 - shown.length} older lines did not fit: ask for them with until at ${oldest}, or for fewer with tag, level or package_name.`,
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
        level: 'F',
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
    const { data } = await executeTool(getDeviceLogs, { tag: 'x' }, recordingPhone());
    expect(data).toEqual({ logs: '', line_count: 0, truncated: false });
  });
  it('returns no lines and a note if the app is not running', async () => {
    const phone = recordingPhone({ logs: { ...logs, isPackageRunning: false } });
    const { data } = await executeTool(getDeviceLogs, { package_name: 'com.x' }, phone);
    expect(data).toEqual({
      logs: '',
      line_count: 0,
      truncated: false,
      note: "com.x is not running, so its lines can't be told from those of other apps: none are returned. Start the app, or ask by tag instead of package_name.",
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
