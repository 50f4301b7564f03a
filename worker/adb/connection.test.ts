import { describe, expect, it } from 'vitest';
import { usbError } from '../demo/demo-usb-device.ts';
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
  it.each([
    [usbError('changing', 'open'), { code: 'phone-lost', detail: 'usb-changing' }],
    [usbError('notOpen', 'claimInterface'), { code: 'phone-lost', detail: undefined }],
    [usbError('denied', 'open'), { code: 'usb-denied' }],
  ])('classifies %s', async (error, expected) => {
    await expect(claimDevice(deviceRejecting(error))).rejects.toMatchObject(expected);
  });
});
