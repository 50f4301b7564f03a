import { describe, expect, it } from 'vitest';
import type { Caller } from '#core/caller.ts';
import type { ConsolePhone, OpenConsole, PhoneChoice } from '#core/relay/frames.ts';
import type { ListedPhone, PhoneDirectory } from '#core/tools/shared/tool.ts';
import {
  createPhoneDirectory,
  heldPhone,
  noPhoneError,
  type PhoneDirectoryOptions,
} from './phone-directory.ts';
import { HandsetError } from '#core/errors.ts';

const pixel: ConsolePhone = {
  serial: 'A1',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
};
const demo: ConsolePhone = { ...pixel, serial: 'DEMO14', kind: 'demo' };

function openConsole(overrides: Partial<OpenConsole>): OpenConsole {
  return { name: 'console 1', phone: pixel, paused: false, isDefault: false, ...overrides };
}

/** Two consoles: the first is the default, the second is this one. */
const consoles = [
  openConsole({ isDefault: true }),
  openConsole({ name: 'console 2', phone: demo }),
];

interface DirectoryHarness {
  readonly directory: PhoneDirectory;
  readonly choices: (readonly [agent: string, choice: PhoneChoice | null])[];
}

function createDirectory(
  options: Partial<PhoneDirectoryOptions>,
  caller: Partial<Caller> = {},
): DirectoryHarness {
  const choices: [string, PhoneChoice | null][] = [];
  const choose = (agent: string, choice: PhoneChoice | null): void =>
    void choices.push([agent, choice]);
  const directory = createPhoneDirectory(
    { consoles, ownName: 'console 2', ownPhone: demo, choose, ...options },
    { agent: 'codex', from: 'bridge', chosenPhone: null, ...caller },
  );
  return { directory, choices };
}

/** Each phone with its console, and whether it is the caller's current and the default phone. */
function summary({ phones }: PhoneDirectory): string[] {
  return phones.map(({ serial, state, console, current, isDefault }) =>
    [serial, console, state, current && 'current', isDefault && 'default']
      .filter(Boolean)
      .join(' '),
  );
}

describe('the phones', () => {
  it('are those of all consoles; calls reach the one of this console', () => {
    expect(summary(createDirectory({}).directory)).toEqual([
      'A1 console 1 connected default',
      'DEMO14 console 2 connected current',
    ]);
  });

  it("are listed with this console's newer state of its own phone", () => {
    const ownPhone = { ...demo, state: 'lost' as const };
    expect(summary(createDirectory({ ownPhone }).directory)[1]).toBe(
      'DEMO14 console 2 lost current',
    );
    expect(summary(createDirectory({ ownPhone: null }).directory)).toEqual([
      'A1 console 1 connected default',
    ]);
  });

  it('are not current for an agent that chose a phone that is not here', () => {
    const { directory } = createDirectory({}, { chosenPhone: 'GONE' });
    expect(directory.chosen).toBe('GONE');
    expect(summary(directory).join()).not.toContain('current');
  });

  it.each([['console 2'], ['']])(
    'include its own without a list of consoles, named "%s"',
    (ownName) => {
      const { directory } = createDirectory({ consoles: [], ownName });
      expect(directory.phones).toEqual([
        { ...demo, console: ownName, current: true, isDefault: true },
      ]);
      expect(createDirectory({ consoles: [], ownName, ownPhone: null }).directory.phones).toEqual(
        [],
      );
    },
  );
});

describe('a choice', () => {
  it('is sent to the bridge, under the name of the agent', () => {
    const { directory, choices } = createDirectory({});
    directory.choose(directory.phones[0] ?? null);
    directory.choose(null);
    expect(choices).toEqual([
      ['codex', { serial: 'A1', console: 'console 1' }],
      ['codex', null],
    ]);
  });

  it('of an agent in this page can only be its own phone', () => {
    const { directory, choices } = createDirectory({}, { from: 'page' });
    expect(summary(directory)).toEqual([
      'A1 console 1 connected',
      'DEMO14 console 2 connected current default',
    ]);
    directory.choose(directory.phones[1] ?? null);
    directory.choose(null);
    expect(() => directory.choose(directory.phones[0] ?? null)).toThrow(
      expect.objectContaining({
        code: 'unsupported',
        message:
          "An agent in a page reaches only its own console's phone; Pixel 8 (serial A1, console 1) is on another.",
      }),
    );
    expect(choices).toEqual([]);
  });
});

it('reports the phone that is connected or lost, and no other', () => {
  const phone = { serial: 'A1', model: 'Pixel 8', androidVersion: '14', kind: 'usb' as const };
  expect(heldPhone({ state: 'connected', phone })).toEqual(pixel);
  expect(heldPhone({ state: 'lost', phone })).toEqual({ ...pixel, state: 'lost' });
  expect(heldPhone({ state: 'none' })).toBeNull();
  expect(heldPhone({ state: 'connecting', name: 'Pixel 8' })).toBeNull();
});

const listedPixel: ListedPhone = {
  serial: 'A1',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
  console: 'console 2',
  current: false,
  isDefault: false,
};
const listedDemo: ListedPhone = {
  ...listedPixel,
  serial: 'B2',
  model: 'Handset 14',
  console: 'console 3',
};
const noPhone = new HandsetError('no-phone', 'No phone is connected.', { hint: 'Connect one.' });
const usbBusy = new HandsetError('usb-busy', 'Another program is using Pixel 8.', {
  hint: 'Retry.',
});

function errorText(
  error: HandsetError,
  phones: PhoneDirectory['phones'],
  chosen: string | null = null,
): string {
  return noPhoneError(error, { phones, chosen, choose: () => undefined }).fullText;
}

describe('a call that finds no phone', () => {
  it('names the phones of other consoles', () => {
    expect(errorText(noPhone, [listedPixel])).toBe(
      'The console that your calls reach has no phone. Another console has Pixel 8 (serial A1, console 2): choose it with use_phone; list_phones lists all. Or ask the user to click “Use this tab for agents” there.',
    );
    expect(errorText(usbBusy, [listedPixel, listedDemo])).toBe(
      'Another program is using Pixel 8. Retry. Other consoles have Pixel 8 (serial A1, console 2), Handset 14 (serial B2, console 3): choose one with use_phone; list_phones lists all.',
    );
  });

  it('does not offer a phone that is unplugged', () => {
    expect(errorText(noPhone, [{ ...listedPixel, state: 'lost' }])).toBe(
      'No phone is connected. Connect one.',
    );
  });

  it('never leads the agent away from its own phone, or from its choice', () => {
    const own: ListedPhone = { ...listedDemo, current: true, state: 'lost' };
    expect(errorText(usbBusy, [listedPixel, own])).toBe(usbBusy.fullText);
    expect(errorText(noPhone, [listedPixel], 'C3')).toMatch(
      /^The phone C3 that you chose with use_phone/,
    );
  });
});
