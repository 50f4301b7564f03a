import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { androidVersions, type AndroidVersion, type FaultName } from '#core/demo-phone/options.ts';
import { tapGesture } from '#core/gestures/build-gesture.ts';
import type { LogBatch, LogLine } from '#core/link/phone-status.ts';
import {
  centerOf,
  createPhoneHarness,
  neverAborts,
  type PhoneHarness,
} from '../adb/testing/harness.ts';
import { LogBatches, ProcessNames, ResumePosition, watchLog } from './watch-log.ts';
import type { StreamedLogLine } from '#core/commands/logcat.ts';

useDrivenClock();

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
  const harness = await createPhoneHarness(options);
  const cancellation = new AbortController();
  const lines: LogLine[] = [];
  const named = new Map<number, string>();
  let phoneAheadMs: number | null = null;
  const onBatch = (batch: LogBatch): void => {
    ({ phoneAheadMs } = batch);
    lines.push(...batch.lines);
    for (const { pid, name } of batch.processNames) named.set(pid, name);
  };
  const watching = watchLog(harness.phone, onBatch, cancellation.signal);
  watching.catch(() => undefined);
  const stop = (): void => cancellation.abort();
  const logHarness = { ...harness, lines, named, watching, stop, phoneAheadMs: () => phoneAheadMs };
  open.push(logHarness);
  return logHarness;
}

const hasLine = (lines: readonly LogLine[], part: RegExp): boolean =>
  lines.some(({ text }) => part.test(text));

describe.each(androidVersions)('Android %i', (android) => {
  it('reports the log so far, then new lines, with the names of processes', async () => {
    const { lines, named, phoneAheadMs, world } = await watchPhoneLog({ android });
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
    // All but our own commands, which have ended; the app that crashed earlier is named by its report.
    await expect.poll(nameless).toEqual([]);
    expect(named.get(3987)).toBe('com.handset.weather');
    expect(
      lines.filter(({ level, tag }) => level === 'E' && tag === 'AndroidRuntime'),
    ).toHaveLength(18);
    // The simulated phone has the computer's clock.
    expect(Math.abs(phoneAheadMs() ?? NaN)).toBeLessThan(1_000);
  });
});

it("reports an app's log line after a tap", async () => {
  const harness = await watchPhoneLog();
  const place = centerOf(harness, 'Settings');
  await harness.phone.performGesture(tapGesture(place), neverAborts);
  await expect
    .poll(() => harness.lines.findLast(({ text }) => text.startsWith('Late-enabling')))
    .toMatchObject({ process: 'com.android.settings' });
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

const line = (change: Partial<StreamedLogLine> = {}): StreamedLogLine => ({
  time: '07-21 10:57:41.225',
  pid: 7,
  tid: 7,
  level: 'I',
  tag: 'T',
  text: 'x',
  ...change,
});

describe('LogBatches', () => {
  it('sends lines in order, a thousand at a time', async () => {
    const sent: LogBatch[] = [];
    const batches = new LogBatches((batch) => sent.push(batch));
    batches.add(Array.from({ length: 2_500 }, () => ({ ...line(), process: null })));
    batches.addNames([{ pid: 7, name: 'a.b' }]);
    await expect.poll(() => sent).toHaveLength(3);
    expect(sent.map(({ lines }) => lines.length)).toEqual([1_000, 1_000, 500]);
    expect(sent.flatMap(({ lines }) => lines).at(-1)?.number).toBe(2_500);
    expect(sent.flatMap(({ processNames }) => processNames)).toEqual([{ pid: 7, name: 'a.b' }]);
  });

  it('drops the oldest lines of a flood, together with their numbers', () => {
    const sent: LogBatch[] = [];
    const batches = new LogBatches((batch) => sent.push(batch));
    for (let i = 0; i < 60; i++) {
      batches.add(Array.from({ length: 500 }, () => ({ ...line(), process: null })));
    }
    batches.end();
    const numbers = sent.flatMap(({ lines }) => lines.map(({ number }) => number));
    expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([20_001, 30_000, 10_000]);
  });
});

describe('ProcessNames', () => {
  it('reads unknown names once, and reports them later', async () => {
    const read = vi.fn(() => Promise.resolve(new Map([[7, 'a.b']])));
    const named = vi.fn();
    const names = new ProcessNames(read, named);
    expect([names.nameOf(line()), names.nameOf(line({ pid: 8 }))]).toEqual([null, null]);
    await Promise.all([names.readMissing(), names.readMissing()]);
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'a.b' }]]]);
    expect(names.nameOf(line())).toBe('a.b');
    // The process is gone; reading again would not help.
    names.nameOf(line({ pid: 8 }));
    await names.readMissing();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads new processes from the log, also when an id is reused', () => {
    const named = vi.fn();
    const names = new ProcessNames(() => Promise.resolve(new Map()), named);
    const nameAfterLine = (text: string): string | null =>
      names.nameOf(line({ pid: 0, tag: 'ActivityManager', text }));
    expect(names.nameOf(line())).toBeNull();
    nameAfterLine('Start proc 7:com.a.b:push/u0a123 for service {com.a.b/.Push}');
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'com.a.b:push' }]]]);
    nameAfterLine('Start proc 7:com.c/u0a99 for top-activity {com.c/.Main}');
    expect(names.nameOf(line())).toBe('com.c');
  });

  it.each([
    ['AndroidRuntime', 'Process: com.a.b, PID: 7'],
    ['ActivityManager', 'Process com.a.b (pid 7) has died: fg  TOP'],
    ['DEBUG', 'pid: 7, tid: 8, name: thread  >>> com.a.b <<<'],
  ])('learns the name of a process that has ended from %s', async (tag, text) => {
    const named = vi.fn();
    const names = new ProcessNames(() => Promise.resolve(new Map()), named);
    names.nameOf(line());
    await names.readMissing();
    expect(named).not.toHaveBeenCalled();
    names.nameOf(line({ pid: 1, tag, text }));
    expect(named.mock.calls).toEqual([[[{ pid: 7, name: 'com.a.b' }]]]);
    expect(names.nameOf(line())).toBe('com.a.b');
  });

  it('survives a phone that does not answer', async () => {
    const names = new ProcessNames(() => Promise.reject(new Error('no')), vi.fn());
    names.nameOf(line());
    await expect(names.readMissing()).resolves.toBeUndefined();
  });
});

describe('Resume', () => {
  const at = (time: string, text: string): StreamedLogLine => line({ time, text });

  it('starts with the last lines, and continues at the last time', () => {
    const resume = new ResumePosition();
    expect(resume.startPosition()).toEqual({ lastLines: 5_000 });
    const first = [at('1', 'a'), at('2', 'b'), at('2', 'c')];
    expect(resume.newLines(first)).toEqual(first);
    expect(resume.startPosition()).toEqual({ since: '2' });
    const again = [at('2', 'b'), at('2', 'c'), at('2', 'd'), at('3', 'e')];
    expect(resume.newLines(again).map(({ text }) => text)).toEqual(['d', 'e']);
    expect(resume.startPosition()).toEqual({ since: '3' });
  });

  it('keeps all lines of a log that was cleared meanwhile', () => {
    const resume = new ResumePosition();
    resume.startPosition();
    resume.newLines([at('2', 'a')]);
    resume.startPosition();
    expect(resume.newLines([at('3', 'b'), at('2', 'c')])).toHaveLength(2);
  });
});
