import { describe, expect, it } from 'vitest';
import { getDeviceLogs, logInput } from './device.ts';
import { refusalOf, argumentRefusal } from './testing/recording-phone.ts';

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
    [{ level: 'd' }, "level must be one of: V, D, I, W, E, F. Got: 'd'"],
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
