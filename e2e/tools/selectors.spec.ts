/** Every tool that takes an element, with a selector for it. */
import { bridgeConnected } from '../console-page.ts';
import { expect, test } from '../fixtures.ts';
import { type Cases, testOn } from './cases.ts';
import { elementNamed, expectShown, openNewNote } from './note-fields.ts';
import { rowsOf } from './phone-under-test.ts';

const cases: Cases = {
  presses: async (phone) => {
    const { id } = await phone.rowWith('Settings');
    const opened = await phone.does('click_element', { selector: ':text("Settings")' });
    expect(opened.text.split('\n')[0]).toBe(`Click performed on element '${id}'`);
    const row = 'RecyclerView LinearLayout[clickable] :text("Network & internet")';
    const climbed = await phone.does('click_element', { selector: row, observe: 'state' });
    expect(climbed.text).toContain('note:it is not clickable itself');
    expect(climbed.text).toContain('app:com.android.settings activity:.SubSettings');
    await phone.does('press_home');
    const notes = await phone.rowWith('Notes');
    const held = await phone.does('long_click_element', { selector: ':text("Notes")' });
    expect(held.text).toBe(`Long-click performed on element '${notes.id}'`);
    await phone.does('click_element', { selector: ':contains("info")' });
    const refused = await phone.fails('click_element', { selector: ':text("Force stop")' });
    expect(refused).toMatch(/^Action failed on element 'node_\w+': it is disabled\./);
  },

  'no match and several matches are errors that name candidates': async (phone) => {
    await phone.open('Settings');
    const before = await phone.rows();
    const apps = await phone.rowWith('Apps');
    const tools = ['click_element', 'long_click_element', 'scroll_to_element'];
    for (const tool of [...tools, 'set_text', 'input_text', 'clear_text']) {
      const text = /set_text|input_text/.test(tool) ? { text: 'x' } : {};
      const several = await phone.fails(tool, { selector: '@title', ...text });
      expect(several, tool).toMatch(
        /^\d+ elements match @title(\[visible\])?, and one is needed: \[[\d.]+\] TextView ".*Call again with the selector or the id of the one you mean\.$/,
      );
      if (tool === 'scroll_to_element') continue;
      const none = await phone.fails(tool, { selector: ':text("Aps")', ...text });
      expect(none, tool).toMatch(/^No element matches :text\("Aps"\)\. Nearest: /);
      expect(none, tool).toContain(`TextView "Apps" ${apps.id} is :text("Apps")`);
    }
    expect(await phone.rows()).toEqual(before);
    const several = await phone.fails('click_element', { selector: '@title' });
    const [, id, selector] = /"Apps" (node_\w+) is ([^;]+);/.exec(several) ?? [];
    expect(id).toBe(apps.id);
    await phone.does('click_element', { selector });
    expect(await phone.front()).toBe('com.android.settings/.SubSettings');
  },

  fields: async (phone) => {
    await openNewNote(phone);
    const { id } = await elementNamed(phone, 'edit_body');
    const set = await phone.does('set_text', { selector: 'EditText@edit_body', text: 'one' });
    expect(set.text.split('\n')[0]).toBe(`Text set on element '${id}'`);
    const typed = await phone.does('input_text', { selector: '#edit_title', text: 'Shopping' });
    expect(typed.text.split('\n')[0]).toBe('Text input completed (8 characters)');
    const selector = ':text("one")';
    await phone.does('input_text', { selector, text: ' two' });
    await expectShown(phone, 'edit_body', 'one two');
    await expectShown(phone, 'edit_title', 'Shopping');
    await phone.does('clear_text', { selector: '[editable][focused]' });
    await phone.does('input_text', { text: 'three' });
    await expectShown(phone, 'edit_body', 'three');
    const said = await phone.fails('set_text', { selector: '*:desc("*")[0]', text: 'x' });
    expect(said).toMatch(/^Element 'node_\w+' is not editable\./);
  },

  'scrolls to an element that was never listed': async (phone) => {
    await phone.open('Settings');
    const selector = ':text("About phone")';
    const down = await phone.does('scroll_to_element', { selector, observe: 'state' });
    const [first = '', ...screen] = down.text.split('\n');
    const id = /^Scrolled to element '(node_\w+)' \([1-9]\d* scroll\(s\)\)$/.exec(first)?.[1];
    expect(rowsOf(screen.join('\n')).find((row) => row.id === id)?.text).toBe('About phone');
    expect((await phone.does('scroll_to_element', { selector })).text).toBe(
      `Element '${id}' is already visible`,
    );
    await phone.does('scroll_to_element', { selector: ':contains("etwork & inter")' });
    expect(await phone.shows('About phone')).toBe(false);
    await phone.does('click_element', { selector: ':text("Network & internet")' });
    expect(await phone.front()).toBe('com.android.settings/.SubSettings');
  },

  'names similar elements if scrolling finds no match': async (phone) => {
    await phone.open('Settings');
    const said = await phone.fails('scroll_to_element', {
      selector: ':text("Netwerk & internet")',
    });
    expect(said).toMatch(
      /^No visible element matches :text\("Netwerk & internet"\), nor after \d+ scroll attempts \(down \d+ to the end, up \d+ to the end\)\. Nearest: .*:text\("Network & internet"\)/,
    );
    expect(await phone.fails('scroll_to_element', { selector: 'TextView[99]' })).toMatch(
      /^No element matches TextView\[99\]\./,
    );
    await phone.does('press_home');
  },

  waits: async (phone) => {
    const selector = 'RecyclerView :text("Apps")';
    const waiting = phone.does('wait_for_element', { selector, timeout: 20_000 });
    await phone.open('Settings');
    const { data } = await waiting;
    const { id } = await phone.rowWith('Apps');
    expect(data).toMatchObject({ found: true, element: { id, text: 'Apps' } });
    expect(data).not.toHaveProperty('matches');
    const titles = await phone.does('wait_for_element', { selector: '@title', timeout: 1 });
    expect(titles.data).toMatchObject({ found: true, element: { resourceId: 'android:id/title' } });
    expect(titles.data?.['matches']).toBeGreaterThan(3);
    const late = await phone.does('wait_for_element', { selector: ':text("Aps")', timeout: 300 });
    expect(late.data).toMatchObject({ found: false });
    expect(late.text).toContain('waiting for element (selector=:text(\\"Aps\\"))');
    expect(late.text).toContain(`${id} is :text(\\"Apps\\")`);
    const gone = phone.does('wait_for_element', { selector, gone: true, timeout: 20_000 });
    await phone.does('press_home');
    expect((await gone).data).toMatchObject({ found: false });
    expect((await gone).data).not.toHaveProperty('message');
  },
};

