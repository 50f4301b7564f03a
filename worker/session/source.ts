import {
  type AdbDaemonWebUsbDevice,
  AdbDaemonWebUsbDeviceManager,
} from '@yume-chan/adb-daemon-webusb';
import { HandsetError } from '../../core/errors.ts';
import type { PhoneInfo } from '../../core/link/messages.ts';

/** Where a phone is looked for: the browser's USB, or the demo phone's USB object. */
export interface Source {
  readonly kind: PhoneInfo['kind'];
  readonly usb: USB;
}

/** The browser's USB. Rejects with `usb-unsupported`. */
export function browserSource(): Source {
  // Absent in browsers without WebUSB and outside secure contexts, whatever the type says.
  const usb = (navigator as Partial<Navigator>).usb;
  if (usb) return { kind: 'usb', usb };
  throw new HandsetError('usb-unsupported', 'This browser cannot reach USB devices from here.', {
    hint: 'Open the console in Chrome or Edge, at http://localhost, http://127.0.0.1 or an https address.',
  });
}

/** The phone of this serial number, or the first one, among those the person has granted; null when there is none. */
export async function findPhone(
  source: Source,
  serial: string | null,
): Promise<AdbDaemonWebUsbDevice | null> {
  const granted = await new AdbDaemonWebUsbDeviceManager(source.usb).getDevices();
  const wanted = serial === null ? granted[0] : granted.find((phone) => phone.serial === serial);
  return wanted ?? null;
}
