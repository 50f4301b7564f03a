import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import type { DemoPhoneOptions } from '../options.ts';
import { createWorld } from './world.ts';
import { Finger } from './testing/test-phone.ts';

const canvas = createNodeCanvas();
const now = () => new Date(2026, 10, 20, 9, 41).getTime();

async function createPhone(options: Partial<DemoPhoneOptions> = {}) {
  const world = await createWorld(
    { android: 14, faults: new Set(), latency: 'none', canvas, ...options },
    now,
  );
  return { world, finger: new Finger(world) };
}

const settings = 'com.android.settings/.Settings';
const notes = 'com.handset.notes/.MainActivity';

describe('starting', () => {
  it('shows the home screen with the time of its clock', async () => {
    const { world, finger } = await createPhone();
    expect(finger.get('clock').text).toBe('09:41');
    expect(finger.get('date').text).toBe('Friday, November 20');
    expect(world.focusedWindow().title).toBe(
      'com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher',
    );
  });

  it('opens an activity by short and full name, and returns false for one that does not exist', async () => {
    const { world } = await createPhone();
    expect(world.startActivity('com.android.calculator2/com.android.calculator2.Calculator')).toBe(
      true,
    );
    expect(world.resumedActivity().activity).toBe('com.android.calculator2.Calculator');
    expect(world.startActivity('com.handset.notes/.SignInActivity')).toBe(true);
    expect(world.resumedActivity().activity).toBe('com.handset.notes.SignInActivity');
    expect(world.startActivity('com.handset.notes/.Nothing')).toBe(false);
    expect(world.startActivity('nonsense')).toBe(false);
  });

  it('starts with the activity from the options', async () => {
    const { world } = await createPhone({ activity: settings });
    expect(world.resumedActivity().packageName).toBe('com.android.settings');
  });

  it.each([
    [8, 1080, 1920],
    [11, 1080, 2340],
    [14, 1080, 2400],
    [16, 1080, 2400],
  ] as const)('Android %i is %i x %i', async (android, width, height) => {
    const { world } = await createPhone({ android });
    expect(world.physicalSize).toEqual({ width, height });
    expect((await world.pixels()).size).toEqual({ width, height });
  });
});

describe('tasks and back', () => {
  it('goes back page by page, then to the home screen, and keeps the task', async () => {
    const { world, finger } = await createPhone({ activity: settings });
    finger.tap('Battery');
    expect(world.resumedActivity().activity).toBe('com.android.settings.SubSettings');
    world.pressKey(4);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    world.pressKey(4);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    expect(world.tasks().map((task) => task.packageName)).toEqual([
      'com.android.launcher3',
      'com.android.settings',
    ]);
  });

  it('goes home by key and by swipe, back by edge swipe, to recents by a slow swipe', async () => {
    const { world, finger } = await createPhone({ activity: settings });
    finger.tap('Battery');
    finger.swipe([2, 1200], [500, 1210]);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    finger.swipe([540, 2390], [540, 1200], 150);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
    world.startActivity(notes);
    finger.swipe([540, 2390], [540, 1400], 1200);
    expect(world.resumedActivity().activity).toBe('com.android.quickstep.RecentsActivity');
    finger.tap('Settings');
    expect(world.resumedActivity().packageName).toBe('com.android.settings');
    world.pressKey(3);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
  });

  it('navigates with the buttons of Android 8', async () => {
    const { world, finger } = await createPhone({ android: 8, activity: settings });
    finger.tap('Apps');
    finger.press({ left: 280, top: 1800, right: 320, bottom: 1910 }, 50);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    finger.press({ left: 520, top: 1800, right: 560, bottom: 1910 }, 50);
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
  });

  it('force-stop removes the task and ends the process', async () => {
    const { world } = await createPhone({ activity: notes });
    const pid = () => world.packages().find(({ name }) => name === 'com.handset.notes')?.pid;
    expect(pid()).toBeGreaterThan(0);
    world.forceStop('com.handset.notes');
    expect(pid()).toBeUndefined();
    expect(world.resumedActivity().packageName).toBe('com.android.launcher3');
  });
});

