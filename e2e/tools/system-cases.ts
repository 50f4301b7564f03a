import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import { rowsOf } from './phone-under-test.ts';

const launcher = /^com\.android\.launcher3\/\.uioverrides\.QuickstepLauncher$/;

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
