/** Apps: listed, opened and changed, as an agent does it. */
import { expect } from '../fixtures.ts';
import type { PhoneUnderTest, ToolCases } from './phone-under-test.ts';

const notes = 'com.handset.notes';

/** The apps that list_apps answers. */
async function listedApps(phone: PhoneUnderTest, query?: string): Promise<unknown> {
  const { data, text } = await phone.call('list_apps', query === undefined ? {} : { query });
  expect(JSON.parse(text)).toEqual(data);
  return data;
}

export const appCases = {
  'list_apps, open_app: an app by its name, from its list to its screen': async (phone) => {
    expect(await listedApps(phone, 'note')).toEqual({
      apps: [{ package_id: notes, name: 'Notes', is_system: false, launchable: true }],
    });
    const { text } = await phone.call('open_app', { package_id: 'notes', observe: 'tree' });
    expect(text).toMatch(
      /^Application 'com\.handset\.notes' launched successfully\. In front: \.MainActivity\.\n\[Screen: com\.handset\.notes /,
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
} satisfies ToolCases;

/** Where the scrcpy server can't run, and names are unknown. */
export const shellAppCases = {
  'list_apps, open_app: by package, with the reason': async (phone) => {
    expect(await listedApps(phone, 'notes')).toEqual({
      apps: [{ package_id: notes, name: null, is_system: false, launchable: true }],
      note: 'Names are unknown, so use the package: The scrcpy server did not list the apps; it said: Killed.',
    });
    await phone.call('open_app', { package_id: notes });
    expect(await phone.foregroundActivity()).toBe(`${notes}/.MainActivity`);
    expect(await phone.expectError('open_app', { package_id: 'Notes' })).toContain(
      'Names are unknown',
    );
  },
} satisfies ToolCases;
