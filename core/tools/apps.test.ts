import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstalledApp, InstalledApps } from '../phone/apps.ts';
import type { Phone } from '../phone/phone.ts';
import type { Focus } from '../screen/screen.ts';
import { listApps, openApp } from './apps.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone } from './testing/recording-phone.ts';

const app = (
  packageName: string,
  name: string | null,
  { launchable = true, isSystem = false } = {},
): InstalledApp => ({
  packageName,
  name,
  launcherActivity: launchable ? `${packageName}/.Main` : null,
  isSystem,
  isRunning: false,
});

const apps: readonly InstalledApp[] = [
  app('com.android.systemui', null, { launchable: false, isSystem: true }),
  app('com.example.zoo', 'Zoo'),
  app('com.example.notes', 'notes'),
  app('com.example.mail', 'Mail'),
  app('com.other.mail', 'Mail'),
  app('com.android.settings', 'Settings', { isSystem: true }),
];
const installedApps: InstalledApps = { apps, namesProblem: null };
const unnamed: InstalledApps = {
  apps: apps.map((each) => ({ ...each, name: null })),
  namesProblem: "The scrcpy server doesn't start.",
};

const dataOf = (packageName: string, name: string | null) => ({
  package_id: packageName,
  name,
  is_system: false,
  launchable: true,
});

describe('list_apps', () => {
  const listed = async (args: { query?: string | null }, installed = installedApps) =>
    (await callTool(listApps, recordingPhone({ installedApps: installed }), args)).data;

  it('lists what can be opened, by name, and counts the other packages', async () => {
    const data = await listed({});
    expect(data).toMatchObject({
      note: '1 more package without a screen to open: find them by query.',
    });
    const names = ['Mail', 'Mail', 'notes', 'Settings', 'Zoo'];
    expect(data).toMatchObject({ apps: names.map((name) => ({ name })) });
  });

  it('finds all packages by a part of name or package, launchable ones first', async () => {
    expect(await listed({ query: 'NOTE' })).toEqual({
      apps: [dataOf('com.example.notes', 'notes')],
    });
    const data = await listed({ query: 'com.android' });
    expect(data).toMatchObject({
      apps: [{ package_id: 'com.android.settings' }, { package_id: 'com.android.systemui' }],
    });
    expect(await listed({ query: 'nothing like it' })).toEqual({ apps: [] });
  });

  it('is read as a table, which has a column for launchable only where some are not', async () => {
    const text = async (query: string): Promise<string> =>
      (await callTool(listApps, recordingPhone({ installedApps }), { query })).answer;
    expect(await text('note')).toBe('package_id\tname\tis_system\ncom.example.notes\tnotes\tno');
    expect(await text('com.android')).toMatch(
      /^package_id\tname\tis_system\tlaunchable\ncom\.android\.settings\tSettings\t\w+\tyes\n/,
    );
    expect(await text('nothing like it')).toBe('no app matches');
  });

  it('says why it knows the packages alone', async () => {
    expect(await listed({ query: 'zoo' }, unnamed)).toEqual({
      apps: [dataOf('com.example.zoo', null)],
      note: "App names couldn't be read, so use packages. Reason: The scrcpy server doesn't start.",
    });
  });

  it('says how many did not fit', async () => {
    const many = Array.from({ length: 900 }, (_, i) => app(`com.example.app${i}`, `App ${i}`));
    const data = await listed({}, { apps: many, namesProblem: null });
    const count = [data?.['apps']].flat().length;
    expect(count).toBeGreaterThan(200);
    expect(data?.['note']).toBe(
      `${900 - count} more packages did not fit: narrow them down by query.`,
    );
  });
});

/** A phone that shows these packages, or `package/activity`, in front, one after the other: the first before an app is started. */
function phoneShowing(inFront: readonly string[], installed = installedApps) {
  const phone = recordingPhone({ installedApps: installed });
  let reading = 0;
  const readFocus = (): Promise<Focus> => {
    const [packageName = '', activity = '.Main'] =
      inFront[Math.min(reading++, inFront.length - 1)]?.split('/') ?? [];
    return Promise.resolve({ packageName, activity });
  };
  const started = () =>
    phone.calls.flatMap(([method, options]) => (method === 'apps.start' ? [options] : []));
  return { phone: { ...phone, readFocus } satisfies Phone, started };
}

