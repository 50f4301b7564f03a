import { describe, expect, it } from 'vitest';
import { clickElement } from '../click-element.ts';
import { callTool } from '../testing/call-tool.ts';
import { ListModel } from '../testing/list-model.ts';
import { ModelPhone, node } from '../testing/model-phone.ts';

describe('an id that is not on the screen', () => {
  const rows = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
  const scrolled = () => {
    const model = new ListModel({ rows });
    const phone = new ModelPhone(model);
    phone.shown.remember({ roots: phone.roots });
    const before = { Bob: phone.named('Bob').id, Cid: phone.named('Cid').id };
    return { model, phone, before };
  };
  it('was never shown', async () => {
    const { phone } = scrolled();
    const { answer, code } = await callTool(clickElement, phone, { element_id: 'node_1' });
    expect(code).toBe('element-not-found');
    expect(answer).toBe(
      "Element 'node_1' not found in accessibility tree. No screen shown lately had it. Read the screen with get_screen_state and use an id from there.",
    );
  });
  it('is not repeated at length', async () => {
    const { phone } = scrolled();
    const { answer } = await callTool(clickElement, phone, { element_id: 'n'.repeat(5000) });
    expect(answer.split(' not found')[0]).toBe(`Element '${'n'.repeat(100)}…'`);
  });
  it('has a new id now', async () => {
    const { model, phone, before } = scrolled();
    model.offset = 40;
    const { answer } = await callTool(clickElement, phone, { element_id: before.Cid });
    const { id } = phone.named('Cid');
    expect(answer).toBe(
      `Element '${before.Cid}' not found in accessibility tree. The screen has changed since it was shown; the nearest match now is ${id}: View "Cid".`,
    );
    expect(phone.shown.recall(id)?.element.text).toBe('Cid');
  });
  it('is gone', async () => {
    const { model, phone, before } = scrolled();
    model.offset = 430;
    const { answer } = await callTool(clickElement, phone, { element_id: before.Bob });
    expect(answer).toContain(
      'It was View "Bob"; the screen has changed since, and nothing on it now',
    );
  });
  it('is not taken for the neighbour who has inherited it', async () => {
    const { model, phone, before } = scrolled();
    model.offset = 150;
    expect(phone.named('Cid').id).not.toBe(before.Cid);
    const { answer, code } = await callTool(clickElement, phone, { element_id: before.Cid });
    expect(code).toBe('element-not-found');
    expect(answer).toContain(`the nearest match now is ${phone.named('Cid').id}: View "Cid"`);
    expect(phone.log).toEqual([]);
  });
  it('is still meant when only its words have changed', async () => {
    let count = 1;
    const phone = new ModelPhone({
      xml: () =>
        node(
          'count',
          { left: 0, top: 0, right: 9, bottom: 9 },
          { attributes: `text="Count ${count}" clickable="true"` },
        ),
    });
    phone.shown.remember({ roots: phone.roots });
    count = 2;
    const { answer } = await callTool(clickElement, phone, { element_id: phone.named('count').id });
    expect(answer).toMatch(/^Click performed/);
  });
});
