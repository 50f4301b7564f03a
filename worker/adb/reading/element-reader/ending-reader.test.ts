/** An element reader that can leave UiAutomation only by ending. On the real clock: the end of its output comes some time after its answer. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keptElements } from '#core/screen/screen.ts';
import { createPhoneHarness, loadElementReader, neverAborts } from '../../testing/harness.ts';

test('is started again for the next reading', async () => {
  const { phone, world, connection } = await createPhoneHarness({ faults: ['reader-ends'] });
  world.startActivity('com.handset.notes/.MainActivity');
  phone.hierarchyReader.useElementReader(loadElementReader);
  for (let times = 0; times < 4; times++) {
    const { hierarchy } = await phone.readHierarchy(neverAborts);
    expect(keptElements(hierarchy.roots).map(({ text }) => text)).toContain('Notes');
    await phone.hierarchyReader.release();
    await pause(200);
  }
  expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  await connection.close();
});
