import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';
import { rowsOf } from './phone-under-test.ts';

const launcher = /^com\.android\.launcher3\/\.uioverrides\.QuickstepLauncher$/;

/** System keys and panels. */
export const systemCases = {
  'press_back goes one page back, then out of the app': async (phone) => {
    await phone.open('Settings');
    await phone.click('Apps');
    expect(await phone.front()).toMatch(/\/\.SubSettings$/);
    const { text } = await phone.does('press_back');
    expect(text).toBe('Back button press executed successfully');
    expect(await phone.front()).toBe('com.android.settings/.Settings');
    await phone.does('press_back');
    expect(await phone.front()).toMatch(launcher);
  },

  'press_home shows the home screen and leaves the app open': async (phone) => {
    await phone.open('Calculator');
    await phone.click('7');
    const { text } = await phone.does('press_home');
    expect(text).toBe('Home button press executed successfully');
    expect(await phone.front()).toMatch(launcher);
    await phone.open('Calculator');
    expect((await phone.rowNamed('formula')).text).toBe('7');
  },

  'press_recents lists the open apps, and one can be chosen': async (phone) => {
    await phone.open('Clock');
    await phone.open('Notes');
    const { text } = await phone.does('press_recents');
    expect(text).toBe('Recents button press executed successfully');
    const cards = (await phone.rows()).filter(({ resourceId }) =>
      resourceId.endsWith(':id/task_view_single'),
    );
    expect(cards.map(({ description }) => description)).toEqual(['Notes', 'Clock']);
    await phone.click('Clock');
    expect(await phone.front()).toBe('com.android.deskclock/.DeskClock');
  },

  'open_notifications lists notifications, and one opens its app': async (phone) => {
    const { text } = await phone.does('open_notifications');
    expect(text).toBe('Open notifications executed successfully');
    await phone.rowNamed('notification_stack_scroller');
    await phone.does('press_back');
    expect(await phone.shows('Reminder: Groceries')).toBe(false);
    await phone.does('open_notifications');
    await phone.click('Reminder: Groceries');
    expect(await phone.front()).toBe('com.handset.notes/.MainActivity');
  },

  'open_quick_settings shows working tiles': async (phone) => {
    const { text } = await phone.does('open_quick_settings');
    expect(text).toBe('Open quick settings executed successfully');
    const { id } = await phone.rowWith('Flashlight, Off');
    await phone.does('click_element', { element_id: id });
    expect(await phone.shows('Flashlight, On')).toBe(true);
    await phone.click('Flashlight, On');
    // BACK goes to the notifications or closes both, depending on the phone; HOME closes both.
    await phone.does('press_home');
    expect(await phone.shows('Flashlight, Off')).toBe(false);
  },

  'observe=state appends the new screen to the message': async (phone) => {
    for (const [tool, words, shown] of [
      ['open_quick_settings', 'Open quick settings executed', 'quick_settings_panel'],
      ['press_back', 'Back button press executed', 'workspace'],
      ['open_notifications', 'Open notifications executed', 'notification_stack_scroller'],
      ['press_recents', 'Recents button press executed', 'overview_panel'],
      ['press_home', 'Home button press executed', 'workspace'],
    ] as const) {
      const { text } = await phone.does(tool, { observe: 'state' });
      const [first, second] = text.split('\n');
      expect([first, second]).toEqual([
        `${words} successfully`,
        'note:structural-only nodes are omitted from the tree',
      ]);
      expect(text.split('\n')).toContain(
        (await phone.does('get_screen_state')).text.split('\n')[4],
      );
      const names = rowsOf(text).map(({ resourceId }) => resourceId.replace(/^.*:id\//, ''));
      expect(names).toContain(shown);
    }
  },
} satisfies Cases;
