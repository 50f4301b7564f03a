import { parseTree } from '../../core/format/tree/testing/parse-tree.ts';
import { expect } from '../fixtures.ts';
import type { Cases } from './cases.ts';
import { shown } from './reading-cases.ts';

/** One case through all reading tools, for Android versions with other dumps. */
export const smokeCases = {
  'reads, acts and compares using only selectors': async (phone) => {
    await phone.does('click_element', { selector: ':text("Settings")' });
    const tree = shown((await phone.does('get_screen_tree', { compact: true })).text);
    const { packageName, lines } = parseTree(tree);
    expect(packageName).toBe('com.android.settings');
    const row = lines.find(({ texts, flags }) => texts.length > 1 && flags.includes('clickable'));
    const [title = 'no row'] = row?.texts ?? [];
    const { data } = await phone.does('suggest_selectors', { selector: row?.path });
    // The client has checked the tool's output schema.
    const [best] = data?.['suggestions'] as readonly { readonly selector: string }[];
    const found = await phone.does('query_elements', { selector: best?.selector });
    expect(found.data).toMatchObject({ count: 1, matches: [{ path: row?.path }] });
    const { text: summary } = await phone.does('summarize_screen');
    expect(summary.length).toBeLessThan(1500);
    expect(shown(summary)).toContain(`\n- :text("${title}") `);
    expect((await phone.does('diff_screen')).text).toMatch(
      /^no change in the elements since snapshot:s\d+\n/,
    );
    const { text } = await phone.does('scroll', { direction: 'down', observe: 'diff' });
    expect(shown(text)).toMatch(/\nmoved: \d+ elements in \w+ @\w+ up by \d+ px; /);
    const [, cameIn = 'none'] = /\n\+ node_\w+ \w+ ("[^"]+") "/.exec(text) ?? [];
    const selector = `:text(${cameIn})`;
    const opened = await phone.does('click_element', { selector, observe: 'diff' });
    expect(shown(opened.text)).toMatch(/\nsince snapshot:s\d+: activity .*; another screen\n\+ /);
  },
} satisfies Cases;
