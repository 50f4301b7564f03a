import { afterEach, describe, expect, test, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import type { ReadingStatus } from '#core/link/phone-status.ts';
import { keptElements } from '#core/screen/screen.ts';
import type { AdbPhone } from '../../adb-phone.ts';
import {
  type PhoneHarness,
  type PhoneHarnessOptions,
  createPhoneHarness,
  loadElementReader,
  neverAborts,
} from '../../testing/harness.ts';
import { ReaderProcess } from './reader-process.ts';

useDrivenClock();

const notes = 'com.handset.notes/.MainActivity';
const settings = 'com.android.settings/.Settings';

let harness: PhoneHarness;
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.connection.close();
});

/** A phone that uses the element reader once that is proven. */
async function connect(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  // Its home screen has a clock, which may change during a comparison.
  harness.world.startActivity(notes);
  harness.phone.hierarchyReader.useElementReader(loadElementReader);
  return harness;
}

/** The texts on the screen in the order of the elements. */
async function readTexts(phone: AdbPhone): Promise<readonly string[]> {
  const { hierarchy } = await phone.readHierarchy(neverAborts);
  return keptElements(hierarchy.roots).map(({ text }) => text);
}

/** How a reading is done after so many of them, and after an action before each. */
async function statusAfter(readings: number, faults: readonly FaultName[]): Promise<ReadingStatus> {
  const { phone, world } = await connect({ faults });
  const activities = [settings, notes];
  for (let i = 0; i < readings; i++) {
    world.startActivity(activities[i % 2] ?? '');
    phone.screenMayHaveChanged();
    const { hierarchy } = await phone.readHierarchy(neverAborts);
    expect(hierarchy.roots[0]?.packageName).toBe((activities[i % 2] ?? '').split('/')[0]);
  }
  return phone.hierarchyReader.status;
}

/** Why a dump is used; empty where it is not. */
const reasonOf = (status: ReadingStatus): string => ('reason' in status ? status.reason : '');

