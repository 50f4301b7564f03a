import { describe, expect, it } from 'vitest';
import type { Rect } from '../geometry.ts';
import { clickElement } from './elements.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, node } from './testing/model-phone.ts';

const box = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
});
const button = (name: string, bounds: Rect, more = ''): string =>
  node(name, bounds, { attributes: `text="${name}" clickable="true" ${more}` });
const phoneWith = (xml: string): ModelPhone => new ModelPhone({ xml: () => xml });
const click = (phone: ModelPhone, name: string) =>
  callTool(clickElement, phone, { element_id: phone.elementNamed(name).id });

describe('click_element', () => {
  it('taps the element', async () => {
    const phone = phoneWith(
      button('Save', box(0, 0, 200, 100)) + button('Quit', box(0, 100, 200, 200)),
    );
    const { answer } = await click(phone, 'Quit');
    expect(answer).toBe(`Click performed on element '${phone.elementNamed('Quit').id}'`);
    expect(phone.log).toEqual(['tap Quit']);
  });
  it('taps the nearest clickable ancestor and names it', async () => {
    const children = node('', box(0, 0, 500, 100), { attributes: 'text="Wi-Fi"' });
    const row = node('row', box(0, 0, 1000, 100), { attributes: 'clickable="true"', children });
    const phone = phoneWith(row);
    const { answer } = await click(phone, 'Wi-Fi');
    expect(answer).toBe(
      `Click performed on element '${phone.elementNamed('Wi-Fi').id}'\nnote:it is not clickable itself; its ancestor ${phone.elementNamed('row').id}: View "Wi-Fi" is`,
    );
  });
  it('avoids an element that covers a part of it', async () => {
    const row = button('row', box(0, 0, 1000, 100));
    const phone = phoneWith(row + button('fab', box(400, 0, 1000, 100)));
    const { answer } = await click(phone, 'row');
    expect(phone.log).toEqual(['tap row']);
    expect(answer).not.toContain('note:');
  });
  it('names an element that covers all of it', async () => {
    const phone = phoneWith(
      button('row', box(0, 0, 900, 100)) +
        button('veil', box(0, 0, 1000, 2000)) +
        button('elsewhere', box(0, 500, 1000, 600)),
    );
    const { answer } = await click(phone, 'row');
    expect(answer).toMatch(/\nnote:node_\w+: View "veil" lies over all of it/);
  });
  it('is not considered covered by its own inner button', async () => {
    const children = button('inner', box(0, 0, 900, 100));
    const outer = node('outer', box(0, 0, 900, 100), { attributes: 'clickable="true"', children });
    const phone = phoneWith(outer);
    const { answer } = await click(phone, 'outer');
    expect(answer).toBe(`Click performed on element '${phone.elementNamed('outer').id}'`);
  });
  it('taps the middle of the visible part', async () => {
    const phone = phoneWith(
      button('half', box(0, 1900, 1000, 2900)) + button('below', box(0, 2000, 1000, 2100)),
    );
    await click(phone, 'half');
    expect(phone.log).toEqual(['tap half']);
  });
  it.each([
    ['is not clickable', node('it', box(0, 0, 9, 9), {}), /^Element '\w+' is not clickable\./],
    [
      'is disabled',
      button('it', box(0, 0, 9, 9)).replace('enabled="true"', ''),
      /^Action failed on element '\w+': it is disabled\./,
    ],
    [
      'is off the screen',
      button('it', box(0, 2500, 9, 2600)),
      /no part of it is on the screen\. Bring it there with scroll_to_element/,
    ],
    ['has no size', button('it', box(5, 5, 5, 5)), /no part of it is on the screen/],
  ])('fails if the element %s', async (_, xml, message) => {
    const phone = phoneWith(xml);
    const { answer, code } = await click(phone, 'it');
    expect(answer).toMatch(message);
    expect(code).toBe('action-failed');
    expect(phone.log).toEqual([]);
  });
  it('fails if the display is off', async () => {
    const phone = phoneWith(button('it', box(0, 0, 9, 9)));
    phone.awake = false;
    expect((await click(phone, 'it')).answer).toMatch(/display is off/);
    expect(phone.log).toEqual([]);
  });
});

it('click_element: reports a click that the phone may have recognised as a long press', async () => {
  const phone = phoneWith(button('Save', box(0, 0, 100, 100)));
  phone.timings = [{ downSentMs: 0, upSentMs: 900, upAcknowledgedMs: 910 }];
  const { answer } = await click(phone, 'Save');
  expect(answer).toMatch(
    /^Finger held on element 'node_\w+' for 900 ms: .* too slow for a click, /,
  );
});
