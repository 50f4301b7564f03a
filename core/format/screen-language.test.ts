/** The screen representation requirements: one test per scenario, under its name. */
import { describe, expect, test } from 'vitest';
import { HandsetError } from '../errors.ts';
import { diffScreens } from '../screen/diff/diff.ts';
import { type Element, type Screen, walk } from '../screen/screen.ts';
import { ShownElements } from '../screen/snapshots.ts';
import { summarize } from '../screen/summary/summary.ts';
import { type DemoScreen, countingRefs, demoScreen, screenOf } from '../screen/testing/screens.ts';
import { indexScreen, matchSelector } from '../selector/match.ts';
import { parseSelector } from '../selector/parse.ts';
import { resolveOne } from '../selector/resolve.ts';
import { bestSelector, rankSelectors } from '../selector/suggest.ts';
import { formatDiff } from './diff.ts';
import { formatSummary } from './summary.ts';
import { parseTree } from './testing/parse-tree.ts';
import { formatCompactTree, formatTree } from './tree.ts';

const idOf = ({ id }: Element): string => id;
const all = 'bounds="[0,0][1080,2400]" enabled="true"';
const part = 'bounds="[40,300][500,420]" enabled="true"';
const below = 'bounds="[40,450][500,570]" enabled="true"';
const farBelow = 'bounds="[40,600][500,720]" enabled="true"';
const lowest = 'bounds="[40,750][500,870]" enabled="true"';

/** The example screen of the requirements, with optional extra elements. */
const welcome = (more = ''): Screen =>
  screenOf(
    `<node class="android.widget.FrameLayout" ${all}>
       <node class="android.widget.LinearLayout" ${all}>
         <node class="android.widget.TextView" text="Welcome to the app" resource-id="com.example.app:id/text_welcome" ${part}/>
         <node class="android.widget.Button" text="Get Started" resource-id="com.example.app:id/btn_start" clickable="true" ${part}/>
         ${more}
       </node>
     </node>`,
  );

/** A screen with various buttons for selectors. */
const order = welcome(
  `<node class="android.widget.Button" text="Submit" resource-id="com.example.app:id/btn_submit" clickable="true" ${below}/>
   <node class="android.widget.FrameLayout" ${farBelow}>
     <node class="android.widget.Button" text="Submit order" resource-id="com.example.app:id/btn_submit_order" bounds="[40,600][500,720]" enabled="false"/>
     <node class="android.widget.ImageButton" content-desc="Close button" clickable="true" ${farBelow}/>
   </node>
   <node class="android.widget.CheckBox" text="Submit" checkable="true" checked="true" ${lowest}/>`,
);

const pathsOf = (selector: string, screen = order): string[] =>
  matchSelector(parseSelector(selector), indexScreen(screen)).map(({ path }) => path);

const elementAt = (path: string, screen: Screen): Element => {
  const found = [...walk(screen.roots)].find((element) => element.path === path);
  if (found === undefined) throw new Error(`Nothing at ${path}`);
  return found;
};

/** The line of a screen with one node. */
const lineOf = (attributes: string, options = {}): string | undefined =>
  formatTree(screenOf(`<node class="a.View" ${part} ${attributes}/>`), options).split('\n')[1];

/** The error of resolving a selector, or the path that it resolved to. */
const resolveOrError = (selector: string): string => {
  try {
    return `took ${resolveOne(parseSelector(selector), indexScreen(order), ({ path }) => path).path}`;
  } catch (error) {
    if (error instanceof HandsetError) return `${error.code}: ${error.fullText}`;
    throw error;
  }
};

describe('Hierarchical Text Format', () => {
  test('Basic screen serialization', () => {
    const screen = demoScreen('settings');
    const { packageName, activity, lines } = parseTree(formatTree(screen));
    expect([packageName, activity]).toEqual(['com.android.settings', 'Settings']);
    const parsedLines = lines.map(({ level, path, className, texts }) => [
      level,
      path,
      className,
      texts,
    ]);
    expect(parsedLines).toEqual(
      [...walk(screen.roots)].map(({ depth, path, className, text }) => [
        depth,
        path,
        className.split('.').at(-1),
        text === '' ? [] : [text],
      ]),
    );
  });

  test('Example output format', () => {
    expect(formatTree(welcome())).toBe(
      `[Screen: com.example.app / MainActivity]
  [0] FrameLayout
    [0.0] LinearLayout
      [0.0.0] TextView "Welcome to the app" @text_welcome
      [0.0.1] Button "Get Started" @btn_start {clickable}`,
    );
  });
});

