import { parseTree } from '../../core/format/tree/testing/parse-tree.ts';
import { expect } from '../fixtures.ts';
import type { ToolCases } from './cases.ts';
import { withoutSnapshotLine } from './reading-cases.ts';

/** One case through all reading tools, for Android versions with other dumps. */
export const smokeCases = {
  'reads, acts and compares using only selectors': async (phone) => {
    await phone.call('click_element', { selector: ':text("Settings")' });
    const tree = withoutSnapshotLine((await phone.call('get_screen_tree', { compact: true })).text);
    const { packageName, lines } = parseTree(tree);
    expect(packageName).toBe('com.android.settings');
    const row = lines.find(({ texts, flags }) => texts.length > 1 && flags.includes('clickable'));
    const [title = 'no row'] = row?.texts ?? [];
    const { data } = await phone.call('suggest_selectors', { selector: row?.path });
    // The client has checked the tool's output schema.
    const [best] = data?.['suggestions'] as readonly { readonly selector: string }[];
    const found = await phone.call('query_elements', { selector: best?.selector });
    expect(found.data).toMatchObject({ count: 1, matches: [{ path: row?.path }] });
    const { text: summary } = await phone.call('summarize_screen');
    expect(summary.length).toBeLessThan(1500);
    expect(withoutSnapshotLine(summary)).toContain(`\n- :text("${title}") `);
    expect((await phone.call('diff_screen')).text).toMatch(
      /^no change in the elements since snapshot:s\d+\n/,
    );
    const { text } = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    expect(withoutSnapshotLine(text)).toMatch(/\nmoved: \d+ elements in \w+ @\w+ up by \d+ px; /);
    const [, cameIn = 'none'] = /\n\+ node_\w+ \w+ ("[^"]+") "/.exec(text) ?? [];
    const selector = `:text(${cameIn})`;
    const opened = await phone.call('click_element', { selector, observe: 'diff' });
    expect(withoutSnapshotLine(opened.text)).toMatch(
      /\nsince snapshot:s\d+: activity .*; another screen\n\+ /,
    );
  },
} satisfies ToolCases;
