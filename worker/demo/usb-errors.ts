/** Chromium's error names and messages of USBDevice (usb_device.cc). */
const usbErrors = {
  gone: ['NotFoundError', 'The device was disconnected.'],
  notOpen: ['InvalidStateError', 'The device must be opened first.'],
  changing: ['InvalidStateError', 'An operation that changes the device state is in progress.'],
  denied: ['SecurityError', 'Access denied.'],
  busy: ['NetworkError', 'Unable to claim interface.'],
  transfer: ['NetworkError', 'A transfer error has occurred.'],
  cancelled: ['AbortError', 'The transfer was cancelled.'],
  noInterface: [
    'NotFoundError',
    'The interface number provided is not supported by the device in its current configuration.',
  ],
  noConfiguration: [
    'NotFoundError',
    'The configuration value provided is not supported by the device.',
  ],
  noEndpoint: [
    'NotFoundError',
    'The specified endpoint is not part of a claimed and selected alternate interface.',
  ],
  unsupported: ['NotSupportedError', 'The demo phone has no such transfer.'],
} as const satisfies Record<string, readonly [name: string, message: string]>;

/** The exception that Chromium throws from this method of USBDevice. */
export function usbError(kind: keyof typeof usbErrors, method: string): DOMException {
  const [name, message] = usbErrors[kind];
  return new DOMException(`Failed to execute '${method}' on 'USBDevice': ${message}`, name);
}
