import { describe, expect, it } from 'vitest';
import { clickElement, longClickElement, scrollToElement } from '../elements.ts';
import { getScreenTree } from '../screen.ts';
import { callTool } from '../testing/call-tool.ts';
import { FormModel, ListModel } from '../testing/screen-models.ts';
import { ModelPhone, node } from '../testing/model-phone.ts';
import { clearText, inputText, setText } from '../text.ts';

describe('an id that is not on the screen', () => {
  const rows = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
  const scrolled = () => {
    const model = new ListModel({ peopleRows: rows });
    const phone = new ModelPhone(model);
    phone.shown.remember({ roots: phone.roots });
    const oldIds = { Bob: phone.elementNamed('Bob').id, Cid: phone.elementNamed('Cid').id };
    return { model, phone, before: oldIds };
  };
  it('fails if it was never shown', async () => {
    const { phone } = scrolled();
    const { answer, code } = await callTool(clickElement, phone, { element_id: 'node_1' });
    expect(code).toBe('element-not-found');
    expect(answer).toBe(
      "Element 'node_1' not found in accessibility tree. It is on no screen shown to you recently. Call get_screen_state and use an id from its reply.",
    );
  });
  it('is cut in the message if it is long', async () => {
    const { phone } = scrolled();
    const { answer } = await callTool(clickElement, phone, { element_id: 'n'.repeat(5000) });
    expect(answer.split(' not found')[0]).toBe(`Element '${'n'.repeat(100)}…'`);
  });
  it('fails with the ref of an element that moved', async () => {
    const { model, phone, before: oldIds } = scrolled();
    model.offset = 40;
    const { answer } = await callTool(clickElement, phone, { element_id: oldIds.Cid });
    expect(answer).toBe(
      `Element '${oldIds.Cid}' not found in accessibility tree. The screen has changed since it was shown; the nearest match now is e1 View "Cid".`,
    );
    expect(phone.shown.recall('e1')?.element.text).toBe('Cid');
  });
  it('fails with the name of an element that is gone', async () => {
    const { model, phone, before: oldIds } = scrolled();
    model.offset = 430;
    const { answer } = await callTool(clickElement, phone, { element_id: oldIds.Bob });
    expect(answer).toContain('It was View "Bob". The screen has changed, and no element on it');
  });
  it('does not match an adjacent row that has the id now', async () => {
    const { model, phone, before: oldIds } = scrolled();
    model.offset = 150;
    expect(phone.elementNamed('Cid').id).not.toBe(oldIds.Cid);
    const { answer, code } = await callTool(clickElement, phone, { element_id: oldIds.Cid });
    expect(code).toBe('element-not-found');
    expect(answer).toContain('the nearest match now is e1 View "Cid"');
    expect(phone.log).toEqual([]);
  });
  it('still matches if only the text has changed', async () => {
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
    const { answer } = await callTool(clickElement, phone, {
      element_id: phone.elementNamed('count').id,
    });
    expect(answer).toMatch(/^Click performed/);
  });
});

describe('a ref', () => {
  const rows = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
  const shownPeople = async () => {
    const model = new ListModel({ peopleRows: rows });
    const phone = new ModelPhone(model);
    const { answer } = await callTool(getScreenTree, phone, { compact: true });
    const refOf = (name: string): string =>
      new RegExp(String.raw`^ *(\S+) "${name}"`, 'm').exec(answer)?.[1] ?? '';
    return { model, phone, refOf };
  };
  it('is accepted in place of an id, and follows its element', async () => {
    const { model, phone, refOf } = await shownPeople();
    const ref = refOf('Cid');
    expect(ref).toMatch(/^e\d+$/);
    model.offset = 150;
    const { answer } = await callTool(clickElement, phone, { element_id: ref });
    expect(answer).toBe(`Click performed on element '${ref}'`);
    expect(phone.log).toEqual(['tap name']);
  });
  it('says so when its element is gone', async () => {
    const { model, phone, refOf } = await shownPeople();
    model.offset = 430;
    const ref = refOf('Bob');
    const { answer, code } = await callTool(clickElement, phone, { element_id: ref });
    expect(code).toBe('element-not-found');
    expect(answer).toContain(`Element '${ref}' not found`);
    expect(answer).toContain('It was View "Bob". The screen has changed');
  });
  it('that was never given out fails', async () => {
    const { phone } = await shownPeople();
    const { answer } = await callTool(clickElement, phone, { element_id: 'e99' });
    expect(answer).toContain(
      "Element 'e99' not found in accessibility tree. It is on no screen shown to you recently",
    );
  });
  it('scrolls to its element', async () => {
    const { model, phone, refOf } = await shownPeople();
    const ref = refOf('Ann');
    model.offset = 430;
    const { answer } = await callTool(scrollToElement, phone, { element_id: ref });
    expect(answer).toMatch(new RegExp(`^Scrolled to element '${ref}' \\(\\d+ scroll\\(s\\)\\)$`));
  });
  it('begins a part of the tree', async () => {
    const { phone, refOf } = await shownPeople();
    const root = refOf('Bob');
    const { answer } = await callTool(getScreenTree, phone, { compact: true, root });
    expect(answer.split('\n')[1]).toBe(`${root} "Bob" @row {clickable}`);
  });
});

