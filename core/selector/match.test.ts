import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Element, type Screen, walk } from '../screen/screen.ts';
import { compileTest, indexScreen, matchSelector } from './match.ts';
import { parseSelector } from './parse.ts';
import { printSelector, type Selector, type SelectorStep } from './selector.ts';
import { anyScreen } from './testing/arbitraries.ts';
import { node, pathsOf, screenOf } from './testing/screens.ts';

const button = (text: string, attributes: Record<string, string> = {}): ReturnType<typeof node> =>
  node('Button', { text, ...attributes });

const screen = screenOf(
  node(
    'FrameLayout',
    {},
    node(
      'LinearLayout',
      { 'resource-id': 'com.example:id/bar' },
      button('Submit', { 'resource-id': 'com.example:id/btn_submit', clickable: 'true' }),
      button('Submit order', { 'resource-id': 'com.example:id/btn_submit_order' }),
      node('ImageButton', { 'content-desc': 'Close button', clickable: 'true', enabled: 'false' }),
      node('FrameLayout', {}, button('OK', { checkable: 'true', checked: 'true' })),
    ),
    node('TextView', { text: 'Total: 5*', bounds: '[0,3000][100,3100]' }),
    node('EditText', { text: '', 'resource-id': 'title' }),
  ),
);

describe('the specification', () => {
  it.each([
    ['By resource ID', '#btn_submit', ['0.0.0', '0.0.1']],
    ['By element type', 'Button', ['0.0.0', '0.0.1', '0.0.2', '0.0.3.0']],
    ['By text content', ':text("Submit")', ['0.0.0']],
    ['By partial text', ':contains("Submit")', ['0.0.0', '0.0.1']],
    ['By content description', ':desc("Close button")', ['0.0.2']],
    ['Combining selectors', 'Button:text("Submit")', ['0.0.0']],
    ['Descendant selector', 'LinearLayout > Button', ['0.0.0', '0.0.1', '0.0.2']],
    ['Index selector', 'Button[2]', ['0.0.2']],
    ['Attribute selectors', '[clickable]', ['0.0.0', '0.0.2']],
    ['Index-based addressing', '0.0.1', ['0.0.1']],
    ['Resource ID addressing', '@btn_submit', ['0.0.0']],
    ['Text-based addressing', ':text("Sub*order")', ['0.0.1']],
    ['Combined selectors', 'Button@btn_submit', ['0.0.0']],
    ['Combined selectors, single quotes', "Button:contains('order')", ['0.0.1']],
  ])('%s: %s', (_, selector, paths) => {
    expect(pathsOf(selector, screen)).toEqual(paths);
  });
});

