/** The default display is read while a window on another one has the focus. */
import { afterEach, expect, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { keptElements } from '#core/screen/screen.ts';
import {
  type PhoneHarness,
  createPhoneHarness,
  loadElementReader,
  neverAborts,
} from './testing/harness.ts';

useDrivenClock();

let harness: PhoneHarness;
afterEach(() => harness.connection.close());

test('by the element reader, with the display that has the focus', async () => {
  harness = await createPhoneHarness();
  const { phone, world, connection } = harness;
  const shell = (line: string): Promise<string> =>
    connection.adb.subprocess.noneProtocol.spawnWaitText(line);
  world.startActivity('com.handset.notes/.MainActivity');
  phone.hierarchyReader.useElementReader(loadElementReader);
  const focusNow = async () => {
    phone.screenMayHaveChanged();
    const { hierarchy, focusAfter } = await phone.readHierarchy(neverAborts);
    expect(keptElements(hierarchy.roots).map(({ text }) => text)).toContain('Notes');
    return focusAfter;
  };
  const notes = { packageName: 'com.handset.notes', activity: '.MainActivity' };
  expect(await focusNow()).toMatchObject(notes);
  expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  for (let times = 0; times < 4; times++) {
    await shell('am start --display 2 -n com.example.desktop/.Main');
    expect(await focusNow()).toMatchObject({ ...notes, focusedDisplay: 2 });
    await shell('am start --display 0 -n com.handset.notes/.MainActivity');
    expect(await focusNow()).not.toHaveProperty('focusedDisplay');
  }
  expect(phone.hierarchyReader.status).toEqual({ method: 'reader' });
  expect((await phone.readDeviceState(neverAborts)).rotation).toBe(0);
});
