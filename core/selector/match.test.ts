import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Element, type Screen, walk } from '../screen/screen.ts';
import { indexScreen, matchSelector } from './match.ts';
import { parseSelector } from './parse.ts';
import { compilePattern, type TextPattern } from '../text/text-pattern.ts';
import {
  printSelector,
  type ElementTest,
  type RelativeRelation,
  type Selector,
  type SelectorStep,
} from './selector.ts';
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

describe('texts that read the same', () => {
  const screen = screenOf(
    node(
      'FrameLayout',
      {},
      ...['Save\n draft', '按住\u00a0说话', '\u2068Mail\u2069\u200e', ' Later  '].map((said) =>
        button(said, { 'content-desc': `${said}!` }),
      ),
    ),
  );
  it.each([
    [':text("Save draft")', ['0.0']],
    [':text("Save*aft")', ['0.0']],
    [':contains("e dr")', ['0.0']],
    [':desc("Save draft!")', ['0.0']],
    [':text("按住 说话")', ['0.1']],
    [':text("Mail")', ['0.2']],
    [':text("Later")', ['0.3']],
    [':text("Later*")', ['0.3']],
    ['Button:near("Save draft")', ['0.1', '0.2', '0.3']],
    [':text("Savedraft")', []],
    [':text("save draft")', []],
  ])('%s', (selector, paths) => {
    expect(pathsOf(selector, screen)).toEqual(paths);
  });

  it('match only if none is the same to the letter', () => {
    const both = screenOf(button('Save draft'), button('Save\ndraft'));
    expect(pathsOf(':text("Save draft")', both)).toEqual(['0']);
    expect(pathsOf(':text("Save\\ndraft")', both)).toEqual(['1']);
    expect(pathsOf(':text("Save  draft")', both)).toEqual(['0', '1']);
  });

  it('do not reveal a password', () => {
    const field = screenOf(node('EditText', { password: 'true', text: 'my  secret' }));
    expect(pathsOf(':contains("my secret")', field)).toEqual([]);
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
    // Siblings
    ['@btn_submit + Button', ['0.0.1']],
    ['@btn_submit + ImageButton', []],
    ['Button + *', ['0.0.1', '0.0.2', '0.0.3']],
    ['@bar + TextView + EditText', ['0.2']],
    ['Button[1] + *', ['0.0.2']],
    // :has()
    [':has(:text("OK"))', ['0', '0.0', '0.0.3']],
    [':has(> :text("OK"))', ['0.0.3']],
    ['FrameLayout:has([clickable])', ['0']],
    [':has(+ ImageButton)', ['0.0.1']],
    ['Button:has(+ ImageButton + FrameLayout > [checked])', ['0.0.1']],
    ['LinearLayout:has(> FrameLayout > Button:text("OK")) > ImageButton', ['0.0.2']],
    [':has(> EditText, > :text("OK"))', ['0', '0.0.3']],
    [':has(> :has(> :text("OK")))', ['0.0']],
    ['FrameLayout:has(Button)[1]', ['0.0.3']],
    ['*:has(> 0.0.3)', ['0.0']],
    [':has(:text("nothing"))', []],
    // :near()
    ['[checked]:near("Submit")', ['0.0.3.0']],
    ['.Button:near("Submit")', ['0.0.1', '0.0.3.0']],
    ['FrameLayout:near("OK")', ['0.0.3']],
    [':near("OK")', ['0.0.3']],
    ['ImageButton:near("OK")', ['0.0.2']],
    ['Button:near("Close*")', ['0.0.0', '0.0.1', '0.0.3.0']],
    ['Button:near("Close*")[0]', ['0.0.0']],
    ['Button:near("Close*")[checked]', ['0.0.3.0']],
    ['@bar .Button:near("Total*")', ['0.0.0', '0.0.1', '0.0.3.0']],
    ['FrameLayout:near("OK") > Button', ['0.0.3.0']],
    ['EditText:near("nothing")', []],
    ['Switch:near("OK")', []],
  ])('finds %s', (selector, paths) => {
    if (paths === undefined) expect(() => pathsOf(selector, screen)).toThrow();
    else expect(pathsOf(selector, screen)).toEqual(paths);
  });

  it('finds nothing on an empty screen', () => {
    for (const selector of ['*', ':has(*)', ':near("*")', '* + *']) {
      expect(pathsOf(selector, { ...screen, roots: [] })).toEqual([]);
    }
  });

  it('finds the switch of a row by the title of the row', () => {
    const row = (title: string) =>
      node(
        'LinearLayout',
        {},
        node('RelativeLayout', {}, node('TextView', { text: title }), node('TextView')),
        node('LinearLayout', {}, node('Switch', { checkable: 'true' })),
      );
    const rows = [row('Wi-Fi'), row('Airplane mode'), row('Bluetooth')];
    const settings = screenOf(node('RecyclerView', {}, ...rows));
    expect(pathsOf('Switch:near("Airplane mode")', settings)).toEqual(['0.1.1.0']);
    expect(pathsOf(':has(> * > :text("Airplane*")) Switch', settings)).toEqual(['0.1.1.0']);
    expect(pathsOf(':text("Airplane mode") + TextView', settings)).toEqual(['0.1.0.1']);
    // Equally near to each of two such texts.
    expect(pathsOf('Switch:near("*i*")', settings)).toEqual(['0.0.1.0', '0.1.1.0']);
  });

  it('is not near to another root, nor to a text by the content of a password field', () => {
    const apart = screenOf(
      node('View', {}, node('Switch')),
      node('View', {}, node('TextView', { text: 'Wi-Fi' })),
      node('View', {}, node('EditText', { text: 'hunter2', password: 'true' }), node('Switch')),
    );
    expect(pathsOf('Switch:near("Wi-Fi")', apart)).toEqual([]);
    expect(pathsOf('Switch:near("hunter2")', apart)).toEqual([]);
    expect(pathsOf('View:has(:text("h*"))', apart)).toEqual([]);
    expect(pathsOf('View + View', apart)).toEqual(['1', '2']);
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
    expect(pathsOf(`${':has(*'.repeat(200)}${')'.repeat(200)}`, deepScreen)).toHaveLength(41);
    expect(pathsOf(`:has(${'* '.repeat(190)}View)`, deepScreen)).toHaveLength(50);
    expect(pathsOf(':near("*")'.repeat(150), deepScreen)).toEqual([]);
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
      ...[':has(@a)', 'View:has(> *:text("a*") + *)', ':has(+ View, * > [checked])', ':near("a")'],
      ...['*:near("a*")', 'View:near("c")[clickable]', ':has(* > :has(:text("b")))'],
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((steps) =>
    fc
      .array(fc.constantFrom(' ', ' > ', ' + ', ', '), {
        minLength: steps.length,
        maxLength: steps.length,
      })
      .map((signs) => steps.flatMap((step, i) => (i === 0 ? [step] : [signs[i] ?? ' ', step])))
      .map((parts) => parseSelector(parts.join(''))),
  );

/** A naive implementation of the README's definition: every step examines every element, and related ones are found by path. */
function byDefinition(selector: Selector, screen: Screen): Element[] {
  const all = [...walk(screen.roots)];
  const index = indexScreen(screen);
  const passes = (element: Element, test: ElementTest): boolean =>
    test.kind === 'has'
      ? test.alternatives.some(({ steps }) => stepsMatch(steps, [element]).length > 0)
      : index.matchesOf(test).passes(all.indexOf(element));
  const stepsMatch = (steps: readonly SelectorStep[], origins: readonly Element[]): Element[] =>
    steps.reduce<Element[]>((before, step) => stepMatches(step, before), [...origins]);
  const stepMatches = ({ relation, tests }: SelectorStep, before: Element[]): Element[] => {
    let left = all.filter(
      (element) =>
        relation === 'anywhere' || before.some((other) => isRelated(relation, other, element, all)),
    );
    for (const test of tests) {
      if (test.kind === 'index') left = left.slice(test.index, test.index + 1);
      else if (test.kind === 'near') left = nearestByDefinition(left, test.pattern, all);
      else left = left.filter((element) => passes(element, test));
    }
    return left;
  };
  const found = selector.alternatives.map(({ steps }) => stepsMatch(steps, []));
  return all.filter((element) => found.some((matches) => matches.includes(element)));
}

const parentPath = ({ path }: Element): string => path.split('.').slice(0, -1).join('.');

function isRelated(
  relation: RelativeRelation,
  from: Element,
  to: Element,
  all: readonly Element[],
): boolean {
  if (relation === 'descendant') return to.path.startsWith(`${from.path}.`);
  if (relation === 'child') return parentPath(to) === from.path;
  const siblings = all.filter((element) => parentPath(element) === parentPath(from));
  return siblings.indexOf(to) === siblings.indexOf(from) + 1 && siblings.includes(to);
}

function nearestByDefinition(
  candidates: readonly Element[],
  pattern: TextPattern,
  all: readonly Element[],
): Element[] {
  const isMatch = compilePattern(pattern);
  const labels = all.filter(
    ({ text, description, password }) => (isMatch(text) && !password) || isMatch(description),
  );
  const nearness = (element: Element): number =>
    Math.max(
      0,
      ...labels.filter((label) => label !== element).map((label) => commonLevels(label, element)),
    );
  const nearest = Math.max(0, ...candidates.map(nearness));
  return nearest === 0 ? [] : candidates.filter((element) => nearness(element) === nearest);
}

/** How many numbers both paths begin with. */
function commonLevels(a: Element, b: Element): number {
  const one = a.path.split('.');
  const other = b.path.split('.');
  const levels = one.findIndex((number, i) => number !== other[i]);
  return levels === -1 ? one.length : levels;
}
