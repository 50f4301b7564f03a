import { describe, expect, it } from 'vitest';
import { HandsetError } from '../../core/errors.ts';
import type { PhoneDirectory, ListedPhone } from '../../core/tools/shared/tool.ts';
import { noPhoneError } from './desk.ts';

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
      'The console that your calls reach has no phone. Another console holds Pixel 8 (serial A1, console 2): list_phones shows all, use_phone chooses it. Or ask the user to press “Use this console for agents” there.',
    );
    expect(errorText(usbBusy, [listedPixel, listedDemo])).toBe(
      'Another program is using Pixel 8. Retry. Other consoles hold Pixel 8 (serial A1, console 2), Handset 14 (serial B2, console 3): list_phones shows all, use_phone chooses one.',
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
