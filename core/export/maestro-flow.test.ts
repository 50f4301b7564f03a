import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { CallArguments } from '../call.ts';
import { maestroFlow } from './maestro-flow.ts';
import type { ScriptStep } from './start.ts';

const step = (tool: string, args: CallArguments = {}): ScriptStep => ({
  tool,
  arguments: args,
  touchedAt: null,
});

/** The commands as a YAML parser reads them. */
function commandsOf(yaml: string): unknown {
  const documents = parseAllDocuments(yaml);
  // Without a document it is an object that says so.
  const all = Array.isArray(documents) ? documents : [];
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
  expect(all).toHaveLength(2);
  return all[1]?.toJS();
}

const flow = (steps: Parameters<typeof maestroFlow>[0], variables: readonly string[] = []) =>
  maestroFlow(steps, { comments: ['Made by Handset'], variables });

describe('a flow for Maestro', () => {
  it('has a head with the app, and a list of commands', () => {
    const yaml = flow([
      step('open_app', { package_id: 'com.example.notes', fresh: true }),
      step('click_element', { selector: '@new_note' }),
      step('input_text', { text: 'Milk: "2"\n# yes', selector: '@title' }),
      step('press_key', { key: 'ENTER' }),
      step('press_back'),
      step('swipe', { x1: 1, y1: 2, x2: 3, y2: 4, duration: 250 }),
      step('wait_for_element', { by: 'text', value: 'Saved (1)', timeout: 5000 }),
      step('wait_for_element', { selector: '@formula:text("5.6")', timeout: 5000 }),
      step('wait_for_element', { by: 'text', value: 'Saving…', gone: true, timeout: 5000 }),
    ]);
    expect(yaml).toMatch(/^# Made by Handset\nappId: "com\.example\.notes"\n---\n/);
    expect(commandsOf(yaml)).toEqual([
      { launchApp: { appId: 'com.example.notes', stopApp: true } },
      { tapOn: { id: 'new_note' } },
      { tapOn: { id: 'title' } },
      { inputText: 'Milk: "2"\n# yes' },
      { pressKey: 'Enter' },
      'back',
      { swipe: { start: '1,2', end: '3,4', duration: 250 } },
      { extendedWaitUntil: { visible: { text: '.*Saved \\(1\\).*' }, timeout: 5000 } },
      // The whole text, as Maestro matches patterns.
      { extendedWaitUntil: { visible: { id: 'formula', text: '5\\.6' }, timeout: 5000 } },
      { extendedWaitUntil: { notVisible: { text: '.*Saving….*' }, timeout: 5000 } },
    ]);
  });

  it('begins where the recording began', () => {
    const press = (packageName: string) => ({
      ...step('click_element', { selector: '@a' }),
      touchedAt: { x: 1, y: 2, packageName },
    });
    const home = press('com.android.launcher3');
    const app = press('com.example.notes');
    const fromHome = flow([step('wait_for_idle'), home, app]);
    expect(fromHome).toMatch(
      /^# Made by Handset\nappId: "com\.example\.notes"\n---\n- pressKey: Home/,
    );
    const launch = { launchApp: { appId: 'com.example.notes', stopApp: true } };
    expect(commandsOf(flow([app]))).toEqual([launch, { tapOn: { id: 'a' } }]);
    expect(commandsOf(flow([step('press_home'), app]))).toHaveLength(2);
    const shade = flow([press('com.android.systemui'), app]);
    const unknown = flow([step('press_back')]);
    expect(shade).toContain(
      '# First open the screen where the steps begin.\nappId: "com.example.notes"',
    );
    expect(unknown).toMatch(
      /\n# APP_ID is the app's package name, .*\n# First open the screen .*\nappId: \$\{APP_ID\}\n---\n- back\n$/,
    );
  });

  it.each([
    ['@com.example:id/title', { id: 'title' }],
    ['Button:text("OK?")', { text: 'OK\\?' }],
    [':text("Page *")', { text: 'Page .*' }],
    [':contains("a")', { text: '.*a.*' }],
    ['Switch:desc("Wi-Fi")[checked]', { text: 'Wi-Fi', checked: true }],
    ['@list @row[2]', { id: 'row', index: 2, childOf: { id: 'list' } }],
    ['@row:has(:text("A"))', { id: 'row', containsDescendants: [{ text: 'A' }] }],
  ])('writes the selector %s', (selector, written) => {
    expect(commandsOf(flow([step('click_element', { selector })]))).toEqual([{ tapOn: written }]);
  });

  it.each(['Button', '0.0.1', 'Switch:near("Wi-Fi")', ':text("a") + Switch', '@a, @b', '@('])(
    'presses the place, with a comment, instead of %s',
    (selector) => {
      const yaml = flow([
        { tool: 'click_element', arguments: { selector }, touchedAt: { x: 30, y: 40 } },
      ]);
      expect(yaml).toContain("# Maestro can't do this: click_element");
      expect(commandsOf(yaml)).toEqual([{ tapOn: { point: '30,40' } }]);
    },
  );

  it('has no command for the clipboard, since that of Maestro is not the one of the phone', () => {
    const yaml = flow([step('set_clipboard', { text: 'a' }), step('press_back')]);
    expect(yaml).toContain('# Maestro can\'t do this: set_clipboard {"text":"a"}');
    expect(commandsOf(yaml)).toEqual(['back']);
  });

  it('leaves out a selector that names one property twice', () => {
    const both = { selector: ':text("a"):desc("b")' };
    expect(flow([step('click_element', both)])).toContain("# Maestro can't do this: click_element");
    const checked = { selector: 'Switch:desc("Wi-Fi")[checked]', timeout: 10 };
    const expecting = (state: string) => step('wait_for_element', { ...checked, state });
    expect(commandsOf(flow([expecting('checked'), expecting('unchecked')]))).toEqual([
      { extendedWaitUntil: { visible: { text: 'Wi-Fi', checked: true }, timeout: 10 } },
    ]);
  });

  it('taps a field before it types, unless the call before left the focus there', () => {
    const selector = '@title';
    const text = 'Milk';
    const steps = [
      step('wait_for_element', { selector, timeout: 10 }),
      step('input_text', { selector, text }),
      step('input_text', { selector, text }),
    ];
    expect(commandsOf(flow(steps))).toEqual([
      { extendedWaitUntil: { visible: { id: 'title' }, timeout: 10 } },
      { tapOn: { id: 'title' } },
      { inputText: text },
      { inputText: text },
    ]);
  });

  it('closes the keyboard, which may cover the next field, before it taps that', () => {
    const steps = ['@mail', '@name'].map((selector) => step('input_text', { selector, text: 'x' }));
    expect(commandsOf(flow(steps))).toEqual([
      { tapOn: { id: 'mail' } },
      { inputText: 'x' },
      'hideKeyboard',
      { tapOn: { id: 'name' } },
      { inputText: 'x' },
    ]);
  });

  it('closes the keyboard before it scrolls to what that may cover', () => {
    const steps = [
      step('input_text', { text: 'x' }),
      step('scroll_to_element', { selector: '@save' }),
    ];
    expect(commandsOf(flow(steps))).toEqual([
      { inputText: 'x' },
      'hideKeyboard',
      { scrollUntilVisible: { element: { id: 'save' } } },
    ]);
  });

  it('taps a slider at its value', () => {
    const set = { selector: 'SeekBar:desc("Volume")', text: '30%' };
    expect(commandsOf(flow([step('set_text', set)]))).toEqual([
      { tapOn: { text: 'Volume', point: '30%,50%' } },
    ]);
    const recorded = { x: 30, y: 40, isSlider: true } as const;
    const byId = {
      tool: 'set_text',
      arguments: { element_id: 'e7', text: '30%' },
      touchedAt: recorded,
    };
    expect(commandsOf(flow([byId]))).toEqual([{ tapOn: { point: '30,40' } }]);
  });

  it('is of the app that a step names', () => {
    const yaml = flow([step('stop_app', { package_id: 'com.example.notes' })]);
    expect(yaml).toContain('appId: "com.example.notes"\n');
  });

  it.each([
    ['constructor', {}],
    ['scroll', { direction: 'constructor' }],
    ['press_key', { key: '__proto__' }],
    ['set_device', { orientation: 'toString' }],
    ['wait_for_element', { selector: '@a', state: 'constructor' }],
    ['tap', { x: 1, y: '2' }],
  ])('keeps %s %j as a comment', (tool, args) => {
    expect(commandsOf(flow([step(tool, args)]))).toBeNull();
  });

  it('keeps what Maestro has no command for as a comment of one line', () => {
    const yaml = flow([step('pinch', { scale: 2, note: 'a\n- back' }), step('press_recents')]);
    expect(yaml).toContain('# Maestro can\'t do this: pinch {"scale":2,"note":"a\\n- back"}\n');
    expect(commandsOf(yaml)).toBeNull();
  });

  it('asks for the app and for secrets, and runs nothing that stands in a text', () => {
    const typed = step('input_text', { text: '${HANDSET_TEXT_1} costs ${2 + 2}' });
    const yaml = flow([typed], ['HANDSET_TEXT_1']);
    expect(yaml).toContain('appId: ${APP_ID}\n');
    expect(commandsOf(yaml)).toEqual([{ inputText: '${HANDSET_TEXT_1} costs \\${2 + 2}' }]);
    const closed = step('input_text', { text: '{${HANDSET_TEXT_1}}, }' });
    const brace = "${'\\x7D'}";
    expect(commandsOf(flow([closed], ['HANDSET_TEXT_1']))).toEqual([
      { inputText: `{\${HANDSET_TEXT_1}${brace}, ${brace}` },
    ]);
    // Nothing runs here, so that Maestro would type the backslash.
    const open = step('input_text', { text: '${2 ${HANDSET_TEXT_1}' });
    expect(commandsOf(flow([open], ['HANDSET_TEXT_1']))).toEqual([
      { inputText: '${2 ${HANDSET_TEXT_1}' },
    ]);
  });

  it('reads variables in what it expects and in selectors, where braces and backslashes stay', () => {
    const wait = (value: string, gone: boolean) =>
      step('wait_for_element', { by: 'text', value, gone, timeout: 10 });
    const yaml = flow(
      [
        wait('a.\\${PIN}${HOME}}', false),
        wait('${PIN}', true),
        wait('\u200b${PIN}', false),
        step('click_element', { selector: ':text("It is ${PIN}")' }),
      ],
      ['PIN'],
    );
    const anyPin = '.*\\Q${PIN}\\E.*';
    expect(commandsOf(yaml)).toEqual([
      {
        extendedWaitUntil: {
          visible: { text: '.*a\\.\\\\\\Q${PIN}\\E\\$\\{HOME\\x7D\\x7D.*' },
          timeout: 10,
        },
      },
      { extendedWaitUntil: { notVisible: { text: anyPin }, timeout: 10 } },
      { extendedWaitUntil: { visible: { text: '.*\u200b\\Q${PIN}\\E.*' }, timeout: 10 } },
      { tapOn: { text: 'It is \\Q${PIN}\\E' } },
    ]);
  });
});
