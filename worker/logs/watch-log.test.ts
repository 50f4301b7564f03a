import { afterEach, describe, expect, it } from 'vitest';
import {
  type AndroidVersion,
  type FaultName,
  androidVersions,
} from '../../core/demo-phone/options.ts';
import { tapGesture } from '../../core/gestures/taps.ts';
import type { LogBatch, LogLine } from '../../core/link/phone-log.ts';
import {
  type PhoneHarness,
  centerOf,
  neverAborts,
  createPhoneHarness,
} from '../adb/testing/bench.ts';
import { watchLog } from './watch-log.ts';

interface LogHarness extends PhoneHarness {
  readonly lines: LogLine[];
  /** Names that came after the lines of their processes. */
  readonly named: Map<number, string>;
  readonly watching: Promise<void>;
  stop(): void;
}

const open: LogHarness[] = [];
afterEach(async () => {
  for (const { connection, phone, stop } of open.splice(0)) {
    stop();
    // When it answers, all earlier events have arrived.
    await phone.readAwake(neverAborts).catch(() => undefined);
    await connection.close();
  }
});

async function watchPhoneLog(
  options: { android?: AndroidVersion; faults?: readonly FaultName[] } = {},
) {
  const bench = await createPhoneHarness(options);
  const cancellation = new AbortController();
  const lines: LogLine[] = [];
  const named = new Map<number, string>();
  const onBatch = (batch: LogBatch): void => {
    lines.push(...batch.lines);
    for (const { pid, name } of batch.named) named.set(pid, name);
  };
  const watching = watchLog(bench.phone, onBatch, cancellation.signal);
  watching.catch(() => undefined);
  const logHarness = { ...bench, lines, named, watching, stop: () => cancellation.abort() };
  open.push(logHarness);
  return logHarness;
}

const hasLine = (lines: readonly LogLine[], part: RegExp): boolean =>
  lines.some(({ text }) => part.test(text));

describe.each(androidVersions)('Android %i', (android) => {
  it('reports the log so far, then new lines, with the names of processes', async () => {
    const { lines, named, world } = await watchPhoneLog({ android });
    await expect.poll(() => hasLine(lines, /Finished processing BOOT_COMPLETED/)).toBe(true);
    world.startActivity('com.android.settings/.Settings');
    await expect.poll(() => hasLine(lines, /^Displayed com\.android\.settings/)).toBe(true);
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.filter(({ time }) => !/^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(time))).toEqual([]);
    const nameOf = ({ pid, process }: LogLine): string | undefined => process ?? named.get(pid);
    const settings = lines.find(({ text }) => /^Late-enabling/.test(text));
    expect(settings && nameOf(settings)).toBe('com.android.settings');
    const nameless = (): readonly number[] => {
      const pids = lines.filter((line) => nameOf(line) === undefined).map(({ pid }) => pid);
      return [...new Set(pids)].filter((pid) => pid < 20_000);
    };
    // Ended processes have no name: one that crashed earlier, and our own commands.
    await expect.poll(nameless).toEqual([3987]);
    expect(
      lines.filter(({ level, tag }) => level === 'E' && tag === 'AndroidRuntime'),
    ).toHaveLength(18);
  });
});

it("reports an app's log line after a tap", async () => {
  const bench = await watchPhoneLog();
  const place = centerOf(bench, 'Settings');
  await bench.phone.performGesture(tapGesture(place), neverAborts);
  await expect
    .poll(() => bench.lines.find(({ text }) => text.startsWith('onClick')))
    .toMatchObject({
      process: 'com.android.launcher3',
      text: expect.stringContaining('"Settings"') as unknown,
    });
});

it('ends when the signal aborts', async () => {
  const { lines, watching, stop } = await watchPhoneLog({ faults: ['log-flood'] });
  await expect.poll(() => hasLine(lines, /^frame 500 /)).toBe(true);
  stop();
  await expect(watching).resolves.toBeUndefined();
  const count = lines.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lines).toHaveLength(count);
});

it('restarts logcat with a note when it ends; no line is lost or repeated', async () => {
  const { lines } = await watchPhoneLog({ faults: ['logcat-dies', 'log-flood'] });
  const restarts = (): number => lines.filter(({ tag }) => tag === 'Handset').length;
  await expect.poll(restarts).toBeGreaterThan(1);
  expect(lines.find(({ tag }) => tag === 'Handset')).toMatchObject({
    level: 'W',
    pid: 0,
    text: "The phone's logcat ended, saying: logcat: Unexpected EOF!. It was started again.",
  });
  const frames = lines.flatMap(({ text }) => /^frame (\d+) /.exec(text)?.[1] ?? []).map(Number);
  expect(frames.length).toBeGreaterThan(100);
  expect(frames.filter((frame, index) => frame !== index + (frames[0] ?? 0))).toEqual([]);
});

it('rejects when the phone is lost', async () => {
  const { lines, watching, usb } = await watchPhoneLog();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  usb.unplug();
  await expect(watching).rejects.toMatchObject({ code: 'phone-lost' });
});
