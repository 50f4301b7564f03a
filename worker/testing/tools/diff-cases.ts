import { expect } from 'vitest';
import type { Agent } from '#core/mcp/testing/agent.ts';
import {
  type PhoneUnderTest,
  type ToolCases,
  centerOf,
} from '#core/demo-phone/testing/phone-under-test.ts';
import { openNewNote } from './note-fields.ts';
import { withoutSnapshotLine } from './reading-cases.ts';

/** The snapshot id in the last line of a result. */
function snapshotOf(text: string): string {
  return /\nsnapshot:(s[1-9]\d*)$/.exec(text)?.[1] ?? `none in: ${text}`;
}

/** Shows the screen to the agent; returns the snapshot's id. */
async function readScreen(phone: PhoneUnderTest): Promise<string> {
  return snapshotOf((await phone.call('get_screen_tree', { compact: true })).text);
}

/** The lines of diff_screen, without its own snapshot line. */
async function diffLines(phone: PhoneUnderTest, args = {}): Promise<readonly string[]> {
  return withoutSnapshotLine((await phone.call('diff_screen', args)).text).split('\n');
}

const callForText = async (agent: Agent, tool: string, args = {}): Promise<string> =>
  (await agent.call(tool, args)).text;

/** The ref in a line such as `+ e7 Button "Save"`. */
function refIn(line = ''): string {
  return /^\S (e\d+) /.exec(line)?.[1] ?? 'no ref';
}

