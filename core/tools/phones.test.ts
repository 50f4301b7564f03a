import { describe, expect, it } from 'vitest';
import { listPhones, usePhone } from './phones.ts';
import { callDirectoryTool, listedPhone } from './testing/call-tool.ts';

const tableHeader = 'console\tserial\tmodel\tandroid\tkind\tstate\telements_by\tcurrent';
const ownPhone = listedPhone({ current: true, isDefault: true, elementsBy: 'element reader' });
const demoPhone = listedPhone({
  serial: 'DEMO14',
  model: 'Handset 14',
  kind: 'demo',
  state: 'lost',
  console: 'console 2',
});

it('list_phones: returns a row per phone and marks the one that calls reach', async () => {
  const { text, data } = await callDirectoryTool(listPhones, [ownPhone, demoPhone]);
  expect(text.split('\n')).toEqual([
    "note:your calls reach the current phone, the user's choice; use_phone chooses another",
    tableHeader,
    'console 1\tA1\tPixel 8\t14\tusb\tconnected\telement reader\tyes',
    'console 2\tDEMO14\tHandset 14\t14\tdemo\tlost\t-\tno',
  ]);
  const second = { console: 'console 2', serial: 'DEMO14', model: 'Handset 14', android: '14' };
  expect(data).toMatchObject({
    phones: [
      { serial: 'A1', current: true },
      { ...second, kind: 'demo', state: 'lost' },
    ],
    chosen_by: 'user',
  });
  // Clients validate the answer against this schema.
  expect(listPhones.output?.safeParse(data).error).toBeUndefined();
});

it('list_phones: says who chose the phone', async () => {
  const { text, data } = await callDirectoryTool(listPhones, [ownPhone], {}, 'A1');
  expect(text).toContain('note:your calls reach the current phone, your own choice;');
  expect(data).toMatchObject({ chosen_by: 'agent' });
});

it.each([
  [[], null, 'note:no phone is connected; ask the user to click Connect a phone'],
  [[], 'A9', 'note:your calls fail: no open console has the phone you chose, serial "A9";'],
  [
    [demoPhone],
    'A9',
    'note:your calls fail: no open console has the phone you chose, serial "A9";',
  ],
  [[demoPhone], null, 'note:your calls fail: the console that they reach has no phone;'],
])('list_phones: says what to do if calls reach no phone (%#)', async (phones, chosen, note) => {
  const { text, data } = await callDirectoryTool(listPhones, phones, {}, chosen);
  expect(text.startsWith(note)).toBe(true);
  expect(text.split('\n')).toHaveLength(phones.length === 0 ? 1 : 3);
  expect(data).toMatchObject({
    phones: phones.map(({ serial }) => ({ serial })),
    note: text.split('\n')[0]?.replace('note:', ''),
  });
  expect(listPhones.output?.safeParse(data).error).toBeUndefined();
});

it("list_phones: does not let a phone's texts forge a row or a column", async () => {
  const phone = listedPhone({
    model: 'Nice\nconsole 9\tA1\u2028x',
    serial: 'B\t2',
    androidVersion: '',
  });
  const { text, data } = await callDirectoryTool(listPhones, [phone]);
  expect(text.split('\n').slice(1)).toEqual([
    tableHeader,
    'console 1\tB 2\tNice console 9 A1 x\t-\tusb\tconnected\t-\tno',
  ]);
  expect(data).toMatchObject({ phones: [{ serial: 'B\t2', model: 'Nice\nconsole 9\tA1\u2028x' }] });
});

const first = listedPhone({ current: true, isDefault: true });
const second = listedPhone({ serial: 'B 2', model: 'Pixel 9', console: 'console 2' });
const demos = ['console 3', 'console 4'].map((console) =>
  listedPhone({ serial: 'DEMO14', model: 'Handset 14', kind: 'demo', console }),
);
const phones = [first, second, ...demos];

const idsInvalidNote =
  'Element ids and snapshots from other phones are invalid there: read its screen first.';

