import { describe, expect, it } from 'vitest';
import type { Rect } from '../geometry.ts';
import { walk } from '../screen/screen.ts';
import { clickElement, drag, longClickElement, scrollToElement } from './elements.ts';
import { getScreenTree } from './screen.ts';
import { readScreen } from './shared/read-screen.ts';
import type { Tool } from './shared/tool.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, box, node, phoneWith } from './testing/model-phone.ts';
import { ArticleModel, ListModel } from './testing/screen-models.ts';

const button = (name: string, bounds: Rect, more = ''): string =>
  node(name, bounds, { attributes: `text="${name}" clickable="true" ${more}` });
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
    const { answer, notes } = await click(phone, 'Wi-Fi');
    expect(answer).toBe(`Click performed on element '${phone.elementNamed('Wi-Fi').id}'`);
    expect(notes).toEqual(['note:pressed its ancestor e1 View "Wi-Fi"']);
  });
  it('avoids an element that covers a part of it', async () => {
    const row = button('row', box(0, 0, 1000, 100));
    const phone = phoneWith(row + button('fab', box(400, 0, 1000, 100)));
    const { answer } = await click(phone, 'row');
    expect(phone.log).toEqual(['tap row']);
    expect(answer).not.toContain('note:');
  });
  it('touches nothing where another element covers all of it', async () => {
    const phone = phoneWith(
      button('row', box(0, 0, 900, 100)) +
        button('veil', box(0, 0, 1000, 2000)) +
        button('elsewhere', box(0, 500, 1000, 600)),
    );
    const { answer, code } = await click(phone, 'row');
    expect(code).toBe('action-failed');
    const { id } = phone.elementNamed('row');
    expect(answer).toBe(
      `Action failed on element '${id}': View "veil" covers all of it, so nothing was touched. Close what covers it, or scroll; tap with x 449 and y 49 presses what is in front.`,
    );
    expect(phone.log).toEqual([]);
  });
  it('touches nothing where several elements together cover all of it', async () => {
    const phone = phoneWith(
      button('row', box(0, 0, 900, 100)) +
        button('left', box(0, 0, 500, 100)) +
        button('right', box(500, 0, 1000, 100)),
    );
    expect((await click(phone, 'row')).answer).toContain('View "left" covers all of it');
    expect(phone.log).toEqual([]);
  });
  it('touches nothing where another element of its row covers the named text', async () => {
    const children =
      node('subject', box(0, 0, 500, 100), { attributes: 'text="Hello"' }) +
      button('delete', box(0, 0, 900, 100));
    const attributes = 'clickable="true"';
    const phone = phoneWith(node('row', box(0, 0, 1000, 100), { attributes, children }));
    expect((await click(phone, 'subject')).answer).toContain('View "delete" covers all of it');
    expect(phone.log).toEqual([]);
    expect((await click(phone, 'row')).code).toBeUndefined();
    expect(phone.log).toEqual(['tap row']);
  });
  it('touches an element of a web page that a later one may cover, and says so', async () => {
    const children =
      button('tab', box(0, 1800, 200, 2000)) + button('card', box(0, 900, 1000, 2000));
    const attributes = 'class="android.webkit.WebView"';
    const phone = phoneWith(node('page', box(0, 0, 1000, 2000), { attributes, children }));
    expect((await click(phone, 'tab')).notes).toEqual([
      'note:e1 View "card" covers all of it and may have taken the touch',
    ]);
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
      /no part of it is on the screen\. Scroll to it with scroll_to_element/,
    ],
    ['has no size', button('it', box(5, 5, 5, 5)), /no part of it is on the screen/],
  ])('fails if the element %s', async (_, xml, message) => {
    const phone = phoneWith(xml);
    const { answer, code } = await click(phone, 'it');
    expect(answer).toMatch(message);
    expect(code).toBe(/not clickable/.test(answer) ? 'not-clickable' : 'action-failed');
    const screen = await readScreen(phone, new AbortController().signal);
    const { id } = phone.elementNamed('it');
    const shown = [...walk(screen.roots)].find((element) => element.id === id);
    const ref = shown && phone.shown.refsOn(screen)(shown);
    const byRef = await callTool(clickElement, phone, { element_id: ref });
    expect(byRef.answer).toBe(answer.replace(`'${id}'`, `'${ref}'`));
    expect(phone.log).toEqual([]);
  });
  it('fails for a row with other texts until the agent was shown them', async () => {
    let name = 'Ann';
    const phone = new ModelPhone({
      xml: () => {
        const row =
          node('name', box(0, 90, 900, 180), { attributes: `text="${name}"` }) +
          button('Accept', box(900, 90, 1000, 180), 'class="android.widget.Button"');
        const list = node('list', box(0, 90, 1000, 900), {
          attributes: 'scrollable="true"',
          children: node('row', box(0, 90, 1000, 180), { children: row }),
        });
        return node('title', box(0, 0, 1000, 90), { attributes: 'text="Requests"' }) + list;
      },
    });
    const read = async (): Promise<string> =>
      (await callTool(getScreenTree, phone, { compact: true })).answer;
    const ref = /(e\d+) Button "Accept"/.exec(await read())?.[1];
    name = 'Zoe';
    const refused = await callTool(clickElement, phone, { element_id: ref });
    expect(refused.answer).toBe(
      `Element '${ref}' not found in accessibility tree. It was Button "Accept" in View "Ann", a row that has other texts now, View "Zoe", and may be another one. Read the screen with get_screen_tree, compact=true, and use the ref there.`,
    );
    expect(phone.log).toEqual([]);
    expect(await read()).toContain(`${ref} Button "Accept"`);
    await callTool(clickElement, phone, { element_id: ref });
    expect(phone.log).toEqual(['tap Accept']);
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
  it('long-presses the nearest long-clickable ancestor and names it', async () => {
    const children = node('', box(0, 0, 500, 100), { attributes: 'text="Wi-Fi"' });
    const row = node('row', box(0, 0, 1000, 100), {
      attributes: 'long-clickable="true"',
      children,
    });
    const phone = phoneWith(row);
    const { id } = phone.elementNamed('Wi-Fi');
    const { answer, notes } = await callTool(longClickElement, phone, { element_id: id });
    expect(answer).toBe(`Long-click performed on element '${id}'`);
    expect(notes).toEqual(['note:pressed its ancestor e1 View "Wi-Fi"']);
    expect(phone.log).toEqual([expect.stringMatching(/^hold/)]);
  });
  it('fails if neither the element nor an ancestor is long-clickable', async () => {
    const phone = phoneWithElement('');
    const { answer } = await callTool(longClickElement, phone, {
      element_id: phone.elementNamed('it').id,
    });
    expect(answer).toMatch(/^Element '\w+' is not long-clickable\./);
  });
});

