import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import {
  callOnField,
  dropsAtFirst,
  FormModel,
  type FieldArguments,
} from './testing/screen-models.ts';
import { callTool, type CallResult } from './testing/call-tool.ts';
import { box, ModelPhone, node, phoneWith } from './testing/model-phone.ts';
import { clearText, inputText, setText } from './text.ts';

const callSetText = (model: FormModel, args?: FieldArguments) => callOnField(setText, model, args);

describe('set_text', () => {
  it('says how else to type where a field does not take the focus, as on a dial pad', async () => {
    const attributes = 'class="android.widget.EditText"';
    const phone = phoneWith(node('digits', box(0, 0, 1000, 100), { attributes }));
    const { answer, code } = await callTool(setText, phone, { selector: '@digits', text: '555' });
    expect(code).toBe('action-failed');
    expect(answer).toMatch(
      /did not get focus when it was tapped\. It may take its text from keys on the screen, or /,
    );
    expect(phone.log).toEqual(['tap digits']);
  });
  it('taps the field, clears it, types, and restores the clipboard', async () => {
    const model = new FormModel({ text: 'old' });
    const { answer, phone, notes } = await callSetText(model, { text: 'new' });
    expect(model.text).toBe('new');
    expect(answer).toMatch(/^Text set on element 'node_\w+'$/);
    expect(phone.log).toEqual(['tap field', 'clear', 'type 3', 'restored']);
    expect(notes).toEqual([
      `note:the field has moved; its id is now ${phone.elementNamed('field').id}`,
    ]);
  });
  it('closes a keyboard that covers the field before it taps it', async () => {
    const model = new FormModel();
    const phone = new ModelPhone(model);
    phone.keyboard = { left: 0, top: 900, right: 1000, bottom: 2000 };
    const pressKey = phone.pressKey.bind(phone);
    phone.pressKey = async (key, ...rest) => {
      await pressKey(key, ...rest);
      phone.keyboard = null;
    };
    const { answer, notes } = await callTool(setText, phone, { selector: '@field', text: 'new' });
    expect(model.text).toBe('new');
    expect(answer).toBe('Text set on e1 EditText "Your name"');
    expect(phone.log).toEqual(['BACK', 'tap field', 'clear', 'type 3', 'restored']);
    expect(notes.at(-1)).toBe('note:the keyboard covered it and was closed first');
  });
  it('types nothing where something else covers the field', async () => {
    const model = new FormModel();
    const veil = '<node text="veil" clickable="true" enabled="true" bounds="[0,0][1000,2000]"/>';
    const phone = new ModelPhone({ xml: () => model.xml() + veil });
    const { answer } = await callTool(setText, phone, { selector: '@field', text: 'new' });
    expect(answer).toContain('"veil" covers all of it, so nothing was touched.');
    expect(phone.log).toEqual([]);
  });
  it.each([true, false])('types any text exactly (dump has hints: %s)', async (printsHint) => {
    const special = fc.constantFrom('%s', `'"$HOME;&&\\`, 'سلام', 'שלום', '👩‍👩‍👧', 'a\nb\tc');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })),
        async (text) => {
          fc.pre(!/[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/u.test(text.replace(/[\n\t]/g, '')));
          const model = new FormModel({ printsHint });
          const { answer } = await callSetText(model, { text });
          expect(model.text).toBe(text);
          expect(answer).toMatch(/^Text set on element '\w+'$/);
        },
      ),
      { numRuns: 60 },
    );
  });
  it('accepts at most 2000 characters', async () => {
    const model = new FormModel();
    const { answer } = await callSetText(model, { text: 'x'.repeat(2000) });
    expect(answer).toMatch(/^Text set/);
    expect((await callSetText(model, { text: 'x'.repeat(2001) })).answer).toBe(
      'text exceeds maximum length of 2000 characters (got 2001)',
    );
  });
  it('tries once more if characters were dropped', async () => {
    const model = new FormModel({ accept: dropsAtFirst() });
    const { answer, phone } = await callSetText(model, { text: 'hello world' });
    expect(model.text).toBe('hello world');
    expect(answer).toMatch(/^Text set/);
    const again = ['type 11', 'restored', 'clear', 'paste 11', 'restored'];
    expect(phone.log.slice(1)).toEqual(['clear', ...again]);
  });
  it('does not send a text with a line break twice', async () => {
    const model = new FormModel({ accept: (text) => text.replaceAll('\n', '') });
    const { answer, phone } = await callSetText(model, { text: 'a\nb' });
    expect(answer).toMatch(
      /^Action failed on element '\w+': the field shows "ab" \(2 characters\), 3 characters were asked\. A single-line field/,
    );
    expect(phone.log.filter((done) => done.startsWith('type'))).toHaveLength(1);
  });
  it.each([
    [
      'drops characters every time',
      { accept: (text: string) => text.slice(1) },
      /the field shows "ello"/,
    ],
    ['accepts nothing', { accept: () => '' }, /the field is empty, 5 characters were asked/],
    ['corrects', { accept: () => 'hullo' }, /the field shows "hullo" .* correct/],
    ['is a password and drops', { accept: () => 'hel', password: true }, /password field shows 3/],
  ])('fails if the field %s', async (_, options, message) => {
    const { answer, phone } = await callSetText(new FormModel(options), { text: 'hello' });
    expect(answer).toMatch(/^Action failed on element/);
    expect(answer).toMatch(message);
    expect(phone.log.at(-1)).toBe('restored');
  });
  it.each([
    ['a password', { password: true }, 'a password field, which shows 5 characters'],
    ['capitals', { format: (text: string) => text.toUpperCase() }, 'it shows "HELLO"'],
    ['one line', { format: (text: string) => text.replace('l', ' l') }, 'it shows "he llo"'],
  ])('says what could not be verified: %s', async (_, options, reason) => {
    const { answer } = await callSetText(new FormModel(options), { text: 'hello' });
    expect(answer).toMatch(/^Text set on element '\w+': sent, not verified \(/);
    expect(answer).toContain(reason);
  });
  it('recognises an equal old text, even if the dump has no hint attribute', async () => {
    const model = new FormModel({ text: 'same', hint: '', printsHint: false });
    expect((await callSetText(model, { text: 'same' })).answer).toMatch(
      /^Text set on element '\w+'$/,
    );
    const twin = new FormModel({ hint: 'same', printsHint: false });
    expect((await callSetText(twin, { text: 'same' })).answer).toContain('sent, not verified');
  });
  it.each([
    ['a password', { password: true }, {}, ['hunter2']],
    ['a name', {}, {}, []],
    ['an unknown element', {}, { element_id: 'gone' }, ['hunter2']],
    ['a disabled field', { enabled: false }, {}, ['hunter2']],
  ])(
    'reports the text as secret unless the field is known to be no password field: %s',
    async (_, options, more, secrets) => {
      const called = await callSetText(new FormModel(options), { text: 'hunter2', ...more });
      expect(called.secrets).toEqual(secrets);
    },
  );
  it('clears the field for an empty text', async () => {
    const model = new FormModel({ text: 'old' });
    expect((await callSetText(model, { text: '' })).answer).toMatch(/^Text set on element '\w+'$/);
    expect(model.text).toBe('');
  });
  it('refuses an element that is not a field, and a disabled field', async () => {
    const phone = new ModelPhone(new FormModel());
    const { answer } = await callSetText(new FormModel(), {
      text: 'a',
      element_id: phone.elementNamed('label').id,
    });
    expect(answer).toMatch(/^Element '\w+' is not editable\./);
    expect((await callSetText(new FormModel({ enabled: false }), { text: 'a' })).answer).toMatch(
      /^Action failed on element '\w+': it is disabled\./,
    );
  });
  it('restores the clipboard with its own signal if the call is cancelled', async () => {
    const cancel = new AbortController();
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    model.type = () => {
      cancel.abort();
    };
    const input = { element_id: phone.elementNamed('field').id, text: 'a' };
    expect(await callTool(setText, phone, input, cancel.signal)).toMatchObject({
      code: 'cancelled',
    });
    expect(phone.log.at(-1)).toBe('restored');
  });
  it.each([
    ['restores the old content', /^\w+$/, 'old', " The field's old content was restored.", 'old'],
    [
      'says if it cannot restore it',
      /^$/,
      'old',
      " The field's old content was removed and could not be restored.",
      '',
    ],
    ['does not type a hint', /^\w+$/, '', '', ''],
  ])('if the phone cannot type a text, it %s', async (_, typed, text, explanation, content) => {
    const model = new FormModel({ text, printsHint: false });
    const type = model.type.bind(model);
    model.type = (given) => {
      if (!typed.test(given)) throw new HandsetError('unsupported', 'No emoji.');
      type(given);
    };
    const { answer } = await callSetText(model, { text: '😀' });
    expect(answer).toBe(`No emoji.${explanation}`);
    expect(model.text).toBe(content);
  });
  it('reads the field again while its text still changes', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    const type = model.type.bind(model);
    const given = ['he', 'll', 'o'];
    model.type = () => undefined;
    const xml = model.xml.bind(model);
    model.xml = () => {
      if (phone.log.length > 0) type(given.shift() ?? '');
      return xml();
    };
    const input = { element_id: phone.elementNamed('field').id, text: 'hello' };
    expect((await callTool(setText, phone, input)).answer).toMatch(/^Text set on element '\w+'$/);
  });
  it('reports `not verified` if the screen cannot be read after typing', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    const input = { element_id: phone.elementNamed('field').id, text: 'a' };
    const failed = new HandsetError('dump-failed', 'no root.');
    const type = model.type.bind(model);
    model.type = (text) => {
      type(text);
      phone.failures.push(failed, failed);
    };
    const { answer } = await callTool(setText, phone, input);
    expect(answer).toMatch(/sent, not verified \(the screen couldn't be read: no root\)$/);
  });
});

