import { describe, expect, it } from 'vitest';
import { HandsetError } from '../../core/errors.ts';
import type { Desk, ListedPhone } from '../../core/tools/shared/tool.ts';
import { noPhoneHere } from './desk.ts';

const pixel: ListedPhone = {
  serial: 'A1',
  model: 'Pixel 8',
  androidVersion: '14',
  kind: 'usb',
  state: 'connected',
  console: 'console 2',
  current: false,
  leads: false,
};
const demo: ListedPhone = { ...pixel, serial: 'B2', model: 'Handset 14', console: 'console 3' };
const none = new HandsetError('no-phone', 'No phone is connected.', { hint: 'Connect one.' });
const busy = new HandsetError('usb-busy', 'Another program is using Pixel 8.', { hint: 'Retry.' });

function told(error: HandsetError, phones: Desk['phones'], chosen: string | null = null): string {
  return noPhoneHere(error, { phones, chosen, choose: () => undefined }).fullText;
}

describe('a call that finds no phone', () => {
  it('names the phones of other consoles', () => {
    expect(told(none, [pixel])).toBe(
      'The console that your calls reach has no phone. Another console holds Pixel 8 (serial A1, console 2): list_phones shows all, use_phone chooses it. Or ask the user to press “Use this console for agents” there.',
    );
    expect(told(busy, [pixel, demo])).toBe(
      'Another program is using Pixel 8. Retry. Other consoles hold Pixel 8 (serial A1, console 2), Handset 14 (serial B2, console 3): list_phones shows all, use_phone chooses one.',
    );
  });

  it('does not offer a phone that is unplugged', () => {
    expect(told(none, [{ ...pixel, state: 'lost' }])).toBe('No phone is connected. Connect one.');
  });

  it('never leads the agent away from its own phone, or from its choice', () => {
    const own: ListedPhone = { ...demo, current: true, state: 'lost' };
    expect(told(busy, [pixel, own])).toBe(busy.fullText);
    expect(told(none, [pixel], 'C3')).toMatch(/^The phone C3 that you chose with use_phone/);
  });
});
