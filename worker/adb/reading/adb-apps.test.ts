import { afterEach, describe, expect, it, vi } from 'vitest';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { androidVersions } from '#core/demo-phone/options.ts';
import {
  createPhoneHarness,
  neverAborts,
  type PhoneHarness,
  type PhoneHarnessOptions,
} from '../testing/harness.ts';

useDrivenClock();

let harness: PhoneHarness | undefined;
afterEach(() => harness?.connection.close());

async function open(options: PhoneHarnessOptions = {}): Promise<PhoneHarness> {
  harness = await createPhoneHarness(options);
  return harness;
}

describe.each(androidVersions)('Android %i', (android) => {
  it('lists the apps with their names, and starts one by its activity', async () => {
    const { phone, world } = await open({ android });
    const { apps, namesProblem } = await phone.apps.list({ withNames: true }, neverAborts);
    expect(namesProblem).toBeNull();
    const found = (packageName: string) => apps.find((app) => app.packageName === packageName);
    expect(found('com.handset.notes')).toEqual({
      packageName: 'com.handset.notes',
      name: 'Notes',
      launcherActivity: 'com.handset.notes/.MainActivity',
      isSystem: false,
      isRunning: false,
    });
    expect(found('com.android.settings')).toMatchObject({ name: 'Settings', isSystem: true });
    expect(found('com.android.systemui')).toEqual({
      packageName: 'com.android.systemui',
      name: null,
      launcherActivity: null,
      isSystem: true,
      isRunning: true,
    });
    const activity = found('com.handset.notes')?.launcherActivity ?? '';
    await phone.apps.start({ activity, fresh: false }, neverAborts);
    expect(world.resumedActivity().packageName).toBe('com.handset.notes');
    // Once read, an app's name goes with it.
    expect(await phone.readFocus(neverAborts)).toEqual({
      packageName: 'com.handset.notes',
      activity: '.MainActivity',
      appName: 'Notes',
    });
    const pid = () => world.packages().find(({ name }) => name === 'com.handset.notes')?.pid;
    const firstPid = pid();
    await phone.apps.start({ activity, fresh: false }, neverAborts);
    expect(pid()).toBe(firstPid);
    await phone.apps.start({ activity, fresh: true }, neverAborts);
    expect(pid()).not.toBe(firstPid);
  });
});

it('lists the packages without names where the scrcpy server cannot run, and does not try it each time', async () => {
  const loadServer = vi.fn(() => Promise.resolve(new TextEncoder().encode('PK')));
  const { phone } = await open({ faults: ['no-scrcpy'], loadServer });
  await phone.apps.list({ withNames: true }, neverAborts);
  const loads = loadServer.mock.calls.length;
  const { apps, namesProblem } = await phone.apps.list({ withNames: true }, neverAborts);
  expect(apps.length).toBeGreaterThan(60);
  expect(apps.filter(({ name }) => name !== null)).toEqual([]);
  expect(namesProblem).toBe("The scrcpy server couldn't list the apps; it said: Killed.");
  expect(loadServer.mock.calls.length).toBe(loads);
});

it('rejects with the message of the phone for an activity that does not exist, whatever its name', async () => {
  const { phone, world } = await open();
  for (const name of ['com.none/.Main', `com.none/$(am force-stop x)'; reboot; '`, '--user/10']) {
    const starting = phone.apps.start({ activity: name, fresh: true }, neverAborts);
    await expect(starting).rejects.toMatchObject({ code: 'command-failed' });
  }
  expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
});

describe.each(androidVersions)('Android %i: one app', (android) => {
  const packageName = 'com.handset.notes';
  const permission = 'android.permission.CAMERA';

  it('reports its version, process, memory, permissions and crash, and stops', async () => {
    const { phone, world } = await open({ android });
    world.startActivity(`${packageName}/.MainActivity`);
    const app = await phone.apps.read(packageName, neverAborts);
    expect(app).toMatchObject({
      versionName: '2.6.1',
      versionCode: 1,
      updated: '2026-03-14 09:26:53',
      isSystem: false,
      isEnabled: true,
      lastCrash: null,
    });
    expect(app.pids).toHaveLength(1);
    expect(app.memoryKb).toBeGreaterThan(10_000);
    expect(app.permissions).toContainEqual({ name: permission, isGranted: false, isRuntime: true });
    expect(await phone.apps.stop(packageName, neverAborts)).toEqual({
      wasRunning: true,
      isRunning: false,
    });
    expect(await phone.apps.stop(packageName, neverAborts)).toMatchObject({ wasRunning: false });
    expect(await phone.apps.read(packageName, neverAborts)).toMatchObject({
      pids: [],
      memoryKb: null,
    });
    const weather = await phone.apps.read('com.handset.weather', neverAborts);
    expect(weather.lastCrash?.time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
    expect(weather.lastCrash?.report).toMatch(
      /^FATAL EXCEPTION: main\nProcess: com\.handset\.weather, PID: 3987\njava\.lang\.IllegalStateException: /,
    );
  });

  it('is granted a permission, loses it, and says why it can not have another', async () => {
    const { phone } = await open({ android });
    const set = (name: string, grant: boolean): Promise<boolean | null> =>
      phone.apps.setPermission({ packageName, permission: name, grant }, neverAborts);
    expect(await set(permission, true)).toBe(true);
    expect(await set(permission, false)).toBe(false);
    await expect(set('android.permission.READ_SMS', true)).rejects.toMatchObject({
      code: 'command-failed',
      message: `Couldn't grant android.permission.READ_SMS to ${packageName}; the phone said: Package ${packageName} has not requested permission android.permission.READ_SMS.`,
    });
    await expect(set('android.permission.INTERNET', false)).rejects.toThrow(
      'is not a changeable permission type.',
    );
    const notifications = set('android.permission.POST_NOTIFICATIONS', true);
    if (android >= 13) expect(await notifications).toBe(true);
    else {
      await expect(notifications).rejects.toMatchObject({
        hint: "This phone's Android is too old: the permission came with Android 13.",
      });
    }
  });

  it('shares a user id with others, and its permissions are read all the same', async () => {
    const { phone } = await open({ android });
    const { permissions } = await phone.apps.read('com.android.phone', neverAborts);
    const readSms = { name: 'android.permission.READ_SMS', isGranted: true, isRuntime: true };
    expect(permissions).toContainEqual(readSms);
    const change = { packageName: 'com.android.phone', permission: readSms.name, grant: false };
    expect(await phone.apps.setPermission(change, neverAborts)).toBe(false);
  });

  it('loses its data, then is gone; an app of the system stays', async () => {
    const { phone, world } = await open({ android });
    world.startActivity(`${packageName}/.MainActivity`);
    await phone.apps.clearData(packageName, neverAborts);
    expect(world.resumedActivity().packageName).not.toBe(packageName);
    expect(await phone.apps.uninstall(packageName, neverAborts)).toBe('uninstalled');
    await expect(phone.apps.read(packageName, neverAborts)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'com.handset.notes is not installed.',
    });
    for (const change of [
      phone.apps.stop(packageName, neverAborts),
      phone.apps.clearData(packageName, neverAborts),
      phone.apps.uninstall(packageName, neverAborts),
    ]) {
      await expect(change).rejects.toMatchObject({ code: 'invalid-argument' });
    }
    await expect(phone.apps.uninstall('com.android.settings', neverAborts)).rejects.toMatchObject({
      code: 'command-failed',
      message:
        "Couldn't uninstall com.android.settings; the phone said: DELETE_FAILED_INTERNAL_ERROR.",
    });
  });
});
