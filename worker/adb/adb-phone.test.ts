import { expect, it, vi } from 'vitest';
import { readScreenAndPicture } from '#core/tools/shared/read-screen.ts';
import { createPhoneHarness } from './testing/harness.ts';

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

it('reports that another app came to the front after the elements were read', async () => {
  const { phone, connection, world } = await createPhoneHarness();
  world.startActivity('com.android.settings/.Settings');
  phone.onHierarchy(() => world.startActivity('com.android.calculator2/.Calculator'));
  const reading = await readScreenAndPicture(phone, neverAborts, pictureOptions);
  expect(reading).toMatchObject({
    screen: { focus: { activity: '.Settings' } },
    mismatchReason:
      'com.android.settings/.Settings was in front, then com.android.calculator2/.Calculator',
  });
  await connection.close();
});

it.each([300, 1_900])(
  'reads the app in front beside a dump, also when it changes %i ms after the beginning',
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

it('takes its last reading of the elements for recent until somebody acts, or a new one would differ', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { phone, connection } = await createPhoneHarness();
  expect(phone.recentScreen).toBeNull();
  const readAgain = async () => {
    await Promise.all([phone.readHierarchy(neverAborts), phone.readDisplay(neverAborts)]);
    return phone.recentScreen?.reading.hierarchy;
  };
  expect(await readAgain()).toBe(phone.lastHierarchy);
  vi.advanceTimersByTime(2_000);
  expect(phone.recentScreen).toBeNull();
  expect(await readAgain()).toBe(phone.lastHierarchy);
  phone.screenMayHaveChanged();
  expect(phone.recentScreen).toBeNull();
  const overtaken = readAgain();
  phone.screenMayHaveChanged();
  expect(await overtaken).toBeUndefined();
  await connection.close();
  vi.useRealTimers();
});
