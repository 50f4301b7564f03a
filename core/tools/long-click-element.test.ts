import { describe, expect, it } from 'vitest';
import { longClickElement } from './elements.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, node } from './testing/model-phone.ts';

const bounds = { left: 0, top: 0, right: 9, bottom: 9 };
const phoneWithElement = (more: string): ModelPhone =>
  new ModelPhone({ xml: () => node('it', bounds, { attributes: `clickable="true" ${more}` }) });

describe('long_click_element', () => {
  it('long-presses the element', async () => {
    const phone = phoneWithElement('long-clickable="true"');
    const { answer } = await callTool(longClickElement, phone, {
      element_id: phone.elementNamed('it').id,
    });
    expect(answer).toBe(`Long-click performed on element '${phone.elementNamed('it').id}'`);
    expect(phone.log).toEqual(['hold it']);
  });
  it('fails if neither the element nor an ancestor is long-clickable', async () => {
    const phone = phoneWithElement('');
    const { answer } = await callTool(longClickElement, phone, {
      element_id: phone.elementNamed('it').id,
    });
    expect(answer).toMatch(/^Element '\w+' is not long-clickable\./);
  });
});
