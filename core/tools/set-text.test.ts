import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { type FieldArguments, callOnField, dropsAtFirst } from './testing/call-on-field.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ModelPhone } from './testing/model-phone.ts';
import { setText } from './text.ts';

const call = (model: FormModel, given?: FieldArguments) => callOnField(setText, model, given);

describe('set_text', () => {
  it('taps the field, empties it, types, and gives the clipboard back', async () => {
    const model = new FormModel({ text: 'old' });
    const { answer, phone, remarks } = await call(model, { text: 'new' });
    expect(model.text).toBe('new');
    expect(answer).toMatch(/^Text set on element 'node_\w+'$/);
    expect(phone.log).toEqual(['tap field', 'clear', 'type 3', 'restored']);
    expect(remarks).toEqual([`note:the field has moved; its id is now ${phone.named('field').id}`]);
  });
  it.each([true, false])('any text arrives exactly (hints printed: %s)', async (printsHint) => {
    const special = fc.constantFrom('%s', `'"$HOME;&&\\`, 'سلام', 'שלום', '👩‍👩‍👧', 'a\nb\tc');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })),
        async (text) => {
          fc.pre(!/[\p{Cc}\ufdd0-\ufdef\ufffe\uffff]/u.test(text.replace(/[\n\t]/g, '')));
          const model = new FormModel({ printsHint });
          const { answer } = await call(model, { text });
          expect(model.text).toBe(text);
          expect(answer).toMatch(/^Text set on element '\w+'$/);
        },
      ),
      { numRuns: 60 },
    );
  });
  it('takes 2000 characters and no more', async () => {
    const model = new FormModel();
    const { answer } = await call(model, { text: 'x'.repeat(2000) });
    expect(answer).toMatch(/^Text set/);
    expect((await call(model, { text: 'x'.repeat(2001) })).answer).toBe(
      'text exceeds maximum length of 2000 characters (got 2001)',
    );
  });
  it('tries once more when characters were dropped', async () => {
    const model = new FormModel({ taking: dropsAtFirst() });
    const { answer, phone } = await call(model, { text: 'hello world' });
    expect(model.text).toBe('hello world');
    expect(answer).toMatch(/^Text set/);
    const again = ['type 11', 'restored', 'clear', 'paste 11', 'restored'];
    expect(phone.log.slice(1)).toEqual(['clear', ...again]);
  });
  it('does not send a line break twice', async () => {
    const model = new FormModel({ taking: (text) => text.replaceAll('\n', '') });
    const { answer, phone } = await call(model, { text: 'a\nb' });
    expect(answer).toMatch(
      /^Action failed on element '\w+': the field shows "ab" \(2 characters\), 3 characters were asked\. A field of one line/,
    );
    expect(phone.log.filter((done) => done.startsWith('type'))).toHaveLength(1);
  });
  it.each([
    ['drops for ever', { taking: (text: string) => text.slice(1) }, /the field shows "ello"/],
    ['takes nothing', { taking: () => '' }, /the field is empty, 5 characters were asked/],
    ['corrects', { taking: () => 'hullo' }, /the field shows "hullo" .* correct/],
    ['is a password and drops', { taking: () => 'hel', password: true }, /password field shows 3/],
  ])('fails when the field %s', async (_, options, message) => {
    const { answer, phone } = await call(new FormModel(options), { text: 'hello' });
    expect(answer).toMatch(/^Action failed on element/);
    expect(answer).toMatch(message);
    expect(phone.log.at(-1)).toBe('restored');
  });
  it.each([
    ['a password', { password: true }, 'a password field, which shows 5 characters'],
    ['capitals', { formatting: (text: string) => text.toUpperCase() }, 'it shows "HELLO"'],
    ['one line', { formatting: (text: string) => text.replace('l', ' l') }, 'it shows "he llo"'],
  ])('says what could not be verified: %s', async (_, options, reason) => {
    const { answer } = await call(new FormModel(options), { text: 'hello' });
    expect(answer).toMatch(/^Text set on element '\w+': sent, not verified \(/);
    expect(answer).toContain(reason);
  });
  it('sees that the same text was there before, even where hints are not told', async () => {
    const model = new FormModel({ text: 'same', hint: '', printsHint: false });
    expect((await call(model, { text: 'same' })).answer).toMatch(/^Text set on element '\w+'$/);
    const twin = new FormModel({ hint: 'same', printsHint: false });
    expect((await call(twin, { text: 'same' })).answer).toContain('sent, not verified');
  });
  it.each([
    ['a password', { password: true }, {}, ['hunter2']],
    ['a name', {}, {}, []],
    ['nobody knows what', {}, { element_id: 'gone' }, ['hunter2']],
    ['a disabled field', { enabled: false }, {}, ['hunter2']],
  ])('tells what is not for everybody: %s', async (_, options, more, secrets) => {
    const called = await call(new FormModel(options), { text: 'hunter2', ...more });
    expect(called.secrets).toEqual(secrets);
  });
  it('empties with an empty text', async () => {
    const model = new FormModel({ text: 'old' });
    expect((await call(model, { text: '' })).answer).toMatch(/^Text set on element '\w+'$/);
    expect(model.text).toBe('');
  });
  it('refuses what is no field, and a disabled one', async () => {
    const phone = new ModelPhone(new FormModel());
    const { answer } = await call(new FormModel(), {
      text: 'a',
      element_id: phone.named('label').id,
    });
    expect(answer).toMatch(/^Element '\w+' is not editable\./);
    expect((await call(new FormModel({ enabled: false }), { text: 'a' })).answer).toMatch(
      /^Action failed on element '\w+': it is disabled\./,
    );
  });
  it('gives the clipboard back when the call is cancelled, by a signal of its own', async () => {
    const cancel = new AbortController();
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    model.type = () => {
      cancel.abort();
    };
    const input = { element_id: phone.named('field').id, text: 'a' };
    expect(await callTool(setText, phone, input, cancel.signal)).toMatchObject({
      code: 'cancelled',
    });
    expect(phone.log.at(-1)).toBe('restored');
  });
  it.each([
    [
      'gives back what it removed',
      /^\w+$/,
      'old',
      ' The field holds its old content again.',
      'old',
    ],
    ['says when it cannot', /^$/, 'old', ' The field was emptied before.', ''],
    ['leaves a hint alone', /^\w+$/, '', '', ''],
  ])('when the phone cannot type a text, it %s', async (_, typed, text, words, holds) => {
    const model = new FormModel({ text, printsHint: false });
    const type = model.type.bind(model);
    model.type = (given) => {
      if (!typed.test(given)) throw new HandsetError('unsupported', 'No emoji.');
      type(given);
    };
    const { answer } = await call(model, { text: '😀' });
    expect(answer).toBe(`No emoji.${words}`);
    expect(model.text).toBe(holds);
  });
  it('looks again as long as something arrives', async () => {
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
    const input = { element_id: phone.named('field').id, text: 'hello' };
    expect((await callTool(setText, phone, input)).answer).toMatch(/^Text set on element '\w+'$/);
  });
  it('does not call sent text lost when the screen cannot be read after it', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    const input = { element_id: phone.named('field').id, text: 'a' };
    const failed = new HandsetError('dump-failed', 'no root.');
    const type = model.type.bind(model);
    model.type = (text) => {
      type(text);
      phone.failures.push(failed, failed);
    };
    const { answer } = await callTool(setText, phone, input);
    expect(answer).toMatch(/sent, not verified \(the screen could not be read: no root\)$/);
  });
});
