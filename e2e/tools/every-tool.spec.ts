/**
 * Each tool once, from an agent through the bridge, the page's worker and USB to the phone, with its
 * effect there or its answer. What else a tool does is tested in worker/testing/tools.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApk } from '#core/demo-phone/testing/build-apk.ts';
import {
  centerOf,
  rowsOf,
  PhoneUnderTest,
  type ToolCase,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { browserPath } from '../chromium.ts';
import { expect, noBrowserReason } from '../fixtures.ts';
import { openConsole, test } from './phone-under-test.ts';

const filesFolder = mkdtempSync(join(tmpdir(), 'handset-files-'));
const options = { android: 14, filesFolder } as const;
/** More than a call carries. */
const large = Buffer.alloc(3_000_000, 'Handset');
const notes = 'com.handset.notes';
const subSettings = 'com.android.settings/.SubSettings';
const topOf = async (phone: PhoneUnderTest, label: string): Promise<number> =>
  (await phone.rowWithText(label)).bounds.top;

/** The text of the field in the editor of notes. */
const fieldText = async (phone: PhoneUnderTest): Promise<string> =>
  (await phone.rowWithResourceId('edit_title')).text;
const field = { selector: '@edit_title' };

/** Opens a photo; returns its centre. */
async function openPhoto(phone: PhoneUnderTest): Promise<{ x: number; y: number }> {
  await phone.open('Photos');
  await phone.call('click_element', {
    element_id: (await phone.rowWithResourceId('thumbnail')).id,
  });
  return centerOf((await phone.rowWithResourceId('photo_view')).bounds);
}
const zoomOf = async (phone: PhoneUnderTest): Promise<string> =>
  (await phone.rowWithResourceId('zoom')).text;

