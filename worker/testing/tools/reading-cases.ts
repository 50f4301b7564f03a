import { z } from 'zod';
import { parseTree, type ParsedLine } from '#core/format/testing/parse-tree.ts';
import { expect } from 'vitest';
import type { PhoneUnderTest, ToolCases } from '#core/demo-phone/testing/phone-under-test.ts';
import { openNewNote } from './note-fields.ts';

const foundSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  className: z.string(),
  text: z.string().nullable(),
  description: z.string().nullable(),
  selector: z.string(),
  checked: z.boolean().optional(),
  selected: z.boolean(),
  focused: z.boolean(),
  enabled: z.boolean(),
  // What only the element reader tells.
  hint: z.string().optional(),
  stateDescription: z.string().optional(),
  error: z.string().optional(),
  heading: z.boolean().optional(),
  position: z.string().optional(),
});
const queriedSchema = z.strictObject({
  count: z.number(),
  matches: z.array(foundSchema),
  warning: z.string().optional(),
  nearest: z.array(foundSchema).optional(),
});

/** The result of query_elements; checks that its text equals its data. */
async function queryElements(phone: PhoneUnderTest, selector: string, limit?: number) {
  const args = limit === undefined ? { selector } : { selector, limit };
  const { text, data } = await phone.call('query_elements', args);
  expect(JSON.parse(text)).toEqual(data);
  return queriedSchema.parse(data);
}

const suggestedSchema = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      selector: z.string(),
      kind: z.string(),
      reason: z.string().min(1),
      matches: z.literal(1),
    }),
  ),
});

async function suggestionsFor(phone: PhoneUnderTest, target: Record<string, string>) {
  const { data } = await phone.call('suggest_selectors', target);
  return suggestedSchema.parse(data).suggestions;
}

/** A result that shows a screen, without its last line, which must name the snapshot. */
export function withoutSnapshotLine(text: string): string {
  expect(text).toMatch(/\nsnapshot:s[1-9]\d*$/);
  return text.slice(0, text.lastIndexOf('\n'));
}

async function treeLines(phone: PhoneUnderTest, args = {}): Promise<readonly ParsedLine[]> {
  const { text } = await phone.call('get_screen_tree', args);
  return parseTree(withoutSnapshotLine(text)).lines;
}

