import { z } from 'zod';
import { expect } from 'vitest';
import {
  rowsOf,
  type ElementRow,
  type PhoneUnderTest,
  type ToolCases,
} from '#core/demo-phone/testing/phone-under-test.ts';
import type { ProgressNotification } from '#core/mcp/testing/agent.ts';
import { openNewNote } from './note-fields.ts';

const foundSchema = z.strictObject({
  elements: z.array(
    z.strictObject({
      id: z.string(),
      text: z.string().nullable(),
      contentDescription: z.string().nullable(),
      resourceId: z.string().nullable(),
      className: z.string().nullable(),
      bounds: z.strictObject({
        left: z.number(),
        top: z.number(),
        right: z.number(),
        bottom: z.number(),
      }),
      clickable: z.boolean(),
      longClickable: z.boolean(),
      scrollable: z.boolean(),
      editable: z.boolean(),
      enabled: z.boolean(),
      visible: z.boolean(),
      checked: z.boolean().optional(),
      selected: z.boolean(),
      focused: z.boolean(),
      expanded: z.boolean().optional(),
    }),
  ),
});

/** The result of find_elements; checks that its text equals its data. */
async function findElements(phone: PhoneUnderTest, args: Record<string, unknown>) {
  const { text, data } = await phone.call('find_elements', args);
  expect(JSON.parse(text)).toEqual(data);
  return foundSchema.parse(data).elements;
}

/** Finding elements, and clicking them. */
export const elementCases = {
  'find_elements by text': async (phone) => {
    const by = 'text';
    await phone.open('Settings');
    const { id, bounds } = await phone.rowWithText('Connected devices');
    const [one, ...more] = await findElements(phone, { by, value: 'CONNECTED dev' });
    expect(more).toEqual([]);
    expect(one).toEqual({
      id,
      text: 'Connected devices',
      contentDescription: null,
      resourceId: 'android:id/title',
      className: 'android.widget.TextView',
      bounds,
      clickable: false,
      longClickable: false,
      scrollable: false,
      editable: false,
      enabled: true,
      visible: true,
      selected: false,
      focused: false,
    });
    expect(
      await findElements(phone, { by, value: 'connected devices', exact_match: true }),
    ).toEqual([]);
    expect(
      await findElements(phone, { by, value: 'Connected devices', exact_match: true }),
    ).toEqual([one]);
    expect(await findElements(phone, { by, value: 'Connected*' })).toEqual([]);
  },

  'find_elements by the other fields': async (phone) => {
    const label = await findElements(phone, { by: 'CONTENT_DESC', value: 'voice' });
    expect(label.map(({ contentDescription }) => contentDescription)).toEqual(['Voice search']);
    const hotseat = { by: 'resource_id', value: 'hotseat' };
    const named = await findElements(phone, hotseat);
    expect(named.map(({ resourceId }) => resourceId)).toEqual([
      'com.android.launcher3:id/hotseat',
      'com.android.launcher3:id/search_container_hotseat',
    ]);
    expect(await findElements(phone, { ...hotseat, exact_match: true })).toEqual([]);
    const clock = { by: 'class_name', value: 'android.widget.TextClock', exact_match: true };
    expect((await findElements(phone, clock)).map(({ resourceId }) => resourceId)).toEqual([
      'com.android.launcher3:id/clock',
    ]);
    const layouts = await findElements(phone, { by: 'class_name', value: 'viewgroup' });
    const shown = new Set((await phone.rows()).map(({ id }) => id));
    // Includes elements that get_screen_state omits.
    expect(layouts.some(({ id }) => !shown.has(id))).toBe(true);
  },

  'get_element_details prints full texts, and which ids it did not find': async (phone) => {
    await phone.open('Settings');
    const about = await scrollDownTo(phone, 'About phone');
    await phone.call('click_element', { element_id: about });
    const note = await scrollDownTo(phone, /^This phone is simulated/);
    const row = (await phone.rows()).find(({ id }) => id === note);
    expect(row?.text).toMatch(/\.\.\.truncated$/);
    const { text } = await phone.call('get_element_details', { ids: [note, 'node_0', note] });
    const whole =
      'This phone is simulated by Handset and runs in your browser. Nothing on it is real, and nothing leaves this computer.';
    expect(text.split('\n')).toEqual([
      'id\ttext\tdesc',
      `${note}\t${whole}\t-`,
      'node_0\tnot_found\tnot_found',
      `${note}\t${whole}\t-`,
    ]);
  },

  'click_element taps a clickable element, or a clickable ancestor': async (phone) => {
    const { id } = await phone.rowWithText('Settings');
    const clicked = await phone.call('click_element', { element_id: id });
    expect(clicked.text).toBe(`Click performed on element '${id}'`);
    const title = await phone.rowWithText('Apps');
    const climbed = await phone.call('click_element', { element_id: title.id, observe: 'state' });
    const [first, second, third] = climbed.text.split('\n');
    expect(first).toBe(`Click performed on element '${title.id}'`);
    expect(second).toMatch(/^note:pressed its ancestor e\d+ LinearLayout "Apps"$/);
    expect(third).toMatch(/^note:structural-only/);
    expect(climbed.text).toContain('\napp:com.android.settings activity:.SubSettings\n');
  },

  'click_element refuses an element that cannot be clicked': async (phone) => {
    await phone.open('Photos');
    const { id } = await phone.rowWithResourceId('date');
    expect(await phone.expectError('click_element', { element_id: id })).toBe(
      `Element '${id}' is not clickable. Nor is any of its ancestors. Use the id of another element, or tap coordinates.`,
    );
    expect(await phone.expectError('long_click_element', { element_id: id })).toBe(
      `Element '${id}' is not long-clickable. Nor is any of its ancestors. Use the id of another element, or tap coordinates.`,
    );
    expect(await phone.expectError('click_element', { element_id: 'node_0' })).toBe(
      "Element 'node_0' not found in accessibility tree. It is on no screen shown to you recently. Call get_screen_state and use an id from its reply.",
    );
  },

  'click_element refuses a disabled element': async (phone) => {
    await phone.call('long_click_element', { element_id: (await phone.rowWithText('Notes')).id });
    await phone.clickText('App info');
    const { id, flags } = await phone.rowWithText('Force stop');
    expect(flags).not.toContain('ena');
    expect(await phone.expectError('click_element', { element_id: id })).toBe(
      `Action failed on element '${id}': it is disabled. Read the screen again; something else may have to be filled in or chosen first.`,
    );
    expect(await phone.showsText('Force stop?')).toBe(false);
  },

  'click_element describes the element of an old id and its nearest match': async (phone) => {
    await phone.open('Settings');
    const { id } = await phone.rowWithText('Sound & vibration');
    await phone.call('scroll', { direction: 'down', amount: 'small' });
    const refused = await phone.expectError('click_element', { element_id: id });
    const nearest = /the nearest match now is (e\d+) TextView "Sound & vibration"\.$/.exec(refused);
    expect(refused).toMatch(
      `Element '${id}' not found in accessibility tree. The screen has changed since it was shown; the nearest match now is `,
    );
    await phone.call('click_element', { element_id: nearest?.[1] });
    expect(await phone.expectError('click_element', { element_id: id })).toBe(
      `Element '${id}' not found in accessibility tree. It was TextView "Sound & vibration". The screen has changed, and no element on it is certainly the same. Read the screen again, or look for the element with scroll_to_element.`,
    );
    await phone.call('press_home');
    expect(await phone.expectError('long_click_element', { element_id: id })).toBe(
      `Element '${id}' not found in accessibility tree. It was TextView "Sound & vibration" in com.android.settings, which is no longer on the screen. Go back to that app first.`,
    );
  },

  'click_element avoids an element that covers its target, or touches nothing and names it': async (
    phone,
  ) => {
    await phone.open('Contacts');
    // The round button covers the right end of one of the rows.
    const button = (await phone.rowWithText('Create new contact')).bounds;
    const rows = (await phone.rows()).filter(({ resourceId }) => resourceId.endsWith(':id/item'));
    const under = rows.find(
      ({ bounds }) => bounds.bottom > button.top && bounds.top < button.bottom,
    );
    if (under) {
      const { text } = await phone.call('click_element', { element_id: under.id });
      expect(text).toBe(`Click performed on element '${under.id}'`);
      expect(await phone.foregroundActivity()).toBe('com.android.dialer/.DialtactsActivity');
    }
    await phone.call('press_home');
    const { id } = await phone.rowWithText('Clock');
    await phone.call('long_click_element', { element_id: id });
    expect((await phone.rowWithText('Clock')).flags).toContain('covered');
    expect(await phone.expectError('click_element', { element_id: id })).toMatch(
      /: FrameLayout "Close" covers all of it, so nothing was touched\. /,
    );
    expect(await phone.showsText('App info')).toBe(true);
    expect(await phone.showsText('Clock')).toBe(true);
  },

  'long_click_element holds the element': async (phone) => {
    const { id } = await phone.rowWithText('Weather');
    const held = await phone.call('long_click_element', { element_id: id });
    expect(held.text).toBe(`Long-click performed on element '${id}'`);
    expect(await phone.showsText('App info')).toBe(true);
  },
} satisfies ToolCases;

