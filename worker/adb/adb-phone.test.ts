import { expect, it } from 'vitest';
import { readScreenAndPicture } from '../../core/tools/shared/read-screen.ts';
import { openBench } from './testing/bench.ts';

const never = new AbortController().signal;

it.each([8, 14] as const)(
  'a reading with a screenshot needs one dump, Android %i',
  async (android) => {
    const { phone, connection, world } = await openBench({ android });
    world.startActivity('com.android.settings/.Settings');
    let dumps = 0;
    phone.onHierarchy(() => dumps++);
    const seen = await readScreenAndPicture(phone, never);
    expect(seen).toMatchObject({ doubt: null, screen: { focus: { activity: '.Settings' } } });
    expect(dumps).toBe(1);
    await connection.close();
  },
);

it('reports that another app came to the front after the elements were read', async () => {
  const { phone, connection, world } = await openBench();
  world.startActivity('com.android.settings/.Settings');
  phone.onHierarchy(() => world.startActivity('com.android.calculator2/.Calculator'));
  const seen = await readScreenAndPicture(phone, never);
  expect(seen).toMatchObject({
    screen: { focus: { activity: '.Settings' } },
    doubt: 'com.android.settings/.Settings was in front, then com.android.calculator2/.Calculator',
  });
  await connection.close();
});
