import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import { UsageError } from '#core/demo-phone/shell/program.ts';
import type { HierarchyReading } from '#core/phone/phone.ts';
import { keptElements } from '#core/screen/screen.ts';
import { type PhoneHarness, createPhoneHarness, neverAborts } from '../testing/harness.ts';

useDrivenClock();

const settings = 'com.android.settings/.Settings';

let harness: PhoneHarness;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.connection.close();
});

async function connect(...faults: readonly FaultName[]): Promise<PhoneHarness> {
  harness = await createPhoneHarness({ faults });
  harness.world.startActivity(settings);
  return harness;
}

const read = (): Promise<HierarchyReading> => harness.phone.readHierarchy(neverAborts);
const elementsOf = ({ hierarchy }: HierarchyReading): readonly unknown[] =>
  keptElements(hierarchy.roots).map(({ id, text, bounds }) => ({ id, text, bounds }));

const nowMs = performance.now.bind(performance);

/** Puts the clock forward to so many ms after now. */
function passTime(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + ms);
}

describe('a screen that never rests', () => {
  test.each(['no-idle', 'dump-killed'] as const)(
    'is read by yadb, with the elements of a dump: %s',
    async (fault) => {
      const { phone, faults } = await connect(fault);
      const byYadb = await read();
      expect(byYadb.settled).toBe(false);
      expect(phone.hierarchyReader.status).toMatchObject({ method: 'yadb' });
      faults.delete(fault);
      passTime(15_000);
      const byDump = await read();
      expect(byDump.settled).toBe(true);
      expect(phone.hierarchyReader.status).toMatchObject({ method: 'dump' });
      expect(elementsOf(byYadb)).toEqual(elementsOf(byDump));
      expect(byYadb.hierarchy.rotation).toBe(byDump.hierarchy.rotation);
    },
  );

  test('is read without a new wait for rest, until another activity is in the foreground', async () => {
    const { world, faults } = await connect('no-idle');
    await read();
    faults.delete('no-idle');
    expect((await read()).settled).toBe(false);
    world.startActivity('com.handset.notes/.MainActivity');
    // It may still be arriving.
    expect((await read()).settled).toBe(false);
    expect((await read()).settled).toBe(true);
  });

  test('is given twice the time after each wait for rest that was in vain', async () => {
    const { faults } = await connect('no-idle');
    await read();
    passTime(15_000);
    await read();
    faults.delete('no-idle');
    passTime(30_000);
    expect((await read()).settled).toBe(false);
    passTime(40_000);
    expect((await read()).settled).toBe(true);
  });

  test('is read by a compressed dump where yadb cannot run', async () => {
    const { world, phone } = await connect('no-scrcpy');
    vi.spyOn(world, 'isAnimating', 'get').mockReturnValue(true);
    vi.spyOn(world, 'whenIdle').mockImplementation(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    // uiautomator's ten seconds.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 10_000 ? 10 : ms));
    const { hierarchy, settled } = await read();
    expect(settled).toBe(false);
    expect(keptElements(hierarchy.roots).map(({ text }) => text)).toContain('Settings');
    expect(phone.hierarchyReader.status).toMatchObject({ method: 'dump' });
  });

  test.each<[FaultName, RegExp]>([
    ['no-idle', /^The element list couldn't be read: ERROR: could not get idle state\.$/],
    ['dump-killed', /: uiautomator was killed \(exit code 137\)\.$/],
  ])('that no method reads is reported in uiautomator’s words: %s', async (fault, message) => {
    await connect(fault, 'no-scrcpy');
    await expect(read()).rejects.toMatchObject({
      code: 'dump-failed',
      message: expect.stringMatching(message) as string,
      hint: 'Something on the screen never stops moving.',
    });
  });

  test('is not read by yadb while another program has UiAutomation', async () => {
    const { faults } = await connect('no-idle');
    await read();
    faults.add('automation-taken');
    await expect(read()).rejects.toMatchObject({ detail: 'automation-taken' });
    faults.delete('automation-taken');
    expect((await read()).settled).toBe(false);
  });

  test('gets yadb again when its file has been removed', async () => {
    const { connection, phone } = await connect('no-idle');
    await read();
    await connection.adb.subprocess.noneProtocol.spawnWaitText('rm /data/local/tmp/handset-yadb*');
    await read();
    expect(phone.hierarchyReader.status).toMatchObject({ method: 'yadb' });
  });
});

describe('a text that uiautomator cannot write', () => {
  const halfEmoji = '\ud83d';

  test('is read by yadb in the same call', async () => {
    const { world, phone } = await connect();
    const root = world.hierarchy();
    vi.spyOn(world, 'hierarchy').mockReturnValue({ ...root, text: `Bye ${halfEmoji}` });
    const { hierarchy, settled } = await read();
    expect(settled).toBe(false);
    expect(phone.hierarchyReader.status).toMatchObject({ method: 'yadb' });
    expect(hierarchy.roots[0]?.text).toMatch(/^Bye ./);
  });

  test('is not tried again where the phone says why', async () => {
    const { world, phone } = await connect();
    const message = 'java.lang.IllegalArgumentException: Illegal character (d83d)';
    vi.spyOn(world, 'hierarchy').mockImplementationOnce(() => {
      throw new UsageError(message, 1);
    });
    expect((await read()).settled).toBe(false);
    expect(phone.hierarchyReader.status).toMatchObject({ method: 'yadb' });
  });
});