const peopleRows = Array.from({ length: 30 }, (_, i) => `Person ${i + 1}`);

/** A phone with a list scrolled to row `now`; agents saw it at row `first`. */
function scrolledAway(
  { first, now }: { readonly first: number; readonly now: number },
  options: Partial<ConstructorParameters<typeof ListModel>[0]> = {},
): { readonly phone: ModelPhone; readonly idOf: (name: string) => string } {
  const model = new ListModel({ peopleRows, ...options, first });
  const phone = new ModelPhone(model);
  const seen = phone.roots;
  phone.shown.remember({ roots: seen });
  const before = new ModelPhone(new ListModel({ peopleRows, ...options, first }));
  model.offset = now * 150;
  return { phone, idOf: (name) => before.elementNamed(name).id };
}

describe('scroll_to_element', () => {
  it.each([
    ['down', { first: 20, now: 0 }, 'Person 22'],
    ['up', { first: 0, now: 20 }, 'Person 2'],
    ['down, as the rows that are left show', { first: 2, now: 0 }, 'Person 7'],
    ['up, as the rows that are left show', { first: 0, now: 3 }, 'Person 1'],
  ])('finds an element that was scrolled out of view: %s', async (direction, offsets, name) => {
    const { phone, idOf } = scrolledAway(offsets);
    const id = idOf(name);
    const { answer, notes } = await callTool(scrollToElement, phone, { element_id: id });
    const now = phone.elementNamed(name).id;
    const scrolls = phone.log.length;
    expect(answer).toBe(`Scrolled to element '${now}' (${scrolls} scroll(s))`);
    expect(notes).toEqual(
      now === id ? [] : [`note:its id was '${id}' and is now '${now}': View "${name}"`],
    );
    expect(phone.shown.recall(now)?.element.text).toBe(name);
    if (direction.includes('show'))
      expect(new Set(phone.log)).toEqual(new Set([direction.split(',')[0]]));
  });
  it('scrolls in the other direction if the first one was wrong', async () => {
    const { phone, idOf } = scrolledAway({ first: 0, now: 20 });
    const { answer, progress } = await callTool(scrollToElement, phone, {
      element_id: idOf('Person 1'),
    });
    expect(answer).toMatch(/^Scrolled to element/);
    expect(phone.log[0]).toBe('down');
    expect(phone.log.at(-1)).toBe('up');
    expect(progress).toHaveLength(phone.log.length);
    expect(progress[0]).toMatchObject({ done: 1, message: 'Scrolled down, 1 of at most 20' });
  });
  it("finds the row's own button, not another row's", async () => {
    const { phone, idOf } = scrolledAway({ first: 20, now: 0 });
    const { answer } = await callTool(scrollToElement, phone, { element_id: idOf('follow') });
    // The first Follow button of the old screen belongs to Person 21.
    const id = /'(\w+)'/.exec(answer)?.[1];
    const row = phone.elementNamed('Person 21');
    const found = [...phone.roots].flatMap(({ children }) => children.flatMap((c) => c.children));
    const button = found.find((element) => element.id === id);
    expect(button?.text).toBe('Follow');
    expect(button?.bounds.top).toBe(row.bounds.top);
  });
  it('scrolls horizontally', async () => {
    const { phone, idOf } = scrolledAway({ first: 20, now: 0 }, { horizontal: true });
    const { answer } = await callTool(scrollToElement, phone, { element_id: idOf('Person 21') });
    expect(answer).toMatch(/^Scrolled to element/);
    expect(new Set(phone.log)).toEqual(new Set(['right']));
  });
  it('scrolls directly to an element that the dump lists off-screen', async () => {
    const model = new ListModel({ peopleRows, printsAll: true, first: 20 });
    const phone = new ModelPhone(model);
    const { answer } = await callTool(scrollToElement, phone, {
      element_id: phone.elementNamed('Person 3').id,
    });
    expect(answer).toMatch(/^Scrolled to element/);
    expect(new Set(phone.log)).toEqual(new Set(['up']));
  });
  it('reports an element that is already visible', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows }));
    const { id } = phone.elementNamed('Person 2');
    const { answer } = await callTool(scrollToElement, phone, { element_id: id });
    expect(answer).toBe(`Element '${id}' is already visible`);
    const { phone: moved, idOf } = scrolledAway({ first: 0, now: 1 });
    const other = await callTool(scrollToElement, moved, { element_id: idOf('Person 3') });
    expect(other.answer).toBe(`Element '${idOf('Person 3')}' is already visible`);
    expect(other.notes).toEqual([
      `note:its id was '${idOf('Person 3')}' and is now '${moved.elementNamed('Person 3').id}': View "Person 3"`,
    ]);
    expect([...phone.log, ...moved.log]).toEqual([]);
  });
  it('brings at least half of the element into view', async () => {
    const { phone, idOf } = scrolledAway({ first: 10, now: 0 });
    await callTool(scrollToElement, phone, { element_id: idOf('Person 11') });
    const { top, bottom } = phone.elementNamed('Person 11').bounds;
    expect(bottom - top).toBeGreaterThanOrEqual(75);
  });
  it('fails after reaching both ends', async () => {
    const { phone } = scrolledAway({ first: 0, now: 0 });
    const without = new ModelPhone(new ListModel({ peopleRows: peopleRows.slice(5), first: 3 }));
    const { roots } = phone;
    const shown = [...walk(roots)].find(({ text }) => text === 'Person 1');
    const focus = { packageName: 'com.model', activity: null };
    const ref = shown && without.shown.refsOn({ roots, focus, rotation: 0 })(shown);
    const { answer, code } = await callTool(scrollToElement, without, { element_id: ref });
    expect(code).toBe('action-failed');
    expect(answer).toMatch(
      /^Element 'e1' not visible after \d+ scroll attempts \(down \d+ to the end, up \d+ to the end\)\./,
    );
  });
  it('swipes above an open keyboard that covers a part of the list', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows }));
    phone.keyboard = { left: 0, top: 550, right: 1000, bottom: 2000 };
    const { answer } = await callTool(scrollToElement, phone, { selector: ':text("Person 20")' });
    expect(answer).toMatch(/^Scrolled to e1 View "Person 20"/);
    expect(phone.log).not.toContain('keyboard');
  });
  it('stops after 20 scrolls in each direction', async () => {
    const endless = Array.from({ length: 500 }, (_, i) => `Row ${i}`);
    const { phone, idOf } = scrolledAway({ first: 0, now: 250 }, { peopleRows: endless });
    const { answer } = await callTool(scrollToElement, phone, { element_id: idOf('Row 0') });
    expect(answer).toContain('not visible after 40 scroll attempts (down 20, up 20)');
  });
  it('fails without a list, for an unknown id, or if the display is off', async () => {
    const { phone, idOf } = scrolledAway({ first: 10, now: 0.3 }, { scrollable: false });
    const id = idOf('Person 11');
    const noList = await callTool(scrollToElement, phone, { element_id: id });
    expect(noList.answer).toMatch(/^No scrollable container found for element '\w+'\./);
    const unknown = await callTool(scrollToElement, phone, { element_id: 'node_0' });
    expect(unknown.answer).toMatch(
      /^Element 'node_0' not found\. It is on no screen shown to you recently\./,
    );
    const { phone: dark } = scrolledAway({ first: 10, now: 0 });
    dark.awake = false;
    expect((await callTool(scrollToElement, dark, { element_id: id })).answer).toMatch(/is off/);
    expect(dark.log).toEqual([]);
  });
});