describe('scrolling', () => {
  it('follows the finger and stops at both ends', async () => {
    const { finger } = await createPhone({ activity: settings });
    const before = finger.get('Battery').bounds.top;
    finger.swipe([540, 1800], [540, 1500]);
    expect(finger.get('Battery').bounds.top).toBe(before - 300);
    finger.swipe([540, 1500], [540, 2300]);
    expect(finger.get('Battery').bounds.top).toBe(before);
    expect(finger.find('About phone')).toBeUndefined();
    for (let turn = 0; turn < 4; turn++) finger.swipe([540, 2000], [540, 400]);
    expect(finger.find('About phone')).toBeDefined();
    expect(finger.find('Network & internet')).toBeUndefined();
  });

  it('clips rows to their list and omits rows outside it', async () => {
    const { finger } = await createPhone({
      activity: 'com.android.settings/.Settings$SoundSettingsActivity',
    });
    finger.swipe([540, 2000], [540, 1940]);
    const list = finger.get('recycler_view');
    for (const row of list.children) {
      expect(row.bounds.top).toBeGreaterThanOrEqual(list.bounds.top);
      expect(row.bounds.bottom).toBeLessThanOrEqual(list.bounds.bottom);
      expect(row.bounds.bottom).toBeGreaterThan(row.bounds.top);
    }
  });
});

describe('settings', () => {
  it('a tap on the row toggles its switch', async () => {
    const { finger } = await createPhone({
      activity: 'com.android.settings/.Settings$NetworkDashboardActivity',
    });
    const wifi = () =>
      finger.nodes().find(({ className }) => className === 'android.widget.Switch');
    expect(wifi()?.checked).toBe(true);
    finger.tap('Wi-Fi');
    expect(wifi()?.checked).toBe(false);
  });

  it('a slider moves to the finger', async () => {
    const { world, finger } = await createPhone({
      activity: 'com.android.settings/.Settings$DisplaySettingsActivity',
    });
    const before = await world.screenshot();
    const slider = finger.nodes().find(({ className }) => className === 'android.widget.SeekBar');
    const { left, right, top, bottom } = slider?.bounds ?? world.hierarchy().bounds;
    finger.swipe([left + 20, (top + bottom) / 2], [right - 20, (top + bottom) / 2]);
    expect(Buffer.compare(await world.screenshot(), before)).not.toBe(0);
  });

  it('a dialog is a separate window, closed by a button, Back or a touch outside', async () => {
    const { world, finger } = await createPhone({
      activity: 'com.android.settings/.Settings$MyDeviceInfoActivity',
    });
    finger.tap('Android version');
    expect(world.focusedWindow().kind).toBe('dialog');
    expect(finger.nodes()[0]?.bounds).toEqual(world.focusedWindow().bounds);
    finger.tap('OK');
    expect(world.focusedWindow().kind).toBe('activity');
    finger.tap('Android version');
    world.pressKey(4);
    expect(world.focusedWindow().kind).toBe('activity');
    finger.tap('Android version');
    finger.press({ left: 500, top: 200, right: 520, bottom: 220 }, 50);
    expect(world.focusedWindow().kind).toBe('activity');
  });
});

