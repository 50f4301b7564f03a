import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk, type Screen } from '../screen/screen.ts';
import { indexScreen, matchSelector } from './match.ts';
import { parseSelector } from './parse.ts';
import { bestSelector, suggestionKinds, rankSelectors } from './suggest.ts';
import { anyScreen } from './testing/arbitraries.ts';
import { createBruteForceSearch, createDoubleFinder } from './testing/brute-force.ts';
import { screenOfDump } from '../screen/testing/screens.ts';
import { elementAt, node, screenOf, type TestNode } from './testing/screens.ts';
import { capturedDumps, readCapturedDump } from '../testing/captures.ts';
import { printSelector } from './selector.ts';

const row = (title: string, summary: string): TestNode =>
  node(
    'LinearLayout',
    { clickable: 'true' },
    node('TextView', { text: title, 'resource-id': 'android:id/title' }),
    node('TextView', { text: summary, 'resource-id': 'android:id/summary' }),
    node('Switch', { 'resource-id': 'android:id/switch_widget', checkable: 'true' }),
  );

/** Whether a suggestion relies on the element and its ancestors alone, without an index. */
const isPlain = ({ kind }: { readonly kind: string }): boolean =>
  !['has', 'near', 'sibling', 'counted', 'path'].includes(kind);

const settings = screenOf(
  node(
    'FrameLayout',
    {},
    node('Button', {
      text: 'Save',
      'content-desc': 'Save changes',
      'resource-id': 'com.example:id/save',
      clickable: 'true',
    }),
    node(
      'ListView',
      { 'resource-id': 'android:id/list', scrollable: 'true' },
      row('Wi-Fi', 'Off'),
      row('Bluetooth', 'Off'),
    ),
    node('EditText', { text: 'typed' }),
    node('TextView', { text: `${'A long text goes on and on. '.repeat(100)}1` }),
    node('TextView', { text: 'title', 'resource-id': 'com.example:id/title' }),
  ),
);

const suggested = (path: string, screen = settings): string[] =>
  rankSelectors(elementAt(path, screen), indexScreen(screen)).map(
    ({ kind, selector }) => `${kind} ${selector}`,
  );

