import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { HandsetError } from '../../core/errors.ts';
import type { PhoneInfo } from '../../core/link/phone-status.ts';
import type { Device } from '../usb/claim.ts';

/** Where a phone is looked for: the browser's USB, or the demo phone's USB object. */
export interface Source {
  readonly kind: PhoneInfo['kind'];
  readonly usb: USB;
  /** Where the tabs of this origin mark the phones they hold; absent where no other tab can reach them. */
  readonly locks?: LockManager;
}

/** The browser's USB. Rejects with `usb-unsupported`. */
export function browserSource(): Source {
  // Absent in browsers without WebUSB and outside secure contexts, whatever the type says.
  const usb = (navigator as Partial<Navigator>).usb;
  if (usb) return { kind: 'usb', usb, locks: navigator.locks };
  throw new HandsetError('usb-unsupported', 'This browser cannot reach USB devices from here.', {
    hint: 'Open the console in Chrome or Edge, at http://localhost, http://127.0.0.1 or an https address.',
  });
}

/** The phone of this serial number, or all, among those the person has granted; empty when there is none. */
export async function grantedPhones(source: Source, serial: string | null): Promise<Device[]> {
  const granted = await new AdbDaemonWebUsbDeviceManager(source.usb).getDevices();
  return serial === null ? granted : granted.filter((phone) => phone.serial === serial);
}
