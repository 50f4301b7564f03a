import { describe, expect, it } from 'vitest';
import { capturedDumps, fieldDumps } from '../../testing/captures.ts';
import { capturedScreen, fieldScreen, screenOf } from '../testing/screens.ts';
import type { Screen } from '../screen.ts';
import { summarize } from './summary.ts';
import { isSlider } from '../rows.ts';

/** Left, top, right and bottom edge. */
type Edges = readonly [number, number, number, number];
const bounds = ([left, top, right, bottom]: Edges): string =>
  `enabled="true" bounds="[${left},${top}][${right},${bottom}]"`;
const text = (label: string, edges: Edges): string =>
  `<node class="a.TextView" text="${label}" ${bounds(edges)}/>`;
const box = (edges: Edges): string =>
  `<node class="a.CheckBox" checkable="true" clickable="true" ${bounds(edges)}/>`;
const slider = (edges: Edges, more = ''): string =>
  `<node class="a.SeekBar" ${more} ${bounds(edges)}/>`;
const layout = (edges: Edges, ...nodes: readonly string[]): string =>
  `<node class="a.Layout" ${bounds(edges)}>${nodes.join('')}</node>`;

/** A screen of one window with these nodes. */
const screenWith = (...nodes: readonly string[]): Screen =>
  screenOf(layout([0, 0, 1080, 2400], ...nodes));

/** The names of the switches, check boxes, radio buttons and sliders. */
const namesOn = (screen: Screen): readonly string[] =>
  summarize(screen)
    .actions.filter(({ element, state }) => state !== null || isSlider(element))
    .map(({ text: name }) => name);