const people = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['Ann', 'Bob'] }));

describe('a press by selector', () => {
  it('touches the only match and names what took the touch', async () => {
    const phone = people();
    const { answer } = await callTool(clickElement, phone, { selector: ':text("Bob")' });
    expect(answer).toBe('Click performed on e1 View "Bob"');
    expect(phone.shown.recall('e1')?.element.resourceId).toBe('com.model:id/row');
    expect(phone.log).toEqual(['tap name']);
  });
  it('fails with the nearest element if nothing matches', async () => {
    const phone = people();
    const { answer, code } = await callTool(clickElement, phone, { selector: ':text("Bib")' });
    expect(code).toBe('element-not-found');
    expect(answer).toBe('No element matches :text("Bib"). Nearest: e1 View "Bob" is :text("Bob").');
    expect(phone.shown.recall('e1')?.element.text).toBe('Bob');
    expect(phone.log).toEqual([]);
  });
  it('fails with the candidates if several match', async () => {
    const phone = people();
    const selector = '@follow';
    const { answer, code } = await callTool(longClickElement, phone, { selector });
    expect(code).toBe('ambiguous-selector');
    expect(answer).toMatch(/^2 elements match @follow, but exactly one must: .* Call again with/);
    const refs = answer.match(/\be\d+(?= View)/g) ?? [];
    expect(refs.map((ref) => phone.shown.recall(ref)?.element.text)).toEqual(['Follow', 'Follow']);
    expect(phone.log).toEqual([]);
  });
  it('names the ref in errors', async () => {
    const phone = people();
    const { answer } = await callTool(longClickElement, phone, { selector: ':text("Ann")' });
    expect(answer).toMatch("Element 'e1' is not long-clickable.");
    expect(phone.shown.recall('e1')?.element.text).toBe('Ann');
  });
});

describe('a field by selector', () => {
  it('can be set, typed into and cleared', async () => {
    const model = new FormModel({ text: 'old' });
    const phone = new ModelPhone(model);
    const selector = 'View > EditText, EditText@field';
    const set = await callTool(setText, phone, { selector, text: 'new' });
    expect([set.answer, set.notes]).toEqual(['Text set on e1 EditText "Your name"', []]);
    const typed = await callTool(inputText, phone, { selector: '@field', text: 'er' });
    expect([typed.answer, typed.notes]).toEqual(['Text input completed (2 characters)', []]);
    expect(model.text).toBe('newer');
    expect((await callTool(clearText, phone, { selector: '[focused]' })).answer).toBe(
      'Text cleared successfully',
    );
    expect(model.text).toBe('');
  });
  it('must be a single editable element', async () => {
    const phone = new ModelPhone(new FormModel());
    const label = await callTool(inputText, phone, { selector: '@label', text: 'x' });
    expect(label.answer).toMatch("Element 'e1' is not editable.");
    const two = await callTool(clearText, phone, { selector: '[clickable]' });
    expect(two.code).toBe('ambiguous-selector');
    const none = await callTool(setText, phone, { selector: '@feld', text: 'x' });
    expect(none.code).toBe('element-not-found');
    expect(none.answer).toContain('is @field');
    expect(phone.log).toEqual([]);
  });
  it('is named by its ref in errors', async () => {
    const phone = new ModelPhone(new FormModel({ accept: () => '' }));
    const { answer } = await callTool(setText, phone, { selector: '@field', text: 'x' });
    expect(answer).toMatch(/^Action failed on e1 EditText "Your name": /);
  });
});
