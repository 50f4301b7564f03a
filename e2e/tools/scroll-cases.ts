import type { ProgressNotification } from '../agents.ts';
import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import { openNewNote } from './note-fields.ts';
import { type PhoneUnderTest, type ElementRow, rowsOf } from './phone-under-test.ts';

/** Scrolls in this direction until an element with this text appears. */
async function scrollUntilShown(
  phone: PhoneUnderTest,
  direction: string,
  label: string,
): Promise<ElementRow> {
  for (let scrolls = 0; scrolls < 6; scrolls++) {
    const row = (await phone.rows()).find(({ text, description }) =>
      [text, description].includes(label),
    );
    if (row) return row;
    await phone.call('scroll', { direction, amount: 'large' });
  }
  throw new Error(`${label} never came.`);
}

/** Expects that the result names the element's new id. */
function expectFound(text: string, id: string, label: string): void {
  const [first = '', second, ...screen] = text.split('\n');
  const now = /^Scrolled to element '(node_\w+)' \([1-9]\d* scroll\(s\)\)$/.exec(first)?.[1];
  expect(now, first).toBeDefined();
  if (now !== id)
    expect(second).toBe(`note:its id was '${id}' and is now '${now}': TextView "${label}"`);
  const row = rowsOf(screen.join('\n')).find((one) => one.id === now);
  expect(row?.text).toBe(label);
  expect(row?.flags[0]).toBe('on');
}

/** Scrolling to an element. */
export const scrollCases = {
  'scroll_to_element does not scroll to a visible element': async (phone) => {
    await phone.open('Settings');
    const { id, bounds } = await phone.rowWithText('Apps');
    const { text } = await phone.call('scroll_to_element', { element_id: id });
    expect(text).toBe(`Element '${id}' is already visible`);
    expect((await phone.rowWithText('Apps')).bounds).toEqual(bounds);
    await phone.call('scroll', { direction: 'down', amount: 'small' });
    const moved = await phone.rowWithText('Apps');
    expect((await phone.call('scroll_to_element', { element_id: id })).text).toBe(
      `Element '${id}' is already visible\nnote:its id was '${id}' and is now '${moved.id}': TextView "Apps"`,
    );
  },

  'scroll_to_element scrolls down and up to known elements, and reports progress': async (
    phone,
  ) => {
    await phone.open('Settings');
    const first = await phone.rowWithText('Network & internet');
    const last = await scrollUntilShown(phone, 'down', 'About phone');
    await scrollUntilShown(phone, 'up', 'Network & internet');
    const notifications: ProgressNotification[] = [];
    const down = await phone.call(
      'scroll_to_element',
      { element_id: last.id, observe: 'state' },
      { onprogress: (progress) => notifications.push(progress) },
    );
    expectFound(down.text, last.id, 'About phone');
    expect(notifications[0]).toMatchObject({
      progress: 1,
      total: 40,
      message: 'Scrolled down, 1 of at most 20',
    });
    const up = await phone.call('scroll_to_element', { element_id: first.id, observe: 'state' });
    expectFound(up.text, first.id, 'Network & internet');
    await phone.clickText('Network & internet');
    expect(await phone.showsText('Wi-Fi')).toBe(true);
  },

  'scroll_to_element scrolls horizontally': async (phone) => {
    for (const app of ['Settings', 'Clock', 'Notes', 'Calculator']) await phone.open(app);
    await phone.call('press_recents');
    const recentCard = await phone.rowWithText('Calculator');
    await phone.call('scroll', { direction: 'right', amount: 'large' });
    await phone.call('scroll', { direction: 'right', amount: 'small' });
    expect(await phone.showsText('Calculator')).toBe(false);
    const { text } = await phone.call('scroll_to_element', { element_id: recentCard.id });
    expect(text).toMatch(/^Scrolled to element 'node_\w+' \(\d+ scroll\(s\)\)/);
    await phone.clickText('Calculator');
    expect(await phone.foregroundActivity()).toBe('com.android.calculator2/.Calculator');
  },

  'scroll_to_element stops at the ends of the list': async (phone) => {
    await phone.open('Settings');
    const { id } = await phone.rowWithText('Connected devices');
    await phone.clickText('Display & touch');
    await scrollUntilShown(phone, 'down', 'Screen saver');
    const refused = await phone.expectError('scroll_to_element', { element_id: id });
    expect(refused).toMatch(
      // An id is letters, digits and underscores.
      new RegExp(
        `^Element '${id}' not visible after \\d+ scroll attempts \\((?:down|up) \\d+ to the end, (?:down|up) \\d+ to the end\\)\\. It may be gone`,
      ),
    );
  },

  'scroll_to_element and diff_screen detect that one long text scrolls': async (phone) => {
    await openNewNote(phone);
    const lines = Array.from({ length: 45 }, (_, i) => `Line ${i + 1} of a long note`);
    await phone.call('set_text', { selector: '@edit_title', text: 'Long' });
    await phone.call('set_text', { selector: '@edit_body', text: lines.join('\n') });
    await phone.call('scroll', { direction: 'up' });
    await phone.call('get_screen_state', { include_screenshot: true });
    const up = await phone.call('scroll', { direction: 'up', amount: 'small', observe: 'diff' });
    expect(up.text).toMatch(
      /\nno change in the elements since snapshot:s\d+, but the picture changed inside EditText @edit_body: /,
    );
    const still = await phone.call('diff_screen');
    expect(still.text).toMatch(/^no change since snapshot:s\d+\n/);
    // The keyboard covers the middle of the screen.
    const down = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    expect(down.text).toMatch(
      /^Scroll down \(medium\) executed\nnote:the keyboard is open, .*\nno change in the elements .*, but the picture changed inside EditText @edit_body: /,
    );
    const { text } = await phone.call('scroll_to_element', { selector: '@edit_title' });
    expect(text).toMatch(/^Scrolled to element 'node_\w+' \([1-9]\d* scroll\(s\)\)/);
  },

  'scroll_to_element says that nothing scrolls': async (phone) => {
    await phone.open('Photos');
    const { id, description } = await phone.rowWithResourceId('thumbnail');
    await phone.call('click_element', { element_id: id });
    await phone.rowWithResourceId('zoom');
    expect(await phone.expectError('scroll_to_element', { element_id: id })).toBe(
      `No scrollable container found for element '${id}'. Nothing on the screen scrolls. Read the screen again.`,
    );
    await phone.call('press_home');
    expect(await phone.expectError('scroll_to_element', { element_id: id })).toBe(
      `Element '${id}' not found. It was ImageView "${description}" of com.android.gallery3d, which is not on the screen now. Go back there first.`,
    );
    expect(await phone.expectError('scroll_to_element', { element_id: 'node_0' })).toBe(
      "Element 'node_0' not found. No screen shown lately had it. Read the screen with get_screen_state and use an id from there.",
    );
  },
} satisfies ToolCases;
