import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';
import { clipboardOf, copiedNote, elementNamed, openNewNote } from './note-fields.ts';

const texts = ['plain', '  %s $HOME \'"\\\n', 'Ж 👩‍👩‍👧 سلام', 'two\nlines\n', '*', '-n', ''];

/** For phones whose clipboard is accessible. */
export const clipboardCases = {
  'reads the text that was set': async (phone) => {
    for (const text of texts) {
      const { text: said } = await phone.does('set_clipboard', { text });
      expect(said).toBe(`Clipboard set successfully (${text.length} characters)`);
      const read = await clipboardOf(phone);
      if (text === '') expect([null, '']).toContain(read);
      else expect(read).toBe(text);
    }
  },

  'reads the text that an app copied': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementNamed(phone, 'edit_title');
    await phone.does('set_text', { element_id: id, text: 'from the app' });
    expect(await copiedNote(phone)).toBe('from the app');
    const answer = await phone.does('get_clipboard');
    expect(answer.text).toBe('{"text":"from the app"}');
    const seen = await phone.does('set_clipboard', { text: 'é', observe: 'state' });
    expect(seen.text).toMatch(
      /^Clipboard set successfully \(1 characters\)\nnote:[^]*\napp:com\.handset\./,
    );
  },
} satisfies Cases;

/** For phones without it: the shell of most phones has no clipboard command. */
export const noClipboardCases = {
  'the clipboard is not accessible, and the error says why': async (phone) => {
    const why = /not possible on this phone now\..*scrcpy server.*Killed\.$/;
    const read = await phone.fails('get_clipboard');
    expect(read).toMatch(/^Clipboard access failed: /);
    expect(read).toMatch(why);
    const set = await phone.fails('set_clipboard', { text: 'x' });
    expect(set).toMatch(/^Clipboard set failed: /);
    expect(set).toMatch(why);
  },
} satisfies Cases;