/** The settings, which stay open. */
const onSettings: Record<string, ToolCase> = {
  get_screen_state: async (phone) => {
    await phone.open('Settings');
    const { text, images } = await phone.call('get_screen_state', { include_screenshot: true });
    expect(text).toContain('app:com.android.settings activity:.Settings');
    expect(rowsOf(text).some((row) => row.text === 'Network & internet')).toBe(true);
    expect(images.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg']);
    expect(images[0]?.bytes.length).toBeGreaterThan(5000);
  },
  get_screen_tree: async (phone) => {
    const { text } = await phone.call('get_screen_tree');
    expect(text).toMatch(
      /^\[Screen: com\.android\.settings \/ Settings\]\n {2}\[0\] FrameLayout\n/,
    );
    expect(text).toContain('"Connected devices"');
  },
  summarize_screen: async (phone) => {
    const { text } = await phone.call('summarize_screen');
    expect(text).toMatch(/\n"Settings", a list; \d+ elements, \d+ to act on\n/);
  },
  get_element_details: async (phone) => {
    const { id } = await phone.rowWithText('Apps');
    const { text } = await phone.call('get_element_details', { ids: [id] });
    expect(text).toBe(`id\ttext\tdesc\n${id}\tApps\t-`);
  },
  find_elements: async (phone) => {
    const { id } = await phone.rowWithText('Apps');
    const query = { by: 'text', value: 'Apps', exact_match: true };
    const { data } = await phone.call('find_elements', query);
    expect(data).toMatchObject({ elements: [{ id, text: 'Apps' }] });
  },
  query_elements: async (phone) => {
    const { id } = await phone.rowWithText('Apps');
    const { data } = await phone.call('query_elements', { selector: ':text("Apps")' });
    expect(data).toMatchObject({ count: 1, matches: [{ id, text: 'Apps' }] });
  },
  suggest_selectors: async (phone) => {
    const { id } = await phone.rowWithText('Apps');
    const { data } = await phone.call('suggest_selectors', { element_id: id });
    expect(data?.['suggestions']).toContainEqual(
      expect.objectContaining({ selector: ':text("Apps")', matches: 1 }),
    );
  },
  wait_for_element: async (phone) => {
    const { id } = await phone.rowWithText('Apps');
    const query = { by: 'text', value: 'Apps', timeout: 10_000 };
    expect((await phone.call('wait_for_element', query)).data).toMatchObject({
      found: true,
      element: { id },
    });
  },
  wait_for_idle: async (phone) => {
    const { data } = await phone.call('wait_for_idle', { timeout: 10_000 });
    expect(data).toMatchObject({ message: 'UI is idle' });
  },
  scroll: async (phone) => {
    const top = await topOf(phone, 'Notifications');
    await phone.call('scroll', { direction: 'down', amount: 'small' });
    expect(await topOf(phone, 'Notifications')).toBeLessThan(top - 200);
  },
  diff_screen: async (phone) => {
    await phone.call('scroll', { direction: 'up', amount: 'large' });
    expect((await phone.call('diff_screen')).text).toMatch(
      /^since snapshot:s\d+:\n[^]*\nmoved: \d+ elements in RecyclerView @recycler_view down by \d+ px; /,
    );
  },
  drag: async (phone) => {
    const top = await topOf(phone, 'Notifications');
    const from = ':text("Notifications")';
    await phone.call('drag', { from, to: '@search_action_bar', long_press: false });
    expect(await topOf(phone, 'Notifications')).toBeLessThan(top - 200);
  },
  scroll_to_element: async (phone) => {
    await phone.call('scroll_to_element', { selector: ':text("About phone")' });
    expect(await phone.showsText('About phone')).toBe(true);
  },
  click_element: async (phone) => {
    await phone.call('click_element', { selector: ':text("About phone")' });
    expect(await phone.foregroundActivity()).toBe(subSettings);
  },
  press_back: async (phone) => {
    await phone.call('press_back');
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.Settings');
  },
  press_recents: async (phone) => {
    await phone.call('press_recents');
    expect(await phone.foregroundActivity()).toMatch(/RecentsActivity$/);
  },
  press_home: async (phone) => {
    await phone.call('press_home');
    expect(await phone.foregroundActivity()).toMatch(/^com\.android\.launcher3\//);
  },
  open_notifications: async (phone) => {
    await phone.call('open_notifications');
    await phone.rowWithResourceId('notification_stack_scroller');
  },
  open_quick_settings: async (phone) => {
    await phone.call('open_quick_settings');
    await phone.rowWithResourceId('slider');
  },
};

/** The home screen, the pictures, and an editor that stays open. */
const byTouchAndKeys: Record<string, ToolCase> = {
  long_click_element: async (phone) => {
    await phone.call('long_click_element', { selector: ':text("Notes")' });
    expect(await phone.showsText('App info')).toBe(true);
    await phone.call('press_home');
  },
  long_press: async (phone) => {
    await phone.call('long_press', centerOf((await phone.rowWithText('Notes')).bounds));
    expect(await phone.showsText('App info')).toBe(true);
    await phone.call('press_home');
  },
  swipe: async (phone) => {
    const { x, y } = centerOf((await phone.rowWithResourceId('page_indicator')).bounds);
    await phone.call('swipe', { x1: x, y1: y, x2: x, y2: y - 800 });
    await phone.rowWithResourceId('apps_view');
    await phone.call('press_home');
  },
  tap: async (phone) => {
    await phone.call('tap', centerOf((await phone.rowWithText('Calculator')).bounds));
    expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
  },
  double_tap: async (phone) => {
    const place = await openPhoto(phone);
    // On a busy machine the second tap may come too late, as the reply says.
    await expect
      .poll(async () => (await phone.call('double_tap', place)).text)
      .not.toContain('two single taps');
    expect(await zoomOf(phone)).toBe('Zoom 200%');
  },
  pinch: async (phone) => {
    const { x, y } = centerOf((await phone.rowWithResourceId('photo_view')).bounds);
    await phone.call('pinch', { center_x: x, center_y: y, scale: 0.5 });
    expect(await zoomOf(phone)).toBe('Zoom 100%');
  },
  custom_gesture: async (phone) => {
    const { x, y } = centerOf((await phone.rowWithResourceId('photo_view')).bounds);
    const finger = (side: number) => [
      { x, y: y + side * 100, time: 0 },
      { x, y: y + side * 300, time: 300 },
    ];
    await phone.call('custom_gesture', { paths: [finger(-1), finger(1)] });
    expect(await zoomOf(phone)).toBe('Zoom 300%');
  },
  run_steps: async (phone) => {
    const steps = [
      { tool: 'open_app', arguments: { package_id: notes, fresh: true } },
      { tool: 'click_element', arguments: { selector: ':text("New note")' } },
    ];
    const { text } = await phone.call('run_steps', { steps });
    expect(text).toMatch(/^1\. `open_app`: .*\n2\. `click_element`: /);
    expect(await phone.foregroundActivity()).toBe(`${notes}/.EditActivity`);
  },
  set_text: async (phone) => {
    await phone.call('set_text', { ...field, text: 'Milk' });
    expect(await fieldText(phone)).toBe('Milk');
  },
  input_text: async (phone) => {
    await phone.call('input_text', { ...field, text: ' é 2' });
    expect(await fieldText(phone)).toBe('Milk é 2');
  },
  press_key: async (phone) => {
    await phone.call('press_key', { key: 'DEL' });
    expect(await fieldText(phone)).toBe('Milk é');
  },
  dismiss_keyboard: async (phone) => {
    const head = async (): Promise<string> =>
      (await phone.call('summarize_screen')).text.split('\n')[0] ?? '';
    expect(await head()).toContain('[Keyboard');
    await phone.call('dismiss_keyboard');
    expect(await head()).toBe(`[Screen: ${notes} / EditActivity]`);
  },
  clear_text: async (phone) => {
    await phone.call('clear_text', field);
    expect(await fieldText(phone)).toBe('-');
  },
  set_clipboard: async (phone) => {
    await phone.call('set_clipboard', { text: 'Bread' });
    await phone.call('click_element', field);
    await phone.call('press_key', { key: 'V', modifiers: ['ctrl'] });
    expect(await fieldText(phone)).toBe('Bread');
  },
  get_clipboard: async (phone) => {
    expect((await phone.call('get_clipboard')).data).toEqual({ text: 'Bread' });
  },
};

/** The app of notes is changed until it is gone. */
const onApps: Record<string, ToolCase> = {
  open_link: async (phone) => {
    await phone.call('open_link', { url: 'https://example.com/a' });
    expect(await phone.showsText('https://example.com/a')).toBe(true);
  },
  send_intent: async (phone) => {
    await phone.call('send_intent', {
      type: 'activity',
      action: 'android.intent.action.SEND',
      mime_type: 'text/plain',
      component: `${notes}/.EditActivity`,
      extras: { 'android.intent.extra.TEXT': 'Shared by a test' },
    });
    expect(await phone.showsText('Shared by a test')).toBe(true);
    await phone.call('click_element', { selector: '@action_save' });
  },
  open_app: async (phone) => {
    await phone.call('open_app', { package_id: 'Notes', fresh: true });
    expect(await phone.foregroundActivity()).toBe(`${notes}/.MainActivity`);
    expect(await phone.showsText('Shared by a test')).toBe(true);
  },
  get_app: async (phone) => {
    const { data } = await phone.call('get_app', { package_id: notes });
    expect(data).toMatchObject({ version_name: '2.6.1', running: true });
  },
  set_permission: async (phone) => {
    const args = { package_id: notes, permission: 'RECORD_AUDIO', action: 'grant' };
    await phone.call('set_permission', args);
    const { data } = await phone.call('get_app', { package_id: notes });
    expect(data).toMatchObject({ granted: ['android.permission.RECORD_AUDIO'] });
  },
  stop_app: async (phone) => {
    await phone.call('stop_app', { package_id: notes });
    const { data } = await phone.call('get_app', { package_id: notes });
    expect(data).toMatchObject({ running: false });
  },
  clear_app_data: async (phone) => {
    await phone.call('clear_app_data', { package_id: notes });
    await phone.call('open_app', { package_id: notes });
    expect(await phone.showsText('Groceries')).toBe(true);
    expect(await phone.showsText('Shared by a test')).toBe(false);
  },
  list_apps: async (phone) => {
    expect((await phone.call('list_apps', { query: 'note' })).data).toEqual({
      apps: [{ package_id: notes, name: 'Notes', is_system: false, launchable: true }],
    });
  },
  uninstall_app: async (phone) => {
    await phone.call('uninstall_app', { package_id: notes });
    expect((await phone.call('list_apps', { query: 'note' })).data).toEqual({ apps: [] });
  },
};

/** Files of the phone, of the computer and of the agent. */
const onFiles: Record<string, ToolCase> = {
  install_app: async (phone) => {
    writeFileSync(join(filesFolder, 'app.apk'), buildApk({ packageName: 'com.example.app' }));
    const { text } = await phone.call('install_app', { file: 'app.apk', observe: 'none' });
    expect(text).toMatch(/^Installed app\.apk\./);
    const { data } = await phone.call('list_apps', { query: 'com.example.app' });
    expect(data).toMatchObject({ apps: [{ package_id: 'com.example.app' }] });
  },
  send_file: async (phone) => {
    const hello = { name: 'hello.txt', text: 'Grüße, \u{1f44b}' };
    expect((await phone.call('send_file', hello)).text).toBe(
      'Copied to /sdcard/Download/hello.txt.',
    );
    // A file that is there is kept.
    expect((await phone.call('send_file', hello)).text).toBe(
      'Copied to /sdcard/Download/hello (1).txt.',
    );
    writeFileSync(join(filesFolder, 'large.bin'), large);
    await phone.call('send_file', { file: 'large.bin', folder: '/sdcard/Music' });
    const base64 = Buffer.from([0, 1, 255]).toString('base64');
    await phone.call('send_file', { name: 'three.bin', base64 });
    expect(await phone.expectError('send_file', { file: '../secret' })).toContain('no name of a');
  },
  list_files: async (phone) => {
    const { text, data } = await phone.call('list_files', { path: '/sdcard/Download' });
    expect(text).toMatch(/^name\tkind\tsize\tmodified\n[^]*^three\.bin\tfile\t3\t/m);
    expect(data).toMatchObject({ path: '/sdcard/Download' });
    expect(await phone.expectError('list_files', { path: '/data' })).toContain('Permission denied');
  },
  fetch_file: async (phone) => {
    const path = '/sdcard/Download/hello.txt';
    expect((await phone.call('fetch_file', { path })).text).toBe(
      `${path} (13 bytes):\nGrüße, \u{1f44b}`,
    );
    const three = await phone.call('fetch_file', { path: '/sdcard/Download/three.bin' });
    expect([...(three.files[0]?.bytes ?? [])]).toEqual([0, 1, 255]);
    const copy = { path: '/sdcard/Music/large.bin', save_as: 'copies/large.bin' };
    expect((await phone.call('fetch_file', copy)).text).toBe(
      `Copied ${copy.path} to copies/large.bin (${large.length} bytes).`,
    );
    expect(readFileSync(join(filesFolder, copy.save_as)).equals(large)).toBe(true);
    expect(await phone.expectError('fetch_file', copy)).toContain('already there');
    expect(await phone.expectError('fetch_file', { path: copy.path })).toMatch(
      /has 3000000 bytes; a reply holds at most 1000000\. Give save_as/,
    );
    const missing = { path: '/sdcard/no.txt', save_as: 'no.txt' };
    expect(await phone.expectError('fetch_file', missing)).toContain('No such file or directory');
    expect(existsSync(join(filesFolder, 'no.txt'))).toBe(false);
  },
};

/** The notifications of the demo phone. */
const onNotifications: Record<string, ToolCase> = {
  list_notifications: async (phone) => {
    const { text } = await phone.call('list_notifications');
    expect(text).toMatch(/\tcom\.handset\.notes\tReminder: Groceries\tOat milk/);
  },
  dismiss_notification: async (phone) => {
    const id = (text: string): string => text.split('\n')[1]?.split('\t')[0] ?? '';
    const { text } = await phone.call('list_notifications');
    await phone.call('dismiss_notification', { notification_id: id(text) });
    expect((await phone.call('list_notifications')).text).not.toContain(id(text));
  },
  open_notification: async (phone) => {
    const { text } = await phone.call('list_notifications');
    const id = text.split('\n')[1]?.split('\t')[0];
    await phone.call('open_notification', { notification_id: id });
    expect(await phone.foregroundActivity()).toContain('com.android.gallery3d/');
  },
};

const onThePhone: Record<string, ToolCase> = {
  lock_screen: async (phone) => {
    expect((await phone.call('lock_screen')).text).toMatch(/^Display turned off\n/);
    expect((await phone.call('get_device')).data).toMatchObject({ screen: { on: false } });
  },
  wake_screen: async (phone) => {
    expect((await phone.call('wake_screen')).text).toBe('Display turned on');
    expect((await phone.call('get_device')).data).toMatchObject({ screen: { on: true } });
  },
  set_device: async (phone) => {
    const { text } = await phone.call('set_device', { volume: 3 });
    expect(text).toBe('volume: 8 -> 3');
  },
  get_device: async (phone) => {
    const { data } = await phone.call('get_device');
    expect(data).toMatchObject({ settings: { volume: 3 }, changed_settings: ['volume'] });
  },
  get_device_logs: async (phone) => {
    const { text } = await phone.call('get_device_logs', { last_lines: 20, level: 'I' });
    expect(JSON.parse(text)).toMatchObject({ line_count: 20 });
    expect(text).toMatch(/"logs":"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [IWEF] /);
  },
  list_phones: async (phone) => {
    const { data } = await phone.call('list_phones');
    expect(data).toMatchObject({ phones: [{ model: 'Handset 14', console: 'console 1' }] });
  },
  use_phone: async (phone) => {
    const { text } = await phone.call('use_phone', { console: 'console 1' });
    expect(text).toMatch(/^Your calls now reach .*DEMO14/);
    const { data } = await phone.call('list_phones');
    expect(data).toMatchObject({ phones: [{ console: 'console 1', current: true }] });
    expect(await phone.expectError('use_phone', { console: 'console 2' })).toContain('DEMO14');
  },
  record_screen: async (phone) => {
    const started = await phone.call('record_screen', { action: 'start', duration_s: 60 });
    expect(started.text).toMatch(/^Recording the screen, 720 x 1600, for 60 s at most\./);
    await phone.call('press_home');
    const { text } = await phone.call('record_screen', { action: 'stop' });
    expect(text).toMatch(/\nfile:[^\n]+\.mp4 \(\d+\.\d s, [1-9]\d* bytes, 720 x 1600\)/);
  },
};

const groups = {
  'on the settings': onSettings,
  'by touch and keys': byTouchAndKeys,
  'on apps': onApps,
  'on files': onFiles,
  'on notifications': onNotifications,
  'on the phone': onThePhone,
} as const;

test.describe('every tool', () => {
  test.describe.configure({ mode: 'default' });
  test.skip(browserPath === undefined, noBrowserReason);
  let phone: PhoneUnderTest;
  const called = new Set<string>();
  test.beforeAll(async ({ browser }) => {
    const { connectAgent, close } = await openConsole(browser, options);
    const connectRecorded = async (name?: string) => {
      const agent = await connectAgent(name);
      const { call } = agent;
      return {
        ...agent,
        call: (...args: Parameters<typeof call>) => (called.add(args[0]), call(...args)),
      };
    };
    phone = await PhoneUnderTest.in({ connectAgent: connectRecorded, close }, options);
  });
  test.afterAll(async () => {
    await phone.close();
    rmSync(filesFolder, { recursive: true });
  });

  test('has a line here', async () => {
    const lines = Object.values(groups).flatMap((group) => Object.keys(group));
    expect(lines.toSorted()).toEqual((await phone.agent.listTools()).toSorted());
  });
  for (const [name, group] of Object.entries(groups)) {
    test(name, async () => {
      await phone.reset();
      for (const [tool, check] of Object.entries(group)) {
        await test.step(tool, async () => {
          called.clear();
          await check(phone);
          expect([...called]).toContain(tool);
        });
      }
    });
  }
});