/** Tools that read: the tree, the summary, and selectors. */
export const readingCases = {
  'get_screen_tree lists every element with a path that finds it again': async (phone) => {
    await phone.open('Settings');
    const { text } = await phone.call('get_screen_tree');
    expect(text.split('\n').slice(0, 3)).toEqual([
      '[Screen: com.android.settings / Settings]',
      '  [0] FrameLayout',
      expect.stringMatching(/^ {4}\[0\.0\] \w+Layout/),
    ]);
    const { lines } = parseTree(withoutSnapshotLine(text));
    const everything = await queryElements(phone, '*', 200);
    expect(everything.matches.map(({ path }) => path)).toEqual(lines.map(({ path }) => path));
    const linesWithText = lines.filter(({ texts }) => texts.length > 0);
    for (const { path, className, texts } of linesWithText.slice(0, 6)) {
      const { matches } = await queryElements(phone, path);
      expect(matches.map((match) => [match.path, match.className, match.text])).toEqual([
        [path, className, texts[0]],
      ]);
    }
    await phone.call('click_element', { selector: linesWithText.at(-1)?.path });
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'get_screen_tree compact keeps all texts and clickable elements in fewer lines': async (
    phone,
  ) => {
    await phone.open('Settings');
    const { text } = await phone.call('get_screen_tree', { compact: true });
    expect(text.length).toBeLessThan(1050);
    const { lines } = parseTree(withoutSnapshotLine(text));
    expect(new Set(lines.map(({ path }) => path)).size).toBe(lines.length);
    const plain = await treeLines(phone);
    const acting = plain.filter(({ flags }) => flags.includes('clickable'));
    expect(acting.length).toBeGreaterThan(9);
    const clickable = lines.filter(({ flags }) => flags.includes('clickable'));
    // Without the class of mere layouts.
    expect(clickable.map(({ className }) => className)).toEqual(
      acting.map(({ className }) => className.replace(/^\w+Layout$/, '')),
    );
    const words = lines.flatMap(({ texts, descriptions }) => [...texts, ...descriptions]);
    const unsaid = plain.flatMap(({ texts }) => texts).filter((word) => !words.includes(word));
    expect(unsaid).toEqual([]);
    const row = lines.find(({ texts }) => texts[0] === 'Network & internet');
    expect(row?.texts).toEqual(['Network & internet', 'Mobile, Wi-Fi, hotspot']);
    expect(row?.flags).toEqual(['clickable']);
  },

  'get_screen_tree: verbose adds bounds, root shows a subtree': async (phone) => {
    await phone.open('Settings');
    const row = await phone.rowWithText('Connected devices');
    const lines = await treeLines(phone, { verbose: true });
    const { left, top, right, bottom } = row.bounds;
    const line = lines.find(({ texts }) => texts[0] === 'Connected devices');
    expect(line?.bounds).toEqual([left, top, right, bottom]);
    expect((await treeLines(phone)).every(({ bounds }) => bounds === null)).toBe(true);
    const path = line?.path ?? '';
    const parent = path.slice(0, path.lastIndexOf('.'));
    const inside = await treeLines(phone, { root: parent });
    expect(inside.map((it) => [it.level, it.path])).toEqual([
      [0, parent],
      [1, path],
      [1, path.replace(/0$/, '1')],
    ]);
    expect((await treeLines(phone, { root: row.id })).map((it) => it.path)).toEqual([path]);
    expect(await phone.expectError('get_screen_tree', { root: `${parent}.7.1` })).toBe(
      `Element '${parent}.7.1' not found. The path is valid only up to ${parent}, whose children are ${path}, ${path.replace(/0$/, '1')}.`,
    );
    expect(await phone.expectError('get_screen_tree', { root: 'node_0' })).toMatch(
      /^Element 'node_0' not found in accessibility tree\./,
    );
  },

  'query_elements lists matches, or similar elements if there are none': async (phone) => {
    await phone.open('Settings');
    const titles = (await phone.rows()).filter(({ resourceId }) => /:id\/title$/.test(resourceId));
    const all = await queryElements(phone, '@title');
    expect(all.count).toBe(titles.length);
    expect(all.warning).toBe(
      `${all.count} elements match; to act on one, use its own selector or id.`,
    );
    expect(all.matches.map(({ id, text }) => [id, text])).toEqual(
      titles.map(({ id, text }) => [id, text]),
    );
    for (const match of all.matches.slice(0, 4)) {
      expect(await queryElements(phone, match.selector)).toEqual({ count: 1, matches: [match] });
    }
    const two = await queryElements(phone, '@title', 2);
    expect([two.count, two.matches]).toEqual([all.count, all.matches.slice(0, 2)]);
    const none = await queryElements(phone, ':text("Aps")');
    expect(none).toMatchObject({ count: 0, matches: [] });
    expect(none.warning).toBe('Nothing on this screen matches.');
    expect(none.nearest?.[0]).toMatchObject({ text: 'Apps', selector: ':text("Apps")' });
    await phone.call('click_element', { element_id: none.nearest?.[0]?.id });
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'query_elements reports the column of a syntax error': async (phone) => {
    expect(await phone.expectError('query_elements', { selector: 'Button > :txt("OK")' })).toBe(
      'The selector has "txt" at column 11, where text, contains, desc, has or near should be. Example: :text("Submit"), :contains("Sub"), :desc("Close*"), Row:has(:text("Wi-Fi")), Switch:near("Wi-Fi").',
    );
    expect(await phone.expectError('query_elements', { selector: '*', limit: 0 })).toBe(
      "Parameter 'limit' must be between 1 and 200, got: 0",
    );
  },

  'suggest_selectors gives selectors that match only the element': async (phone) => {
    await phone.open('Settings');
    const rows = (await phone.rows()).filter(({ flags }) => flags.includes('clk'));
    const icon = await phone.rowWithResourceId('icon');
    expect(rows.length).toBeGreaterThan(9);
    for (const { id } of [...rows.slice(0, 6), icon]) {
      const suggestions = await suggestionsFor(phone, { element_id: id });
      expect(suggestions.length).toBeGreaterThan(1);
      expect(suggestions.at(-1)?.kind).toBe('path');
      for (const { selector } of suggestions) {
        const { count, matches } = await queryElements(phone, selector);
        expect([selector, count, matches[0]?.id]).toEqual([selector, 1, id]);
      }
    }
    const [avatar] = await suggestionsFor(phone, { selector: ':desc("Owner")' });
    expect(avatar).toMatchObject({ selector: '@account_avatar', kind: 'id' });
    expect(await phone.expectError('suggest_selectors', { element_id: 'node_0' })).toMatch(
      /^Element 'node_0' not found in accessibility tree\./,
    );
  },

  'summarize_screen describes the screen in a few lines with refs': async (phone) => {
    await phone.open('Settings');
    const { text } = await phone.call('summarize_screen');
    expect(text.length).toBeLessThan(1500);
    const lines = withoutSnapshotLine(text).split('\n');
    expect(lines[0]).toBe('[Screen: com.android.settings / Settings]');
    expect(lines[1]).toMatch(/^"Settings", a list; \d+ elements, \d+ to act on$/);
    const actions = lines.filter((line) => line.startsWith('- '));
    const [, ref = 'no ref'] =
      /^- (e\d+) "Connected devices" "Bluetooth, pairing"$/m.exec(text) ?? [];
    expect(new Set(actions.map((action) => action.split(' ')[1])).size).toBe(actions.length);
    await phone.call('click_element', { element_id: ref });
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'a keyboard or dialog over the app comes first': async (phone) => {
    await openNewNote(phone);
    await phone.call('set_text', { selector: '@edit_title', text: 'Milk' });
    const keyboard = (await phone.call('summarize_screen')).text.split('\n');
    expect(keyboard[0]).toMatch(/^\[Screen: com\.handset\.notes \/ EditActivity\] \[Keyboard\??/);
    expect(keyboard[1]).toMatch(/^"New note", a form, keyboard (probably )?up; /);
    expect(keyboard.join('\n')).toMatch(/^- e\d+ field "Title" holds "Milk"$/m);
    await phone.call('click_element', { selector: '@action_save' });
    await phone.call('click_element', { selector: ':text("Milk")' });
    await phone.call('click_element', { selector: '@action_delete' });
    const head = '[Screen: com.handset.notes / EditActivity] [Dialog: "Delete note?"]';
    for (const [tool, args] of [
      ['summarize_screen', {}],
      ['get_screen_tree', {}],
      ['get_screen_tree', { compact: true }],
    ] as const) {
      const { text } = await phone.call(tool, args);
      expect([tool, withoutSnapshotLine(text).split('\n')[0]]).toEqual([tool, head]);
    }
    const summary = (await phone.call('summarize_screen')).text;
    expect(summary).toContain('\n"Delete note?", a dialog; ');
    expect(summary).toMatch(/\n- e\d+ "Cancel"\n- e\d+ "Delete"\n/);
    await phone.call('click_element', { selector: '@button1' });
  },
} satisfies ToolCases;

/** One case through all reading tools, for Android versions with other dumps. */
export const smokeCases = {
  'reads, acts and compares using only selectors': async (phone) => {
    await phone.call('click_element', { selector: ':text("Settings")' });
    const tree = withoutSnapshotLine((await phone.call('get_screen_tree', { compact: true })).text);
    const { packageName, lines } = parseTree(tree);
    expect(packageName).toBe('com.android.settings');
    const row = lines.find(({ texts, flags }) => texts.length > 1 && flags.includes('clickable'));
    const [title = 'no row'] = row?.texts ?? [];
    const { data } = await phone.call('suggest_selectors', { element_id: row?.path });
    // The client has checked the tool's output schema.
    const [best] = data?.['suggestions'] as readonly { readonly selector: string }[];
    const found = await phone.call('query_elements', { selector: best?.selector });
    expect(found.data).toMatchObject({ count: 1 });
    const { text: summary } = await phone.call('summarize_screen');
    expect(summary.length).toBeLessThan(1500);
    expect(withoutSnapshotLine(summary)).toContain(`\n- ${row?.path} "${title}" `);
    expect((await phone.call('diff_screen')).text).toMatch(
      /^no change in the elements since snapshot:s\d+\n/,
    );
    const { text } = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    expect(withoutSnapshotLine(text)).toMatch(/\nmoved: \d+ elements in \w+ @\w+ up by \d+ px; /);
    const [, cameIn = 'none'] = /\n\+ e\d+ ("[^"]+") "/.exec(text) ?? [];
    const selector = `:text(${cameIn})`;
    const opened = await phone.call('click_element', { selector, observe: 'diff' });
    expect(withoutSnapshotLine(opened.text)).toMatch(
      /\nsince snapshot:s\d+: activity .*; another screen\n\+ /,
    );
  },
} satisfies ToolCases;