const callInputText = (model: FormModel, args?: FieldArguments) =>
  callOnField(inputText, model, args);

describe('input_text', () => {
  it('types at the end of a field that it had to tap', async () => {
    const model = new FormModel({ text: 'Hello' });
    const { answer } = await callInputText(model, { text: ' you' });
    expect(model.text).toBe('Hello you');
    expect(answer).toBe('Text input completed (4 characters)');
  });
  it.each([{}, { element_id: null }, { element_id: '' }])(
    'types at the cursor of the focused field, named or not: %o',
    async (args) => {
      const model = new FormModel({ text: 'Heo', focused: true });
      model.cursor = 2;
      const { answer } = await callInputText(model, { ...args, text: 'll' });
      expect(model.text).toBe('Hello');
      expect(answer).toBe('Text input completed (2 characters)');
    },
  );
  it('types again if characters were dropped in the middle of a text', async () => {
    const model = new FormModel({ text: '<>', focused: true, accept: dropsAtFirst() });
    model.cursor = 1;
    const { answer } = await callInputText(model, { text: 'hello' });
    expect(model.text).toBe('<hello>');
    expect(answer).toBe('Text input completed (5 characters)');
  });
  it('reports a typed password as secret, in the focused field too', async () => {
    const model = new FormModel({ password: true, focused: true });
    expect((await callInputText(model, { text: 'pw', element_id: null })).secrets).toEqual(['pw']);
    expect((await callInputText(new FormModel(), { text: 'hi' })).secrets).toEqual([]);
  });
  it('fails without a field or a text', async () => {
    const none = await callInputText(new FormModel(), { text: 'a', element_id: null });
    expect(none.answer).toBe(
      'No focused editable element found. Focus an input field first or provide element_id.',
    );
    expect((await callInputText(new FormModel(), { text: '' })).answer).toBe(
      "Parameter 'text' must be non-empty",
    );
  });
});

