/** Apps: listed, opened and changed, as an agent does it. */
import type { AndroidVersion } from '#core/demo-phone/options.ts';
import { expect } from 'vitest';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';

const notes = 'com.handset.notes';
const weather = 'com.handset.weather';

/** How the system asks for a permission: its activity, and the labels of the buttons that grant and refuse. */
function permissionQuestionOn(android: AndroidVersion) {
  if (android < 11)
    return { dialogPackage: 'com.android.packageinstaller', grant: 'ALLOW', refuse: 'DENY' };
  const refuse = android < 12 ? 'Deny' : 'Don\u2019t allow';
  return {
    dialogPackage: 'com.android.permissioncontroller',
    grant: 'While using the app',
    refuse,
  };
}

/** The apps that list_apps answers. */
async function listedApps(phone: PhoneUnderTest, query?: string): Promise<unknown> {
  return (await phone.call('list_apps', query === undefined ? {} : { query })).data;
}

export const appCases = {
  'list_apps, open_app: an app by its name, from its list to its screen': async (phone) => {
    expect(await listedApps(phone, 'note')).toEqual({
      apps: [{ package_id: notes, name: 'Notes', is_system: false, launchable: true }],
    });
    const { text } = await phone.call('open_app', { package_id: 'notes', observe: 'compact' });
    expect(text).toMatch(
      /^Application 'com\.handset\.notes' launched successfully\. In the foreground: \.MainActivity\.\n\[Screen: "Notes" com\.handset\.notes /,
    );
  },

  'open_app: a running app as it was left; fresh from its start': async (phone) => {
    await phone.call('open_app', { package_id: 'com.android.settings' });
    await phone.clickText('Apps');
    const page = await phone.foregroundActivity();
    await phone.call('press_home');
    await phone.call('open_app', { package_id: 'Settings' });
    expect(await phone.foregroundActivity()).toBe(page);
    await phone.call('open_app', { package_id: 'Settings', fresh: true });
    expect(await phone.foregroundActivity()).not.toBe(page);
  },

  'open_app: refuses what is no app': async (phone) => {
    for (const wanted of [`Notes'; am force-stop ${notes}; '`, '$(reboot)', '-n com.a/.B']) {
      expect(await phone.expectError('open_app', { package_id: wanted })).toContain(
        'is installed. ',
      );
    }
    expect(await phone.expectError('open_app', { package_id: 'Note' })).toContain(
      'Similar: Notes (com.handset.notes).',
    );
  },

  'get_app, stop_app: runs, then does not': async (phone) => {
    await phone.call('open_app', { package_id: notes });
    const running = await phone.call('get_app', { package_id: notes });
    expect(running.data).toMatchObject({ version_name: '2.6.1', running: true, last_crash: null });
    const stopped = await phone.call('stop_app', { package_id: notes });
    expect(stopped.text).toBe(`Application '${notes}' stopped.`);
    const { data } = await phone.call('get_app', { package_id: notes });
    expect(data).toMatchObject({ running: false, memory_kb: null });
  },

  'set_permission, open_app: without its permission an app asks, with it it does not': async (
    phone,
  ) => {
    const { dialogPackage, grant, refuse } = permissionQuestionOn(phone.android);
    const setPermission = async (action: 'grant' | 'revoke'): Promise<string> =>
      (
        await phone.call('set_permission', {
          package_id: weather,
          permission: 'ACCESS_FINE_LOCATION',
          action,
        })
      ).text;
    const openWeather = async (): Promise<string> =>
      (await phone.call('open_app', { package_id: weather })).text;
    const opened = `Application '${weather}' launched successfully. In the foreground: .MainActivity.`;
    const asks = `Application '${weather}' started. In the foreground: ${dialogPackage}/.permission.ui.GrantPermissionsActivity: the phone asks whether to grant ${weather} a permission. That is for the user to decide.`;
    expect(await openWeather()).toBe(opened);
    expect(await setPermission('revoke')).toBe(
      `Permission android.permission.ACCESS_FINE_LOCATION revoked from '${weather}'.`,
    );
    expect(await openWeather()).toBe(asks);
    expect(await phone.showsText('Allow Weather to access this device’s location?')).toBe(true);
    await phone.clickText(refuse);
    const { data } = await phone.call('get_app', { package_id: weather });
    expect(data?.['denied']).toEqual(['android.permission.ACCESS_FINE_LOCATION']);
    expect(await openWeather()).toBe(asks);
    await phone.clickText(grant);
    expect(await phone.foregroundActivity()).toBe(`${weather}/.MainActivity`);
    const granted = await phone.call('get_app', { package_id: weather });
    expect(granted.data).toMatchObject({ denied: [], running: true });
    await setPermission('revoke');
    expect(await setPermission('grant')).toBe(
      `Permission android.permission.ACCESS_FINE_LOCATION granted to '${weather}'.`,
    );
    expect(await openWeather()).toBe(opened);
  },

  'set_permission: says why an app can not have one': async (phone) => {
    const change = { package_id: notes, permission: 'READ_SMS', action: 'grant' };
    expect(await phone.expectError('set_permission', change)).toContain(
      `Package ${notes} has not requested permission android.permission.READ_SMS`,
    );
    const hostile = { ...change, permission: 'CAMERA; reboot' };
    expect(await phone.expectError('set_permission', hostile)).toContain('must be a name like');
  },

  'clear_app_data: what the app stored is gone, its permissions too': async (phone) => {
    const permission = { package_id: notes, permission: 'RECORD_AUDIO', action: 'grant' };
    await phone.call('set_permission', permission);
    await phone.call('send_intent', {
      type: 'activity',
      action: 'android.intent.action.SEND',
      mime_type: 'text/plain',
      component: `${notes}/.EditActivity`,
      extras: { 'android.intent.extra.TEXT': 'Shared for the test' },
    });
    const { id } = await phone.rowWithResourceId('action_save');
    await phone.call('click_element', { element_id: id });
    await phone.call('open_app', { package_id: notes, fresh: true });
    expect(await phone.showsText('Shared for the test')).toBe(true);
    const { text } = await phone.call('clear_app_data', { package_id: notes });
    expect(text).toBe(`Data of application '${notes}' cleared; the application was stopped.`);
    const { data } = await phone.call('get_app', { package_id: notes });
    expect(data).toMatchObject({ running: false, granted: [] });
    await phone.call('open_app', { package_id: notes });
    expect(await phone.showsText('Groceries')).toBe(true);
    expect(await phone.showsText('Shared for the test')).toBe(false);
  },

  // The last case on its phone: the app does not come back.
  'uninstall_app: the app is gone; one of the system stays': async (phone) => {
    const { text } = await phone.call('uninstall_app', { package_id: notes });
    expect(text).toBe(`Application '${notes}' uninstalled.`);
    expect(await listedApps(phone, notes)).toEqual({ apps: [] });
    for (const tool of ['open_app', 'get_app', 'uninstall_app', 'clear_app_data'])
      expect(await phone.expectError(tool, { package_id: notes })).toContain('installed');
    expect(await phone.showsText('Notes')).toBe(false);
    expect(await phone.expectError('uninstall_app', { package_id: weather })).toBe(
      `Couldn't uninstall ${weather}; the phone said: DELETE_FAILED_INTERNAL_ERROR. System apps and apps of the phone's administrator can't be uninstalled.`,
    );
    await phone.call('open_app', { package_id: weather });
  },
} satisfies ToolCases;

/** Where the scrcpy server can't run, and names are unknown. */
export const shellAppCases = {
  'list_apps, open_app: by package, with the reason': async (phone) => {
    expect(await listedApps(phone, 'notes')).toEqual({
      apps: [{ package_id: notes, name: null, is_system: false, launchable: true }],
      note: "App names couldn't be read, so use packages. Reason: The scrcpy server couldn't list the apps; it said: Killed.",
    });
    await phone.call('open_app', { package_id: notes });
    expect(await phone.foregroundActivity()).toBe(`${notes}/.MainActivity`);
    expect(await phone.expectError('open_app', { package_id: 'Notes' })).toContain(
      "App names couldn't be read",
    );
  },
} satisfies ToolCases;