describe('a phone with the element reader', () => {
  test('reads by dumps until both have given the same elements, then by the reader', async () => {
    const { phone, world, faults } = await connect();
    expect(await readTexts(phone)).toContain('Notes');
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
    // From here on a dump would fail.
    faults.add('null-root');
    world.startActivity(settings);
    phone.screenMayHaveChanged();
    expect(await readTexts(phone)).toContain('Settings');
  });

  test('tells the display with each reading, without a command for it', async () => {
    const { phone, world, connection } = await connect();
    await phone.readHierarchy(neverAborts);
    const createSocket = vi.spyOn(connection.adb, 'createSocket');
    world.overrideDensity = 300;
    world.overrideSize = { width: 720, height: 1600 };
    const { display } = await phone.readHierarchy(neverAborts);
    expect(display).toEqual({ naturalSize: { width: 720, height: 1600 }, density: 300 });
    await phone.readTouchArea(neverAborts);
    const services = createSocket.mock.calls.join();
    expect(services).toContain('wm size');
    expect(services).not.toContain('wm density');
  });

  test.each([8, 11, 14, 16] as const)('does so on Android %i', async (android) => {
    const { phone } = await connect({ android });
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test('works without the newer shell protocol, where stderr arrives on the same stream', async () => {
    expect(await statusAfter(1, ['no-shell-v2'])).toEqual({ method: 'reader' });
  });

  test.each<[FaultName, number, RegExp]>([
    ['no-reader', 1, /Killed/],
    ['no-scrcpy', 1, /Killed/],
    ['reader-stale', 6, /a screen that was gone/],
    ['reader-dies', 6, /ended/],
  ])('reads the right screen by dumps in the end: %s', async (fault, readings, reason) => {
    expect(reasonOf(await statusAfter(readings, [fault]))).toMatch(reason);
  });

  test('reads by a dump in the same call when it stops answering, and is started again once', async () => {
    const { phone, world, faults } = await connect();
    await readTexts(phone);
    faults.add('reader-hangs');
    world.startActivity(settings);
    phone.screenMayHaveChanged();
    expect(await readTexts(phone)).toContain('Settings');
    expect(phone.hierarchyReader.status).toEqual({
      method: 'dump',
      reason: "didn't answer in time",
    });
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
    await readTexts(phone);
    await readTexts(phone);
    // Now for good.
    faults.delete('reader-hangs');
    await readTexts(phone);
    expect(reasonOf(phone.hierarchyReader.status)).toBe("didn't answer in time");
  }, 20_000);

  test('is tried once more where it was not loaded or started in time', async () => {
    const { phone } = await connect();
    const load = vi.fn(loadElementReader).mockReturnValueOnce(new Promise(() => undefined));
    phone.hierarchyReader.useElementReader(load);
    expect(await readTexts(phone)).toContain('Notes');
    expect(phone.hierarchyReader.status).toEqual({
      method: 'dump',
      reason: "didn't answer in time",
    });
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test('asks again while the display is off, since the power button changes no element', async () => {
    const { phone, world } = await connect();
    await readTexts(phone);
    const isDisplayOff = async (acted: boolean): Promise<boolean> => {
      if (acted) phone.screenMayHaveChanged();
      return (await phone.readHierarchy(neverAborts)).focusAfter.isDisplayOff ?? false;
    };
    for (const acted of [false, true]) {
      world.displayOn = false;
      phone.hierarchyReader.forgetFocus();
      expect(await isDisplayOff(acted)).toBe(true);
      expect(await isDisplayOff(acted)).toBe(true);
      world.displayOn = true;
      expect(await isDisplayOff(acted)).toBe(false);
    }
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test('does not use a reader whose elements differ from those of a dump', async () => {
    const { phone } = await connect({ faults: ['reader-lies'] });
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({
      method: 'dump',
      reason: 'reported different elements from a dump',
    });
  });

  test('leaves UiAutomation to other programs at once when it is given up', async () => {
    const { phone, connection } = await connect({ faults: ['reader-lies'] });
    // It is compared again after 5 and after 10 s.
    for (const pauseMs of [0, 5_100, 10_100]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await readTexts(phone);
    }
    expect(reasonOf(phone.hierarchyReader.status)).toBe('reports different elements from a dump');
    const dump = (): Promise<string> =>
      connection.adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump 2>&1');
    // Otherwise it keeps UiAutomation for some seconds.
    await expect.poll(dump, { timeout: 3_000 }).toContain('dumped to');
  });

  test('does not compare on a screen that never rests', async () => {
    expect(await statusAfter(1, ['no-idle'])).toMatchObject({ method: 'yadb' });
  });

  test('leaves UiAutomation free for a dump of another program once it is released', async () => {
    const { phone, connection } = await connect();
    await readTexts(phone);
    const dump = async (): Promise<string> =>
      await connection.adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump 2>&1');
    expect(await dump()).toContain('Killed');
    await phone.hierarchyReader.release();
    expect(await dump()).toContain('dumped to');
  });

  test('knows more than the dump that confirms it after an action without effect', async () => {
    const { phone, world } = await connect({ android: 11 });
    world.startActivity('com.handset.notes/.EditActivity');
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
    phone.screenMayHaveChanged();
    const { hierarchy } = await phone.readHierarchy(neverAborts);
    // No dump of this version has a hint.
    expect(keptElements(hierarchy.roots).map(({ hint }) => hint)).toContain('Write something');
  });

  test.each([11, 14] as const)(
    'is not refused for elements beyond the display (Android %i)',
    async (android) => {
      const { phone } = await connect({ android, faults: ['beyond-display'] });
      const byDump = await phone.readHierarchy(neverAborts);
      expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
      const byReader = await phone.readHierarchy(neverAborts);
      expect(byReader.hierarchy.byElementReader).toBe(true);
      const pageOf = ({ hierarchy }: typeof byDump) =>
        keptElements(hierarchy.roots).find(({ text }) => text === 'Next page');
      expect(pageOf(byReader)?.id).toBe(pageOf(byDump)?.id);
      expect(pageOf(byReader)?.bounds).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
    },
  );

  test('waits for an app that answers an action late', async () => {
    const { phone, world } = await connect();
    await readTexts(phone);
    // It has shown a change, so that no dump checks it any more.
    world.startActivity(settings);
    phone.screenMayHaveChanged();
    expect(await readTexts(phone)).toContain('Settings');
    // The last event is older than any wait for a quiet screen.
    await new Promise((resolve) => setTimeout(resolve, 800));
    phone.screenMayHaveChanged();
    setTimeout(() => world.startActivity(notes), 250);
    expect(await readTexts(phone)).toContain('Notes');
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test('goes on after an app that answered late several times', async () => {
    const { phone, world } = await connect({ latency: 'real' });
    await readTexts(phone);
    for (const activity of [settings, notes, settings]) {
      await readTexts(phone);
      phone.screenMayHaveChanged();
      // While the dump runs, which looks whether the reader is right that nothing has changed.
      setTimeout(() => world.startActivity(activity), 1_000);
      expect(await readTexts(phone)).toContain(activity === settings ? 'Settings' : 'Notes');
    }
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test('says that another program has UiAutomation, until it is free again', async () => {
    const { phone, faults } = await connect();
    await readTexts(phone);
    await phone.hierarchyReader.release();
    faults.add('automation-taken');
    await expect(phone.readHierarchy(neverAborts)).rejects.toMatchObject({ code: 'dump-failed' });
    expect(reasonOf(phone.hierarchyReader.status)).toContain('another program');
    faults.delete('automation-taken');
    expect(await readTexts(phone)).toContain('Notes');
    // The pause after a failure is over.
    const nowMs = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + 20_000);
    await readTexts(phone);
    expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  });

  test.each([50, 2_500])(
    'leaves no program running when it is turned off %i ms after its start',
    async (ms) => {
      const { phone, connection } = await connect({ latency: 'real' });
      const reading = readTexts(phone);
      await new Promise((resolve) => setTimeout(resolve, ms));
      phone.hierarchyReader.useElementReader(null);
      expect(await reading).toContain('Notes');
      const dump = connection.adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump 2>&1');
      expect(await dump).toContain('dumped to');
    },
  );

  test('reads by dumps alone once it is turned off, and its program ends', async () => {
    const { phone, connection } = await connect();
    await readTexts(phone);
    phone.hierarchyReader.useElementReader(null);
    expect(phone.hierarchyReader.status).toEqual({
      method: 'dump',
      reason: 'turned off',
    });
    await expect
      .poll(() => connection.adb.subprocess.noneProtocol.spawnWaitText('uiautomator dump 2>&1'))
      .toContain('dumped to');
  });

  test('waits for changes that come 110 ms apart, and not for longer than 120 ms after the last', async () => {
    const { phone, world } = await connect();
    await readTexts(phone);
    phone.screenMayHaveChanged();
    let lastChangeMs = 0;
    for (const [index, activity] of [settings, notes, settings].entries()) {
      setTimeout(
        () => {
          world.startActivity(activity);
          lastChangeMs = performance.now();
        },
        50 + 110 * index,
      );
    }
    expect(await readTexts(phone)).toContain('Settings');
    const restMs = performance.now() - lastChangeMs;
    expect(restMs).toBeGreaterThanOrEqual(119);
    expect(restMs).toBeLessThan(160);
  });

  test('reads within the last part of its wait', async () => {
    const { phone, world, finger } = await connect({ latency: 'real' });
    world.startActivity('com.android.calculator2/.Calculator');
    // The first time it reads the foreground app, too, which takes longer.
    await readTexts(phone);
    let tookMs = 0;
    for (const digits of ['12', '1234']) {
      phone.screenMayHaveChanged();
      const startMs = performance.now();
      finger.tap(digits.at(-2) ?? '');
      setTimeout(() => finger.tap(digits.at(-1) ?? ''), 110);
      expect(await readTexts(phone)).toContain(digits);
      tookMs = performance.now() - startMs;
    }
    // The second change and the wait; a reading takes the demo phone 30 ms.
    expect(tookMs).toBeGreaterThanOrEqual(110 + 120);
    expect(tookMs).toBeLessThan(110 + 120 + 20);
  });

  test('is fast at the pace of a phone: at rest, and after the screen has changed', async () => {
    const { phone, world } = await connect({ latency: 'real' });
    await readTexts(phone);
    await readTexts(phone);
    const timed = async (): Promise<number> => {
      const startMs = performance.now();
      await readTexts(phone);
      return performance.now() - startMs;
    };
    // A dump takes two seconds.
    expect(await timed()).toBeLessThan(100);
    world.startActivity(settings);
    phone.screenMayHaveChanged();
    expect(await timed()).toBeLessThan(500);
  });
});

test('a reader is ended by the next one, which its connection may not have done', async () => {
  const { connection } = await connect();
  const readers = [];
  for (let count = 0; count < 2; count++) {
    const reader = await ReaderProcess.start(connection, loadElementReader, neverAborts);
    expect((await reader.read(0, 0)).rows.join()).toContain('Notes');
    readers.push(reader);
  }
  await expect(readers[0]?.read(0, 0)).rejects.toThrow('ended');
});

test('a request that cannot be sent leaves no promise that rejects unhandled', async () => {
  const { connection } = await connect();
  const reader = await ReaderProcess.start(connection, loadElementReader, neverAborts);
  vi.spyOn(WritableStreamDefaultWriter.prototype, 'write').mockRejectedValueOnce(new Error('full'));
  // An unhandled rejection fails the run, as it restarts the worker.
  await expect(reader.read(0, 0)).rejects.toThrow('full');
});
