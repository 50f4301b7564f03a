import { expect, it } from 'vitest';
import { demoScreen, screenOf } from '#core/screen/testing/screens.ts';
import { elementRowsOf } from './screen-view.ts';

const at = (left: number, top: number, right: number, bottom: number): string =>
  `enabled="true" bounds="[${left},${top}][${right},${bottom}]"`;
const title = `<node class="a.TextView" text="Wi-Fi" ${at(0, 0, 500, 100)}/>`;
const lone = `<node class="a.Switch" checkable="true" clickable="true" ${at(900, 0, 1080, 100)}/>`;
const silent = `<node class="a.Switch" checkable="true" ${at(900, 0, 1080, 100)}/>`;
const row = (inside: string): string =>
  `<node class="a.LinearLayout" clickable="true" ${at(0, 0, 1080, 100)}>${inside}</node>`;

it.each([
  ['a row by the text inside', row(title), 'LinearLayout', 'Wi-Fi'],
  ['a switch by the text beside it', title + lone, 'Switch', 'Wi-Fi'],
  ['a switch by the row that it belongs to', row(title + silent), 'Switch', 'Wi-Fi'],
  [
    'a slider too',
    `${title}<node class="a.SeekBar" ${at(500, 0, 1080, 100)}/>`,
    'SeekBar',
    'Wi-Fi',
  ],
  ['not a page', row(title).replace(',100]">', ',2400]">'), 'LinearLayout', ''],
  ['not a text', title, 'TextView', ''],
])('names %s', (_name, nodes, className, label) => {
  const rows = elementRowsOf(screenOf(nodes));
  expect(rows.find(({ simpleClass }) => simpleClass === className)?.label).toBe(label);
});

it('leaves no switch of a settings screen without a name', () => {
  const switches = elementRowsOf(demoScreen('display')).filter(
    ({ simpleClass }) => simpleClass === 'Switch',
  );
  expect(switches.length).toBeGreaterThan(0);
  expect(
    switches.filter(({ text, description, label }) => !(text || description || label)),
  ).toEqual([]);
});