/** Screen changes: diff_screen, and `observe: diff` of tools that act. */
export const diffCases = {
  'diff_screen is one line when nothing changed': async (phone) => {
    await phone.open('Settings');
    const id = await readScreen(phone);
    expect(await diffLines(phone)).toEqual([`no change in the elements since snapshot:${id}`]);
  },

  'diff_screen reports a scrolled list as moved': async (phone) => {
    await phone.open('Settings');
    const id = await readScreen(phone);
    await phone.call('scroll', { direction: 'down' });
    const lines = await diffLines(phone);
    expect(lines[0]).toBe(`since snapshot:${id}:`);
    const moved = lines.filter((line) => line.startsWith('moved: '));
    expect(moved).toEqual([
      expect.stringMatching(
        /^moved: \d+ elements in RecyclerView @recycler_view up by \d+ px; (\d) rows came in, \d rows went out$/,
      ),
    ]);
    const [, cameIn] = /(\d) rows came in/.exec(moved.join()) ?? [];
    const appeared = lines.filter((line) => line.startsWith('+ '));
    expect(appeared.length).toBe(Number(cameIn));
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([]);
    await phone.call('click_element', { element_id: refIn(appeared.at(-1)) });
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
  },

  'a running stopwatch is one changed line, and its button keeps its ref': async (phone) => {
    await phone.open('Clock');
    await phone.call('click_element', { selector: ':text("Stopwatch")' });
    const tree = (await phone.call('get_screen_tree', { compact: true })).text;
    const [, start = ''] = /(e\d+) Button "Start"/.exec(tree) ?? [];
    const started = await phone.call('click_element', { element_id: start, observe: 'diff' });
    expect(started.text).toMatch(
      new RegExp(`^~ ${start} Button "Start" -> "Pause" @stopwatch_start$`, 'm'),
    );
    const later = await diffLines(phone);
    expect(later.slice(1)).toEqual([
      expect.stringMatching(/^~ e\d+ TextView "\S+" -> "\S+" @stopwatch_time_text$/),
    ]);
    const paused = await phone.call('click_element', { element_id: start, observe: 'diff' });
    expect(paused.text).toContain(`~ ${start} Button "Pause" -> "Start" @stopwatch_start`);
  },

  'a dialog that closes shows what changed on the screen below it': async (phone) => {
    await phone.open('Settings');
    await phone.call('click_element', { selector: ':text("Display & touch")' });
    const tree = (await phone.call('get_screen_tree', { compact: true })).text;
    const shown = snapshotOf(tree);
    const [, row = 'none'] = /(e\d+) "Screen timeout"/.exec(tree) ?? [];
    const opened = await phone.call('click_element', {
      selector: ':text("Screen timeout")',
      observe: 'diff',
    });
    expect(opened.text).toContain('dialog "Screen timeout" opened');
    // However often an agent looks at the dialog, the screen below stays known.
    for (let look = 0; look < 5; look++) await readScreen(phone);
    const dialog = await readScreen(phone);
    const chosen = await phone.call('click_element', {
      selector: ':text("5 minutes")',
      observe: 'diff',
    });
    expect(chosen.text.split('\n').slice(1)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^since snapshot:${dialog}: dialog "Screen timeout" closed; the screen of snapshot:${shown} again, changed since:$`,
        ),
      ),
      expect.stringMatching(/^~ e\d+ TextView .*"30 seconds" -> "5 minutes"/),
      expect.stringMatching(/^snapshot:s\d+$/),
    ]);
    const after = (await phone.call('get_screen_tree', { compact: true })).text;
    expect(after).toContain(`${row} "Screen timeout" "5 minutes"`);
  },

  'an app that crashes at a touch is named, and left in the headline': async (phone) => {
    const gone =
      'note:com.handset.weather has crashed and is gone; get_device_logs with package_name com.handset.weather has the report';
    await phone.open('Photos');
    await readScreen(phone);
    await phone.call('open_app', { package_id: 'com.handset.weather' });
    const crashed = await phone.call('click_element', { selector: '@refresh', observe: 'diff' });
    expect(crashed.text).toMatch(
      /^since snapshot:s\d+: app com\.handset\.weather\/\.MainActivity -> com\.android\.launcher3\/\S+; the screen of snapshot:s\d+ again/m,
    );
    expect(crashed.text.split('\n').at(-1)).toBe(gone);
    expect((await phone.call('get_screen_tree')).text).not.toContain('note:');
    // The reply that first shows a screen after the touch says so.
    await phone.open('Weather');
    const { bounds } = await phone.rowWithResourceId('refresh');
    expect((await phone.call('tap', centerOf(bounds))).text).not.toContain(gone);
    expect((await phone.call('get_screen_state')).text).toContain(gone);
    // It crashed before, but this time it was left.
    await phone.open('Weather');
    const left = await phone.call('press_home', { observe: 'compact' });
    expect(left.text).not.toContain('note:');
  },

  'diff_screen reports typing, a dialog and another screen': async (phone) => {
    await openNewNote(phone);
    await phone.call('set_text', { selector: '@edit_title', text: 'Mil' });
    const before = await readScreen(phone);
    await phone.call('input_text', { text: 'k' });
    const typed = await diffLines(phone);
    expect(typed).toEqual([
      `since snapshot:${before}:`,
      expect.stringMatching(/^~ e\d+ EditText "Mil" -> "Milk" @edit_title$/),
    ]);
    await phone.call('click_element', { selector: '@action_save' });
    const saved = await diffLines(phone);
    expect(saved[0]).toMatch(
      /: activity \.EditActivity -> \.MainActivity; .*the screen of snapshot:s\d+ again, changed since:$/,
    );
    expect(saved.join('\n')).toMatch(/^\+ e\d+ CardView "Milk" .*@note_card /m);
    await phone.call('click_element', { selector: ':text("Milk")' });
    await phone.call('get_screen_state');
    await phone.call('click_element', { selector: '@action_delete' });
    const [dialog = '', ...parts] = await diffLines(phone);
    expect(dialog).toMatch(/: dialog "Delete note\?" opened; another screen$/);
    expect(parts.at(-1)).toMatch(/^\+ e\d+ Button "Delete" @button1 \{clickable\}$/);
    await phone.call('click_element', { selector: '@button2' });
    expect((await diffLines(phone))[0]).toMatch(/: dialog "Delete note\?" closed/);
  },

  'diff_screen since an older snapshot': async (phone) => {
    await openNewNote(phone);
    await phone.call('dismiss_keyboard');
    const first = await readScreen(phone);
    await phone.call('set_text', { selector: '@edit_body', text: 'one' });
    await readScreen(phone);
    await phone.call('set_text', { selector: '@edit_body', text: 'two' });
    const last = await readScreen(phone);
    for (const since of [first, `snapshot:${first}`]) {
      const lines = await diffLines(phone, { since });
      // A snapshot's id is letters and digits.
      expect(lines[0]).toMatch(new RegExp(`^since snapshot:${first}: keyboard\\??.* opened`));
      expect(lines.join('\n')).toMatch(/^~ e\d+ EditText "" -> "two" @edit_body \{\+focused\}$/m);
    }
    expect(await diffLines(phone, { since: last })).toEqual([
      `no change in the elements since snapshot:${last}`,
    ]);
  },

  'an unknown snapshot, and an expired one': async (phone) => {
    const first = await readScreen(phone);
    const number = Number(first.slice(1));
    for (let read = 1; read <= 16; read++)
      expect(await readScreen(phone)).toBe(`s${number + read}`);
    const kept = `Only s${number + 1} to s${number + 16} are kept.`;
    expect(await phone.expectError('diff_screen', { since: first })).toBe(
      `Snapshot '${first}' has expired. ${kept}`,
    );
    expect(await phone.expectError('diff_screen', { since: 's9999' })).toBe(
      `Snapshot 's9999' not found. ${kept}`,
    );
    await phone.call('diff_screen', { since: `s${number + 1}` });
  },

  'two agents have their own snapshots': async (phone) => {
    const a = await phone.connectAgentNamed('a');
    const b = await phone.connectAgentNamed('b');
    const none =
      'There is no screen to compare with yet. Read the screen first, with get_screen_state or get_screen_tree.';
    expect(await callForText(a, 'diff_screen')).toBe(none);
    expect(snapshotOf(await callForText(a, 'get_screen_tree'))).toBe('s1');
    expect(await callForText(b, 'diff_screen')).toBe(none);
    expect(await callForText(b, 'diff_screen', { since: 's1' })).toBe(
      "Snapshot 's1' not found. No screen of this phone has been shown to you yet: read the screen first.",
    );
    await phone.open('Settings');
    expect(snapshotOf(await callForText(b, 'summarize_screen'))).toBe('s1');
    expect(await callForText(b, 'diff_screen')).toBe(
      'no change in the elements since snapshot:s1\nsnapshot:s2',
    );
    expect(await callForText(a, 'diff_screen')).toMatch(
      /^since snapshot:s1: app com\.android\.launcher3\/\S+ -> com\.android\.settings\/\.Settings; another screen.*\n/,
    );
  },

  'observe: diff shows the compact tree if no screen was shown before': async (phone) => {
    const fresh = await phone.connectAgentNamed('fresh');
    const text = await callForText(fresh, 'click_element', {
      selector: ':text("Settings")',
      observe: 'diff',
    });
    expect(withoutSnapshotLine(text).split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^Click performed on e\d+ TextView "Settings"$/),
      'note:there is no earlier screen to compare with, so this is the compact tree',
      '[Screen: com.android.settings / Settings]',
    ]);
    expect(snapshotOf(text)).toBe('s1');
    const next = await callForText(fresh, 'press_home', { observe: 'diff' });
    expect(next.split('\n')[1]).toMatch(/^since snapshot:s1: app com\.android\.settings\/\.Set/);
    expect(snapshotOf(next)).toBe('s2');
  },

  'a ref follows its element when the list scrolls, and is of no use to another agent': async (
    phone,
  ) => {
    await phone.open('Settings');
    const { text } = await phone.call('get_screen_tree', { compact: true });
    const ref = /^ *(e\d+) "Battery" /m.exec(text)?.[1] ?? 'no ref';
    const other = await phone.connectAgentNamed('other');
    expect(await callForText(other, 'click_element', { element_id: ref })).toContain(
      `Element '${ref}' not found in accessibility tree. It is on no screen shown to you recently`,
    );
    await phone.call('scroll', { direction: 'down' });
    const again = (await phone.call('get_screen_tree', { compact: true })).text;
    expect(again).toContain(` ${ref} "Battery" `);
    const { text: clicked } = await phone.call('click_element', { element_id: ref });
    expect(clicked).toBe(`Click performed on element '${ref}'`);
    expect(await phone.foregroundActivity()).toBe('com.android.settings/.SubSettings');
    const gone = await phone.expectError('click_element', { element_id: ref });
    expect(gone).toContain(`Element '${ref}' not found`);
    expect(gone).toContain('It was LinearLayout "Battery"');
  },

  'observe: diff with click, scroll and set_text': async (phone) => {
    await phone.open('Settings');
    const start = await readScreen(phone);
    const down = await phone.call('scroll', { direction: 'down', observe: 'diff' });
    const lines = withoutSnapshotLine(down.text).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'Scroll down (medium) executed',
      `since snapshot:${start}:`,
    ]);
    expect(lines.join('\n')).toMatch(/\nmoved: \d+ elements in RecyclerView @recycler_view up by /);
    const opened = await phone.call('click_element', {
      selector: ':text("About phone")',
      observe: 'diff',
    });
    expect(opened.text).toMatch(
      // A snapshot's id is letters and digits.
      new RegExp(
        `\nsince snapshot:${snapshotOf(down.text)}: activity .* -> .*; another screen.*\n`,
      ),
    );
    await openNewNote(phone);
    await phone.call('dismiss_keyboard');
    await readScreen(phone);
    const set = await phone.call('set_text', {
      selector: '@edit_body',
      text: 'Milk',
      observe: 'diff',
    });
    expect(withoutSnapshotLine(set.text)).toMatch(
      /^Text set on e\d+ EditText "Write something"\n(?:note:.*\n)*since snapshot:s\d+: keyboard\??.* opened\n.* \{-focused\}\n~ e\d+ EditText "" -> "Milk" @edit_body \{\+focused\}/,
    );
    const none = await phone.call('press_back', { observe: 'none' });
    expect(none.text).toBe('Back button press executed successfully');
  },

  'every result that shows a screen names its snapshot': async (phone) => {
    await phone.open('Settings');
    let last = Number((await readScreen(phone)).slice(1));
    for (const [tool, args] of [
      ['get_screen_state', {}],
      ['get_screen_state', { include_screenshot: true }],
      ['get_screen_tree', { verbose: true }],
      ['summarize_screen', {}],
      ['diff_screen', {}],
      ['scroll', { direction: 'down', observe: 'state' }],
      ['scroll', { direction: 'up', observe: 'diff' }],
    ] as const) {
      const { text } = await phone.call(tool, args);
      last += 1;
      expect([tool, snapshotOf(text)]).toEqual([tool, `s${last}`]);
      expect(text.match(/^snapshot:/gm)).toHaveLength(1);
    }
    for (const [tool, args] of [
      ['scroll', { direction: 'down' }],
      ['query_elements', { selector: '@title' }],
      ['find_elements', { by: 'text', value: 'a' }],
    ] as const) {
      expect((await phone.call(tool, args)).text).not.toContain('snapshot:');
    }
  },
} satisfies ToolCases;
