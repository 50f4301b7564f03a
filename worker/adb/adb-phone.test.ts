import { expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { readScreenAndPicture } from '#core/tools/shared/read-screen.ts';
import { readScreenView } from '../inspection/screen-view.ts';
import { pause } from '../waits/deadline.ts';
import { isBlackPicture } from '../paint/picture.ts';
import { installOffscreenCanvas } from '../testing/offscreen-canvas.ts';
import { AdbPhone } from './adb-phone.ts';
import { createPhoneHarness, fakeServerLoader } from './testing/harness.ts';

useDrivenClock();
installOffscreenCanvas();

const neverAborts = new AbortController().signal;
const pictureOptions = { minSide: 0, prepare: () => Promise.resolve() };

it.each([8, 14] as const)(
  'a reading with a screenshot needs one dump, Android %i',
  async (android) => {
    const { phone, connection, world } = await createPhoneHarness({ android });
    world.startActivity('com.android.settings/.Settings');
    let dumps = 0;
    phone.onHierarchy(() => dumps++);
    const reading = await readScreenAndPicture(phone, neverAborts, pictureOptions);
    expect(reading).toMatchObject({
      mismatchReason: null,
      screen: { focus: { activity: '.Settings' } },
    });
    expect(dumps).toBe(1);
    await connection.close();
  },
);

it('takes the picture of the lit panel of a foldable', async () => {
  const { phone, connection, faults } = await createPhoneHarness({ faults: ['dark-panel'] });
  const commands: string[] = [];
  const spawn = connection.adb.createSocket.bind(connection.adb);
  connection.adb.createSocket = (service) => {
    commands.push(service);
    return spawn(service);
  };
  for (let times = 0; times < 2; times++) {
    const picture = await phone.takeScreenshot(neverAborts);
    expect(await isBlackPicture(picture)).toBe(false);
  }
  const captures = commands.filter((line) => line.includes('screencap'));
  expect(captures.map((line) => line.includes(' -d '))).toEqual([false, true, true]);
  faults.delete('dark-panel');
  faults.add('multi-display');
  expect(await isBlackPicture(await phone.takeScreenshot(neverAborts))).toBe(false);
  await connection.close();
});

it('knows for a while how long a screenshot takes', async () => {
  const { phone, connection } = await createPhoneHarness({ latency: 'real' });
  expect(phone.screenshotTime).toEqual({ tookMs: Infinity, isOld: true });
  await phone.takeScreenshot(neverAborts);
  const { tookMs, isOld } = phone.screenshotTime;
  expect(isOld).toBe(false);
  expect(tookMs).toBeGreaterThan(100);
  await pause(10 * tookMs, neverAborts);
  expect(phone.screenshotTime).toEqual({ tookMs, isOld: true });
  await connection.close();
});

it('reports that another app came to the front after the elements were read', async () => {
  const { phone, connection, world } = await createPhoneHarness();
  world.startActivity('com.android.settings/.Settings');
  phone.onHierarchy(() => world.startActivity('com.android.calculator2/.Calculator'));
  const reading = await readScreenAndPicture(phone, neverAborts, pictureOptions);
  expect(reading).toMatchObject({
    screen: { focus: { activity: '.Settings' } },
    mismatchReason:
      'com.android.settings/.Settings was in the foreground, then com.android.calculator2/.Calculator',
  });
  await connection.close();
});

it.each([300, 1_900])(
  'reads the foreground app beside a dump, also when it changes %i ms after the beginning',
  async (afterMs) => {
    const { phone, connection, world } = await createPhoneHarness({ latency: 'real' });
    world.startActivity('com.android.settings/.Settings');
    setTimeout(() => world.startActivity('com.android.calculator2/.Calculator'), afterMs);
    const { hierarchy, focusAfter } = await phone.readHierarchy(neverAborts);
    expect(hierarchy.roots[0]?.packageName).toBe('com.android.calculator2');
    expect(focusAfter.activity).toBe('.Calculator');
    await connection.close();
  },
);

/** A phone with a live picture that changed last at `changedAtMs`, as `performance.now()`. */
async function createLivePhone(options: { readonly latency?: 'real' } = {}) {
  const harness = await createPhoneHarness(options);
  const phone = new AdbPhone(harness.connection, fakeServerLoader);
  const live = { changedAtMs: -Infinity, longestGapMs: 0 };
  phone.freshness.watch({
    isVideo: true,
    video: { undecodedSinceMs: null, lateMs: 0, alwaysLateMs: 0 },
    frameSize: null,
    isDisplayOn: true,
    hasScreenShape: true,
    stillness: live,
    isBehind: false,
    screenshotAtMs: -Infinity,
    copyFrame: () => null,
  });
  return { ...harness, live, phone };
}

it('a dump serves all who ask while it runs, unless the picture has changed or somebody acted', async () => {
  const { phone, connection, live } = await createLivePhone({ latency: 'real' });
  const first = phone.readHierarchy(neverAborts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const joined = phone.readHierarchy(neverAborts);
  expect(await joined).toBe(await first);

  const beforeChange = phone.readHierarchy(neverAborts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  live.changedAtMs = performance.now();
  const afterChange = phone.readHierarchy(neverAborts);
  expect(await afterChange).not.toBe(await beforeChange);

  live.changedAtMs = -Infinity;
  const beforeAct = phone.readHierarchy(neverAborts);
  await new Promise((resolve) => setTimeout(resolve, 200));
  phone.screenMayHaveChanged();
  expect(await phone.readHierarchy(neverAborts)).not.toBe(await beforeAct);
  await connection.close();
});

it("the console's view takes elements that were just read, and no others", async () => {
  const { phone, connection, live } = await createLivePhone();
  let dumps = 0;
  phone.onHierarchy(() => dumps++);
  const picture = {
    size: { width: 1, height: 1 },
    image: { close: () => undefined },
    unchangedSinceMs: 0,
  };
  const view = (allowsRecent: boolean) =>
    readScreenView(phone, neverAborts, { live: { picture }, allowsRecent });
  await phone.readHierarchy(neverAborts);
  const { screen } = await view(true);
  expect([screen?.roots, dumps]).toEqual([phone.lastHierarchy?.roots, 1]);
  await view(false);
  expect(dumps).toBe(2);
  live.changedAtMs = performance.now();
  await view(true);
  expect(dumps).toBe(3);
  await connection.close();
});

it("the console's view has a screenshot where there is no live picture", async () => {
  const { phone, connection } = await createPhoneHarness();
  const options = { live: { picture: null }, allowsRecent: false };
  const { view } = await readScreenView(phone, neverAborts, options);
  expect(view.picture?.mimeType).toBe('image/png');
  expect(view.picture?.bytes.length).toBeGreaterThan(0);
  await connection.close();
});

it('takes the touch area for fresh until somebody acts, and for unknown when the display is switched or turned', async () => {
  const { phone, connection } = await createPhoneHarness();
  await phone.readTouchArea(neverAborts);
  await phone.writeSetting({ name: 'orientation', value: '0,1', apiLevel: 34 }, neverAborts);
  expect(phone.recentTouchArea).toBeNull();
  await phone.readTouchArea(neverAborts);
  expect(phone.recentTouchArea).toMatchObject({ awake: true, isFresh: true });
  phone.screenMayHaveChanged();
  expect(phone.recentTouchArea).toMatchObject({ awake: true, isFresh: false });
  await phone.pressKey('SLEEP', neverAborts);
  expect(phone.recentTouchArea).toBeNull();
  await connection.close();
});

it('takes its last reading of the elements for recent until somebody acts, or a new one would differ', async () => {
  const { phone, connection } = await createPhoneHarness({ latency: 'real' });
  expect(phone.recentScreen).toBeNull();
  const readAgain = async () => {
    await phone.readHierarchy(neverAborts);
    return phone.recentScreen?.hierarchy;
  };
  expect(await readAgain()).toBe(phone.lastHierarchy);
  await pause(2_001, neverAborts);
  expect(phone.recentScreen).toBeNull();
  expect(await readAgain()).toBe(phone.lastHierarchy);
  phone.screenMayHaveChanged();
  expect(phone.recentScreen).toBeNull();
  const overtaken = readAgain();
  await pause(200, neverAborts);
  phone.screenMayHaveChanged();
  expect(await overtaken).toBeUndefined();
  await connection.close();
});
