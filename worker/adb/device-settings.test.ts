import { expect, it } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { makersSwitches } from '#core/commands/command.ts';
import { setDevice } from '#core/tools/device-state.ts';
import { callTool } from '#core/tools/testing/call-tool.ts';
import { createPhoneHarness, neverAborts } from './testing/harness.ts';

useDrivenClock();

it.each([8, 11, 14, 16] as const)('reads the state of a phone, Android %i', async (android) => {
  const { phone, connection } = await createPhoneHarness({ android });
  const state = await phone.readDeviceState(neverAborts);
  expect(state).toMatchObject({
    manufacturer: 'Handset',
    isDisplayOn: true,
    isLocked: false,
    rotation: 0,
    battery: { percent: 82, status: 'charging', plugged: 'USB' },
    network: ['WIFI'],
    locales: 'en-US',
    volumeRange: { min: 0, max: 15 },
    settings: {
      orientation: '1,0',
      dark_theme: android >= 10 ? 'no' : null,
      animations: '1,1,1',
      volume: '8',
      // Until Android 9 apps see it, but no table holds it.
      location: android >= 10 ? '3' : null,
      wifi: '1',
      mobile_data: '1',
      airplane_mode: '0',
    },
  });
  expect(state.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/);
  expect(state.storage?.freeBytes).toBeGreaterThan(0);
  await connection.close();
});

const changes = {
  orientation: 'landscape',
  font_scale: 1.3,
  animations: false,
  stay_awake: true,
  brightness: 40,
  display_density: 500,
  volume: 3,
  wifi: false,
} as const;

it.each([8, 14, 16] as const)(
  'set_device changes settings, reads them back and restores them, Android %i',
  async (android) => {
    const { phone, connection, world } = await createPhoneHarness({ android });
    const before = await phone.readDeviceState(neverAborts);
    const { answer, code } = await callTool(setDevice, phone, changes);
    expect(code, answer).toBeUndefined();
    expect(answer.split('\n')).toEqual([
      'orientation: auto -> landscape',
      'font_scale: 1 -> 1.3',
      expect.stringMatching(/^display_density: \d+ \(default\) -> 500$/),
      'animations: on -> off',
      'stay_awake: off -> on',
      'brightness: 128 -> 40',
      'volume: 8 -> 3',
      'wifi: on -> off',
    ]);
    expect(world.rotation).toBe(1);
    expect((await callTool(setDevice, phone, { restore: true })).code).toBeUndefined();
    expect((await phone.readDeviceState(neverAborts)).settings).toEqual(before.settings);
    expect((await callTool(setDevice, phone, { restore: true })).answer).toContain('Nothing');
    await connection.close();
  },
);

it('the dark theme and the airplane mode switch what the phone shows', async () => {
  const { phone, connection, world } = await createPhoneHarness();
  const args = { dark_theme: true, airplane_mode: true, location: false, bluetooth: false };
  const { answer } = await callTool(setDevice, phone, args);
  expect(answer.split('\n')).toEqual([
    'dark_theme: off -> on',
    'location: on -> off',
    'airplane_mode: off -> on',
    'bluetooth: on -> off',
  ]);
  // Nobody named Wi-Fi: airplane mode switched it off.
  expect(world.systemSwitches.isOn('wifi')).toBe(false);
  expect(world.systemSwitches.isOn('dark')).toBe(true);
  await callTool(setDevice, phone, { restore: true });
  expect(world.systemSwitches.isOn('dark')).toBe(false);
  expect(world.systemSwitches.isOn('wifi')).toBe(true);
  expect(world.systemSwitches.isOn('bluetooth')).toBe(true);
  await connection.close();
});

it('what this Android cannot do is refused before anything is changed', async () => {
  const { phone, connection } = await createPhoneHarness({ android: 8 });
  const { answer, code } = await callTool(setDevice, phone, { volume: 2, dark_theme: true });
  expect({ code, answer }).toEqual({
    code: 'unsupported',
    answer:
      'dark_theme can be set on Android 10 and later; this phone has Android 8.1.0. Nothing was changed. Leave out dark_theme.',
  });
  expect((await phone.readDeviceState(neverAborts)).settings.volume).toBe('8');
  await connection.close();
});

it('sets the language of one app and puts it back', async () => {
  const { phone, connection } = await createPhoneHarness();
  const app = { package_name: 'com.android.settings', app_language: 'de-DE' };
  const { answer, code } = await callTool(setDevice, phone, app);
  expect({ answer, code }).toEqual({
    answer: "language of com.android.settings: the phone's -> de-DE",
    code: undefined,
  });
  const { answer: restored } = await callTool(setDevice, phone, { restore: true });
  expect(restored).toBe("language of com.android.settings: de-DE -> the phone's");
  expect(phone.originalSettings.size).toBe(0);
  const unknown = await callTool(setDevice, phone, { ...app, package_name: "com.x'; reboot" });
  expect(unknown.code).toBe('command-failed');
  await connection.close();
});

it('switches the mobile data of the SIM that is used for data, and restores it', async () => {
  const { phone, connection, world } = await createPhoneHarness({ android: 14 });
  const { answer } = await callTool(setDevice, phone, { mobile_data: false });
  expect(answer).toBe('mobile_data: on -> off');
  expect(world.systemSwitches.isOn('mobile-data')).toBe(false);
  expect((await callTool(setDevice, phone, { restore: true })).answer).toBe(
    'mobile_data: off -> on',
  );
  expect(world.systemSwitches.isOn('mobile-data')).toBe(true);
  await connection.close();
});

it.each([8, 14] as const)(
  'names the switches of makers that refuse it, Android %i',
  async (android) => {
    const { phone, connection } = await createPhoneHarness({ android, faults: ['adb-restricted'] });
    const { answer } = await callTool(setDevice, phone, { font_scale: 2 });
    expect(answer).toContain(
      `the phone said: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS. ${makersSwitches}`,
    );
    await connection.close();
  },
);
