/** Fields that hide or format their content, and errors of text tools. */
import { expect } from 'vitest';
import {
  rowsOf,
  type PhoneUnderTest,
  type ToolCases,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { elementWithResourceId, expectFieldText, openNewNote } from './note-fields.ts';

async function openSignIn(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Notes');
  await phone.clickText('Sign in');
}

async function openNewContact(phone: PhoneUnderTest): Promise<void> {
  await phone.open('Contacts');
  await phone.clickText('Create new contact');
}

const noFocus =
  'No focused editable element found. Focus an input field first or provide element_id.';

export const fieldCases = {
  'a password is sent without verification, and never printed': async (phone) => {
    await openSignIn(phone);
    const mail = await elementWithResourceId(phone, 'email');
    await phone.call('set_text', { element_id: mail.id, text: 'ada@example.com' });
    const { id } = await elementWithResourceId(phone, 'password');
    const set = await phone.call('set_text', { element_id: id, text: 'wrong one' });
    expect(set.text).toMatch(
      /^Text set on element 'node_\w+': sent, not verified \(a password field, which (shows 9 characters|reports nothing about what it holds)\)/,
    );
    expect(set.text).not.toContain('wrong one');
    const cleared = await phone.call('clear_text', { element_id: id });
    expect(cleared.text).toMatch(/^Text cleared successfully/);
    const typed = await phone.call('input_text', { text: '%s $HOME', element_id: id });
    expect(typed.text).toMatch(
      /^Text input completed \(8 characters\): sent, not verified \(a password field/,
    );
    // On a small screen the keyboard covers the button.
    await phone.call('press_key', { key: 'BACK' });
    const button = await elementWithResourceId(phone, 'sign_in_button');
    await phone.call('click_element', { element_id: button.id });
    expect(await phone.foregroundActivity()).toBe('com.handset.notes/.MainActivity');
  },

  'set_text: a phone number that the field writes otherwise is not a failure': async (phone) => {
    await phone.open('Contacts');
    await phone.call('click_element', { selector: '@floating_action_button' });
    const { text } = await phone.call('set_text', { selector: '@phone', text: '+45 555-0100' });
    expect(text).toMatch(
      /^Text set on e\d+ EditText \S+: sent, not verified \(the field formats what is typed into it; it shows "\+455550100"\)/,
    );
  },

  'a formatting field is sent without verification, with its new content': async (phone) => {
    await openNewContact(phone);
    const { id } = await elementWithResourceId(phone, 'phone');
    const { text } = await phone.call('set_text', { element_id: id, text: '5551234567' });
    const [message, moved] = text.split('\n');
    expect(message).toBe(
      `Text set on element '${id}': sent, not verified (the field formats what is typed into it; it shows "555-123-4567")`,
    );
    // The keyboard opened, and the form moved.
    const now = await expectFieldText(phone, 'phone', '555-123-4567');
    expect(moved).toBe(now === id ? undefined : `note:the field has moved; its id is now ${now}`);
    expect((await phone.call('clear_text')).text).toBe('Text cleared successfully');
    const typed = await phone.call('input_text', { text: '15551234567' });
    expect(typed.text).toBe(
      'Text input completed (11 characters): sent, not verified (the field formats what is typed into it; it shows "1-555-123-4567")',
    );
  },

  'a field that rejects characters is an error with its content': async (phone) => {
    await openNewContact(phone);
    const { id } = await elementWithResourceId(phone, 'phone');
    const message = await phone.expectError('set_text', { element_id: id, text: '55a' });
    expect(message).toMatch(
      /^Action failed on element 'node_\w+': the field shows "55" \(2 characters\), 3 characters were asked\. Characters were lost/,
    );
  },

  'a line break in a single-line field': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    if (phone.inputBackend === 'scrcpy') {
      const { text } = await phone.call('set_text', { element_id: id, text: 'a\nb' });
      expect(text).toMatch(
        /: sent, not verified \(the field shows its line breaks as spaces.*it shows "a b"\)/,
      );
      await expectFieldText(phone, 'edit_title', 'a b');
      return;
    }
    // Enter moved to the next field.
    const message = await phone.expectError('set_text', { element_id: id, text: 'a\nb' });
    expect(message).toMatch(/the field shows "a" \(1 character\), 3 characters were asked/);
    expect(message).toMatch(/accepts no line breaks/);
    await expectFieldText(phone, 'edit_title', 'a');
  },

  'set_text replaces, input_text adds, clear_text empties': async (phone) => {
    await openNewNote(phone);
    const first = await elementWithResourceId(phone, 'edit_body');
    const { text } = await phone.call('set_text', { element_id: first.id, text: 'one\ntwo' });
    // The keyboard resized the field.
    const id = /id is now (node_\w+)$/.exec(text)?.[1] ?? first.id;
    await phone.call('set_text', { element_id: id, text: 'three\nfour' });
    expect(await expectFieldText(phone, 'edit_body', 'three\nfour')).toBe(id);
    const title = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: title.id, text: 'ends' });
    // The field lost focus, so the text is added at its end.
    await phone.call('input_text', { element_id: id, text: ' five' });
    await expectFieldText(phone, 'edit_body', 'three\nfour five');
    await phone.call('input_text', { element_id: '', text: ' %s' });
    await expectFieldText(phone, 'edit_body', 'three\nfour five %s');
    const cleared = 'Text cleared successfully';
    expect((await phone.call('clear_text', { element_id: id })).text).toBe(cleared);
    // Before Android 14 dumps do not distinguish a hint from text, but the element reader does, which
    // runs where the scrcpy server does.
    const hasReader = phone.inputBackend === 'scrcpy';
    if (hasReader) {
      await expect
        .poll(
          async () => {
            await phone.call('get_screen_state');
            return (await phone.call('list_phones')).text;
          },
          { timeout: 30_000 },
        )
        .toContain('\telement reader\t');
    }
    const unverified = `${cleared}: sent, not verified (it shows "Write something" as before: its hint, or text that keys don't change)`;
    expect((await phone.call('clear_text')).text).toBe(
      hasReader || phone.android >= 14 ? cleared : unverified,
    );
    await expectFieldText(phone, 'edit_title', 'ends');
    const seen = await phone.call('set_text', { element_id: id, text: 'six', observe: 'state' });
    expect(seen.text).toMatch(/^Text set on element 'node_\w+'\nnote:structural/);
    expect(rowsOf(seen.text).find((row) => row.id === id)?.text).toBe('six');
    const emptied = await phone.call('set_text', { element_id: id, text: '' });
    expect(emptied.text).toBe(`Text set on element '${id}'`);
    expect((await elementWithResourceId(phone, 'edit_body')).text).toMatch(/^(Write something)?$/);
  },

  'elements that are not editable': async (phone) => {
    await phone.open('Notes');
    const { id } = await phone.rowWithText('New note');
    const notEditable = `Element '${id}' is not editable. Use the id of a text field: get_screen_state marks them edt, the compact tree {editable}.`;
    expect(await phone.expectError('set_text', { element_id: id, text: 'x' })).toBe(notEditable);
    expect(await phone.expectError('input_text', { element_id: id, text: 'x' })).toBe(notEditable);
    expect(await phone.expectError('clear_text', { element_id: id })).toBe(notEditable);
  },

  'elements that do not exist': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('press_home');
    const element_id = 'node_0';
    const never = `Element 'node_0' not found in accessibility tree. It is on no screen shown to you recently.`;
    expect(await phone.expectError('set_text', { element_id, text: 'x' })).toContain(never);
    expect(await phone.expectError('input_text', { element_id, text: 'x' })).toContain(never);
    expect(await phone.expectError('clear_text', { element_id })).toContain(never);
    expect(await phone.expectError('set_text', { element_id: id, text: 'x' })).toBe(
      `Element '${id}' not found in accessibility tree. It was EditText "Title" in com.handset.notes, which is no longer on the screen. Go back to that app first.`,
    );
  },

  'no field has focus': async (phone) => {
    await phone.open('Calculator');
    expect(await phone.expectError('input_text', { text: 'x' })).toBe(noFocus);
    expect(await phone.expectError('clear_text')).toBe(noFocus);
  },
} satisfies ToolCases;

/** For the fault drops-typing: every seventh typed character is lost. */
export const droppingCases = {
  'lost characters are replaced by pasting, or reported': async (phone) => {
    await openNewNote(phone);
    const text = 'The quick brown fox jumps';
    for (const tool of ['set_text', 'input_text']) {
      const { id } = await elementWithResourceId(phone, 'edit_title');
      const { isError, text: message } = await phone.agent.call(tool, { element_id: id, text });
      const field = await elementWithResourceId(phone, 'edit_title');
      if (phone.inputBackend === 'scrcpy') {
        expect([isError, message.split('\n')[0], field.text]).toEqual([
          false,
          tool === 'set_text'
            ? `Text set on element '${id}'`
            : `Text input completed (${text.length} characters)`,
          text,
        ]);
      } else {
        expect(isError, message).toBe(true);
        expect(message).toContain(`the field shows ${JSON.stringify(field.text)}`);
        expect(message).toContain(`, ${text.length} characters were asked. Characters were lost`);
      }
      await phone.call('clear_text');
    }
  },
} satisfies ToolCases;
