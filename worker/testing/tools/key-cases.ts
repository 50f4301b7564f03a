/** press_key acts at the cursor, like a keyboard. */
import { expect } from 'vitest';
import {
  rowsOf,
  type PhoneUnderTest,
  type ToolCases,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { elementWithResourceId, expectFieldText, openNewNote } from './note-fields.ts';

const letters = 'abcdefghijklm';

/** Taps into the text, which puts the cursor between two letters; the caller must find out which. */
async function tapIntoText(phone: PhoneUnderTest, name: string): Promise<void> {
  const { id } = await elementWithResourceId(phone, name);
  await phone.call('set_text', { element_id: id, text: letters });
  const { bounds } = await phone.rowWithResourceId(name);
  const { top, left, right } = bounds;
  // The letters fill about a third of the field.
  await phone.call('tap', { x: left + Math.round((right - left) / 6), y: top + 40 });
}

async function fieldText(phone: PhoneUnderTest, name: string): Promise<string> {
  return (await elementWithResourceId(phone, name)).text;
}

async function pressKey(phone: PhoneUnderTest, key: string): Promise<void> {
  const { text } = await phone.call('press_key', { key });
  expect(text).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
}

/** A drag that begins with a long press extends a selection, as the handles of Android do. */
export const dragCases = {
  'drag selects words': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: id, text: 'one two three' });
    await phone.call('dismiss_keyboard');
    const { bounds } = await phone.rowWithResourceId('edit_title');
    const y = Math.round((bounds.top + bounds.bottom) / 2);
    const { text } = await phone.call('drag', {
      from: `${bounds.left + 60},${y}`,
      to: `${bounds.right - 40},${y}`,
    });
    expect(text).toMatch(/^Drag executed from \(\d+, \d+\) to \(\d+, \d+\) over 500ms$/);
    await phone.call('input_text', { text: 'all' });
    await expectFieldText(phone, 'edit_title', 'all');
  },

  'drag takes elements': async (phone) => {
    await phone.open('Settings');
    const { id } = await phone.rowWithText('Apps');
    const { text } = await phone.call('drag', {
      from: id,
      to: '@search_action_bar',
      long_press: false,
    });
    expect(text).toMatch(/^Drag executed from element 'node_\w+' at \(\d+, \d+\) to e\d+ \S+ /);
    const message = await phone.expectError('drag', { from: ':text("Apps")', to: 'node_0' });
    expect(message).toMatch(/^Element 'node_0' not found/);
  },
} satisfies ToolCases;

/** What covers or hides the screen. */
const displayCases = {
  'dismiss_keyboard closes the keyboard, and nothing else': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('click_element', { element_id: id });
    const { text } = await phone.call('dismiss_keyboard');
    expect(text).toBe('Keyboard dismissed\nkeyboard:com.android.inputmethod.latin/.LatinIME');
    const activity = await phone.foregroundActivity();
    expect((await phone.call('dismiss_keyboard')).text).toBe('No keyboard was open');
    expect(await phone.foregroundActivity()).toBe(activity);
  },

  'lock_screen and wake_screen switch the display': async (phone) => {
    const { text } = await phone.call('lock_screen');
    expect(text).toMatch(/^Display turned off\nlocked:no, the phone has no lock screen/);
    expect(await phone.expectError('tap', { x: 5, y: 5 })).toMatch(/display is off/);
    expect((await phone.call('lock_screen')).text).toMatch(/^Display was already off\n/);
    expect((await phone.call('wake_screen')).text).toBe('Display turned on');
    expect((await phone.call('wake_screen')).text).toBe('Display was already on');
    await phone.call('tap', { x: 5, y: 5 });
  },
} satisfies ToolCases;

const launcher = /^com\.android\.launcher3\/\.uioverrides\.QuickstepLauncher$/;