describe('suggestSelectors', () => {
  it('prefers the id, then text, description, type with either, at last the index path', () => {
    expect(suggested('0.0')).toEqual([
      'id @save',
      'text :text("Save")',
      'description :desc("Save changes")',
      'type-and-text Button:text("Save")',
      'type-and-text Button:desc("Save changes")',
      'path 0.0',
    ]);
  });

  it.each([
    [
      'a text among equal ids',
      '0.1.0.0',
      ['text :text("Wi-Fi")', 'type-and-text TextView:text("Wi-Fi")'],
    ],
    ['the list', '0.1', ['id @list', 'type ListView', 'attributes .ListView[scrollable]']],
    ['the field, not by what is typed', '0.2', ['type EditText']],
    ['a full id where the name is not unique', '0.4', ['id @com.example:id/title']],
    [
      'the beginning of a long text',
      '0.3',
      ['text :text("A long text goes on and on. A long text *")'],
    ],
  ])('finds %s', (_, path, first) => {
    expect(suggested(path).slice(0, first.length).join('\n')).toContain(first[0]);
  });

  it('uses an index among elements with the same id if nothing else tells them apart', () => {
    const bare = screenOf(node('List', {}, ...['A', 'B'].map(() => node('V', {}, node('Switch')))));
    expect(rankSelectors(elementAt('0.1.0', bare), indexScreen(bare))).toEqual([
      {
        selector: 'Switch[1]',
        kind: 'counted',
        reason:
          'By its position among similar elements. Breaks if one is added or removed before it.',
        matches: 1,
      },
      {
        selector: '0.1.0',
        kind: 'path',
        reason: 'By index path. This screen only.',
        matches: 1,
      },
    ]);
  });

  it('prefers a text in the element, or near to it, to an index', () => {
    expect(suggested('0.1.1.2')).toEqual([
      'near @switch_widget:near("Bluetooth")',
      'near Switch:near("Bluetooth")',
      'counted @switch_widget[1]',
      'path 0.1.1.2',
    ]);
    expect(suggested('0.1.1')).toEqual([
      'has LinearLayout:has(:text("Bluetooth"))',
      'near LinearLayout:near("Bluetooth")',
      'counted @list LinearLayout[1]',
      'path 0.1.1',
    ]);
    expect(bestSelector(elementAt('0.1.0.1', settings), indexScreen(settings)).selector).toBe(
      '@summary:near("Wi-Fi")',
    );
  });

  it('names others by texts that stay, and what has equally near ones by what it follows', () => {
    const field = (text: string) => node('EditText', { text });
    const form = screenOf(
      node(
        'Form',
        {},
        node('TextView', { text: 'Name' }),
        field('Ann'),
        node('TextView', { text: '3 of 20' }),
        field(''),
      ),
      node('Row', {}, node('V', {}, node('TextView', { text: '5 min' })), node('Icon')),
      node('Row', {}, node('TextView', { text: 'Milk' }), node('V', {}, node('Icon'))),
    );
    expect(suggested('0.1', form)[0]).toBe('sibling :text("Name") + EditText');
    expect(suggested('2.1.0', form)[0]).toBe('near Icon:near("Milk")');
    expect(suggested('1.1', form)[0]).toBe('near Icon:near("5 min")');
  });

  it('does not look for a label in all of a long list', () => {
    const rows = Array.from({ length: 30 }, () => node('V', {}, node('Icon')));
    const list = screenOf(node('List', {}, node('TextView', { text: 'Inbox' }), ...rows));
    expect(suggested('0.7.0', list)).toEqual(['counted Icon[6]', 'path 0.7.0']);
  });

  it('uses a unique ancestor', () => {
    const bars = screenOf(
      node('View', { 'resource-id': 'p:id/top' }, node('View', {}, node('ImageButton'))),
      node('View', { 'resource-id': 'p:id/bottom' }, node('ImageButton')),
      node('ImageButton'),
    );
    expect(suggested('0.0.0', bars)[0]).toBe('inside @top ImageButton');
    expect(suggested('1.0', bars)[0]).toBe('inside @bottom ImageButton');
    expect(suggested('2', bars)).toEqual(['counted ImageButton[2]', 'path 2']);
  });

  it('uses the structure if nothing else is left', () => {
    const nested = screenOf(
      node('View', {}, node('View', {}, node('Button')), node('Button')),
      node('Button'),
    );
    expect(suggested('0.0.0', nested)[0]).toBe('structure * * Button');
    expect(suggested('2', screenOf(node('A'), node('A'), node('A', { checked: 'true' })))[0]).toBe(
      'state A[checked]',
    );
  });

  it('never reveals the content of a password field', () => {
    const login = screenOf(
      node('EditText', { text: 'hunter2', password: 'true' }),
      node('EditText', { text: 'hunter3', password: 'true' }),
    );
    expect(suggested('0', login)).toEqual(['counted EditText[0]', 'path 0']);
  });

  it('refuses an element of another screen', () => {
    const other = screenOf(node('View'));
    expect(() => bestSelector(elementAt('0', other), indexScreen(settings))).toThrow(
      /is not on the screen/,
    );
  });

  it('prefers an index to a chain through unnamed layouts', () => {
    const deep = (levels: number): TestNode =>
      levels === 0 ? node('Scroll') : node('V', {}, deep(levels - 1));
    const screen = screenOf(node('List', {}, deep(3), deep(4)));
    const [inner] = [...walk(screen.roots)].filter(({ className }) => className.endsWith('Scroll'));
    if (inner === undefined) throw new Error('no element');
    const kinds = rankSelectors(inner, indexScreen(screen));
    expect(kinds[0]?.selector).toMatch(/\* > \* > /);
    expect(bestSelector(inner, indexScreen(screen)).selector).toBe('Scroll[0]');
  });

  it('gives selectors that match only the element, in the order of their kinds, on every screen', () => {
    const holds = (screen: Screen): void => {
      const index = indexScreen(screen);
      const brute = createBruteForceSearch(screen);
      const hasDouble = createDoubleFinder(screen);
      for (const element of walk(screen.roots)) {
        const suggestions = rankSelectors(element, index);
        for (const { selector } of suggestions) {
          expect(matchSelector(parseSelector(selector), index)).toEqual([element]);
        }
        const best = bestSelector(element, index);
        const [first, ...others] = suggestions;
        if (first?.kind === 'structure') expect([first, ...others]).toContainEqual(best);
        else expect(best).toEqual(first);
        const kinds = suggestions.map(({ kind }) => suggestionKinds.indexOf(kind));
        expect(kinds).toEqual(kinds.toSorted((a, b) => a - b));
        expect(new Set(suggestions.map(({ selector }) => selector)).size).toBe(suggestions.length);
        const plain = suggestions.some(isPlain);
        expect(plain).toBe(!hasDouble(element));
        if (!plain) expect(brute(element)).toBeUndefined();
      }
    };
    fc.assert(fc.property(anyScreen, holds), { numRuns: 300 });
  });
});

describe.skipIf(capturedDumps.length === 0)('captured dumps (skipped where absent)', () => {
  it.each(capturedDumps)(
    '%s: every element has selectors that match only it, one without an index if any exists',
    (name) => {
      const screen = screenOfDump(readCapturedDump(name));
      const index = indexScreen(screen);
      const brute = createBruteForceSearch(screen);
      const hasDouble = createDoubleFinder(screen);
      const wrong: string[] = [];
      for (const element of walk(screen.roots)) {
        const suggestions = rankSelectors(element, index);
        for (const { selector } of suggestions) {
          const read = parseSelector(selector);
          const [match, ...others] = matchSelector(read, index);
          if (match !== element || others.length > 0)
            wrong.push(`${selector} is not ${element.path}`);
          if (printSelector(read) !== selector) wrong.push(`${selector} is not canonical`);
        }
        if (suggestions.at(-1)?.kind !== 'path') wrong.push(`${element.path} has no index path`);
        const plain = suggestions.some(isPlain);
        const found = plain ? undefined : brute(element);
        if (found !== undefined) wrong.push(`${element.path} is ${found}`);
        if (plain === hasDouble(element)) wrong.push(`${element.path} has a selector, or none`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