/** Scrolls down until an element with this text appears; returns its id. */
async function scrollDownTo(phone: PhoneUnderTest, label: string | RegExp): Promise<string> {
  for (let scrolls = 0; scrolls < 6; scrolls++) {
    const row = (await phone.rows()).find(({ text }) =>
      typeof label === 'string' ? text === label : label.test(text),
    );
    if (row) return row.id;
    await phone.call('scroll', { direction: 'down' });
  }
  throw new Error(`${String(label)} never came.`);
}

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
        `^Element '${id}' not visible after \\d+ scroll attempts \\((?:down|up) \\d+ to the end, (?:down|up) \\d+ to the end\\)\\. It may have been removed`,
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
      /\nno change in the elements since snapshot:s\d+, but the screenshot changed inside EditText @edit_body: /,
    );
    const still = await phone.call('diff_screen');
    expect(still.text).toMatch(/^no change since snapshot:s\d+\n/);
    // The keyboard covers the middle of the screen.
    const down = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    expect(down.text).toMatch(
      /^Scroll down \(medium\) executed\nnote:the keyboard is open, .*\nno change in the elements .*, but the screenshot changed inside EditText @edit_body: /,
    );
    const { text } = await phone.call('scroll_to_element', { selector: '@edit_title' });
    expect(text).toMatch(/^Scrolled to e\d+ EditText "Title" \([1-9]\d* scroll\(s\)\)/);
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
      `Element '${id}' not found. It was ImageView "${description}" in com.android.gallery3d, which is no longer on the screen. Go back to that app first.`,
    );
    expect(await phone.expectError('scroll_to_element', { element_id: 'node_0' })).toBe(
      "Element 'node_0' not found. It is on no screen shown to you recently. Call get_screen_state and use an id from its reply.",
    );
  },
} satisfies ToolCases;