describe('a control without a name', () => {
  it.each([
    ['by the text before it', text('Sound', [0, 0, 900, 100]) + box([900, 0, 1000, 100]), 'Sound'],
    ['by the text after it', box([0, 0, 100, 100]) + text('Sound', [120, 20, 900, 80]), 'Sound'],
    [
      'by the title, not by the value after it',
      text('Engine', [0, 0, 400, 100]) +
        text('ACTIVE', [700, 0, 850, 100]) +
        box([900, 0, 1000, 100]),
      'Engine',
    ],
    [
      'by the title over a summary that is on its line',
      text('Power', [0, 0, 800, 50]) +
        text('Use less of it', [0, 50, 800, 150]) +
        box([900, 60, 1000, 110]),
      'Power',
    ],
    [
      'by a text after it that can be touched itself',
      box([0, 0, 60, 60]) +
        `<node class="a.View" clickable="true" text="Wi-Fi" ${bounds([80, 0, 900, 60])}/>`,
      'Wi-Fi',
    ],
    [
      'not by a button after it',
      box([0, 0, 60, 60]) +
        `<node class="a.Button" clickable="true" text="Delete" ${bounds([80, 0, 300, 60])}/>`,
      '',
    ],
    ['by the text above it', text('Width', [0, 0, 300, 50]) + slider([0, 60, 1000, 120]), 'Width'],
    ['not by a number above it', text('0.0 dB', [0, 0, 300, 50]) + slider([0, 60, 1000, 120]), ''],
    [
      'not by a text far above it',
      text('Width', [0, 0, 300, 50]) + slider([0, 160, 1000, 220]),
      '',
    ],
    [
      'not by where it stands',
      text('Width', [0, 0, 300, 50]) + slider([0, 60, 1000, 120], 'content-desc="40%"'),
      'Width',
    ],
    ['but by that without any other name', slider([0, 60, 1000, 120], 'content-desc="40%"'), '40%'],
    [
      'by the times below its ends, if it has no other name',
      slider([0, 0, 1000, 60]) +
        text('0:40', [20, 64, 80, 88]) +
        text('1:02:01', [900, 64, 980, 88]),
      '0:40',
    ],
    [
      'by the times beside it',
      text('0:40', [0, 0, 80, 60]) + slider([90, 0, 900, 60]) + text('-1:21', [910, 0, 1000, 60]),
      '0:40',
    ],
    [
      'not by two times at one end of it',
      slider([0, 0, 1000, 60]) + text('0:40', [20, 64, 80, 88]) + text('2:01', [90, 64, 150, 88]),
      '',
    ],
    ['not by one time', slider([0, 0, 1000, 60]) + text('0:40', [20, 64, 80, 88]), ''],
    [
      'not by what its own icon shows',
      slider([0, 60, 1000, 120]).replace(
        '/>',
        `><node class="a.View" content-desc="Icon" ${bounds([0, 60, 60, 120])}/></node>`,
      ),
      '',
    ],
  ])('is named %s', (_how, nodes, name) => {
    expect(namesOn(screenWith(nodes))).toEqual([name]);
  });

  it('in the row of a table is named by the first text of the row, in its header not at all', () => {
    const row = (top: number, ...[first, ...others]: readonly string[]): string =>
      layout(
        [0, top, 1080, top + 100],
        box([0, top, 80, top + 100]),
        text(first ?? '', [80, top + 20, 400, top + 80]),
        ...others.map((other, i) =>
          text(other, [400 + i * 200, top + 20, 600 + i * 200, top + 80]),
        ),
      );
    const header = row(0, 'Name', 'Last test', 'Needs another');
    const rows = layout(
      [0, 110, 1080, 400],
      row(110, 'Ann', '1/2/2025', 'no'),
      row(220, 'Bob', '3/4/2025', 'yes'),
    );
    expect(namesOn(screenWith(header + rows))).toEqual(['', 'Ann', 'Bob']);
  });

  it('in a card of its own is named by the only text of the card', () => {
    const card = (left: number, name: string): string =>
      layout(
        [left, 0, left + 540, 300],
        text(name, [left + 20, 20, left + 400, 80]),
        box([left + 20, 200, left + 100, 280]),
      );
    expect(namesOn(screenWith(card(0, 'Lamp'), card(540, 'Fan')))).toEqual(['Lamp', 'Fan']);
  });

  it('of an alarm is named by its time', () => {
    const alarm = (top: number, time: string): string =>
      layout(
        [0, top, 1080, top + 300],
        text(time, [40, top + 20, 500, top + 150]),
        text('Every day', [40, top + 150, 500, top + 250]),
        box([900, top + 100, 1050, top + 200]),
      );
    const screen = screenWith(alarm(0, '07:30'), alarm(300, '9:05 PM'));
    expect(namesOn(screen)).toEqual(['07:30', '9:05 PM']);
  });

  it('on a line with others is named by the text on its side of them', () => {
    const after =
      box([0, 0, 80, 80]) +
      text('A', [90, 0, 300, 80]) +
      box([400, 0, 480, 80]) +
      text('B', [490, 0, 700, 80]);
    expect(namesOn(screenWith(after))).toEqual(['A', 'B']);
    const before =
      text('A', [0, 0, 300, 80]) +
      box([300, 0, 380, 80]) +
      text('B', [490, 0, 700, 80]) +
      box([700, 0, 780, 80]);
    expect(namesOn(screenWith(before))).toEqual(['A', 'B']);
  });

  it('is named by the text above the line of a slider and its switch', () => {
    const line =
      text('Media', [0, 0, 200, 50]) + slider([0, 60, 700, 120]) + box([800, 60, 880, 120]);
    expect(namesOn(screenWith(line))).toEqual(['Media', 'Media']);
  });

  it('is not named by what another container holds', () => {
    const items = ['Sound', 'Profile', 'Lights', 'Doors', 'Seats'];
    const menu = layout(
      [0, 0, 400, 500],
      ...items.map((item, i) => text(item, [0, i * 100, 400, i * 100 + 100])),
    );
    const page = layout(
      [500, 0, 1000, 500],
      text('Seat', [500, 0, 900, 40]),
      box([600, 100, 700, 200]),
    );
    expect(namesOn(screenWith(menu + page))).toEqual(['']);
  });

  it('in a row is not the state of the panel around that row', () => {
    const row = `<node class="a.Row" clickable="true" ${bounds([0, 100, 100, 200])}><node class="a.CheckBox" checkable="true" ${bounds([0, 100, 100, 200])}/></node>`;
    const panel = `<node class="a.Panel" clickable="true" ${bounds([0, 0, 1000, 400])}>${row}${text('With the history', [110, 120, 600, 180])}</node>`;
    const actions = summarize(screenWith(panel)).actions.map(
      ({ role, text: name }) => `${role} ${name}`,
    );
    expect(actions).toEqual(['button With the history', 'check box With the history']);
  });
});

