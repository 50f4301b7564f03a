import { describe, expect, it } from 'vitest';
import { type FieldArguments, callOnField, dropsAtFirst } from './testing/call-on-field.ts';
import { FormModel } from './testing/form-model.ts';
import { inputText } from './text.ts';

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
