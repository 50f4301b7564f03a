import { describe, expect, it } from 'vitest';
import { diffScreens } from '../screen/diff/diff.ts';
import { type Page, type PageRow, drawPage, rowHeight } from '../screen/diff/testing/page.ts';
import type { Element, Screen } from '../screen/screen.ts';
import { screenOf } from '../screen/testing/screens.ts';
import { formatDiff } from './diff.ts';

const rowsOf = (...names: readonly string[]): PageRow[] =>
  names.map((name, key) => ({ key, name, status: 'On', isOn: true }));
const page: Page = {
  title: 'People',
  buttons: ['Share'],
  rows: rowsOf(...Array.from({ length: 16 }, (_, i) => `Person ${i}`)),
  scrolled: 0,
  isNamed: true,
};
const idOf = ({ id }: Element): string => id;
const diffLines = (before: Partial<Page>, after: Partial<Page>): string[] => {
  const [then, now] = [before, after].map(
    (overrides) => drawPage({ ...page, ...overrides }).screen,
  );
  return then && now ? formatDiff(diffScreens(then, now), 'snapshot:s3', idOf).split('\n') : [];
};
const lines = (before: Screen, after: Screen): string[] =>
  formatDiff(diffScreens(before, after), 'snapshot:s3', idOf).split('\n');
const anyId = (line: string): string => line.replace(/node_[0-9a-f]+/g, 'node_*');

