import { expect, it } from 'vitest';
import { readScreenAndPicture } from '#core/tools/shared/read-screen.ts';
import { createPhoneHarness } from './testing/harness.ts';

const neverAborts = new AbortController().signal;

it.each([8, 14] as const)(
  'a reading with a screenshot needs one dump, Android %i',
  async (android) => {
    const { phone, connection, world } = await createPhoneHarness({ android });
    world.startActivity('com.android.settings/.Settings');
    let dumps = 0;
    phone.onHierarchy(() => dumps++);
    const reading = await readScreenAndPicture(phone, neverAborts);
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
  const reading = await readScreenAndPicture(phone, neverAborts);
  expect(reading).toMatchObject({
    screen: { focus: { activity: '.Settings' } },
    mismatchReason:
      'com.android.settings/.Settings was in front, then com.android.calculator2/.Calculator',
  });
  await connection.close();
});
