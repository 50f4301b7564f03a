import { describe, expect, it } from 'vitest';
import { type Element, isOnScreen, walk, type Screen } from '../screen/screen.ts';
import { capturedScreen, demoScreen, screenOf } from '../screen/testing/screens.ts';
import { capturedDumps } from '../testing/captures.ts';
import { formatCompactTree, formatTree, formatTreeHead } from './tree.ts';
import { parseTree } from './testing/parse-tree.ts';

const full = 'bounds="[0,0][1080,2400]" enabled="true"';
const small = 'bounds="[0,0][100,50]" enabled="true"';
const welcome = screenOf(
  `<node class="android.widget.FrameLayout" ${full}>
     <node class="android.widget.LinearLayout" ${full}>
       <node class="android.widget.TextView" text="Welcome to the app" resource-id="com.example.app:id/text_welcome" ${small}/>
       <node class="android.widget.Button" text="Get Started" resource-id="com.example.app:id/btn_start" clickable="true" ${small}/>
     </node>
   </node>`,
);
const nameOf = ({ path }: Element): string => path;
/** The line of a screen with one node. */
const lineOf = (attributes: string): string =>
  formatTree(screenOf(`<node ${small} ${attributes}/>`))
    .split('\n')
    .slice(1)
    .join('\n');

it('formatTreeHead says that another display has the focus', () => {
  const focus = { packageName: 'com.a', activity: '.B', focusedDisplay: 2 };
  expect(formatTreeHead(focus, null)).toBe('[Screen: com.a / B] [Focus on another display, 2]');
});