describe('matchSelector', () => {
  it.each([
    // Types
    ['.Button', ['0.0.0', '0.0.1', '0.0.3.0']],
    ['android.widget.ImageButton', ['0.0.2']],
    ['button', []],
    // Ids
    ['@com.example:id/btn_submit', ['0.0.0']],
    ['@title', ['0.2']],
    ['#example:id/b', ['0.0', '0.0.0', '0.0.1']],
    ['#', undefined],
    // Texts
    [':text("submit")', []],
    [':contains("SUBMIT")', []],
    [':text("*")', ['0.0.0', '0.0.1', '0.0.3.0', '0.1']],
    [':text("")[editable]', ['0.2']],
    [String.raw`:text("*\*")`, ['0.1']],
    [String.raw`:contains("5\*")`, ['0.1']],
    [':desc("Close*")', ['0.0.2']],
    // Attributes
    ['[checked]', ['0.0.3.0']],
    ['Button[checked=false]', ['0.0.0', '0.0.1', '0.0.2']],
    ['[disabled]', ['0.0.2']],
    ['[enabled=false]', ['0.0.2']],
    ['[visible=false]', ['0.1']],
    // Chains
    ['FrameLayout Button', ['0.0.0', '0.0.1', '0.0.2', '0.0.3.0']],
    ['FrameLayout > Button', ['0.0.3.0']],
    ['@bar > * > Button', ['0.0.3.0']],
    ['FrameLayout FrameLayout', ['0.0.3']],
    ['Button FrameLayout', []],
    // Indices count the matches so far
    ['[0]', ['0']],
    ['Button[clickable][1]', ['0.0.2']],
    ['Button[1][clickable]', []],
    ['Button[1]:contains("order")', ['0.0.1']],
    ['FrameLayout > Button[0]', ['0.0.3.0']],
    ['FrameLayout[1] Button', ['0.0.3.0']],
    ['FrameLayout[0] Button[3]', ['0.0.3.0']],
    ['Button[9]', []],
    // Alternatives
    ['@title, Button, 0.0.1', ['0.0.0', '0.0.1', '0.0.2', '0.0.3.0', '0.2']],
    ['Button[3], Button[0]', ['0.0.0', '0.0.3.0']],
    // Paths
    ['0.0 Button[0]', ['0.0.0']],
    ['0.0.0:text("Submit")', ['0.0.0']],
    ['[0.0.0]', ['0.0.0']],
    ['7.1', []],
  ])('finds %s', (selector, paths) => {
    if (paths === undefined) expect(() => pathsOf(selector, screen)).toThrow();
    else expect(pathsOf(selector, screen)).toEqual(paths);
  });

  it('finds nothing on an empty screen', () => {
    expect(pathsOf('*', { ...screen, roots: [] })).toEqual([]);
  });

  it('agrees with the definition on every small screen', () => {
    const agrees = (some: Screen, selector: Selector): void => {
      const found = matchSelector(selector, indexScreen(some)).map(({ path }) => path);
      const expected = byDefinition(selector, some).map(({ path }) => path);
      expect(found, printSelector(selector)).toEqual(expected);
    };
    fc.assert(fc.property(anyScreen, smallSelector, agrees), { numRuns: 2_000 });
  });

  it('stays fast on long chains and deep screens', () => {
    let deep = node('View');
    for (let depth = 0; depth < 240; depth++) deep = node('View', {}, deep);
    const deepScreen = screenOf(deep);
    const start = performance.now();
    expect(pathsOf('View '.repeat(190).trim(), deepScreen)).toHaveLength(241 - 189);
    expect(pathsOf('View>'.repeat(390) + 'Button', deepScreen)).toEqual([]);
    expect(pathsOf('View,'.repeat(390) + 'Button', deepScreen)).toHaveLength(241);
    // Backtracking over all ancestors would never end.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

/** Selectors that often match something on small screens. */
const smallSelector: fc.Arbitrary<Selector> = fc
  .array(
    fc.constantFrom(
      ...['View', 'TextView', 'Button', '.View', '*', '@a', '#a', '@p:id/a', ':text("a*")'],
      ...[':desc("a")', ':contains("b")', '[clickable]', '[checked=false]', '[0]', 'View[1]'],
      ...['View[1][clickable]', '@a[0]', 'View:text("a")', '0', '0.0', ':text("")', '[password]'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((steps) =>
    fc
      .array(fc.constantFrom(' ', ' > ', ', '), {
        minLength: steps.length,
        maxLength: steps.length,
      })
      .map((signs) => steps.flatMap((step, i) => (i === 0 ? [step] : [signs[i] ?? ' ', step])))
      .map((parts) => parseSelector(parts.join(''))),
  );

/** A naive implementation of the README's definition: every step examines every element, and ancestors are found by path. */
function byDefinition(selector: Selector, screen: Screen): Element[] {
  const all = [...walk(screen.roots)];
  const index = indexScreen(screen);
  const stepMatches = (step: SelectorStep, before: readonly Element[]): Element[] => {
    let left = all.filter((element) => {
      const above = all.filter((other) => element.path.startsWith(`${other.path}.`));
      if (step.relation === 'anywhere') return true;
      const allowed = step.relation === 'child' ? above.slice(-1) : above;
      return allowed.some((ancestor) => before.includes(ancestor));
    });
    for (const test of step.tests) {
      if (test.kind === 'index') left = left.slice(test.index, test.index + 1);
      else left = left.filter((element) => compileTest(test, index)(all.indexOf(element)));
    }
    return left;
  };
  const found = selector.alternatives.map(({ steps }) =>
    steps.reduce<readonly Element[]>((before, step) => stepMatches(step, before), []),
  );
  return all.filter((element) => found.some((matches) => matches.includes(element)));
}
