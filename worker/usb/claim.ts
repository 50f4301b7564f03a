import {
  type AdbDaemonWebUsbConnection,
  AdbDaemonWebUsbDevice,
} from '@yume-chan/adb-daemon-webusb';
import { HandsetError, describeThrown } from '#core/errors.ts';

/** A phone at a USB port: the part of Tango's AdbDaemonWebUsbDevice that we use. */
export interface AdbUsbDevice extends Pick<AdbDaemonWebUsbDevice, 'raw' | 'serial' | 'connect'> {
  /** For messages: the phone's model once it is known, before that the name of the USB device. */
  readonly name: string;
}

/**
 * Opens the device and claims its ADB interface. Rejects with `usb-busy`, `usb-denied` or
 * `phone-lost`, and closes the device then: a failed claim leaves it open, and the next attempt
 * would fail too.
 */
export async function claimDevice(device: AdbUsbDevice): Promise<AdbDaemonWebUsbConnection> {
  try {
    return await device.connect();
  } catch (error) {
    await closeQuietly(device);
    throw toClaimError(error, device.name);
  }
}

/** How long to wait for a device that is already being closed; closing takes milliseconds. */
const closeTimeoutMs = 1_000;
const pollMs = 10;

/**
 * Closes the device; resolves when it is closed, also when Tango was closing it already. An
 * unplugged device counts as closed.
 */
export async function closeQuietly({ raw }: Pick<AdbUsbDevice, 'raw'>): Promise<void> {
  try {
    await raw.close();
  } catch {
    // Unplugged, or already closing: Chromium rejects a second close.
  }
  for (let waitedMs = 0; raw.opened && waitedMs < closeTimeoutMs; waitedMs += pollMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function toClaimError(error: unknown, name: string): HandsetError {
  if (error instanceof AdbDaemonWebUsbDevice.DeviceBusyError) {
    return new HandsetError('usb-busy', `Another program is using ${name}.`, {
      hint: 'Run `adb kill-server`, close Android Studio, scrcpy and other tabs that use the phone: the console connects by itself as soon as the phone is free. Else unplug it and plug it in again.',
      cause: error,
    });
  }
  if (error instanceof DOMException && error.name === 'SecurityError') {
    return new HandsetError('usb-denied', `The computer refused access to ${name}.`, {
      hint: 'On Linux add a udev rule for the phone and plug it in again; on Windows install the Google USB Driver (WinUSB); then retry.',
      cause: error,
    });
  }
  const message = describeThrown(error);
  // eslint-disable-next-line handset/no-error-text-matching -- Chromium throws InvalidStateError for closed devices too
  const isOpeningOrClosing = message.includes('operation that changes');
  return new HandsetError('phone-lost', `${name} could not be opened: ${message}`, {
    hint: 'Unplug it, plug it in again and retry.',
    ...(isOpeningOrClosing && { detail: 'usb-changing' }),
    cause: error,
  });
}