describe('formatDiff', () => {
  it('is one line when nothing changed', () => {
    expect(diffLines({}, {})).toEqual(['no change since snapshot:s3']);
  });

  it('lists texts, states, new and gone elements', () => {
    const [first, ...others] = page.rows;
    const rows = [{ key: 0, name: 'Person 0', status: 'Off', isOn: false }, ...others];
    expect(first?.status).toBe('On');
    expect(diffLines({}, { title: 'Contacts', buttons: ['Share', 'Edit'], rows })).toEqual([
      'since snapshot:s3:',
      '~ node_732bd604 TextView "People" -> "Contacts" @title',
      '~ node_ab92099a TextView "On" -> "Off" @status in "Person 0"',
      '~ node_a86a392f Switch @switch {-checked} in "Person 0"',
      '+ node_2f13ae23 ImageButton desc="Edit" {clickable}',
    ]);
    expect(diffLines({ buttons: ['Share', 'Edit'] }, {})).toEqual([
      'since snapshot:s3:',
      '- ImageButton desc="Edit" {clickable}',
    ]);
  });

  it('lists no text that the description of its row says, too', () => {
    const tile = (state: string): string =>
      `<node class="a.TextView" text="Tiles" bounds="[0,100][99,199]"/><node class="a.Button" text="Edit" bounds="[0,200][99,299]"/><node class="a.Switch" resource-id="a:id/tile" content-desc="Dark theme, ${state}" clickable="true" bounds="[0,0][99,99]"><node class="a.TextView" text="Dark theme" bounds="[0,0][99,49]"/><node class="a.TextView" text="${state}" bounds="[0,50][99,99]"/></node>`;
    expect(lines(screenOf(tile('Off')), screenOf(tile('On'))).map(anyId)).toEqual([
      'since snapshot:s3:',
      '~ node_* Switch desc="Dark theme, Off" -> "Dark theme, On" @tile',
    ]);
  });

  it('lists a new error or state only where the element reader read both screens', () => {
    const field = (facts: string): string =>
      `<node class="a.EditText" resource-id="a:id/mail" text="x" bounds="[0,0][99,99]" ${facts}/>`;
    const wrong = 'error="Enter a valid email" state-description="1 of 2"';
    const read = { keyboard: null, byElementReader: true };
    expect(lines(screenOf(field(''), read), screenOf(field(wrong), read)).map(anyId)).toEqual([
      'since snapshot:s3:',
      '~ node_* EditText state="1 of 2" error="Enter a valid email" @mail',
    ]);
    expect(lines(screenOf(field('')), screenOf(field(wrong), read))).toEqual([
      'no change since snapshot:s3',
    ]);
  });

  it('shows a hint as a hint, never as what a field holds', () => {
    const title = (text: string): Screen =>
      screenOf(
        `<node class="a.EditText" resource-id="a:id/title" text="${text}" hint="Title" enabled="true" bounds="[0,0][99,99]"/>`,
      );
    expect(lines(title('Milk'), title('Title')).map(anyId)).toEqual([
      'since snapshot:s3:',
      '~ node_* EditText "Milk" -> "" @title',
    ]);
    expect(lines(screenOf(''), title('Title')).map(anyId)).toEqual([
      'since snapshot:s3: another screen',
      '+ node_* EditText hint="Title" @title {editable}',
    ]);
  });

  it('tells the state of a new element', () => {
    const slider =
      '<node class="a.SeekBar" content-desc="Brightness" state-description="30%" enabled="true" clickable="true" bounds="[0,0][99,99]"/>';
    expect(lines(screenOf(''), screenOf(slider, { keyboard: null })).map(anyId)).toEqual([
      'since snapshot:s3: another screen',
      '+ node_* SeekBar desc="Brightness" state="30%" {clickable}',
    ]);
  });

  it('lists no new state where the words only repeat that something is checked', () => {
    const toggle = (isOn: boolean): Screen => {
      const facts = `checkable="true" checked="${isOn}" state-description="${isOn ? 'On' : 'Off'}"`;
      const node = `<node class="a.Switch" text="Wi-Fi" enabled="true" bounds="[0,0][99,99]" ${facts}/>`;
      return screenOf(node, { keyboard: null, byElementReader: true });
    };
    expect(lines(toggle(false), toggle(true)).map(anyId)).toEqual([
      'since snapshot:s3:',
      '~ node_* Switch "Wi-Fi" {+checked}',
    ]);
  });

  it('summarizes a scrolled list', () => {
    const shown = diffLines(
      { rows: page.rows.slice(0, 12) },
      { rows: page.rows.slice(0, 12), scrolled: 400 },
    );
    expect(shown.map(anyId)).toEqual([
      'since snapshot:s3:',
      '+ node_* "Person 10" "On" @row {clickable}',
      '+ node_* Switch @switch {clickable, checkable, checked} in "Person 10"',
      '+ node_* "Person 11" "On" @row {clickable}',
      '+ node_* Switch @switch {clickable, checkable, checked} in "Person 11"',
      'moved: 32 elements in RecyclerView @list up by 400 px; 2 rows came in, 2 rows went out',
    ]);
  });

  describe('names the element that changed', () => {
    const at = (top: number): string => `bounds="[0,${top}][1080,${top + 100}]"`;
    const label = (said: string, top: number, more = ''): string =>
      `<node class="a.TextView" text="${said}" enabled="true" ${more} ${at(top)}/>`;
    const change = (draw: (more: string) => string, before: string, after: string): string[] =>
      lines(screenOf(draw(before)), screenOf(draw(after)))
        .map(anyId)
        .slice(1);

    it('by the text on a card, once for all that the card selects', () => {
      const card = (said: string, top: number, more = ''): string =>
        `<node class="a.CardView" resource-id="a:id/card" clickable="true" enabled="true" ${more} ${at(top)}>${label(said, top, more)}</node>`;
      const cards = (more: string): string =>
        card('Milk', 0) + card('Groceries', 100, more) + card('Tickets', 200);
      expect(change(cards, '', 'selected="true"')).toEqual([
        '~ node_* CardView "Groceries" @card {+selected}',
      ]);
    });
    it('by the text on a Compose button', () => {
      const button = (more: string): string =>
        `${label('Draft', 0)}<node class="android.view.View" clickable="true" ${more} ${at(100)}><node class="a.TextView" text="Save" enabled="true" ${at(100)}/></node>`;
      const [save] = change(button, 'enabled="true"', 'enabled="false"');
      expect(save).toBe('~ node_* "Save" {+disabled}');
    });
    it('by a text beside a switch', () => {
      const toggle = (more: string): string =>
        `${label('Dark mode', 0)}<node class="a.Switch" checkable="true" clickable="true" enabled="true" ${more} ${at(0)}/>`;
      const changed = '~ node_* Switch {+checked} in "Dark mode"';
      expect(change(toggle, '', 'checked="true"')).toEqual([changed]);
      const isNew = (more: string): string =>
        more === '' ? label('Sound', 200) : toggle(more) + label('Sound', 200);
      expect(change(isNew, '', 'checked="true"')).toContain(
        '+ node_* Switch {clickable, checkable, checked} in "Dark mode"',
      );
    });
    it('by the row around an element without text', () => {
      const row = (more: string): string =>
        `${label('Sound', 100)}<node class="a.V" clickable="true" enabled="true" ${at(0)}>${label('Wi-Fi', 0)}<node class="a.V" resource-id="a:id/icon" enabled="true" ${more} ${at(0)}/></node>`;
      expect(change(row, '', 'selected="true"')).toEqual([
        '~ node_* V @icon {+selected} in "Wi-Fi"',
      ]);
    });
  });

  it('counts lines beyond the limits', () => {
    const buttons = (count: number): string =>
      Array.from(
        { length: count },
        (_, i) =>
          `<node enabled="true" class="a.Button" text="B${i}" clickable="true" bounds="[0,${i * 9}][9,${i * 9 + 9}]"/>`,
      ).join('');
    const title =
      '<node text="Title" class="a.TextView" resource-id="a:id/t" bounds="[50,0][99,9]"/>';
    const more = lines(screenOf(title + buttons(2)), screenOf(title + buttons(40)));
    expect(more.slice(-2)).toEqual(['+ node_71c1b5c1 Button "B31" {clickable}', '+ and 8 more']);
    const fewer = lines(screenOf(title + buttons(40)), screenOf(title + buttons(2)));
    expect(fewer.slice(-2)).toEqual(['- Button "B11" {clickable}', '- and 28 more']);
  });

  const dialog = (text: string): string =>
    `<node class="android.widget.FrameLayout" package="com.a" bounds="[100,900][980,1500]">` +
    `<node enabled="true" class="android.widget.TextView" package="com.a" resource-id="com.a:id/alertTitle" text="${text}" bounds="[150,950][900,1050]"/>` +
    `<node enabled="true" class="android.widget.Button" package="com.a" resource-id="android:id/button1" text="OK" clickable="true" bounds="[700,1350][930,1450]"/></node>`;

  it('begins with a dialog and lists it, but not what it covers', () => {
    const { screen: covered } = drawPage(page);
    expect(lines(covered, screenOf(dialog('Delete?')))).toEqual([
      'since snapshot:s3: dialog "Delete?" opened; another screen',
      '+ node_11751d43 TextView "Delete?" @alertTitle',
      '+ node_9710fe17 Button "OK" @button1 {clickable}',
    ]);
    expect(lines(screenOf(dialog('Delete?')), covered)[0]).toBe(
      'since snapshot:s3: dialog "Delete?" closed; another screen, this is its compact tree',
    );
    expect(lines(screenOf(dialog('Delete?')), screenOf(dialog('Share?')))[0]).toContain(
      'dialog "Share?" opened, dialog "Delete?" closed',
    );
  });

  it('is the compact tree of another screen with many rows', () => {
    const { screen: long } = drawPage({ ...page, isNamed: false });
    const shown = lines(screenOf(''), {
      ...long,
      focus: { packageName: 'com.b', activity: '.Top' },
    });
    expect(shown.slice(0, 3)).toEqual([
      'since snapshot:s3: app com.example.app/.MainActivity -> com.b/.Top; another screen, this is its compact tree',
      '[Screen: com.b / Top]',
      'node_792e1724 ImageButton desc="Back" {clickable}',
    ]);
    expect(shown).toHaveLength(2 + 27);
  });

  it('names changes of the screen itself', () => {
    const { screen: now } = drawPage(page);
    const size = { width: 2400, height: 1080 };
    const turned = { ...now, rotation: 1 as const, size, density: 320 };
    const activity = { ...now.focus, activity: null };
    expect(lines(now, { ...turned, focus: activity })[0]).toBe(
      'since snapshot:s3: activity .MainActivity -> unknown; rotation 0 -> 1; screen 1080x2400 -> 2400x1080; density 420 -> 320',
    );
  });

  it('lets no text of the phone forge a line, and prints no password', () => {
    const field = (text: string, more = ''): string =>
      `<node class="android.widget.EditText" resource-id="a:id/f" text="${text}" ${more} bounds="[0,0][9,9]"/>`;
    const label = '<node class="a.TextView" text="Label" bounds="[0,9][9,18]"/>';
    const evil = field('x&#10;+ node_1 Button &quot;Pay&quot;&#x2028;');
    expect(lines(screenOf(field('a') + label), screenOf(evil + label))).toEqual([
      'since snapshot:s3:',
      '~ node_1ea44773 EditText "a" -> "x\\n+ node_1 Button \\"Pay\\"\\u2028" @f',
    ]);
    const secret = (text: string): Screen =>
      screenOf(field(text, 'password="true" hint=""') + label);
    expect(lines(secret('hunter2'), secret('hunter23'))).toEqual(['no change since snapshot:s3']);
    expect(lines(secret(''), secret('hunter2'))).toEqual([
      'since snapshot:s3:',
      '~ node_1ea44773 EditText "" -> "•••" @f',
    ]);
    const names = lines(
      screenOf(label),
      screenOf(label, { focus: { packageName: 'a\nb', activity: 'c d' } }),
    );
    expect(names).toEqual(['since snapshot:s3: app com.example.app/.MainActivity -> a_b/c_d']);
  });

  it('is short for the most frequent changes', () => {
    const row = page.rows[0];
    expect(
      row &&
        diffLines({}, { rows: [{ ...row, isOn: false }, ...page.rows.slice(1)] }).join('\n').length,
    ).toBeLessThan(90);
    expect(diffLines({}, { scrolled: 3 * rowHeight }).join('\n').length).toBeLessThan(1_300);
  });
});