describe('notes', () => {
  it('saves a new note, and deletes it after confirmation', async () => {
    const { world, finger } = await createPhone({ activity: notes });
    finger.tap('fab_new_note');
    expect(finger.get('edit_title').focused).toBe(true);
    expect(world.windows().some(({ kind }) => kind === 'ime')).toBe(true);
    world.typeText('Dentist');
    world.pressKey(66);
    world.typeText('Monday 10:30');
    finger.tap('Save');
    expect(finger.get('note_title').text).toBe('Dentist');
    expect(finger.get('note_body').text).toBe('Monday 10:30');
    finger.tap('Dentist');
    finger.tap('Delete');
    expect(finger.get('alertTitle').text).toBe('Delete note?');
    finger.tap('Delete');
    expect(finger.find('Dentist')).toBeUndefined();
  });

  it('signs in, and shows the password as bullets in dump and field', async () => {
    const { world, finger } = await createPhone({ activity: notes });
    finger.tap('Sign in');
    expect(finger.get('password')).toMatchObject({
      text: 'Password',
      hint: 'Password',
      password: true,
    });
    finger.tap('email');
    world.typeText('maya@example.com');
    world.pressKey(61);
    world.typeText('secret');
    expect(finger.get('password')).toMatchObject({ text: '\u2022'.repeat(6), focused: true });
    expect(world.focusedField()?.text).toBe('\u2022'.repeat(6));
    expect(JSON.stringify(world.hierarchy())).not.toContain('secret');
    finger.tap('sign_in_button');
    expect(world.resumedActivity().activity).toBe('com.handset.notes.MainActivity');
    expect(finger.get('action_account').description).toBe('Signed in as maya@example.com');
  });
});

describe('keyboard', () => {
  it('appears with the focus, types the tapped key, and is hidden by Back', async () => {
    const { world, finger } = await createPhone({ activity: 'com.handset.notes/.SignInActivity' });
    const ime = () => world.windows().find(({ kind }) => kind === 'ime');
    expect(ime()).toBeUndefined();
    finger.tap('email');
    const bounds = ime()?.bounds ?? { left: 0, top: 0, right: 0, bottom: 0 };
    expect(bounds.bottom).toBe(2400);
    expect(finger.nodes().some(({ description }) => description === 'Shift')).toBe(false);
    // The first key of the first row of letters.
    const firstRow = bounds.top + 44 * 2.625 + 60;
    finger.press({ left: 40, top: firstRow, right: 60, bottom: firstRow + 10 }, 40);
    expect(finger.get('email').text).toBe('q');
    world.pressKey(4);
    expect(ime()).toBeUndefined();
    expect(world.resumedActivity().activity).toBe('com.handset.notes.SignInActivity');
  });

  it.each([0, 1, 3] as const)(
    'keeps the focused field visible in rotation %i',
    async (rotation) => {
      const { world, finger } = await createPhone({
        activity: 'com.handset.notes/.SignInActivity',
      });
      finger.tap('password');
      world.rotation = rotation;
      const ime = world.windows().find(({ kind }) => kind === 'ime');
      expect(finger.get('password').bounds.bottom).toBeLessThanOrEqual(ime?.bounds.top ?? 0);
    },
  );

  it('edits with keys', async () => {
    const { world, finger } = await createPhone({ activity: 'com.handset.notes/.SignInActivity' });
    finger.tap('email');
    for (const code of [29, 30, 31, 62, 8]) world.pressKey(code);
    expect(finger.get('email').text).toBe('abc 1');
    for (const code of [21, 67, 122, 112, 123]) world.pressKey(code);
    expect(finger.get('email').text).toBe('bc1');
    world.typeText('Z');
    expect(finger.get('email').text).toBe('bc1Z');
    world.pressKey(4);
    world.typeText('!');
    expect(finger.get('email').text).toBe('bc1Z!');
  });
});

describe('panels', () => {
  it('opens by swipe and by command, and closes on Back and on command', async () => {
    const { world, finger } = await createPhone();
    finger.swipe([540, 10], [540, 900]);
    expect(world.focusedWindow().title).toBe('NotificationShade');
    expect(finger.find('Reminder: Groceries')).toBeDefined();
    world.pressKey(4);
    expect(world.focusedWindow().kind).toBe('activity');
    world.expandSettings();
    finger.tap('tile_dark');
    expect(finger.get('tile_dark').checked).toBe(true);
    world.collapsePanels();
    expect(world.focusedWindow().kind).toBe('activity');
  });

  it('a notification opens its app', async () => {
    const { world, finger } = await createPhone();
    world.expandNotifications();
    finger.tap('Reminder: Groceries');
    expect(world.resumedActivity().packageName).toBe('com.handset.notes');
    expect(world.focusedWindow().kind).toBe('activity');
  });
});

