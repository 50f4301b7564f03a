import { describe, expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import { sh } from '#core/commands/shell-text.ts';
import { SharedReading, runCommand } from './run-command.ts';
import { createPhoneHarness, neverAborts } from '../testing/harness.ts';

useDrivenClock();

/** Readings that resolve to their number, when `end` is called. */
function createSharedReading() {
  const readings: { readonly abandoned: AbortSignal; end(): void; fail(error: Error): void }[] = [];
  const shared = new SharedReading('reading a number', (abandoned) => {
    return new Promise<number>((resolve, reject) => {
      const number = readings.length + 1;
      readings.push({ abandoned, end: () => resolve(number), fail: reject });
    });
  });
  const end = async (number: number): Promise<void> => {
    await expect.poll(() => readings.length).toBe(number);
    readings.at(-1)?.end();
  };
  return { shared, readings, end };
}

describe('SharedReading', () => {
  it('waiting callers share the next reading, never the one that runs', async () => {
    const { shared, readings, end } = createSharedReading();
    const first = shared.read(neverAborts);
    await expect.poll(() => readings.length).toBe(1);
    const waiting = Array.from({ length: 10 }, () => shared.read(neverAborts));
    expect(readings).toHaveLength(1);
    await end(1);
    await expect.poll(() => readings.length).toBe(2);
    const late = shared.read(neverAborts);
    await end(2);
    await end(3);
    expect(await first).toBe(1);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([2]));
    expect(await late).toBe(3);
  });

  it('a caller may take the reading that runs when its beginning was late enough', async () => {
    const { shared, readings, end } = createSharedReading();
    const beforeMs = performance.now();
    const first = shared.read(neverAborts);
    await expect.poll(() => readings.length).toBe(1);
    const joined = shared.read(neverAborts, (startMs) => startMs >= beforeMs);
    const later = shared.read(neverAborts, (startMs) => startMs < beforeMs);
    await end(1);
    await end(2);
    expect(await Promise.all([first, joined, later])).toEqual([1, 1, 2]);
  });

  it('one who cancels leaves the reading to the others; the last one aborts it', async () => {
    const { shared, readings, end } = createSharedReading();
    const one = new AbortController();
    const two = new AbortController();
    const first = shared.read(one.signal);
    const second = shared.read(two.signal);
    await expect.poll(() => readings.length).toBe(1);
    one.abort();
    await expect(first).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The call was canceled while reading a number.',
    });
    expect(readings[0]?.abandoned.aborted).toBe(false);
    two.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    expect(readings[0]?.abandoned.aborted).toBe(true);
    // The first reading still runs on the phone.
    const next = shared.read(neverAborts);
    await new Promise((resolve) => setTimeout(resolve));
    expect(readings).toHaveLength(1);
    await end(1);
    await end(2);
    expect(await next).toBe(2);
  });

  it('a reading that all callers cancelled never begins', async () => {
    const { shared, readings, end } = createSharedReading();
    const first = shared.read(neverAborts);
    await expect.poll(() => readings.length).toBe(1);
    const abort = new AbortController();
    const cancelled = expect(shared.read(abort.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
    abort.abort();
    await cancelled;
    const second = shared.read(neverAborts);
    await end(1);
    await end(2);
    expect([await first, await second]).toEqual([1, 2]);
    expect(readings).toHaveLength(2);
  });

  it('a failure reaches all who share it, and the next reading is a new one', async () => {
    const { shared, readings, end } = createSharedReading();
    const failed = [shared.read(neverAborts), shared.read(neverAborts)].map((reading) =>
      expect(reading).rejects.toThrow('no'),
    );
    await expect.poll(() => readings.length).toBe(1);
    readings[0]?.fail(new Error('no'));
    await Promise.all(failed);
    const next = shared.read(neverAborts);
    await end(2);
    expect(await next).toBe(2);
  });
});

// Vitest fails at a rejection that nobody handles.
it.each<readonly FaultName[]>([[], ['no-shell-v2']])(
  'a cancelled command ends at once (%s)',
  async (...faults) => {
    const { connection } = await createPhoneHarness({ faults });
    const cancel = new AbortController();
    const command = { purpose: 'sleeping', line: sh`echo a; sleep 9`, deadlineMs: 60_000 };
    const running = runCommand(connection, { ...command, parse: () => null }, cancel.signal);
    setTimeout(() => cancel.abort(), 50);
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await connection.close();
  },
);
