import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import { clipboardOf, copiedNote, elementWithResourceId, openNewNote } from './note-fields.ts';

const clipboardTexts = ['plain', '  %s $HOME \'"\\\n', 'Ж 👩‍👩‍👧 سلام', 'two\nlines\n', '*', '-n', ''];

/** For phones whose clipboard is accessible. */
export const clipboardCases = {
  'reads the text that was set': async (phone) => {
    for (const text of clipboardTexts) {
      const { text: message } = await phone.call('set_clipboard', { text });
      expect(message).toBe(`Clipboard set successfully (${text.length} characters)`);
      const read = await clipboardOf(phone);
      if (text === '') expect([null, '']).toContain(read);
      else expect(read).toBe(text);
    }
  },

  'reads the text that an app copied': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: id, text: 'from the app' });
    expect(await copiedNote(phone)).toBe('from the app');
    const answer = await phone.call('get_clipboard');
    expect(answer.text).toBe('{"text":"from the app"}');
    const seen = await phone.call('set_clipboard', { text: 'é', observe: 'state' });
    expect(seen.text).toMatch(
      /^Clipboard set successfully \(1 characters\)\nnote:[^]*\napp:com\.handset\./,
    );
  },
} satisfies ToolCases;

/** For phones without it: the shell of most phones has no clipboard command. */
export const noClipboardCases = {
  'the clipboard is not accessible, and the error says why': async (phone) => {
    const reason = /not possible on this phone now\..*scrcpy server.*Killed\.$/;
    const read = await phone.expectError('get_clipboard');
    expect(read).toMatch(/^Clipboard access failed: /);
    expect(read).toMatch(reason);
    const set = await phone.expectError('set_clipboard', { text: 'x' });
    expect(set).toMatch(/^Clipboard set failed: /);
    expect(set).toMatch(reason);
  },
} satisfies ToolCases;
