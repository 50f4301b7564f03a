import { afterEach, describe, expect, it } from 'vitest';
import type { FaultName } from '#core/demo-phone/options.ts';
import { createPhoneHarness, neverAborts, type PhoneHarness } from '../testing/harness.ts';

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function connect(...faults: FaultName[]): Promise<PhoneHarness['phone']> {
  harness = await createPhoneHarness({ faults });
  return harness.phone;
}

const complete = (head: string) => ({ head, tail: '', missingBytes: 0 });

describe('a line for the shell', () => {
  it('runs as it is, with both outputs and the exit code', async () => {
    const phone = await connect();
    const line = `x='a  b'; echo "$x" | cat; ls /nowhere; exit 3`;
    expect(await phone.runShellLine(line, 5_000, neverAborts)).toEqual({
      exitCode: 3,
      stdout: complete('a  b\n'),
      stderr: complete('ls: /nowhere: No such file or directory\n'),
      timedOut: false,
    });
    const numbers = await phone.runShellLine('echo 1; echo 2 >&2', 5_000, neverAborts);
    expect(numbers).toMatchObject({ stdout: complete('1\n'), stderr: complete('2\n') });
  });

  it('before Android 7 has one output and no exit code', async () => {
    const phone = await connect('no-shell-v2');
    expect(await phone.runShellLine('echo a; exit 3', 5_000, neverAborts)).toEqual({
      exitCode: null,
      stdout: complete('a\n'),
      stderr: complete(''),
      timedOut: false,
    });
  });

  it('ends when its time is up, with the beginning and the end of what it printed', async () => {
    const phone = await connect();
    const result = await phone.runShellLine('echo first; yes', 2_000, neverAborts);
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
    const { head, tail, missingBytes } = result.stdout;
    expect(head).toMatch(/^first\ny\n/);
    expect([head.length, tail.length]).toEqual([4_000, 4_000]);
    expect(missingBytes).toBeGreaterThan(10_000);
  });

  it.each([
    [400, []],
    [1, []],
    [400, ['no-shell-v2']],
  ] as const)('does nothing more after %i ms, its time (%j)', async (timeoutMs, faults) => {
    const phone = await connect(...faults);
    const line = 'sleep 1; echo late > /sdcard/late.txt';
    const result = await phone.runShellLine(line, timeoutMs, neverAborts);
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
    const later = await phone.runShellLine('sleep 2; ls /sdcard', 10_000, neverAborts);
    expect(later.stdout.head).toContain('Download');
    expect(later.stdout.head).not.toContain('late.txt');
  });

  it('ends when the call is canceled, and when the phone is lost', async () => {
    const phone = await connect();
    const cancellation = new AbortController();
    const canceled = phone.runShellLine('sleep 60', 60_000, cancellation.signal);
    cancellation.abort();
    await expect(canceled).rejects.toMatchObject({ code: 'cancelled' });
    const lost = phone.runShellLine('sleep 60', 60_000, neverAborts);
    harness?.usb.unplug();
    await expect(lost).rejects.toMatchObject({ code: 'phone-lost' });
  });
});