describe('one phone that two consoles hold', () => {
  const byUsb = listedPhone({ isDefault: true });
  const byWifi = listedPhone({ kind: 'adb', address: '192.168.1.5:5555', console: 'console 2' });
  const emulator = (console: string, connection: Partial<typeof byWifi>) =>
    listedPhone({ serial: 'emulator-5554', console, ...connection });

  it('is listed once, by the connection that serves the agent, and the note says so', async () => {
    const { text, data } = await callDirectoryTool(listPhones, [
      byUsb,
      { ...byWifi, current: true },
      second,
    ]);
    expect(text.split('\n')).toEqual([
      "note:your calls reach the current phone, the user's choice; use_phone chooses another; A1 is one phone, connected by adb at console 2 and by usb at console 1",
      `${tableHeader}\taddress`,
      'console 2\tA1\tPixel 8\t14\tadb\tconnected\t-\tyes\t192.168.1.5:5555',
      'console 2\tB 2\tPixel 9\t14\tusb\tconnected\t-\tno\t-',
    ]);
    expect(listPhones.output?.safeParse(data).error).toBeUndefined();
  });

  it.each([
    [{ serial: 'A1' }, byUsb],
    [{ serial: '192.168.1.5:5555' }, byWifi],
    [{ serial: 'A1', console: 'console 2' }, byWifi],
    [{ console: 'console 2' }, byWifi],
  ])('is chosen by %j', async (args, chosen) => {
    const { choices, code } = await callDirectoryTool(usePhone, [byUsb, byWifi], args);
    expect(code).toBeUndefined();
    expect(choices).toEqual([chosen]);
  });

  it('is chosen where it is connected', async () => {
    const lost = { ...byUsb, state: 'lost' } as const;
    const { choices } = await callDirectoryTool(usePhone, [lost, byWifi], { serial: 'A1' });
    expect(choices).toEqual([byWifi]);
  });

  it.each([
    ['cheap phones at USB, which share a serial number', emulator('console 1', {}), 2],
    ['a demo phone', emulator('console 1', { kind: 'demo' }), 2],
  ])('%s', async (_, one, rows) => {
    const other = { ...one, console: 'console 2' };
    const { data } = await callDirectoryTool(listPhones, [one, other]);
    expect(data?.['phones']).toHaveLength(rows);
  });
});

describe('use_phone with a serial or a console', () => {
  it.each([
    [{ serial: 'B 2' }, second],
    // list_phones prints a tab as a space.
    [{ serial: 'B\t2', console: 'console 2' }, second],
    [{ console: ' Console 2 ' }, second],
    [{ serial: 'DEMO14', console: 'console 4' }, demos[1]],
    [{ serial: 'A1' }, first],
  ])('chooses the phone by %j', async (args, chosen) => {
    const { choices, code } = await callDirectoryTool(usePhone, phones, args);
    expect(code).toBeUndefined();
    expect(choices).toEqual([chosen]);
  });

  it('names the phone in the reply', async () => {
    const { text } = await callDirectoryTool(usePhone, phones, { serial: 'B 2' });
    expect(text).toBe(`Your calls now reach Pixel 9 (serial B 2, console 2). ${idsInvalidNote}`);
  });

  it('says if the phone is unplugged', async () => {
    const lost = listedPhone({ state: 'lost', console: '' });
    const { text, choices } = await callDirectoryTool(usePhone, [lost], { serial: 'A1' });
    expect(choices).toEqual([lost]);
    expect(text).toBe(
      `Your calls now reach Pixel 8 (serial A1). ${idsInvalidNote}\nnote:it is disconnected; calls fail until it reconnects`,
    );
  });
});

describe('use_phone without parameters', () => {
  it.each([
    [phones, 'Pixel 8 (serial A1, console 1)'],
    [[second], 'no phone is connected there now'],
  ])("follows the user's choice and names it (%#)", async (open, now) => {
    const { text, choices } = await callDirectoryTool(usePhone, open, {}, 'B 2');
    expect(choices).toEqual([null]);
    expect(text).toBe(`Your calls now follow the user's choice: ${now}. ${idsInvalidNote}`);
  });
});

describe('use_phone fails and chooses nothing', () => {
  it.each([
    [
      { serial: 'X"\n9' },
      'No open console has a phone with serial "X\\"\\n9". Known: Pixel 8 (serial A1, console 1), Pixel 9 (serial B 2, console 2), Handset 14 (serial DEMO14, console 3), Handset 14 (serial DEMO14, console 4).',
    ],
    [
      { serial: 'A1', console: 'console 2' },
      'No open console named "console 2" has a phone with serial "A1". Known:',
    ],
    [{ console: 'console 7' }, 'No open console named "console 7" has a phone. Known:'],
    [
      { serial: 'DEMO14' },
      "2 consoles have such a phone: Handset 14 (serial DEMO14, console 3), Handset 14 (serial DEMO14, console 4). Name the console too, as in console='console 2'.",
    ],
    [{ serial: 14 }, "Parameter 'serial' must be a string, got: 14"],
    [{ phone: 'A1' }, "Unknown parameter: 'phone'. use_phone takes: serial, console"],
  ])('for %j', async (args, messageStart) => {
    const { text, code, choices } = await callDirectoryTool(usePhone, phones, args);
    expect(text.slice(0, messageStart.length)).toBe(messageStart);
    expect({ code, choices }).toEqual({ code: 'invalid-argument', choices: [] });
  });

  it('if no phone is connected', async () => {
    const { text, code } = await callDirectoryTool(usePhone, [], { serial: 'A1' });
    expect(code).toBe('invalid-argument');
    expect(text).toContain('No phone is connected: ask the user to click Connect a phone');
  });
});