describe('an element under the keyboard', () => {
  const keyboard = box(0, 1300, 1000, 2000);
  const pressed = (more = ''): string =>
    button('under', box(800, 1880, 1000, 2000), `long-clickable="true" ${more}`) +
    button('partly', box(0, 1200, 500, 1600), 'long-clickable="true"');
  const phoneWithKeyboard = (): ModelPhone => {
    const phone: ModelPhone = new ModelPhone({
      xml: pressed,
      key: () => (phone.keyboard = null),
      tap: () => undefined,
    });
    phone.keyboard = keyboard;
    return phone;
  };
  it.each([
    [clickElement, { selector: '@under' }],
    [longClickElement, { selector: '@under' }],
    [drag, { from: '@under', to: '10,10' }],
    [drag, { from: '@partly', to: '@under' }],
  ] as [Pick<Tool, 'name' | 'input'> & { execute: Tool['execute'] }, Record<string, unknown>][])(
    '$name does not touch it',
    async (tool, args) => {
      const phone = phoneWithKeyboard();
      const { answer, code } = await callTool(tool, phone, args);
      expect(code).toBe('action-failed');
      expect(answer).toMatch(
        /^Action failed on element 'e[12]': the keyboard covers all of it, so nothing was touched\. Close the keyboard with press_back or dismiss_keyboard, or bring the element out with scroll_to_element; tap with x 899 and y 1939 presses what is in front\.$/,
      );
      expect(phone.log).toEqual([]);
    },
  );
  it.each([
    [clickElement, 'tap partly'],
    [longClickElement, 'hold partly'],
  ])('$name touches the part that is free', async (tool, log) => {
    const phone = phoneWithKeyboard();
    await callTool(tool, phone, { selector: '@partly' });
    expect(phone.log).toEqual([log]);
  });
  it('scroll_to_element closes the keyboard', async () => {
    const phone = phoneWithKeyboard();
    const { answer, notes } = await callTool(scrollToElement, phone, { selector: '@under' });
    const { id } = phone.elementNamed('under');
    expect(answer).toBe('e1 View "under" is now visible');
    expect(notes).toEqual(['note:the keyboard covered it and was closed first']);
    expect(phone.log).toEqual(['BACK']);
    await callTool(clickElement, phone, { element_id: id });
    expect(phone.log).toEqual(['BACK', 'tap under']);
  });
});

