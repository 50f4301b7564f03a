/** Text arrives exactly or not at all: many scripts, and characters special to a shell. */
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import { expect } from 'vitest';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';
import {
  clipboardOf,
  copiedNote,
  elementWithResourceId,
  expectFieldText,
  openNewNote,
  type FieldName,
} from './note-fields.ts';

/** The first ones are short enough to be typed key by key; the last is pasted. */
const ascii: readonly string[] = [
  `it's "quoted"; %s 100%s %%s $HOME && rm -rf * | cat > \`x\` & # !?[a] {b} ~`,
  String.raw`C:\new\table \\ \n \x41 \' $(id) ;`,
  '-n --version',
  '*',
  '  two blanks around  ',
  'The quick brown fox, 42 '.repeat(84).slice(0, 2000),
];
const unicode: readonly string[] = [
  'Grüße aus Łódź – naïve “café”, 1 € 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 🇪🇺 ❤️‍🔥 1️⃣',
  'السلام عليكم، كيف الحال؟',
  'שלום עולם, מה נשמע?',
  'Meet שרה at 5 في المقهى, ok? こんにちは 你好 e\u0301\u202eturned\u202c',
  'ж👍🏿'.repeat(400),
];
const lines = 'first line\n\nthird: %s\n  "indented"\n';

type TextTool = 'set_text' | 'input_text';

/** Writes text into the field, cleared first for input_text. */
async function writeText(
  phone: PhoneUnderTest,
  tool: TextTool,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  if (tool === 'input_text') {
    await phone.call('clear_text', { element_id: id });
    const answer = await phone.call(tool, { text });
    expect(answer.text).toBe(`Text input completed (${text.length} characters)`);
  } else {
    const answer = await phone.call(tool, { element_id: id, text });
    // The field may have grown, which changes its id.
    expect(answer.text.split('\n')[0]).toBe(`Text set on element '${id}'`);
  }
}

interface TextTrial {
  readonly tool: TextTool;
  readonly name: FieldName;
  readonly texts: readonly string[];
  readonly clipboard: boolean;
}

/** Writes the texts in turn, and checks what the field shows and what the app copies. */
async function expectExact(phone: PhoneUnderTest, trial: TextTrial): Promise<void> {
  const { tool, name, texts, clipboard } = trial;
  let { id } = await elementWithResourceId(phone, name);
  let clipboardText: unknown = clipboard ? await clipboardOf(phone) : null;
  for (const text of texts) {
    await writeText(phone, tool, { id, text });
    id = await expectFieldText(phone, name, text);
    if (!clipboard) continue;
    expect(await clipboardOf(phone), 'the clipboard is the user’s').toBe(clipboardText);
    clipboardText = await copiedNote(phone);
    expect(clipboardText).toBe(escapeInvisible(text));
  }
  await phone.call('clear_text', { element_id: id });
}

/** ASCII is typed. Without the scrcpy server the clipboard, and so the app's copy, cannot be read. */
export const asciiCases = {
  'set_text: ASCII arrives exactly': async (phone) => {
    await openNewNote(phone);
    const clipboard = phone.inputBackend === 'scrcpy';
    await expectExact(phone, { tool: 'set_text', name: 'edit_title', texts: ascii, clipboard });
    const texts = [lines];
    await expectExact(phone, { tool: 'set_text', name: 'edit_body', texts, clipboard });
  },
  'input_text: ASCII arrives exactly': async (phone) => {
    await openNewNote(phone);
    const clipboard = phone.inputBackend === 'scrcpy';
    // A typed text, a pasted text, and one of several lines.
    const texts = [...ascii.slice(0, 1), ...ascii.slice(-1), lines];
    await expectExact(phone, { tool: 'input_text', name: 'edit_body', texts, clipboard });
  },
} satisfies ToolCases;

/** Other text is pasted, and the clipboard restored. */
export const unicodeCases = {
  'set_text: any script arrives exactly': async (phone) => {
    await openNewNote(phone);
    await phone.call('set_clipboard', { text: 'what the user copied: é' });
    const trial = { tool: 'set_text', texts: unicode, clipboard: true } as const;
    await expectExact(phone, { ...trial, name: 'edit_title' });
  },
  'input_text: any script arrives exactly': async (phone) => {
    await openNewNote(phone);
    const texts = [...unicode.slice(0, 1), ...unicode.slice(-2), `${lines}ß\n`];
    await expectExact(phone, { tool: 'input_text', name: 'edit_body', texts, clipboard: true });
  },
  'an empty clipboard is still empty after a paste': async (phone) => {
    await openNewNote(phone);
    await phone.call('set_clipboard', { text: '' });
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: id, text: 'é' });
    await expectFieldText(phone, 'edit_title', 'é');
    expect([null, '']).toContain(await clipboardOf(phone));
  },
} satisfies ToolCases;

/** For the shell backend without a clipboard. */
export const untypableCases = {
  'characters without a key are refused before anything is typed': async (phone) => {
    await openNewNote(phone);
    const { id } = await elementWithResourceId(phone, 'edit_title');
    await phone.call('set_text', { element_id: id, text: 'kept' });
    const idNow = (await elementWithResourceId(phone, 'edit_title')).id;
    for (const [tool, args] of [
      ['set_text', { element_id: idNow, text: 'añ日👍🏽a' }],
      ['input_text', { text: 'añ日👍🏽a' }],
    ] as const) {
      const message = await phone.expectError(tool, args);
      expect(message).toMatch(/^Text with "ñ", "日", "👍🏽": not possible right now\. /);
      expect(message).toMatch(/cmd clipboard does not work on this phone.*Killed\./);
      await expectFieldText(phone, 'edit_title', 'kept');
    }
  },
} satisfies ToolCases;

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
    const reason = /not possible right now\..*scrcpy server.*Killed\.$/;
    const read = await phone.expectError('get_clipboard');
    expect(read).toMatch(/^Clipboard access failed: /);
    expect(read).toMatch(reason);
    const set = await phone.expectError('set_clipboard', { text: 'x' });
    expect(set).toMatch(/^Clipboard set failed: /);
    expect(set).toMatch(reason);
  },
} satisfies ToolCases;
