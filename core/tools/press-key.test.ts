import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { pressKey } from './keys.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

describe('press_key', () => {
  it.each(['ENTER', 'enter', 'Del', 'TAB', 'space'])('presses %s in a field', async (key) => {
    const phone = new ModelPhone(new FormModel({ focused: true }));
    const { answer } = await callTool(pressKey, phone, { key });
    expect(answer).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
    expect(phone.log).toEqual([key.toUpperCase()]);
  });
  it.each(['BACK', 'home'])('presses %s without reading the screen', async (key) => {
    const phone = new ModelPhone(new FormModel());
    phone.failures.push(new HandsetError('dump-failed', 'no root'));
    const { answer } = await callTool(pressKey, phone, { key });
    expect(answer).toBe(`Key '${key.toUpperCase()}' pressed successfully`);
    expect(phone.failures).toHaveLength(1);
  });
  it.each([
    ['ENTER', 'No focused element found for ENTER key.'],
    ['DEL', 'No focused editable element found for DEL key.'],
    ['TAB', 'No focused editable element found for key input.'],
    ['SPACE', 'No focused editable element found for key input.'],
  ])('fails for %s if nothing suitable has the focus', async (key, message) => {
    const phone = new ModelPhone(new FormModel());
    const { answer, code } = await callTool(pressKey, phone, { key });
    expect(answer.startsWith(message)).toBe(true);
    expect(code).toBe('element-not-found');
    expect(phone.log).toEqual([]);
  });
  it('lists the allowed keys in the error for an unknown one', async () => {
    const { answer, code } = await callTool(pressKey, new ModelPhone(new FormModel()), {
      key: 'F1',
    });
    expect(answer).toBe("Invalid key: 'F1'. Allowed values: ENTER, BACK, DEL, HOME, TAB, SPACE");
    expect(code).toBe('invalid-argument');
  });
  it('names the key in the error', async () => {
    const model = new FormModel();
    const phone = new ModelPhone(model);
    model.key = () => {
      throw new HandsetError('input-denied', 'The phone refuses.', { hint: 'Allow it.' });
    };
    const { answer } = await callTool(pressKey, phone, { key: 'BACK' });
    expect(answer).toBe('BACK key failed: The phone refuses. Allow it.');
  });
});
