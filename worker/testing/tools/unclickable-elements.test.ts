/** Elements that cannot be clicked, on a constructed screen. */
import { expect, test } from 'vitest';
import type { PhoneOptions } from '#core/demo-phone/testing/phone-under-test.ts';
import { useDrivenClock } from '#core/testing/driven-clock.ts';
import { openPhone } from '../phones.ts';

useDrivenClock();

interface NodeAttributes {
  readonly text: string;
  /** `[left,top][right,bottom]`. */
  readonly bounds: string;
  readonly clickable?: boolean;
  readonly enabled?: boolean;
  readonly inside?: string;
}

function node({
  text,
  bounds,
  clickable = true,
  enabled = true,
  inside = '',
}: NodeAttributes): string {
  return `<node index="0" text="${text}" resource-id="" class="android.widget.Button" package="com.example.odd" content-desc="" checkable="false" checked="false" clickable="${clickable}" enabled="${enabled}" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="${bounds}">${inside}</node>`;
}

const screen = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${node(
  {
    text: '',
    bounds: '[0,0][1080,2400]',
    clickable: false,
    inside: [
      node({ text: 'Half beside', bounds: '[-400,2300][300,2400]' }),
      node({ text: 'Far beside', bounds: '[-900,2300][-100,2400]' }),
      node({ text: 'Nothing', bounds: '[500,500][500,500]' }),
      node({ text: 'Dim', bounds: '[0,100][500,200]', enabled: false }),
      node({ text: 'Plain', bounds: '[0,300][500,400]', clickable: false }),
      node({ text: 'Under', bounds: '[0,1000][1080,1100]' }),
      node({ text: 'Over', bounds: '[0,900][1080,1200]' }),
    ].join(''),
  },
)}</hierarchy>`;

const phones: readonly PhoneOptions[] = [
  { android: 14, screen },
  { android: 14, screen, faults: ['no-scrcpy'] },
];

for (const options of phones) {
  test(`elements that cannot be clicked (${options.faults?.[0] ?? 'scrcpy'})`, async () => {
    const phone = await openPhone(options);
    const idOf = async (text: string): Promise<string> => (await phone.rowWithText(text)).id;
    const refusalOf = async (text: string): Promise<string> => {
      const id = await idOf(text);
      const message = await phone.expectError('click_element', { element_id: id });
      return message.replace(`'${id}'`, 'X');
    };
    const notOnScreen =
      'Action failed on element X: no part of it is on the screen. Scroll to it with scroll_to_element first.';
    expect(await refusalOf('Far beside')).toBe(notOnScreen);
    expect(await refusalOf('Nothing')).toBe(notOnScreen);
    expect(await refusalOf('Dim')).toMatch(/^Action failed on element X: it is disabled\./);
    expect(await refusalOf('Plain')).toMatch(/^Element X is not clickable\./);
    const far = await idOf('Far beside');
    expect(await phone.expectError('scroll_to_element', { element_id: far })).toBe(
      `No scrollable container found for element '${far}'. Nothing on the screen scrolls. Read the screen again.`,
    );
    const half = await idOf('Half beside');
    expect((await phone.call('click_element', { element_id: half })).text).toBe(
      `Click performed on element '${half}'`,
    );
    const under = await idOf('Under');
    expect(await phone.expectError('click_element', { element_id: under })).toContain(
      `Action failed on element '${under}': Button "Over" covers all of it, so nothing was touched.`,
    );
    const { text } = await phone.call('find_elements', { by: 'text', value: 'BESIDE' });
    expect(text).toMatch(/"text":"Half beside"[^{]*\{[^}]*\}[^}]*"visible":true,/);
    expect(text).toMatch(/"text":"Far beside"[^{]*\{[^}]*\}[^}]*"visible":false,/);
    expect((await phone.rowWithText('Far beside')).flags[0]).toBe('off');
  });
}

const row = (text: string, top: number): string =>
  node({
    text: '',
    bounds: `[300,${top}][800,${top + 200}]`,
    clickable: false,
    inside: node({ text, bounds: `[350,${top + 50}][700,${top + 150}]`, clickable: false }),
  }).replaceAll('.Button', '.TextView');
const listWith = (...rows: readonly string[]): string =>
  node({
    text: '',
    bounds: '[300,400][800,1200]',
    clickable: false,
    inside: rows.join(''),
  })
    .replace('Button', 'ListView')
    .replace('focusable="false"', 'focusable="true"');
const dumpOf = (inside: string): string =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${inside}</hierarchy>`;

test('a row of a list whose dump calls it not clickable is tapped, and the reply says so', async () => {
  const menu = listWith(row('Dansk', 400), row('English', 600));
  const phone = await openPhone({ android: 14, screen: dumpOf(menu), faults: ['no-scrcpy'] });
  const reply = await phone.call('click_element', { selector: ':text("English")' });
  expect(reply.text).toMatch(
    /^Click performed on e\d+ TextView "English"\nnote:the phone does not call it clickable; its row in the list was tapped, as a list takes the taps of its rows itself$/,
  );
  expect((await phone.call('summarize_screen')).text).toMatch(
    /\[Menu\]\na menu; 5 elements, 2 to act on\n- e\d+ "Dansk"\n- e\d+ "English"$/m,
  );
});

test('a row of a list with a row that is clickable is not', async () => {
  const marked = row('English', 600).replace('clickable="false"', 'clickable="true"');
  const screen = dumpOf(listWith(row('Dansk', 400), marked));
  const phone = await openPhone({ android: 14, screen, faults: ['no-scrcpy'] });
  const message = await phone.expectError('click_element', { selector: ':text("Dansk")' });
  expect(message).toMatch(/is not clickable\. Nor is any of its ancestors/);
});
