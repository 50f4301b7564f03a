import { describe, expect, it } from 'vitest';
import { usbError } from '../demo/usb-errors.ts';
import { type Device, claim } from './claim.ts';

function refusing(error: DOMException): Device {
  const raw: Partial<USBDevice> = { opened: false, close: () => Promise.resolve() };
  const device: Partial<Device> = {
    name: 'Pixel 8',
    raw: raw as USBDevice,
    connect: () => Promise.reject(error),
  };
  return device as Device;
}

describe('claim', () => {
  it.each([
    [usbError('changing', 'open'), { code: 'phone-lost', detail: 'usb-changing' }],
    [usbError('notOpen', 'claimInterface'), { code: 'phone-lost', detail: undefined }],
    [usbError('denied', 'open'), { code: 'usb-denied' }],
  ])('classifies %s', async (error, told) => {
    await expect(claim(refusing(error))).rejects.toMatchObject(told);
  });
});