export const keyCases = {
  ...displayCases,

  'input_text, DEL and SPACE act at the cursor': async (phone) => {
    await openNewNote(phone);
    await tapIntoText(phone, 'edit_title');
    await phone.call('input_text', { text: '%s|' });
    const at = (await fieldText(phone, 'edit_title')).indexOf('%s|');
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(letters.length);
    const before = letters.slice(0, at);
    const after = letters.slice(at);
    await expectFieldText(phone, 'edit_title', `${before}%s|${after}`);
    for (const _ of '%s|') await pressKey(phone, 'DEL');
    await expectFieldText(phone, 'edit_title', letters);
    await pressKey(phone, 'del');
    await expectFieldText(phone, 'edit_title', before.slice(0, -1) + after);
    await pressKey(phone, 'SPACE');
    await expectFieldText(phone, 'edit_title', `${before.slice(0, -1)} ${after}`);
  },

  'DEL deletes a whole emoji, and does nothing in an empty field': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    const text = phone.inputBackend === 'scrcpy' ? 'a👍🏽' : 'ab';
    await phone.call('set_text', { element_id: id, text });
    await pressKey(phone, 'DEL');
    await expectFieldText(phone, 'edit_title', 'a');
    await pressKey(phone, 'DEL');
    await pressKey(phone, 'DEL');
    expect(await fieldText(phone, 'edit_title')).toMatch(/^(Title)?$/);
  },

  'ENTER inserts a line break at the cursor': async (phone) => {
    await openNewNote(phone);
    await tapIntoText(phone, 'edit_body');
    await pressKey(phone, 'enter');
    const text = await fieldText(phone, 'edit_body');
    expect(text.replace('\n', '')).toBe(letters);
    expect(text.indexOf('\n')).toBeGreaterThan(0);
    expect(text.indexOf('\n')).toBeLessThan(letters.length);
  },

  'ENTER and TAB go to the next field': async (phone) => {
    for (const key of ['ENTER', 'TAB']) {
      await openNewNote(phone);
      const { id } = await elementWithResourceId(phone, 'edit_title');
      await phone.call('set_text', { element_id: id, text: key });
      await pressKey(phone, key);
      await phone.call('input_text', { text: 'below' });
      await expectFieldText(phone, 'edit_title', key);
      await expectFieldText(phone, 'edit_body', 'below');
      await phone.reset();
    }
  },

  'arrows and Ctrl edit a field as a keyboard does': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: id, text: 'abc' });
    await pressKey(phone, 'DPAD_LEFT');
    await pressKey(phone, 'X');
    await expectFieldText(phone, 'edit_title', 'abxc');
    await pressKey(phone, 'MOVE_HOME');
    await pressKey(phone, 'FORWARD_DEL');
    await expectFieldText(phone, 'edit_title', 'bxc');
    if (phone.inputBackend === 'shell' && phone.android < 13) {
      const message = await phone.expectError('press_key', { key: 'A', modifiers: ['ctrl'] });
      expect(message).toMatch(
        /^A key failed: Keys with Ctrl, Shift or Alt need Android 13 or later, or the scrcpy server/,
      );
      await expectFieldText(phone, 'edit_title', 'bxc');
      return;
    }
    const { text } = await phone.call('press_key', { key: 'a', modifiers: ['Ctrl'] });
    expect(text).toBe("Key 'Ctrl+A' pressed successfully");
    for (const key of ['c', 'x', 'v', 'v']) {
      await phone.call('press_key', { key, modifiers: ['ctrl'] });
    }
    await expectFieldText(phone, 'edit_title', 'bxcbxc');
    await phone.call('press_key', { key: 'MOVE_HOME', modifiers: ['shift', 'ctrl'] });
    await phone.call('press_key', { key: '1', modifiers: ['shift'] });
    await expectFieldText(phone, 'edit_title', '!');
  },

  'keys of the phone itself': async (phone) => {
    await phone.open('Clock');
    await phone.open('Settings');
    await pressKey(phone, 'APP_SWITCH');
    await phone.clickText('Clock');
    expect(await phone.foregroundActivity()).toBe('com.android.deskclock/.DeskClock');
    await pressKey(phone, 'ESCAPE');
    for (const key of ['VOLUME_UP', 'MEDIA_PLAY_PAUSE', 'CAMERA', 'SEARCH']) {
      await pressKey(phone, key);
      expect(await phone.foregroundActivity()).toMatch(launcher);
    }
  },

  'BACK goes back, and HOME goes home': async (phone) => {
    await phone.open('Settings');
    await phone.clickText('Apps');
    await pressKey(phone, 'BACK');
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.Settings');
    await pressKey(phone, 'Home');
    expect(await phone.foregroundActivity()).toMatch(/^com\.android\.launcher3\//);
  },

  'a key and the screen after it in one call': async (phone) => {
    await phone.open('Settings');
    const { text } = await phone.call('press_key', { key: 'HOME', observe: 'state' });
    expect(text).toMatch(
      /^Key 'HOME' pressed successfully\nnote:[^]*\napp:com\.android\.launcher3 /,
    );
  },

  'keys that need a focused field say so': async (phone) => {
    await phone.open('Calculator');
    const hint = 'First click the element that should receive the key.';
    for (const [key, message] of [
      ['ENTER', 'No focused element found for ENTER key.'],
      ['DEL', 'No focused editable element found for DEL key.'],
      ['TAB', 'No focused editable element found for key input.'],
      ['space', 'No focused editable element found for key input.'],
    ] as const) {
      expect(await phone.expectError('press_key', { key })).toBe(`${message} ${hint}`);
    }
  },
} satisfies ToolCases;

