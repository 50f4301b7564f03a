import { describe, expect, it } from 'vitest';
import type { Caller } from '../../core/caller.ts';
import type { HeldPhone, OpenConsole, PhoneChoice } from '../../core/relay/frames.ts';
import type { Desk } from '../../core/tools/shared/tool.ts';
import { type DeskParts, deskOf, heldPhone } from './desk.ts';

const pixel: HeldPhone = {
  serial: 'A1',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
};
const demo: HeldPhone = { ...pixel, serial: 'DEMO14', kind: 'demo' };

function openConsole(given: Partial<OpenConsole>): OpenConsole {
  return { name: 'console 1', phone: pixel, paused: false, leads: false, ...given };
}

/** Two consoles: the first is the default, the second is this one. */
const consoles = [openConsole({ leads: true }), openConsole({ name: 'console 2', phone: demo })];

interface Bench {
  readonly desk: Desk;
  readonly told: (readonly [agent: string, choice: PhoneChoice | null])[];
}

function deskWith(parts: Partial<DeskParts>, caller: Partial<Caller> = {}): Bench {
  const told: [string, PhoneChoice | null][] = [];
  const choose = (agent: string, choice: PhoneChoice | null): void =>
    void told.push([agent, choice]);
  const desk = deskOf(
    { consoles, ownName: 'console 2', ownPhone: demo, choose, ...parts },
    { agent: 'codex', from: 'bridge', chosenPhone: null, ...caller },
  );
  return { desk, told };
}

/** Each phone with its console, and whether it is the caller's current and the default phone. */
function summary({ phones }: Desk): string[] {
  return phones.map(({ serial, state, console, current, leads }) =>
    [serial, console, state, current && 'current', leads && 'leads'].filter(Boolean).join(' '),
  );
}

describe('the phones', () => {
  it('are those of all consoles; calls reach the one of this console', () => {
    expect(summary(deskWith({}).desk)).toEqual([
      'A1 console 1 connected leads',
      'DEMO14 console 2 connected current',
    ]);
  });

  it("are listed with this console's newer state of its own phone", () => {
    const ownPhone = { ...demo, state: 'lost' as const };
    expect(summary(deskWith({ ownPhone }).desk)[1]).toBe('DEMO14 console 2 lost current');
    expect(summary(deskWith({ ownPhone: null }).desk)).toEqual(['A1 console 1 connected leads']);
  });

  it('are not current for an agent that chose a phone that is not here', () => {
    const { desk } = deskWith({}, { chosenPhone: 'GONE' });
    expect(desk.chosen).toBe('GONE');
    expect(summary(desk).join()).not.toContain('current');
  });

  it.each([['console 2'], ['']])(
    'include its own without a list of consoles, named "%s"',
    (ownName) => {
      const { desk } = deskWith({ consoles: [], ownName });
      expect(desk.phones).toEqual([{ ...demo, console: ownName, current: true, leads: true }]);
      expect(deskWith({ consoles: [], ownName, ownPhone: null }).desk.phones).toEqual([]);
    },
  );
});

describe('a choice', () => {
  it('is sent to the bridge, under the name of the agent', () => {
    const { desk, told } = deskWith({});
    desk.choose(desk.phones[0] ?? null);
    desk.choose(null);
    expect(told).toEqual([
      ['codex', { serial: 'A1', console: 'console 1' }],
      ['codex', null],
    ]);
  });

  it('of an agent in this page can only be its own phone', () => {
    const { desk, told } = deskWith({}, { from: 'page' });
    expect(summary(desk)).toEqual([
      'A1 console 1 connected',
      'DEMO14 console 2 connected current leads',
    ]);
    desk.choose(desk.phones[1] ?? null);
    desk.choose(null);
    expect(() => desk.choose(desk.phones[0] ?? null)).toThrow(
      expect.objectContaining({
        code: 'unsupported',
        message:
          'An agent inside a page reaches the phone of its own console only; Pixel 8 (serial A1, console 1) is at another.',
      }),
    );
    expect(told).toEqual([]);
  });
});

it('reports the phone that is connected or lost, and no other', () => {
  const phone = { serial: 'A1', model: 'Pixel 8', androidVersion: '14', kind: 'usb' as const };
  expect(heldPhone({ state: 'connected', phone })).toEqual(pixel);
  expect(heldPhone({ state: 'lost', phone })).toEqual({ ...pixel, state: 'lost' });
  expect(heldPhone({ state: 'none' })).toBeNull();
  expect(heldPhone({ state: 'connecting', name: 'Pixel 8' })).toBeNull();
});
