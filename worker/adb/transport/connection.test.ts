import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usbError } from '../../demo/demo-usb-device.ts';
import { type AdbUsbDevice, claimDevice } from './connection.ts';

function deviceRejecting(error: DOMException): AdbUsbDevice {
  const raw: Partial<USBDevice> = { opened: false, close: () => Promise.resolve() };
  const device: Partial<AdbUsbDevice> = {
    name: 'Pixel 8',
    raw: raw as USBDevice,
    connect: () => Promise.reject(error),
  };
  return device as AdbUsbDevice;
}

describe('claim', () => {
  // Node 20 has no navigator.
  beforeEach(() => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    [usbError('changing', 'open'), { code: 'phone-lost', detail: 'usb-changing' }],
    [usbError('notOpen', 'claimInterface'), { code: 'phone-lost', detail: undefined }],
    [
      usbError('denied', 'open'),
      {
        code: 'usb-denied',
        hint: 'Install the Google USB Driver (WinUSB) for the phone, plug it in again and retry.',
      },
    ],
  ])('classifies %s', async (error, expected) => {
    await expect(claimDevice(deviceRejecting(error))).rejects.toMatchObject(expected);
  });
});