it('a field is not named by a counter in it or by what another field holds', () => {
  const counter = `<node class="a.View" content-desc="None left" ${bounds([45, 250, 100, 295])}/>`;
  const pin = `<node class="a.EditText" password="true" text="" ${bounds([45, 100, 1035, 300])}>${counter}</node>`;
  const label = `<node class="a.View" content-desc="PIN" ${bounds([300, 40, 700, 100])}/>`;
  const nameOf = (nodes: string): string | undefined =>
    summarize(screenWith(nodes)).actions.at(-1)?.text;
  expect(nameOf(label + pin)).toBe('PIN');
  const user = `<node class="a.View" text="user1" ${bounds([45, 0, 1035, 200])}/>`;
  const password = `<node class="a.EditText" password="true" text="" ${bounds([45, 210, 1035, 410])}/>`;
  expect(nameOf(user + password)).toBe('');
});

/**
 * The controls of captured screens whose name is not their own text: the names that a person reads on
 * the screen; of a player's position, the time. Empty: a row that the edge of its list cuts off; a
 * table's header, whose check box `@cbSelectAll` ticks all rows.
 */
const namesInCaptures: Readonly<Record<string, readonly string[]>> = {
  '011-debug-formatted.xml': [
    '🔥 Trending in India',
    '▶️ Because You Watched',
    '🏆 Top Music Videos',
  ],
  '023-debug-playing.xml': ['3:28'],
  '025-debug-playing-video.xml': ['0:40'],
  '028-debug-player-to-dsp.xml': [
    'Pre-Gain Control (PGC)',
    '10-Band Equalizer',
    'Viper Bass & Boost',
    'Field Surround',
    'Preset Reverb',
    'Loudness Enhancer',
    'Dynamics Processing',
    'V4A DSP Engine',
  ],
  '029-musicpro.xml': ['Offline Mode'],
  '031-debug-dsp.xml': [
    'Pre-Gain Control (PGC)',
    '10-Band Equalizer',
    'Viper Bass & Boost',
    'Field Surround',
    'Preset Reverb',
    'Loudness Enhancer',
    'Dynamics Processing',
    '',
    'V4A DSP Engine',
  ],
  '032-debug-final2-after-video-tap.xml': ['0:08'],
  '061-lan-audio-android-mvp-2.xml': ['均衡器', '均衡器', '均衡器'],
  '062-lan-audio-android-mvp.xml': ['均衡器', '均衡器', '均衡器'],
  '067-phone.xml': ['5G preferencial', 'LTE preferencial', '3G preferencial', 'Apenas 2G'],
  '089-release.xml': ['精准搜索', '标识读过的书籍', '全部书源'],
  '140-pocketide-settings.xml': [
    'Dark mode',
    'Power saving mode',
    'Thermal-aware inference',
    'Adaptive core selection',
  ],
  'ui-01-table-checkboxes-tablet.xml': [
    '',
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((name) => `Participante ${name}`),
  ],
  'ui-03-compose-toggles-car-ko.xml': [
    '조용한 모드',
    ...['시스템', '미디어', '내비게이션', '벨소리'].flatMap((name) => [name, name]),
  ],
  'ui-05-appium-page-source-car.xml': ['자동'],
  'ui-11-flutter-sheet-scrim-last.xml': ['Width'],
};

describe.skipIf(fieldDumps.length === 0)('captured screens (skipped where absent)', () => {
  it('name nearly all controls, and none of them wrongly', () => {
    const dumps = [
      ...capturedDumps.map((name) => ({ name, screen: capturedScreen(name) })),
      ...fieldDumps.map((name) => ({ name, screen: fieldScreen(name) })),
    ];
    const controls = dumps.flatMap(({ name, screen }) =>
      summarize(screen)
        .actions.filter(({ element, state }) => state !== null || isSlider(element))
        .map((action) => ({ name, action })),
    );
    const found: Record<string, string[]> = {};
    for (const { name, action } of controls) {
      if (action.labelElement === action.element && action.text !== '') continue;
      (found[name] ??= []).push(action.text);
    }
    const unnamed = controls.filter(({ action }) => action.text === '');
    const wrong = Object.entries(found).flatMap(([name, texts]) =>
      texts.filter((one, i) => one !== '' && one !== namesInCaptures[name]?.[i]),
    );
    console.log(
      `${controls.length} switches, check boxes, radio buttons and sliders: ${percentOf(unnamed, controls)} without a name, ${percentOf(wrong, controls)} with a wrong one`,
    );
    expect(found).toEqual(namesInCaptures);
  });
});

function percentOf(part: readonly unknown[], all: readonly unknown[]): string {
  return `${((part.length / all.length) * 100).toFixed(1)} %`;
}