testOn({ android: 14 }, cases);

const missing = "Missing required parameter: 'element_id' or 'selector'";
const both = "Only one of 'element_id' and 'selector' may be given, not both";
const wrong =
  'The selector is wrong at column 7: expected text, contains or desc, found txt. Example: :text("Submit"), :contains("Sub"), :desc("Close*").';
const twice = { element_id: 'node_1', selector: '@ok' };

test('invalid arguments are refused without a phone', async ({ page, bridge, agents }) => {
  await page.goto(bridge.url);
  await bridgeConnected(page);
  const agent = await agents('v2');
  const refuses = async (tool: string, args: Record<string, unknown>, message: string) => {
    const answer = await agent.call(tool, args);
    expect([tool, args, answer.text]).toEqual([tool, args, message]);
    expect(answer.isError).toBe(true);
  };
  const pressed = ['click_element', 'long_click_element', 'scroll_to_element', 'set_text'];
  for (const tool of [...pressed, 'input_text', 'clear_text']) {
    const text = /set_text|input_text/.test(tool) ? { text: 'x' } : {};
    if (pressed.includes(tool)) await refuses(tool, text, missing);
    await refuses(tool, { ...text, ...twice }, both);
    await refuses(tool, { ...text, selector: 'Button:txt("OK")' }, wrong.replace('7', '8'));
  }
  const timeout = 5;
  const by = { by: 'text', value: 'x', timeout };
  await refuses('wait_for_element', { timeout }, "Missing required parameter: 'by'");
  await refuses('wait_for_element', { by: 'text', timeout }, "Missing required parameter: 'value'");
  const either = "Only one of 'by' and 'selector' may be given, not both";
  await refuses('wait_for_element', { ...by, selector: '@ok' }, either);
  await refuses('wait_for_element', { timeout, selector: 'A:txt("OK")' }, wrong.replace('7', '3'));
  for (const args of [{ selector: '@ok' }, { element_id: 'node_1' }]) {
    expect((await agent.call('click_element', args)).text).toMatch(/^No phone is connected\./);
  }
});
