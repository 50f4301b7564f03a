import { describe, expect, it } from 'vitest';
import { type CallResult, callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ModelPhone } from './testing/model-phone.ts';
import { clearText } from './text.ts';

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
      'a field with a hint that is not told',
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
      'Text cleared successfully: sent, not verified (it shows "Your name" as before: its hint, or a text that keys don\'t change)',
    );
  });
  it('fails if text remains', async () => {
    const model = new FormModel({ text: 'old', focused: true });
    model.clear = () => undefined;
    const { answer } = await callClearText(model, { element_id: null });
    expect(answer).toMatch(/^Failed to clear text on focused element: the field shows "old"/);
  });
});
