/** Reading the screen leaves the rotation lock as it is. */
import { afterEach, expect, test } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import {
  type PhoneHarness,
  createPhoneHarness,
  loadElementReader,
  neverAborts,
} from '../testing/harness.ts';

useDrivenClock();

let harness: PhoneHarness;
afterEach(() => harness.connection.close());

/** With the element reader, with dumps, and with yadb. */
const methods: readonly (FaultName | 'none')[] = ['none', 'no-reader', 'no-idle'];

async function connect(fault: FaultName | 'none'): Promise<PhoneHarness> {
  harness = await createPhoneHarness({
    faults: fault === 'none' ? [] : ['no-reader', fault],
    latency: 'real',
  });
  harness.world.startActivity('com.handset.notes/.MainActivity');
  harness.phone.hierarchyReader.useElementReader(loadElementReader);
  await read();
  if (fault === 'none') expect(harness.phone.hierarchyReader.status).toEqual({ method: 'reader' });
  return harness;
}

const read = () => harness.phone.readHierarchy(neverAborts);
const shell = (line: string): Promise<string> =>
  harness.connection.adb.subprocess.noneProtocol.spawnWaitText(line);
const lockNow = async (): Promise<string> =>
  (await shell('settings get system accelerometer_rotation; settings get system user_rotation'))
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Leaves UiAutomation, as some seconds after a reading. */
async function letGo(): Promise<void> {
  await harness.phone.hierarchyReader.release();
  await harness.phone.hierarchyReader.rotationRestored;
}

test.each(methods)('an orientation that is set between two readings stays (%s)', async (fault) => {
  const { phone } = await connect(fault);
  await phone.writeSetting({ name: 'orientation', value: '0,1', apiLevel: 34 }, neverAborts);
  await read();
  await letGo();
  expect(await lockNow()).toBe('0 1');
  await phone.writeSetting({ name: 'orientation', value: '1,1', apiLevel: 34 }, neverAborts);
  await read();
  await letGo();
  expect(await lockNow()).toMatch(/^1 /);
});

test.each(methods)('an orientation that is set while another reads stays (%s)', async (fault) => {
  const { phone } = await connect(fault);
  const reading = read();
  await phone.writeSetting({ name: 'orientation', value: '0,1', apiLevel: 34 }, neverAborts);
  await reading;
  await letGo();
  expect(await lockNow()).toBe('0 1');
});

test.each(methods)('an app that forces a rotation leaves no trace (%s)', async (fault) => {
  const { world } = await connect(fault);
  await shell('settings put system accelerometer_rotation 0');
  world.rotation = 1;
  await read();
  await letGo();
  expect(await lockNow()).toBe('0 0');
});

test.each(['no-reader', 'no-idle'] as const)(
  'the user may lock and free the rotation during a dump (%s)',
  async (fault) => {
    await connect(fault);
    for (const [automatic, expected] of [
      ['0', '0 0'],
      ['1', '1 0'],
    ] as const) {
      const reading = read();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await shell(`settings put system accelerometer_rotation ${automatic}`);
      await reading;
      await letGo();
      expect(await lockNow()).toBe(expected);
    }
  },
);

test('the user may lock the rotation while the element reader stays connected', async () => {
  await connect('none');
  await read();
  await shell('settings put system accelerometer_rotation 0');
  await letGo();
  expect(await lockNow()).toBe('0 0');
});
