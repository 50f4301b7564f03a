import { z } from 'zod';
import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import type { PhoneUnderTest } from './phone-under-test.ts';

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
    expect(second).toMatch(
      /^note:it is not clickable itself; its ancestor node_\w+: LinearLayout "Apps" is$/,
    );
    expect(third).toMatch(/^note:structural-only/);
    expect(climbed.text).toContain('\napp:com.android.settings activity:.SubSettings\n');
  },

  'click_element refuses an element that cannot be clicked': async (phone) => {
    await phone.open('Photos');
    const { id } = await phone.rowWithResourceId('date');
    expect(await phone.expectError('click_element', { element_id: id })).toBe(
      `Element '${id}' is not clickable. Nothing around it is either. Use the id of another element, or tap coordinates.`,
    );
    expect(await phone.expectError('long_click_element', { element_id: id })).toBe(
      `Element '${id}' is not long-clickable. Nothing around it is either. Use the id of another element, or tap coordinates.`,
    );
    expect(await phone.expectError('click_element', { element_id: 'node_0' })).toBe(
      "Element 'node_0' not found in accessibility tree. No screen shown lately had it. Read the screen with get_screen_state and use an id from there.",
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
    const [now] = await findElements(phone, { by: 'text', value: 'Sound & vibration' });
    const refused = await phone.expectError('click_element', { element_id: id });
    expect(refused).toBe(
      `Element '${id}' not found in accessibility tree. The screen has changed since it was shown; the nearest match now is ${now?.id}: TextView "Sound & vibration".`,
    );
    await phone.call('click_element', { element_id: now?.id });
    expect(await phone.expectError('click_element', { element_id: id })).toBe(
      `Element '${id}' not found in accessibility tree. It was TextView "Sound & vibration"; the screen has changed since, and nothing on it now is surely the same. Read the screen again, or look for it with scroll_to_element.`,
    );
    await phone.call('press_home');
    expect(await phone.expectError('long_click_element', { element_id: id })).toBe(
      `Element '${id}' not found in accessibility tree. It was TextView "Sound & vibration" of com.android.settings, which is not on the screen now. Go back there first.`,
    );
  },

  'click_element avoids an element that covers its target, or names it': async (phone) => {
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
    const covered = await phone.call('click_element', { element_id: id });
    const close =
      /note:(node_\w+: FrameLayout "Close") lies over all of it and may have taken the touch$/;
    expect(covered.text.split('\n')[1]).toMatch(close);
    expect(await phone.showsText('App info')).toBe(false);
    expect(await phone.showsText('Clock')).toBe(true);
  },

  'long_click_element holds, and uses a long-clickable ancestor too': async (phone) => {
    const { id } = await phone.rowWithText('Weather');
    const held = await phone.call('long_click_element', { element_id: id });
    expect(held.text).toBe(`Long-click performed on element '${id}'`);
    expect(await phone.showsText('App info')).toBe(true);
    await phone.open('Notes');
    const title = await phone.rowWithText('Bike');
    const { text } = await phone.call('long_click_element', {
      element_id: title.id,
      observe: 'state',
    });
    expect(text.split('\n')[1]).toMatch(
      /^note:it is not long-clickable itself; its ancestor node_\w+: CardView "Bike" is$/,
    );
    expect(text).toContain('\t1 selected\t');
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
