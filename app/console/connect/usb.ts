import { toWire, type WireError } from '../../../core/errors.ts';
import { browserFacts, checkBrowser } from './browser-check.ts';

/** The interface of adbd: vendor class, ADB subclass and protocol (Android's adb.h). */
const adbInterface = { classCode: 0xff, subclassCode: 0x42, protocolCode: 1 } as const;

/** The result of the browser's device chooser. */
type ChooserResult =
  | { readonly kind: 'chosen'; readonly serial: string | null }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: WireError };

/** Why this page cannot use USB, or null when it can. */
export function usbObstacle(): WireError | null {
  const missing = checkBrowser(browserFacts()).find(
    ({ isAvailable, isRequired }) => isRequired && !isAvailable,
  );
  if (missing === undefined) return null;
  const { problem: message, remedy: hint, detail } = missing;
  return { code: 'usb-unsupported', message, hint, ...(detail !== undefined && { detail }) };
}

/** Whether this phone is plugged in and this page has permission to use it. */
export async function isGranted(serial: string): Promise<boolean> {
  const devices = await navigator.usb.getDevices();
  return devices.some(({ serialNumber }) => serialNumber === serial);
}

/** Shows the browser's device chooser. Must run in a user gesture. */
export async function choosePhone(): Promise<ChooserResult> {
  try {
    const device = await navigator.usb.requestDevice({ filters: [adbInterface] });
    return { kind: 'chosen', serial: device.serialNumber ?? null };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') {
      return { kind: 'cancelled' };
    }
    return { kind: 'failed', error: toWire(error) };
  }
}
