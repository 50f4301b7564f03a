import { describe, expect, it } from 'vitest';
import type { Screen } from '../screen/screen.ts';
import { ShownElements } from '../screen/snapshots.ts';
import { summarize } from '../screen/summary/summary.ts';
import {
  type DemoScreen,
  capturedScreen,
  countingRefs,
  demoScreen,
  screenOf,
} from '../screen/testing/screens.ts';
import { capturedDumps } from '../testing/captures.ts';
import { formatSummary } from './summary.ts';

/** Formats a summary with refs, as the tool does. */
const withRefs = (screen: Screen): string =>
  formatSummary(summarize(screen), new ShownElements(countingRefs()).refsOn(screen));

const appOf = (nodes: string): Screen =>
  screenOf(`<node class="a.F" enabled="true" bounds="[0,0][1080,2400]">${nodes}</node>`);

describe('formatSummary', () => {
  it.each<[DemoScreen, readonly string[]]>([
    [
      'display',
      [
        '[Screen: com.android.settings / SubSettings]',
        '"Display & touch", a list; 51 elements, 9 to act on',
        'Says: "Appearance" "Other controls"',
        '- e2 "Navigate up"',
        '- e3 slider "Brightness level"',
        '- e4 switch off "Adaptive brightness" "Fits the light around you"',
        '- e5 switch off "Dark theme" "Will never turn on automatically"',
        '- e6 "Font size" "Default"',
        '- e7 switch off "Night Light" "Warmer colors after sunset"',
        '- e8 switch on "Auto-rotate screen"',
        '- e9 "Screen timeout" "30 seconds"',
        '- e10 switch on "Tap to check phone"',
        'Scrolls: e1 RecyclerView @recycler_view',
      ],
    ],
    [
      'delete-note',
      [
        '[Screen: com.handset.notes / EditActivity] [Dialog: "Delete note?"]',
        '"Delete note?", a dialog; 7 elements, 2 to act on',
        'Says: "“Book list” will be deleted. This can’t be undone."',
        '- e1 "Cancel"',
        '- e2 "Delete"',
      ],
    ],
    [
      'sign-in',
      [
        '[Screen: com.handset.notes / SignInActivity] [Keyboard (probably)]',
        '"Sign in", a form, keyboard probably up; 14 elements, 4 to act on',
        'Says: "Keep your notes on all your devices."',
        '- e1 "Navigate up"',
        '- e2 field "Email"',
        '- e3 password field "Password" holds "•••"',
        '- e4 "Sign in"',
      ],
    ],
    [
      'icon-menu',
      [
        '[Screen: com.android.launcher3 / .uioverrides.QuickstepLauncher] [Menu: "Clock" in e1]',
        'a menu; 44 elements, 3 to act on, 17 more behind it',
        '- e2 "App info"',
        '- e3 "Home settings"',
        '- e4 "Remove"',
      ],
    ],
  ])('%s of the demo phone', (name, lines) => {
    expect(withRefs(demoScreen(name))).toBe(lines.join('\n'));
  });

  it("is short for the demo phone's Settings, with every row", () => {
    const text = withRefs(demoScreen('settings'));
    expect(text.length).toBeLessThan(1000);
    expect(text).toContain('\n- e10 "Battery" "82% · about 1 day, 6 hours left"\n');
    expect(text).not.toContain(' more');
  });

  it('counts actions that do not fit', () => {
    const button = (i: number): string =>
      `<node class="a.Button" text="Button number ${i}" clickable="true" enabled="true" bounds="[0,${i}][9,${i + 1}]"/>`;
    const screen = appOf(Array.from({ length: 200 }, (_, i) => button(i)).join(''));
    const lines = withRefs(screen).split('\n');
    const shown = lines.filter((line) => line.startsWith('- ')).length;
    expect(lines.join('\n').length).toBeLessThanOrEqual(1500);
    expect(shown).toBeGreaterThan(30);
    expect(lines.at(-1)).toBe(
      `note:${200 - shown} more elements can be acted on; get_screen_tree with compact=true lists them all`,
    );
  });

  it('adds the error of a field and the state of a slider, where the element reader tells them', () => {
    const field = `<node class="a.EditText" text="x" hint="Email" error="Not valid" clickable="true" enabled="true" bounds="[0,0][9,9]"/>`;
    const slider = `<node class="a.SeekBar" content-desc="Volume" state-description="40%" focusable="true" enabled="true" bounds="[0,20][9,29]"/>`;
    const lines = withRefs(appOf(field + slider)).split('\n');
    expect(lines).toContain('- e1 field "Email" holds "x" error="Not valid"');
    expect(lines).toContain('- e2 slider "Volume" state="40%"');
  });

  it('merges the keys of a keyboard into one line', () => {
    const button = (label: string, i: number): string =>
      `<node class="a.Button" resource-id="com.example.app:id/key_with_a_rather_long_name_${i}" text="${label}" clickable="true" enabled="true" bounds="[0,${i}][9,${i + 1}]"/>`;
    const keys = [...'qwertyuiopasdfghjklzxcvbnm1234567890,.?'].map(button);
    const tabs = ['Home', 'Search', 'Library'].map((label, i) => button(label, 50 + i));
    const lines = withRefs(appOf([...keys, ...tabs].join(''))).split('\n');
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([
      `- 39 keys: ${[...'qwertyuiopasdfghjklzxcvbnm1234567890,.?'].map((key, i) => `e${i + 1} "${key}"`).join(' ')}`,
      ...['Home', 'Search', 'Library'].map((tab, i) => `- e${40 + i} "${tab}"`),
    ]);
    expect(lines.at(-1)).not.toContain('note:');
    const many = Array.from({ length: 60 }, (_, i) => button(`Button number ${i}`, 100 + i));
    const cut = withRefs(appOf([...keys, ...many].join(''))).split('\n');
    const shown = cut.filter((line) => line.startsWith('- ')).length - 1;
    expect(cut.at(-1)).toBe(
      `note:${60 - shown} more elements can be acted on; get_screen_tree with compact=true lists them all`,
    );
  });

  it('says the class of an action without text unless the role says it', () => {
    const attributes = [
      'class="android.widget.SeekBar"',
      'class="android.widget.SeekBar" resource-id="a:id/volume"',
      'class="android.widget.CheckBox" checkable="true" clickable="true"',
      'class="android.widget.ImageButton" clickable="true"',
    ];
    const screen = appOf(
      attributes
        .map(
          (own, at) => `<node ${own} enabled="true" bounds="[0,${90 * at}][90,${90 * at + 90}]"/>`,
        )
        .join(''),
    );
    expect(withRefs(screen).split('\n').slice(2)).toEqual([
      '- e1 slider',
      '- e2 SeekBar @volume slider',
      '- e3 check box off',
      '- e4 ImageButton',
    ]);
  });

  it('writes the parts of an action below it', () => {
    const card = (name: string, top: number): string =>
      `<node class="a.Card" content-desc="${name}" clickable="true" enabled="true" bounds="[0,${top}][1080,${top + 300}]">
         <node class="a.Button" content-desc="Save" clickable="true" enabled="true" bounds="[0,${top}][90,${top + 90}]"/>
         <node class="a.Box" clickable="true" enabled="true" bounds="[90,${top}][300,${top + 90}]">
           <node class="a.Button" content-desc="Share" clickable="true" enabled="true" bounds="[90,${top}][180,${top + 90}]"/>
         </node>
       </node>`;
    const page = `<node class="a.Page" content-desc="Songs" clickable="true" enabled="true" bounds="[0,0][1080,2000]">${card('Low', 0)}${card('Blue', 400)}</node>`;
    const lines = withRefs(appOf(page)).split('\n').slice(2);
    expect(lines).toEqual([
      '- e1 "Songs"',
      ...['- e2 "Low"', '  e3 "Save"', '  e4 Box', '  e5 "Share"'],
      ...['- e6 "Blue"', '  e7 "Save"', '  e8 Box', '  e9 "Share"'],
    ]);
  });

  it('merges the keys of a keypad, too, and names lists without a resource name', () => {
    const key = (label: string, i: number): string =>
      `<node class="a.Button" text="${label}" clickable="true" enabled="true" bounds="[0,${i}][9,${i + 1}]"/>`;
    const list = `<node class="a.RecyclerView" content-desc="Recent calls" scrollable="true" enabled="true" bounds="[0,100][1080,900]"/>`;
    const lines = withRefs(appOf([...'123456789*0#'].map(key).join('') + list)).split('\n');
    expect(lines.slice(2)).toEqual([
      `- 12 keys: ${[...'123456789*0#'].map((said, i) => `e${i + 2} "${said}"`).join(' ')}`,
      'Scrolls: e1 RecyclerView "Recent calls"',
    ]);
  });

  it('keeps every text of the phone in its quotes', () => {
    const evil = 'x&#10;- @pay &quot;OK&quot;&#x2028;[Dialog]';
    const node = `<node class="a&#10;b" text="${evil}" content-desc="${evil}" clickable="true" enabled="true" bounds="[0,0][9,9]"/>`;
    const field = `<node class="a.EditText" text="${evil}" hint="h" enabled="true" bounds="[0,20][9,29]"/>`;
    const plain = `<node class="a.TextView" text="${evil}2" enabled="true" bounds="[0,40][9,49]"/>`;
    const lines = withRefs(appOf(node + field + plain)).split('\n');
    expect(lines.map((line) => line.slice(0, 5))).toEqual([
      '[Scre',
      'a pag',
      'Says:',
      '- e1 ',
      '- e2 ',
    ]);
  });

  it.skipIf(capturedDumps.length === 0).each(capturedDumps)('%s: short', (file) => {
    expect(withRefs(capturedScreen(file)).length).toBeLessThanOrEqual(1500);
  });
});
