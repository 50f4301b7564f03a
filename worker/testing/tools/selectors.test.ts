/** Every tool that takes an element, with a selector for it. */
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { expect, test } from 'vitest';
import type { ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { expectFieldText, openNewNote } from './note-fields.ts';
import { connectAgentWithoutPhone, openPhone, testOn } from '../phones.ts';

useDrivenClock();

const cases: ToolCases = {
  presses: async (phone) => {
    const opened = await phone.call('click_element', { selector: ':text("Settings")' });
    expect(opened.text).toMatch(/^Click performed on e\d+ TextView "Settings"$/);
    const tree = (await phone.call('get_screen_tree', { compact: true })).text;
    const [, ref = ''] = /(e\d+) "Network & internet"/.exec(tree) ?? [];
    const row = 'RecyclerView LinearLayout[clickable] :text("Network & internet")';
    const climbed = await phone.call('click_element', { selector: row, observe: 'state' });
    expect(climbed.text.split('\n')[0]).toBe(
      `Click performed on ${ref} LinearLayout "Network & internet"`,
    );
    expect(climbed.text).toContain('app:com.android.settings activity:.SubSettings');
    await phone.call('press_home');
    const held = await phone.call('long_click_element', { selector: ':text("Notes")' });
    expect(held.text).toMatch(/^Long-click performed on e\d+ TextView "Notes"$/);
    await phone.call('click_element', { selector: ':contains("info")' });
    const refused = await phone.expectError('click_element', { selector: ':text("Force stop")' });
    expect(refused).toMatch(/^Action failed on element 'e\d+': it is disabled\./);
  },

  'no match and several matches are errors that name candidates': async (phone) => {
    await phone.open('Settings');
    const before = await phone.rows();
    const tools = ['click_element', 'long_click_element', 'scroll_to_element'];
    for (const tool of [...tools, 'set_text', 'input_text', 'clear_text']) {
      const text = /set_text|input_text/.test(tool) ? { text: 'x' } : {};
      const several = await phone.expectError(tool, { selector: '@title', ...text });
      expect(several, tool).toMatch(
        /^\d+ elements match @title(\[visible\])?, but exactly one must: e\d+ TextView ".*Call again with the selector or the ref of the one you mean\.$/,
      );
      if (tool === 'scroll_to_element') continue;
      const none = await phone.expectError(tool, { selector: ':text("Aps")', ...text });
      expect(none, tool).toMatch(/^No element matches :text\("Aps"\)\. Nearest: /);
      expect(none, tool).toMatch(/ e\d+ TextView "Apps" is :text\("Apps"\)/);
    }
    expect(await phone.rows()).toEqual(before);
    const several = await phone.expectError('click_element', { selector: '@title' });
    const [, ref, selector] = /(e\d+) TextView "Apps" is ([^;]+);/.exec(several) ?? [];
    for (const target of [{ selector }, { element_id: ref }]) {
      await phone.call('click_element', target);
      expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
      await phone.call('press_back');
    }
  },

  fields: async (phone) => {
    await openNewNote(phone);
    const set = await phone.call('set_text', { selector: 'EditText@edit_body', text: 'one' });
    expect(set.text.split('\n')[0]).toMatch(/^Text set on e\d+ EditText "Write something"$/);
    const typed = await phone.call('input_text', { selector: '#edit_title', text: 'Shopping' });
    expect(typed.text.split('\n')[0]).toBe('Text input completed (8 characters)');
    const selector = ':text("one")';
    await phone.call('input_text', { selector, text: ' two' });
    await expectFieldText(phone, 'edit_body', 'one two');
    await expectFieldText(phone, 'edit_title', 'Shopping');
    await phone.call('clear_text', { selector: '[editable][focused]' });
    await phone.call('input_text', { text: 'three' });
    await expectFieldText(phone, 'edit_body', 'three');
    const message = await phone.expectError('set_text', { selector: '*:desc("*")[0]', text: 'x' });
    expect(message).toMatch(/^Element 'e\d+' is not editable\./);
  },

  'scrolls to an element that was never listed': async (phone) => {
    await phone.open('Settings');
    const selector = ':text("About phone")';
    const down = await phone.call('scroll_to_element', { selector, observe: 'compact' });
    const [first = ''] = down.text.split('\n');
    const found = /^Scrolled to (e\d+) LinearLayout "About phone" \([1-9]\d* scroll\(s\)\)$/.exec(
      first,
    );
    const ref = found?.[1] ?? `none in: ${first}`;
    expect(down.text).toMatch(new RegExp(`^ *${ref} "About phone"`, 'm'));
    expect((await phone.call('scroll_to_element', { selector })).text).toBe(
      `${ref} LinearLayout "About phone" is already visible`,
    );
    await phone.call('scroll_to_element', { selector: ':contains("etwork & inter")' });
    expect(await phone.showsText('About phone')).toBe(false);
    await phone.call('click_element', { selector: ':text("Network & internet")' });
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'names similar elements if scrolling finds no match': async (phone) => {
    await phone.open('Settings');
    const message = await phone.expectError('scroll_to_element', {
      selector: ':text("Netwerk & internet")',
    });
    expect(message).toMatch(
      /^No visible element matches :text\("Netwerk & internet"\), even after \d+ scroll attempts \(down \d+ to the end, up \d+ to the end\)\. Nearest: .*:text\("Network & internet"\)/,
    );
    expect(await phone.expectError('scroll_to_element', { selector: 'TextView[99]' })).toMatch(
      /^No element matches TextView\[99\]\./,
    );
    await phone.call('press_home');
  },

  waits: async (phone) => {
    const selector = 'RecyclerView :text("Apps")';
    const waiting = phone.call('wait_for_element', { selector, timeout: 20_000 });
    await phone.open('Settings');
    const { data } = await waiting;
    const { id } = await phone.rowWithText('Apps');
    expect(data).toMatchObject({ found: true, element: { id, text: 'Apps' } });
    expect(data).not.toHaveProperty('matches');
    const titles = await phone.call('wait_for_element', { selector: '@title', timeout: 1 });
    expect(titles.data).toMatchObject({ found: true, element: { resourceId: 'android:id/title' } });
    expect(titles.data?.['matches']).toBeGreaterThan(3);
    const late = await phone.call('wait_for_element', { selector: ':text("Aps")', timeout: 300 });
    expect(late.data).toMatchObject({ found: false });
    expect(late.text).toContain('waiting for element (selector=:text(\\"Aps\\"))');
    expect(late.text).toMatch(/e\d+ TextView \\"Apps\\" is :text\(\\"Apps\\"\)/);
    const gone = phone.call('wait_for_element', { selector, gone: true, timeout: 20_000 });
    await phone.call('press_home');
    expect((await gone).data).toMatchObject({ found: false });
    expect((await gone).data).not.toHaveProperty('message');
  },

  'finds a switch by the text of its row, and waits for its state': async (phone) => {
    await phone.open('Settings');
    await phone.call('click_element', { selector: ':text("Network & internet")' });
    const selector = 'Switch:near("Airplane mode")';
    const { data } = await phone.call('query_elements', { selector });
    expect(data).toMatchObject({
      count: 1,
      matches: [
        { selector: '@switch_widget:near("Airplane mode")', checked: false, enabled: true },
      ],
    });
    const wait = { selector, state: 'checked' };
    const late = await phone.call('wait_for_element', { ...wait, timeout: 300 });
    expect(late.data).toMatchObject({ found: false, element: { checked: false } });
    expect(late.data?.['reason']).toMatch(
      /1 element on the screen is not checked: e\d+ Switch @switch_widget\.$/,
    );
    const waiting = phone.call('wait_for_element', { ...wait, timeout: 20_000 });
    const row = 'LinearLayout[clickable]:has(:text("Airplane mode"))';
    await phone.call('click_element', { selector: row });
    expect((await waiting).data).toMatchObject({ found: true, element: { checked: true } });
    await phone.call('click_element', { selector });
    const off = { ...wait, state: 'unchecked', timeout: 20_000 };
    expect((await phone.call('wait_for_element', off)).data).toMatchObject({ found: true });
    const summary = await phone.call('query_elements', { selector: ':text("Wi-Fi") + TextView' });
    expect(summary.data).toMatchObject({ count: 1, matches: [{ text: 'Greenhouse 5G' }] });
    const both = await phone.expectError('click_element', { selector: 'Switch:near("Wi-Fi*")' });
    expect(both).toMatch(
      /^2 elements match Switch:near\("Wi-Fi\*"\), but exactly one must: .* is @switch_widget:near\("Wi-Fi"\); .* is @switch_widget:near\("Wi-Fi hotspot"\)\./,
    );
    await phone.call('press_home');
  },
};

testOn({ android: 14 }, cases);

const missingTarget = "Missing required parameter: 'element_id' or 'selector'";
const bothTargets = "Only one of 'element_id' and 'selector' may be given, not both";
const invalidSelector =
  'The selector has "txt" at column 7, where text, contains, desc, has or near should be. Example: :text("Submit"), :contains("Sub"), :desc("Close*"), Row:has(:text("Wi-Fi")), Switch:near("Wi-Fi").';
const twoTargets = { element_id: 'node_1', selector: '@ok' };

test('invalid arguments are refused without a phone', async () => {
  const agent = await connectAgentWithoutPhone();
  const expectRefusal = async (tool: string, args: Record<string, unknown>, message: string) => {
    const answer = await agent.call(tool, args);
    expect([tool, args, answer.text]).toEqual([tool, args, message]);
    expect(answer.isError).toBe(true);
  };
  const pressed = ['click_element', 'long_click_element', 'scroll_to_element', 'set_text'];
  for (const tool of [...pressed, 'input_text', 'clear_text']) {
    const text = /set_text|input_text/.test(tool) ? { text: 'x' } : {};
    if (pressed.includes(tool)) await expectRefusal(tool, text, missingTarget);
    await expectRefusal(tool, { ...text, ...twoTargets }, bothTargets);
    await expectRefusal(
      tool,
      { ...text, selector: 'Button:txt("OK")' },
      invalidSelector.replace('7', '8'),
    );
  }
  const timeout = 5;
  const by = { by: 'text', value: 'x', timeout };
  await expectRefusal(
    'wait_for_element',
    { timeout },
    "Missing required parameter: 'by' or 'selector'",
  );
  await expectRefusal(
    'wait_for_element',
    { by: 'text', timeout },
    "Missing required parameter: 'value'",
  );
  const either = "Only one of 'by' and 'selector' may be given, not both";
  await expectRefusal('wait_for_element', { ...by, selector: '@ok' }, either);
  await expectRefusal(
    'wait_for_element',
    { timeout, selector: 'A:txt("OK")' },
    invalidSelector.replace('7', '3'),
  );
  for (const args of [{ selector: '@ok' }, { element_id: 'node_1' }]) {
    expect((await agent.call('click_element', args)).text).toMatch(/^No phone is connected\./);
  }
});

test.each([
  ['with the element reader', [], 'it reads "30%"'],
  ['with dumps', ['no-reader'], 'sent, not verified (the phone does not tell its value)'],
] as const)('set_text sets a slider, and says what was read %s', async (_, faults, result) => {
  const phone = await openPhone({ android: 14, faults });
  await phone.open('Settings');
  await phone.call('click_element', { selector: ':text("Display & touch")' });
  const tree = (await phone.call('get_screen_tree', { compact: true })).text;
  const [, ref = ''] = /(e\d+) SeekBar desc="Brightness level"/.exec(tree) ?? [];
  const set = await phone.call('set_text', { element_id: ref, text: '30%' });
  expect(set.text).toBe(`Slider set on element '${ref}': ${result}`);
  const { text } = await phone.call('set_text', { selector: 'SeekBar', text: '100' });
  expect(text).toBe(
    `Slider set on ${ref} SeekBar "Brightness level": ${result.replace('30', '100')}`,
  );
});