describe('Element Addressing', () => {
  test('Index-based addressing', () => {
    for (const name of ['settings', 'delete-note', 'icon-menu'] satisfies DemoScreen[]) {
      const screen = demoScreen(name);
      const { lines } = parseTree(formatTree(screen));
      const elements = [...walk(screen.roots)];
      expect(lines.length).toBe(elements.length);
      const index = indexScreen(screen);
      const found = lines.map(({ path }) => matchSelector(parseSelector(path), index));
      expect(found.every(([only, second], i) => only === elements[i] && !second)).toBe(true);
    }
  });

  test('Resource ID addressing', () => {
    const submitLines = parseTree(formatTree(order)).lines.filter(
      ({ name }) => name === 'btn_submit',
    );
    expect(submitLines.map(({ path }) => path)).toEqual(['0.0.2']);
    expect(formatTree(order)).toContain('[0.0.2] Button "Submit" @btn_submit {clickable}');
    expect(pathsOf('@btn_submit')).toEqual(['0.0.2']);
  });

  test('Text-based addressing', () => {
    expect(pathsOf(':text("Welcome to the app")')).toEqual(['0.0.0']);
    expect(pathsOf(':text("Welcome*")')).toEqual(['0.0.0']);
    expect(pathsOf(':text("*to*app")')).toEqual(['0.0.0']);
    expect(pathsOf(':text("Welcome")')).toEqual([]);
  });

  test('Combined selectors', () => {
    expect(pathsOf('Button@btn_submit')).toEqual(['0.0.2']);
    expect(pathsOf("TextView:contains('Welcome')")).toEqual(['0.0.0']);
    expect(pathsOf('TextView@btn_submit')).toEqual([]);
    expect(pathsOf('Button#btn_submit[disabled]:contains("order")')).toEqual(['0.0.3.0']);
  });
});

describe('Element Properties', () => {
  test('Interactive state flags', () => {
    expect(lineOf('clickable="true"')).toBe('  [0] View {clickable}');
    expect(lineOf('checkable="true"')).toBe('  [0] View {checkable}');
    expect(lineOf('scrollable="true"')).toBe('  [0] View {scrollable}');
    expect(lineOf('clickable="true" checkable="true" checked="true"')).toBe(
      '  [0] View {clickable, checkable, checked}',
    );
    expect(lineOf('checked="false"')).toBe('  [0] View');
  });

  test('Text content inclusion', () => {
    expect(lineOf('text="Save"')).toBe('  [0] View "Save"');
    expect(lineOf('content-desc="Close"')).toBe('  [0] View desc="Close"');
    expect(lineOf(`text="${'x'.repeat(5000)}"`)).toBe(`  [0] View "${'x'.repeat(200)}…"`);
  });

  test('Bounds information', () => {
    expect(lineOf('text="Save"', { verbose: true })).toBe('  [0] View "Save" [40,300,500,420]');
    expect(lineOf('text="Save"')).not.toContain('300');
  });
});

describe('Selector Language', () => {
  test.each([
    ['By resource ID', '#btn_submit', ['0.0.2', '0.0.3.0']],
    ['By element type', 'Button', ['0.0.1', '0.0.2', '0.0.3.0', '0.0.3.1']],
    ['By text content', ':text("Submit")', ['0.0.2', '0.0.4']],
    ['By partial text', ':contains("Submit")', ['0.0.2', '0.0.3.0', '0.0.4']],
    ['By content description', ':desc("Close button")', ['0.0.3.1']],
    ['Combining selectors', 'Button:text("Submit")', ['0.0.2']],
    ['Descendant selector', 'LinearLayout > Button', ['0.0.1', '0.0.2']],
    ['Index selector', 'Button[2]', ['0.0.3.0']],
    ['Attribute selectors', '[clickable]', ['0.0.1', '0.0.2', '0.0.3.1']],
  ])('%s', (_, selector, paths) => {
    expect(pathsOf(selector)).toEqual(paths);
  });
});

