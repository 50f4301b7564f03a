import { describe, expect, it } from 'vitest';
import { androidVersions } from '../../options.ts';
import { batteryPercent } from '../../world.ts';
import { bootPhone } from '../../testing/phone-shell.ts';

/** A line header in the format threadtime. */
const header = /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +(\d+) +(\d+) ([VDIWEF]) (\S.*?) *: /;

describe('the log since boot', () => {
  it.each(androidVersions)(
    'has hundreds of lines on Android %i, the same each time',
    async (android) => {
      const phone = await bootPhone({ android });
      const entries = phone.system.log.entries();
      expect(entries.length).toBeGreaterThan(350);
      expect(entries.length).toBeLessThan(1500);
      const times = entries.map(({ epochMs }) => epochMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20 * 60_000);
      expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
      const secondBoot = (await bootPhone({ android })).system.log.entries();
      expect(secondBoot.map(({ message }) => message)).toEqual(
        entries.map(({ message }) => message),
      );
    },
  );

  it('agrees with the battery and the mobile network that the status bar shows', async () => {
    const phone = await bootPhone();
    const battery = await phone.stdoutOf('logcat -d -v raw -s BatteryService');
    const levels = [...battery.matchAll(/Battery level: (\d+)/g)].map(([, level]) => level);
    expect(new Set(levels)).toEqual(new Set([String(batteryPercent)]));
    expect(await phone.stdoutOf('logcat -d')).not.toContain('No SIM');
  });

  it('has tags, levels, processes, a crash, and unusual messages', async () => {
    const phone = await bootPhone();
    const { bytes } = await phone.run('logcat -d');
    const lines = Buffer.from(bytes).toString('latin1').split('\n');
    const headers = lines.flatMap((line) => {
      const found = header.exec(line);
      return found === null ? [] : [found.slice(1)];
    });
    expect(new Set(headers.map(([pid]) => pid)).size).toBeGreaterThan(8);
    expect(new Set(headers.map(([, , level]) => level))).toEqual(new Set('VDIWE'));
    expect(new Set(headers.map(([, , , tag]) => tag)).size).toBeGreaterThan(25);
    const dividers = lines.filter((line) => /^--------- beginning of \w+$/.test(line));
    expect(dividers.map((line) => line.split(' ').at(-1)).toSorted()).toEqual([
      'crash',
      'main',
      'system',
    ]);
    // Every line has a header; messages of several lines repeat it.
    expect(lines.filter((line) => line !== '' && !header.test(line))).toEqual(dividers);
    expect(lines.some((line) => /wificond: $/.test(line))).toBe(true);
    expect(lines.some((line) => line.includes('caf\xe9 \xff\xfe"'))).toBe(true);
    expect(Math.max(...lines.map(({ length }) => length))).toBeGreaterThan(1000);
    const runningPids = new Set((await phone.stdoutOf('ps -A -o PID')).trim().split(/\s+/));
    const loggingPids = new Set(headers.map(([pid = '']) => pid));
    expect([...loggingPids].filter((pid) => !runningPids.has(pid))).toEqual(['3987']);
  });

  it('keeps the crash in a buffer of its own', async () => {
    const phone = await bootPhone();
    const crash = await phone.stdoutOf('logcat -d -b crash');
    expect(crash).toMatch(
      /^--------- beginning of crash\n.* E AndroidRuntime: FATAL EXCEPTION: main\n.* E AndroidRuntime: Process: com\.handset\.weather, PID: 3987\n.* E AndroidRuntime: java\.lang\.IllegalStateException: .*\n(?:.* E AndroidRuntime: \tat .*\n){12}.* E AndroidRuntime: Caused by: /,
    );
    expect(await phone.stdoutOf('logcat -d -b main -v raw -s AndroidRuntime')).toContain(
      'Shutting down VM\n',
    );
    expect(await phone.stdoutOf('logcat -d -v tag AndroidRuntime:E "*:S"')).toContain(
      'FATAL EXCEPTION',
    );
  });
});