describe('scroll_to_element in a page with one long text', () => {
  it('continues while the picture moves, although the dump stays the same', async () => {
    const phone = new ModelPhone(new ArticleModel({ length: 8_000 }));
    const { answer } = await callTool(scrollToElement, phone, { selector: '@accept' });
    expect(answer).toMatch(/^Scrolled to e1 /);
    expect(new Set(phone.log)).toEqual(new Set(['down']));
    const back = await callTool(scrollToElement, phone, { selector: '@heading' });
    expect(back.answer).toMatch(/^Scrolled to e2 /);
    expect(phone.log.at(-1)).toBe('up');
  });
  it.each([
    ['nothing', 0],
    ['a spinner', 12],
  ])('reports both ends if %s moves in the picture', async (_, spinning) => {
    const phone = new ModelPhone(new ArticleModel({ length: 8_000, button: false, spinning }));
    const { answer } = await callTool(scrollToElement, phone, { selector: '@accept' });
    expect(answer).toMatch(/after \d+ scroll attempts \(down \d+ to the end, up \d+ to the end\)/);
    expect(phone.log.filter((direction) => direction === 'up').length).toBeGreaterThan(5);
  });
  it('reports no end if the picture cannot be read', async () => {
    const phone = new ModelPhone(new ArticleModel({ length: 8_000, secure: true }));
    const { answer } = await callTool(scrollToElement, phone, { selector: '@accept' });
    expect(answer).toMatch(/\(down 2 until its elements no longer changed, up \d until its/);
  });
  it.each([
    ['detects motion in the part that the keyboard leaves free', false, /^Scrolled to e1 /],
    [
      'does not take the keyboard for an unchanged picture',
      true,
      /down 2 until its elements no longer/,
    ],
  ])('%s', async (_, secure, pattern) => {
    const keyboardTop = 450;
    const phone = new ModelPhone(new ArticleModel({ length: 3_000, secure, keyboardTop }));
    phone.keyboard = { left: 0, top: keyboardTop, right: 1000, bottom: 2000 };
    const { answer } = await callTool(scrollToElement, phone, { selector: '@accept' });
    expect(answer).toMatch(pattern);
    expect(phone.log).not.toContain('keyboard');
  });
  it('takes no screenshot of a list whose rows are in the dump', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows }));
    await callTool(scrollToElement, phone, { selector: ':text("Nobody")' });
    expect(phone.log.length).toBeGreaterThan(5);
    expect(phone.screenshots).toBe(0);
  });
});