/** System keys and panels. */
export const systemCases = {
  'press_back goes one page back, then out of the app': async (phone) => {
    await phone.open('Settings');
    await phone.clickText('Apps');
    expect(await phone.foregroundActivity()).toMatch(/\/\.SubSettings$/);
    const { text } = await phone.call('press_back');
    expect(text).toBe('Back button press executed successfully');
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.Settings');
    await phone.call('press_back');
    expect(await phone.foregroundActivity()).toMatch(launcher);
  },

  'press_home shows the home screen and leaves the app open': async (phone) => {
    await phone.open('Calculator');
    await phone.clickText('7');
    const { text } = await phone.call('press_home');
    expect(text).toBe('Home button press executed successfully');
    expect(await phone.foregroundActivity()).toMatch(launcher);
    await phone.open('Calculator');
    expect((await phone.rowWithResourceId('formula')).text).toBe('7');
  },

  'press_recents lists the open apps, and one can be chosen': async (phone) => {
    await phone.open('Clock');
    await phone.open('Notes');
    const { text } = await phone.call('press_recents');
    expect(text).toBe('Recents button press executed successfully');
    const cards = (await phone.rows()).filter(({ resourceId }) =>
      resourceId.endsWith(':id/task_view_single'),
    );
    expect(cards.map(({ description }) => description)).toEqual(['Notes', 'Clock']);
    await phone.clickText('Clock');
    expect(await phone.foregroundActivity()).toBe('com.android.deskclock/.DeskClock');
  },

  'open_notifications lists notifications, and one opens its app': async (phone) => {
    const { text } = await phone.call('open_notifications');
    expect(text).toBe('Open notifications executed successfully');
    await phone.rowWithResourceId('notification_stack_scroller');
    await phone.call('press_back');
    expect(await phone.showsText('Reminder: Groceries')).toBe(false);
    await phone.call('open_notifications');
    await phone.clickText('Reminder: Groceries');
    expect(await phone.foregroundActivity()).toBe('com.handset.notes/.MainActivity');
  },

  'open_quick_settings shows working tiles': async (phone) => {
    const { text } = await phone.call('open_quick_settings');
    expect(text).toBe('Open quick settings executed successfully');
    const { id } = await phone.rowWithText('Flashlight, Off');
    await phone.call('click_element', { element_id: id });
    expect(await phone.showsText('Flashlight, On')).toBe(true);
    await phone.clickText('Flashlight, On');
    // BACK goes to the notifications or closes both, depending on the phone; HOME closes both.
    await phone.call('press_home');
    expect(await phone.showsText('Flashlight, Off')).toBe(false);
  },

  'observe=state appends the new screen to the message': async (phone) => {
    for (const [tool, message, shown] of [
      ['open_quick_settings', 'Open quick settings executed', 'quick_settings_panel'],
      ['press_back', 'Back button press executed', 'workspace'],
      ['open_notifications', 'Open notifications executed', 'notification_stack_scroller'],
      ['press_recents', 'Recents button press executed', 'overview_panel'],
      ['press_home', 'Home button press executed', 'workspace'],
    ] as const) {
      const { text } = await phone.call(tool, { observe: 'state' });
      const [first, second] = text.split('\n');
      expect([first, second]).toEqual([
        `${message} successfully`,
        'note:structural-only nodes are omitted from the tree',
      ]);
      expect(text.split('\n')).toContain(
        (await phone.call('get_screen_state')).text.split('\n')[4],
      );
      const names = rowsOf(text).map(({ resourceId }) => resourceId.replace(/^.*:id\//, ''));
      expect(names).toContain(shown);
    }
  },
} satisfies ToolCases;