describe('Selector Resilience', () => {
  test('Prefer ID over index', () => {
    expect(bestSelector(elementAt('0.0.2', order), indexScreen(order))).toMatchObject({
      selector: '@btn_submit',
      kind: 'id',
    });
    const kinds = rankSelectors(elementAt('0.0.2', order), indexScreen(order)).map(
      ({ kind }) => kind,
    );
    expect(kinds.at(-1)).toBe('path');
  });

  test('Selector validation', () => {
    expect(resolveOrError('Button:text("Submit")')).toBe('took 0.0.2');
    expect(resolveOrError(':text("Submit")')).toMatch(
      /^ambiguous-selector: 2 elements match :text\("Submit"\), but exactly one must: 0\.0\.2 Button "Submit" is @btn_submit; 0\.0\.4 CheckBox "Submit" is CheckBox\b/,
    );
    expect(resolveOrError(':text("Sumbit")')).toMatch(
      /^element-not-found: No element matches :text\("Sumbit"\)\. Nearest: 0\.0\.2 Button "Submit" is @btn_submit/,
    );
  });

  test('Alternative selectors', () => {
    const suggestions = rankSelectors(elementAt('0.0.2', order), indexScreen(order));
    expect(suggestions.map(({ selector }) => selector)).toEqual([
      '@btn_submit',
      'Button:text("Submit")',
      ':text("Submit")[clickable]',
      '0.0.2',
    ]);
    for (const { selector, reason } of suggestions) {
      expect(pathsOf(selector)).toEqual(['0.0.2']);
      expect(reason).not.toBe('');
    }
  });
});

describe('Screen Diffing', () => {
  const toast = `<node class="android.widget.TextView" text="Saved" resource-id="com.example.app:id/toast" ${part}/>`;

  test('Detect new elements', () => {
    const before = welcome();
    const after = welcome(toast);
    const { id } = elementAt('0.0.2', after);
    expect(diffScreens(before, after).appeared.map((element) => element.id)).toEqual([id]);
    expect(formatDiff(diffScreens(before, after), 'snapshot:s1', idOf)).toBe(
      `since snapshot:s1:\n+ ${id} TextView "Saved" @toast`,
    );
  });

  test('Detect removed elements', () => {
    const diff = diffScreens(welcome(toast), welcome());
    expect(diff.disappeared.map(({ text }) => text)).toEqual(['Saved']);
    expect(formatDiff(diff, 'snapshot:s1', idOf)).toBe(
      'since snapshot:s1:\n- TextView "Saved" @toast',
    );
  });

  test('Detect changed text', () => {
    const before = welcome(toast);
    const after = welcome(toast.replace('Saved', 'Not saved'));
    const diff = diffScreens(before, after);
    expect(diff.textChanged.map((pair) => [pair.before.text, pair.after.text])).toEqual([
      ['Saved', 'Not saved'],
    ]);
    expect([diff.appeared, diff.disappeared]).toEqual([[], []]);
    const { id } = elementAt('0.0.2', after);
    expect(formatDiff(diff, 'snapshot:s1', idOf)).toBe(
      `since snapshot:s1:\n~ ${id} TextView "Saved" -> "Not saved" @toast`,
    );
  });
});

describe('Screen Summarization', () => {
  const summaryOf = (screen: Screen): string =>
    formatSummary(summarize(screen), new ShownElements(countingRefs()).refsOn(screen));

  test('Full screen summary', () => {
    const summary = summaryOf(demoScreen('display'));
    expect(summary.split('\n').slice(0, 3)).toEqual([
      '[Screen: com.android.settings / SubSettings]',
      '"Display & touch", a list; 51 elements, 9 to act on',
      'Says: "Appearance" "Other controls"',
    ]);
    expect(summary.length).toBeLessThan(1500);
  });

  test('Actionable elements summary', () => {
    const summary = summaryOf(order);
    const actions = summary.split('\n').filter((line) => line.startsWith('- '));
    expect(actions).toEqual([
      '- e1 "Get Started"',
      '- e2 "Submit"',
      '- e3 "Close button"',
      '- e4 check box on "Submit"',
    ]);
  });

  test('Modal detection', () => {
    const dialog = demoScreen('delete-note');
    const head = '[Screen: com.handset.notes / EditActivity] [Dialog: "Delete note?"]';
    expect(formatTree(dialog).split('\n')[0]).toBe(head);
    expect(formatCompactTree(dialog, idOf).split('\n')[0]).toBe(head);
    expect(summaryOf(dialog).split('\n')[0]).toBe(head);
    const overlay = summaryOf(demoScreen('icon-menu'));
    expect(overlay).toMatch(/^\[Screen: .*\] \[Menu: "Clock" in e\d+\]\n/);
    expect(overlay).toContain('3 to act on, 17 more behind it');
    expect(formatTree(welcome()).split('\n')[0]).toBe('[Screen: com.example.app / MainActivity]');
  });
});