describe('open_app', () => {
  it.each([
    ['com.example.notes', 'com.example.notes'],
    [' Notes', 'com.example.notes'],
    ['com.other.mail', 'com.other.mail'],
  ])('opens %j', async (wanted, packageName) => {
    const { phone, started } = phoneShowing(['com.launcher', packageName]);
    const { answer } = await callTool(openApp, phone, { package_id: wanted });
    expect(answer).toBe(
      `Application '${packageName}' launched successfully. In the foreground: .Main.`,
    );
    expect(started()).toEqual([{ activity: `${packageName}/.Main`, fresh: false }]);
  });

  it('stops it first with fresh', async () => {
    const { phone, started } = phoneShowing(['com.example.zoo']);
    await callTool(openApp, phone, { package_id: 'Zoo', fresh: true });
    expect(started()).toEqual([{ activity: 'com.example.zoo/.Main', fresh: true }]);
  });

  it('says when the display is off', async () => {
    const { phone } = phoneShowing(['com.example.zoo']);
    const asleep = { ...phone, readAwake: () => Promise.resolve(false) };
    const { answer } = await callTool(openApp, asleep, { package_id: 'Zoo' });
    expect(answer).toContain(' The display is off: press_key WAKEUP turns it on; ');
  });

  it.each([
    ['Mail', "2 apps are named 'Mail': com.example.mail, com.other.mail. Open one"],
    [
      'ote',
      "No app with the package or name 'ote' is installed. Similar: notes (com.example.notes).",
    ],
    ['Setings', 'is installed. Similar: Settings (com.android.settings).'],
    ['com.exmaple.zoo', 'is installed. Similar: Zoo (com.example.zoo)'],
    ['', "Parameter 'package_id' must be non-empty"],
    ["x'; reboot", 'is installed. list_apps lists them.'],
    ['com.android.systemui', 'com.android.systemui is installed, but it has no launcher icon'],
  ])('refuses %j and starts nothing', async (wanted, message) => {
    const { phone, started } = phoneShowing(['com.launcher']);
    const { answer, code } = await callTool(openApp, phone, { package_id: wanted });
    expect(answer).toContain(message);
    expect(code).toBe('invalid-argument');
    expect(started()).toEqual([]);
  });

  it('says that names are unknown', async () => {
    const { phone } = phoneShowing(['com.launcher'], unnamed);
    const { answer } = await callTool(openApp, phone, { package_id: 'Zoo' });
    expect(answer).toBe(
      "No app with the package or name 'Zoo' is installed. Similar: com.example.zoo. App names couldn't be read, so use packages. Reason: The scrcpy server doesn't start.",
    );
  });

  const question =
    'com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity';

  it('says that the system asks for a permission first', async () => {
    const { phone } = phoneShowing(['com.launcher', 'com.example.zoo', question]);
    const { answer, code } = await callTool(openApp, phone, { package_id: 'Zoo' });
    expect(code).toBeUndefined();
    expect(answer).toBe(
      `Application 'com.example.zoo' started. In the foreground: ${question}: the phone asks whether to grant com.example.zoo a permission. That is for the user to decide.`,
    );
  });

  describe('after its time', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each([
      ['an app that never comes to the front', ['com.launcher'], 'was started, but'],
      [
        'an app that crashes at its start',
        ['com.launcher', 'com.example.zoo', 'com.launcher'],
        'was in the foreground for a moment, but',
      ],
    ])('says what is in the foreground instead of %s', async (_case, inFront, happened) => {
      const { phone, started } = phoneShowing(inFront);
      const call = callTool(openApp, phone, { package_id: 'Zoo' });
      await vi.runAllTimersAsync();
      const { answer, code, progress } = await call;
      expect(code).toBe('action-failed');
      expect(answer).toBe(
        `com.example.zoo ${happened} 8 s later com.launcher (.Main) is in the foreground. Read the screen: the app may ask for a permission first, or have crashed.`,
      );
      expect(started()).toHaveLength(1);
      expect(progress.at(-1)?.message).toMatch(/^Waiting for com\.example\.zoo, attempt \d+$/);
    });

    it('a question that was there before is none about this app', async () => {
      const { phone } = phoneShowing([question]);
      const call = callTool(openApp, phone, { package_id: 'Zoo' });
      await vi.runAllTimersAsync();
      expect((await call).answer).toContain('GrantPermissionsActivity) is in the foreground.');
    });

    it('says that the phone does not report', async () => {
      const { phone } = phoneShowing([]);
      const untold = {
        ...phone,
        readFocus: () => Promise.resolve({ packageName: null, activity: null }),
      };
      const call = callTool(openApp, untold, { package_id: 'Zoo' });
      await vi.runAllTimersAsync();
      expect((await call).answer).toContain('the phone does not say what is in the foreground.');
    });
  });
});

it('list_apps: says what it does, since names take the phone a while', async () => {
  const { progress } = await callTool(listApps, recordingPhone());
  expect(progress).toEqual([{ done: 0, message: 'Reading the apps and their names' }]);
});