describe('power', () => {
  it('is black and ignores touches while the display is off', async () => {
    const { world, finger } = await createPhone({ activity: settings });
    world.pressKey(26);
    expect(world.displayOn).toBe(false);
    const { rgba } = await world.pixels();
    expect(rgba.every((value, index) => value === (index % 4 === 3 ? 255 : 0))).toBe(true);
    finger.press({ left: 500, top: 1000, right: 520, bottom: 1020 }, 50);
    expect(world.resumedActivity().activity).toBe('com.android.settings.Settings');
    world.pressKey(224);
    expect(world.displayOn).toBe(true);
  });
});

describe('faults', () => {
  it('landscape starts in rotation 1', async () => {
    const { world } = await createPhone({ faults: new Set(['landscape']) });
    expect(world.rotation).toBe(1);
    expect(world.hierarchy().bounds).toEqual({ left: 0, top: 0, right: 2400, bottom: 1080 });
  });

  it('override-size changes the layout size', async () => {
    const { world } = await createPhone({ faults: new Set(['override-size']) });
    expect(world.screenSize).toEqual({ width: 720, height: 1600 });
    expect(world.overrideDensity).toBe(280);
    expect(world.physicalSize).toEqual({ width: 1080, height: 2400 });
    expect((await world.pixels()).size).toEqual({ width: 720, height: 1600 });
  });

  it('secure-window paints the window black, but not the system bars', async () => {
    const { world } = await createPhone({ faults: new Set(['secure-window']), activity: settings });
    expect(world.windows()[0]?.secure).toBe(true);
    const { size, rgba } = await world.pixels();
    const brightest = (from: number, to: number) =>
      rgba
        .slice(from * size.width * 4, to * size.width * 4)
        .reduce((most, value, index) => (index % 4 === 3 ? most : Math.max(most, value)), 0);
    expect(brightest(120, 2330)).toBe(0);
    expect(brightest(0, 90)).toBeGreaterThan(100);
  });
});

describe('the Allow dialog', () => {
  const allow = {
    title: 'Allow USB debugging?',
    message: 'The computer\u2019s RSA key fingerprint is:\n00:11',
    checkbox: 'Always allow from this computer',
    buttons: ['Cancel', 'Allow'],
  };

  it('resolves with the tapped button', async () => {
    const { world, finger } = await createPhone();
    const answer = world.showSystemDialog(allow, new AbortController().signal);
    expect(world.focusedWindow()).toMatchObject({
      kind: 'dialog',
      packageName: 'com.android.systemui',
    });
    finger.tap('Always allow from this computer');
    expect(finger.get('alwaysUse').checked).toBe(true);
    finger.tap('Allow');
    expect(await answer).toBe('Allow');
    expect(world.focusedWindow().kind).toBe('activity');
  });

  it('is answered automatically after the delay, and closed when its signal aborts', async () => {
    const { world } = await createPhone();
    const tapByItself = { button: 'Allow', afterMs: 5 };
    expect(
      await world.showSystemDialog(
        { ...allow, autoTap: tapByItself },
        new AbortController().signal,
      ),
    ).toBe('Allow');
    const controller = new AbortController();
    const answer = world.showSystemDialog(allow, controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    expect(world.focusedWindow().kind).toBe('activity');
  });
});

describe('changes', () => {
  it('notify listeners until they unsubscribe', async () => {
    const { world } = await createPhone();
    let changeCount = 0;
    const stop = world.onChange(() => changeCount++);
    world.pressKey(3);
    stop();
    world.pressKey(3);
    expect(changeCount).toBe(1);
  });

  it('returns the cached screenshot while nothing changed', async () => {
    const { world } = await createPhone();
    expect(await world.screenshot()).toBe(await world.screenshot());
  });
});