/** Calls the tool for the form's field, unless another `element_id` or null is given. */
async function callClearText(
  model: FormModel,
  args: { readonly text?: string; readonly element_id?: string | null } = {},
): Promise<CallResult & { readonly phone: ModelPhone }> {
  const phone = new ModelPhone(model);
  const { element_id: id = phone.elementNamed('field').id, ...others } = args;
  const result = await callTool(clearText, phone, {
    ...others,
    ...(id !== null && { element_id: id }),
  });
  return { ...result, phone };
}

describe('clear_text', () => {
  it.each([
    ['a field', { text: 'old' }, 'Text cleared successfully'],
    ['an empty field', { hint: '' }, 'Text cleared successfully'],
    ['a field that shows its hint', {}, 'Text cleared successfully'],
    [
      'a field with a hint that is not reported',
      { text: 'old', printsHint: false },
      'Text cleared successfully',
    ],
    ['a password', { text: 'old', password: true }, 'Text cleared successfully'],
  ])('empties %s', async (_, options, expected) => {
    const model = new FormModel(options);
    expect((await callClearText(model)).answer).toBe(expected);
    expect(model.text).toBe('');
  });
  it('reports `not verified` if a remaining text may be a hint', async () => {
    const { answer } = await callClearText(new FormModel({ printsHint: false }));
    expect(answer).toBe(
      'Text cleared successfully: sent, not verified (it shows "Your name" as before: its hint, or text that keys don\'t change)',
    );
  });
  it('fails if text remains', async () => {
    const model = new FormModel({ text: 'old', focused: true });
    model.clear = () => undefined;
    const { answer } = await callClearText(model, { element_id: null });
    expect(answer).toMatch(/^Failed to clear text on focused element: the field shows "old"/);
  });
});