describe('formatTree', () => {
  it("is the specification's example", () => {
    expect(formatTree(welcome)).toBe(
      [
        '[Screen: com.example.app / MainActivity]',
        '  [0] FrameLayout',
        '    [0.0] LinearLayout',
        '      [0.0.0] TextView "Welcome to the app" @text_welcome',
        '      [0.0.1] Button "Get Started" @btn_start {clickable}',
      ].join('\n'),
    );
  });

  it('adds what the element reader tells of state and errors, unless flags or texts say it', () => {
    const field = 'class="a.EditText" text="x" error="Enter a valid email"';
    expect(lineOf(field)).toBe('  [0] EditText "x" error="Enter a valid email" {editable}');
    expect(lineOf('class="a.RatingBar" state-description="3 of 5 stars"')).toBe(
      '  [0] RatingBar state="3 of 5 stars"',
    );
    for (const repeated of ['checkable="true" checked="true"', 'text="On"'])
      expect(lineOf(`${repeated} state-description="On"`)).not.toContain('state=');
  });

  it('says where the keyboard is, where the element reader tells it', () => {
    const keyboard = { left: 0, top: 1500, right: 1080, bottom: 2400 };
    const field = `<node class="a.EditText" focused="true" ${small}/>`;
    const heads = [keyboard, null, undefined].map((known) =>
      formatTree(screenOf(field, { ...(known !== undefined && { keyboard: known }) })),
    );
    expect(heads[0]).toContain('[Keyboard over 0,1500,1080,2400]');
    for (const head of heads.slice(1)) expect(head).not.toContain('Keyboard');
  });

  it('adds the bounds in verbose mode', () => {
    expect(formatTree(welcome, { verbose: true }).split('\n').at(-1)).toBe(
      '      [0.0.1] Button "Get Started" @btn_start {clickable} [0,0,100,50]',
    );
  });

  it.each([
    ['class=""', '  [0] View'],
    ['class="a.B" text="Save"', '  [0] B "Save"'],
    ['class="a.B" content-desc="Close"', '  [0] B desc="Close"'],
    ['class="a.B" text="Save" content-desc="Saves it"', '  [0] B "Save" desc="Saves it"'],
    ['class="a.B" text="Save" content-desc="Save"', '  [0] B "Save"'],
    ['class="a.EditText" hint="Name"', '  [0] EditText hint="Name" {editable}'],
    ['class="a.EditText" text="Name" hint="Name"', '  [0] EditText hint="Name" {editable}'],
    ['class="a.B" resource-id="android:id/title"', '  [0] B @title'],
    ['class="a.B" resource-id="main-nav"', '  [0] B @main-nav'],
    ['class="a.B" resource-id="a b"', '  [0] B @"a b"'],
    ['class="Pay {clickable}"', '  [0] "Pay {clickable}"'],
    ['class="a.B" text="&quot;\\&#10;&#x2028;&#9;"', '  [0] B "\\"\\\\\\n\\u2028\\t"'],
    ['class="a.B" text="a&#xa0;b&#x202e;c"', '  [0] B "a\\u00a0b\\u202ec"'],
  ])('%s', (attributes, line) => {
    expect(lineOf(attributes)).toBe(line);
  });

  it('prints all flags in order', () => {
    const all =
      'selected="true" checked="true" focused="true" scrollable="true" long-clickable="true" checkable="true" password="true" clickable="true"';
    expect(formatTree(screenOf(`<node class="a.V" enabled="false" ${all}/>`))).toContain(
      '{clickable, checkable, checked, scrollable, editable, focused, password, selected, disabled, long-clickable, offscreen}',
    );
  });

  it.each([
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(200)}…`],
    [`${'x'.repeat(199)}😀y`, `${'x'.repeat(199)}😀…`],
  ])('cuts long texts with an ellipsis', (text, shown) => {
    expect(lineOf(`class="a.B" text="${text}"`)).toBe(`  [0] B "${shown}"`);
  });

  it('prints only the head, with unknown, for an empty screen without focus', () => {
    const unknownFocus = { focus: { packageName: null, activity: null } };
    expect(formatTree(screenOf('', unknownFocus))).toBe('[Screen: unknown / unknown]');
  });

  it('names the app on the first line where its name is known, quoted, and elements have refs', () => {
    const focus = { packageName: 'com.a', activity: '.Main', appName: 'My "app"] [Dialog: "x"]' };
    const head = '[Screen: "My \\"app\\"] [Dialog: \\"x\\"]" com.a / Main]';
    expect(formatTreeHead(focus, null, () => 'e1')).toBe(head);
    expect(formatTreeHead(focus, null)).toBe('[Screen: com.a / Main]');
  });

  it('names a modal on the first line', () => {
    const head = (name: Parameters<typeof demoScreen>[0]): string =>
      formatTree(demoScreen(name)).split('\n')[0] ?? '';
    expect(head('delete-note')).toBe(
      '[Screen: com.handset.notes / EditActivity] [Dialog: "Delete note?"]',
    );
    expect(head('icon-menu')).toBe(
      '[Screen: com.android.launcher3 / .uioverrides.QuickstepLauncher] [Menu: "Clock" in 0.0.0.0.0.1.0]',
    );
    expect(head('sign-in')).toBe(
      '[Screen: com.handset.notes / SignInActivity] [Keyboard (probably)]',
    );
  });

  it('lets no package or activity name forge the first line', () => {
    const focus = { packageName: 'a\n  [0] x', activity: '] [Dialog' };
    expect(formatTree(screenOf('', { focus }))).toBe('[Screen: a____0__x / ___Dialog]');
  });
});

describe('formatTree with a root', () => {
  it('prints only that part', () => {
    expect(formatTree(welcome, { root: welcome.roots[0]?.children[0] })).toBe(
      [
        '[Screen: com.example.app / MainActivity]',
        '  [0.0] LinearLayout',
        '    [0.0.0] TextView "Welcome to the app" @text_welcome',
        '    [0.0.1] Button "Get Started" @btn_start {clickable}',
      ].join('\n'),
    );
  });
});

describe('formatTree of a password', () => {
  const secret = 'correct horse';
  const texts = `text="${secret}" content-desc="${secret}"`;
  const screen = screenOf(
    `<node class="a.View" ${texts} password="true" clickable="true" hint="PIN" enabled="true" bounds="[0,0][10,10]">
       <node class="a.View" ${texts} enabled="true" bounds="[0,0][10,10]"/>
     </node>`,
  );
  const root = screen.roots[0]?.children[0];
  it.each([
    ['tree', formatTree(screen), '0'],
    ['compact tree', formatCompactTree(screen, nameOf), '0'],
    ['tree with bounds', formatTree(screen, { verbose: true }), '0'],
    ['part', formatTree(screen, { root }), '0.0'],
    ['compact part', formatCompactTree(screen, nameOf, { root }), '0.0'],
  ])('is never printed in the %s', (_, text, path) => {
    expect(text).not.toContain('horse');
    expect(parseTree(text).lines[0]?.path).toBe(path);
  });
  it('is printed as bullets', () => {
    expect(formatTree(screen).split('\n')[1]).toBe(
      '  [0] View "•••" hint="PIN" {clickable, editable, password}',
    );
  });
});

const compact = (screen: Screen): string => formatCompactTree(screen, nameOf);

/** What the compact tree of a screen wrongly omits: paths of actionable elements, and texts. */
function omissionsOf(screen: Screen): string[] {
  const { lines } = parseTree(compact(screen));
  const paths = new Set(lines.map(({ path }) => path));
  const shownTexts = lines.flatMap(({ texts, descriptions, hint }) => [
    ...texts,
    ...descriptions,
    hint,
  ]);
  return [...walk(screen.roots)].flatMap((element) => {
    const { clickable, longClickable, scrollable, editable, checkable } = element;
    const isActionable = clickable || longClickable || scrollable || editable || checkable;
    const ownTexts = [element.text, element.description].filter(
      (word) => /[^\s\p{C}\p{Z}]/u.test(word) && isOnScreen(element, screen.size),
    );
    const lost = ownTexts.filter(
      (word) => !shownTexts.some((text) => text.includes(word.slice(0, 99))),
    );
    return [...(isActionable && !paths.has(element.path) ? [element.path] : []), ...lost];
  });
}

describe('the compact tree', () => {
  it('puts title and summary on the clickable row', () => {
    const box = (top: number): string => `bounds="[0,${top}][1080,${top + 200}]" enabled="true"`;
    const screen = screenOf(
      `<node class="a.FrameLayout" bounds="[0,0][1080,2400]" enabled="true">
        <node class="a.TextView" text="Settings" ${box(0)}/>
        <node class="a.LinearLayout" clickable="true" ${box(200)}>
          <node class="a.RelativeLayout" ${box(200)}>
            <node class="a.TextView" text="Battery" resource-id="android:id/title" ${box(200)}/>
            <node class="a.TextView" text="62% - About 1 day" resource-id="android:id/summary" ${box(200)}/>
          </node>
          <node class="a.Switch" checkable="true" checked="true" resource-id="a:id/saver" text="ON" ${box(200)}/>
          <node class="a.ImageButton" clickable="true" content-desc="More" bounds="[900,200][1080,400]" enabled="true"/>
        </node>
      </node>`,
    );
    expect(compact(screen)).toBe(
      [
        '[Screen: com.example.app / MainActivity]',
        '0.0 TextView "Settings"',
        '0.1 "Battery" "62% - About 1 day" "ON" {clickable}',
        ' 0.1.1 Switch @saver {checkable, checked}',
        ' 0.1.2 ImageButton desc="More" {clickable}',
      ].join('\n'),
    );
  });

  it("is short for the demo phone's Settings, with every row and text", () => {
    const screen = demoScreen('settings');
    const text = compact(screen);
    expect([...walk(screen.roots)].length).toBeGreaterThanOrEqual(80);
    const refs = new Map([...walk(screen.roots)].map((element, at) => [element, `e${at + 1}`]));
    const named = formatCompactTree(screen, (element) => refs.get(element) ?? '');
    expect(named.length).toBeLessThan(1050);
    expect(text).toContain(' "Battery" "82% · about 1 day, 6 hours left" {clickable}');
    expect(omissionsOf(screen)).toEqual([]);
  });

  it.each(['display', 'shade', 'icon-menu', 'sign-in', 'delete-note'] as const)(
    'loses nothing of %s',
    (name) => {
      expect(omissionsOf(demoScreen(name))).toEqual([]);
    },
  );

  it('leaves out the class of a mere layout that has a text', () => {
    const line = (attributes: string): string =>
      compact(screenOf(`<node ${attributes} ${small}/>`)).split('\n')[1] ?? '';
    expect(line('class="a.FrameLayout" text="Save" clickable="true"')).toBe('0 "Save" {clickable}');
    expect(line('class="a.View" content-desc="Save"')).toBe('0 desc="Save"');
    expect(line('class="a.View" clickable="true"')).toBe('0 View {clickable}');
    expect(line('class="a.View" text="Wi-Fi" checkable="true"')).toMatch(/^0 View "Wi-Fi"/);
    expect(line('class="a.Pay now" text="Save"')).toBe('0 class="Pay now" "Save"');
  });

  it('writes the keys of a keypad in one line', () => {
    let left = 0;
    const key = (label: string, more = ''): string => {
      left += 50;
      return `<node class="a.Button" text="${label}" resource-id="a:id/key" clickable="true" ${more} bounds="[${left},0][${left + 50},50]" enabled="true"/>`;
    };
    const pad = `<node class="a.GridLayout" scrollable="true" ${full}>${[...'123456789*0'].map((said) => key(said)).join('')}${key('−', 'content-desc="minus"')}${key('AC')}${key('Mod')}</node>`;
    const lines = compact(screenOf(pad)).split('\n').slice(2);
    expect(lines).toEqual([
      ` 13 elements Button {clickable}: ${[...'123456789*0'].map((said, i) => `0.${i} "${said}"`).join(' ')} 0.11 "−" desc="minus" 0.12 "AC"`,
      ' 0.13 Button "Mod" @key {clickable}',
    ]);
    const few = [...'123456'].map((said) => key(said)).join('');
    const mixed = `${few}${key('7', 'class="b.Image"').replace('a.Button', 'a.Other')}${few}`;
    expect(compact(screenOf(mixed))).not.toContain('elements');
  });

  it('lets elements without a name share a line from three on, but not one with rows below it', () => {
    const view = (left: number, inside = '', more = ''): string =>
      `<node class="a.View" clickable="true" enabled="true" ${more} bounds="[${left},0][${left + 10},50]">${inside}</node>`;
    const lines = (...views: readonly string[]): string[] =>
      compact(screenOf(views.join('')))
        .split('\n')
        .slice(1)
        .filter((line) => !line.startsWith('note:'));
    expect(lines(view(0), view(10))).toEqual(['0 View {clickable}', '1 View {clickable}']);
    expect(lines(view(0), view(10, '', 'selected="true"'), view(20))).toEqual([
      '3 elements View {clickable}: 0 1 {clickable, selected} 2',
    ]);
    const list = view(30, view(30, '', 'text="A"') + view(35, '', 'text="B"'));
    expect(lines(view(0), view(10), view(20), list)).toEqual([
      '3 elements View {clickable}: 0 1 2',
      '3 View {clickable}',
      ' 3.0 "A" {clickable}',
      ' 3.1 "B" {clickable}',
    ]);
    expect(lines(view(0, '', 'resource-id="a:id/x"'), view(10), view(20))).toHaveLength(3);
  });
  it('writes a calendar week by week, each day with what is special about it', () => {
    const cell = (column: number, row: number, attributes: string): string =>
      `<node class="a.View" ${attributes} bounds="[${column * 100},${row * 90}][${column * 100 + 100},${row * 90 + 90}]" enabled="true"/>`;
    const letters = [...'MTWTFSS'].map((text, at) => cell(at, 0, `text="${text}"`));
    // The month begins on a Wednesday.
    const days = Array.from({ length: 30 }, (_, i) => {
      const state = i === 14 ? 'checked="true"' : '';
      const attributes = `text="${i + 1}" content-desc="May ${i + 1}" clickable="true" ${state}`;
      return cell((i + 2) % 7, 1 + Math.floor((i + 2) / 7), attributes);
    });
    const week = (first: number, last: number, at = 6): string =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i)
        .map((day) => {
          const special = day === 15 ? ' {clickable, checked}' : '';
          return `${at + day} "${day}" desc="May ${day}"${special}`;
        })
        .join(' ');
    expect(
      compact(screenOf([...letters, ...days].join('')))
        .split('\n')
        .slice(1),
    ).toEqual([
      '37 elements {clickable}:',
      ' 0 "M" {} 1 "T" {} 2 "W" {} 3 "T" {} 4 "F" {} 5 "S" {} 6 "S" {}',
      ` - - ${week(1, 5)}`,
      ...[6, 13, 20].map((monday) => ` ${week(monday, monday + 6)}`),
      ` ${week(27, 30)}`,
    ]);
    // Many calendars have the letters elsewhere.
    expect(
      compact(screenOf(days.join('')))
        .split('\n')
        .slice(1, 3),
    ).toEqual(['30 elements {clickable}:', ` - - ${week(1, 5, -1)}`]);
  });

  it('writes the rows of a keypad, whose last one may begin elsewhere', () => {
    const keys = [...'1234567890'].map((digit, at) => {
      const [left, top] = digit === '0' ? [100, 300] : [(at % 3) * 100, Math.floor(at / 3) * 100];
      return `<node class="a.Key" text="${digit}" clickable="true" bounds="[${left},${top}][${left + 100},${top + 100}]" enabled="true"/>`;
    });
    expect(
      compact(screenOf(keys.join('')))
        .split('\n')
        .slice(1),
    ).toEqual([
      '10 elements Key {clickable}:',
      ...['123', '456', '789', '0'].map(
        (row, at) => ` ${[...row].map((digit, i) => `${at * 3 + i} "${digit}"`).join(' ')}`,
      ),
    ]);
  });

  it('writes the rows of a keyboard, which are shifted by half a key', () => {
    const keys = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row, at) =>
      [...row].map((letter, column) => {
        const left = column * 100 + ([0, 50, 150][at] ?? 0);
        return `<node class="a.Key" text="${letter}" clickable="true" bounds="[${left},${at * 150}][${left + 100},${at * 150 + 151}]" enabled="true"/>`;
      }),
    );
    expect(
      compact(screenOf(keys.join('')))
        .split('\n')
        .slice(1),
    ).toEqual([
      '26 elements Key {clickable}:',
      ` ${[...'qwertyuiop'].map((letter, i) => `${i} "${letter}"`).join(' ')}`,
      ` ${[...'asdfghjkl'].map((letter, i) => `${i + 10} "${letter}"`).join(' ')}`,
      ` ${[...'zxcvbnm'].map((letter, i) => `${i + 19} "${letter}"`).join(' ')}`,
    ]);
  });

  describe('of what lies off the screen', () => {
    const long = 'A headline that is far longer than an agent has to read';
    const link = (index: number, more = ''): string =>
      `<node class="a.Button" text="${index} ${long}" clickable="true" ${more} bounds="[0,${2500 + index}][100,${2600 + index}]" enabled="true"/>`;
    const page = (count: number): Screen =>
      screenOf(
        `<node class="a.WebView" scrollable="true" ${full}><node class="a.Button" text="${long}" clickable="true" ${small}/>${Array.from({ length: count - 1 }, (_, i) => link(i)).join('')}<node class="a.View" clickable="true" bounds="[0,2500][1080,2600]" enabled="true"><node class="a.Switch" checkable="true" checked="true" bounds="[0,2500][1080,2600]" enabled="true"/></node></node>`,
      );

    it('writes one line, with the beginning of the texts, and says how to see all', () => {
      const cut = (i: number): string => `${i} ${long}`.slice(0, 40);
      expect(compact(page(7)).split('\n').slice(2)).toEqual([
        ` 0.0 Button "${long}" {clickable}`,
        ` 8 elements {clickable, offscreen}: ${Array.from({ length: 6 }, (_, i) => `0.${i + 1} Button "${cut(i)}…"`).join(' ')} 0.7 View 0.7.0 Switch {checkable, checked, offscreen}`,
        'note:Elements off the screen are shortened: get_screen_tree with compact and verbose true shows them in full.',
      ]);
    });

    it('writes a line for each of a few', () => {
      expect(compact(page(5))).toContain(` 0.4 Button "3 ${long}" {clickable, offscreen}`);
    });

    it('writes a line for each of a few after one without a name', () => {
      const nameless = '<node class="a.View" clickable="true" bounds="[0,2500][100,2600]"/>';
      const rest = [1, 2, 3].map((i) => link(i)).join('');
      const text = compact(screenOf(`<node class="a.WebView" ${full}>${nameless}${rest}</node>`));
      expect(text).toContain(`0.1 Button "1 ${long}" {clickable, offscreen}`);
      expect(text).not.toContain('note:Elements off the screen');
    });

    it('writes a line for each in verbose mode', () => {
      const text = formatCompactTree(page(30), nameOf, { verbose: true });
      expect(text).toContain(` 0.9 Button "8 ${long}" {clickable, offscreen} [0,2508,100,2608]`);
      expect(text).not.toContain('note:');
    });

    it('writes lines that fit into an answer', () => {
      const lines = compact(page(2000)).split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(10_000);
    });
  });

  it('leaves out an icon of a font, whose character says nothing', () => {
    const icon = (more: string): string =>
      `<node class="a.TextView" text="&#xf150;" ${small} ${more}/>`;
    const screen = screenOf(icon('') + icon('clickable="true"') + icon('content-desc="Add"'));
    expect(compact(screen).split('\n').slice(1)).toEqual([
      '1 TextView "\\uf150" {clickable}',
      '2 TextView "\\uf150" desc="Add"',
    ]);
  });

  it.skipIf(capturedDumps.length === 0).each(capturedDumps)('loses nothing of %s', (file) => {
    const screen = capturedScreen(file);
    const paths = new Set(Array.from(walk(screen.roots), ({ path }) => path));
    const { lines } = parseTree(compact(screen));
    expect(omissionsOf(screen)).toEqual([]);
    expect(lines.every(({ path }) => paths.has(path))).toBe(true);
    expect(new Set(lines.map(({ path }) => path)).size).toBe(lines.length);
  });

  it.skipIf(capturedDumps.length === 0)('is less than half of the plain one', () => {
    const sizes = capturedDumps.map(capturedScreen).map((screen) => {
      return compact(screen).length / formatTree(screen).length;
    });
    const median = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 1;
    expect(median).toBeLessThan(0.5);
  });
});
