import type { WireError } from '../../../core/errors.ts';

/** The entries of the list of troubles (app/words/troubles.ts). */
export const troubleIds = [
  'nothing-listed',
  'nothing-chosen',
  'claim',
  'denied',
  'disconnected',
  'no-dialog',
  'refused',
  'silent',
  'other-tab',
  'not-granted',
  'no-webusb',
  'not-secure',
  'framed',
  'busy-state',
  'no-gesture',
  'touches',
] as const;
export type TroubleId = (typeof troubleIds)[number];

/** The entry that helps against a failure to connect; null where there is none. */
export function troubleOf({ code, message }: WireError): TroubleId | null {
  switch (code) {
    case 'usb-busy':
      return message.startsWith('Another tab') ? 'other-tab' : 'claim';
    case 'usb-denied':
      return 'denied';
    case 'phone-lost':
      return /operation that changes/.test(message) ? 'busy-state' : 'disconnected';
    case 'auth-refused':
      return 'refused';
    case 'waiting-for-allow':
      return 'no-dialog';
    case 'timeout':
      return 'silent';
    case 'no-phone':
      return 'not-granted';
    case 'usb-unsupported':
      return /secure/.test(message) ? 'not-secure' : 'no-webusb';
    case 'input-denied':
      return 'touches';
    default:
      return foreign(message);
  }
}

/** The browser's own words, as its chooser rejects. */
function foreign(message: string): TroubleId | null {
  if (/permissions policy/.test(message)) return 'framed';
  return /user gesture/.test(message) ? 'no-gesture' : null;
}
