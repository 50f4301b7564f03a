import { describe, expect, it } from 'vitest';
import { clickElement, scrollToElement } from '../elements.ts';
import { type CallResult, callTool } from '../testing/call-tool.ts';
import { ListModel } from '../testing/screen-models.ts';
import { type ScreenModel, ModelPhone } from '../testing/model-phone.ts';

const rows = Array.from({ length: 30 }, (_, i) => `Person ${i + 1}`);
const scrollTo = (phone: ModelPhone, selector: string): Promise<CallResult> =>
  callTool(scrollToElement, phone, { selector });
const phoneAt = (first: number, options = {}): ModelPhone =>
  new ModelPhone(new ListModel({ peopleRows: rows, first, ...options }));

describe('scroll_to_element by selector', () => {
  it.each([
    ['down', 0, 'Person 22'],
    ['down, then up', 20, 'Person 2'],
  ])('finds an element that no dump has contained yet: %s', async (directions, first, name) => {
    const phone = phoneAt(first);
    const { answer, progress } = await scrollTo(phone, `:text("${name}")`);
    const { bounds } = phone.elementNamed(name);
    expect(answer).toBe(`Scrolled to e1 View "${name}" (${phone.log.length} scroll(s))`);
    expect([...new Set(phone.log)].join(', then ')).toBe(directions);
    expect(progress).toHaveLength(phone.log.length);
    // The row stands for its texts in the compact tree.
    expect(phone.shown.recall('e1')?.element.children).toContainEqual(phone.elementNamed(name));
    // The whole row is visible.
    expect(bounds.bottom - bounds.top).toBe(150);
  });
  it('scrolls directly to an element that the dump lists off-screen', async () => {
    const phone = phoneAt(20, { printsAll: true });
    expect((await scrollTo(phone, ':text("Person 3")')).answer).toMatch(/^Scrolled to e1 /);
    expect(new Set(phone.log)).toEqual(new Set(['up']));
  });
  it('does not scroll if the element is visible', async () => {
    const phone = phoneAt(0);
    const { answer } = await scrollTo(phone, ':text("Person 2")');
    expect(answer).toBe('e1 View "Person 2" is already visible');
    expect(phone.log).toEqual([]);
  });
  it('fails for several visible matches, before and after scrolling', async () => {
    const phone = phoneAt(0);
    const now = await scrollTo(phone, ':text("Follow")');
    expect(now.code).toBe('ambiguous-selector');
    expect(now.answer).toMatch(
      /^5 elements match :text\("Follow"\)\[visible\], but exactly one must: e\d+ View "Follow" is /,
    );
    expect(phone.log).toEqual([]);
    const later = await scrollTo(phone, ':contains("Person 2"), :text("Person 19")');
    expect(later.answer).toMatch(/^e\d+ View "Person 2" is already visible$/);
    const two = await scrollTo(phone, ':text("Person 18"), :text("Person 19")');
    expect(two.code).toBe('ambiguous-selector');
    const listed = /(e\d+) View "Person 18"/.exec(two.answer)?.[1] ?? '';
    expect(phone.shown.recall(listed)?.element.text).toBe('Person 18');
  });
  it('fails after reaching both ends and names the nearest element', async () => {
    const { answer, code } = await scrollTo(phoneAt(3), ':text("Persom 2")');
    expect(code).toBe('element-not-found');
    expect(answer).toMatch(
      /^No visible element matches :text\("Persom 2"\), even after \d+ scroll attempts \(down \d+ to the end, up \d+ to the end\)\. Nearest: .*:text\("Person 2"\)/,
    );
  });
  it('resolves an index or index path once and follows that element', async () => {
    const phone = phoneAt(0, { printsAll: true });
    const { answer } = await scrollTo(phone, '1.14.0');
    expect(answer).toBe(`Scrolled to e1 View "Person 15" (${phone.log.length} scroll(s))`);
    const counted = phoneAt(0, { printsAll: true });
    const followed = await scrollTo(counted, ':contains("Person")[20]');
    expect(followed.answer).toContain('Scrolled to e1 View "Person 21"');
    const gone = await scrollTo(phoneAt(0), ':contains("Person")[20]');
    expect(gone.code).toBe('element-not-found');
    expect(gone.answer).toMatch(/^No element matches :contains\("Person"\)\[20\]\./);
  });
  it('fails if nothing scrolls', async () => {
    const notScrollable = { scrollable: false };
    const off = await scrollTo(
      phoneAt(0, { ...notScrollable, printsAll: true }),
      ':text("Person 20")',
    );
    expect(off.answer).toMatch(/^No scrollable container found for element 'e1'\./);
    const { answer } = await scrollTo(phoneAt(0, notScrollable), ':text("Person 20")');
    expect(answer).toMatch(/^No element matches :text\("Person 20"\)\./);
  });
});

describe('scroll_to_element on a screen with several lists', () => {
  const pages = Array.from({ length: 20 }, (_, i) => `Page ${i + 1}`);
  /** A carousel above a list; a horizontal drag moves the carousel, a vertical one the list. */
  function twoLists(): { readonly phone: ModelPhone; readonly log: readonly string[] } {
    const below = new ListModel({ peopleRows: rows });
    const above = new ListModel({ peopleRows: pages, horizontal: true });
    const model: ScreenModel = {
      xml: () =>
        above.xml().replaceAll('id/list', 'id/carousel').replaceAll('[1000,950]', '[1000,1950]') +
        below.xml().replaceAll('text="People"', ''),
      drag: (moved) => (moved.x === 0 ? below : above).drag(moved),
    };
    const phone = new ModelPhone(model);
    return { phone, log: phone.log };
  }
  it('scrolls the main list, unless the selector names another', async () => {
    const { phone, log } = twoLists();
    expect((await scrollTo(phone, ':text("Person 12")')).answer).toMatch(/^Scrolled/);
    expect(new Set(log)).toEqual(new Set(['down']));
    const unnamed = await scrollTo(phone, ':text("Page 12")');
    expect(unnamed.answer).toContain('To search another list, name it: @list :text("…").');
    const before = log.length;
    expect((await scrollTo(phone, '@carousel :text("Page 12")')).answer).toMatch(/^Scrolled/);
    expect(new Set(log.slice(before))).toEqual(new Set(['right']));
  });
});

it('scroll_to_element records only the returned element as shown', async () => {
  const model = new ListModel({ peopleRows: rows, scrollable: true });
  const phone = new ModelPhone(model);
  phone.shown.remember({ roots: phone.roots });
  const { id } = phone.elementNamed('Person 3');
  model.offset = 150;
  expect((await scrollTo(phone, ':text("Person 2")')).answer).toContain('already visible');
  // The list has scrolled by a whole row, so Person 4 has the id now.
  expect(phone.elementNamed('Person 4').id).toBe(id);
  const { code } = await callTool(clickElement, phone, { element_id: id });
  expect(code).toBe('element-not-found');
});
