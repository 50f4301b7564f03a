import { packetHeaderLength } from '#core/demo-phone/adbd/wire/packet.ts';
import type { AdbLink, DemoPhone } from '#core/demo-phone/device.ts';
import type { FaultName } from '#core/demo-phone/options.ts';

/**
 * Resolves in a new task, after all pending microtasks. Browsers delay `setTimeout(0)` by up to
 * 4 ms, but not a message.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    tasks.port2.postMessage(null);
  });
}

const waiting: (() => void)[] = [];
const tasks = new MessageChannel();
tasks.port1.onmessage = () => waiting.shift()?.();

interface TransferRequest {
  readonly length: number;
  resolve(data: Uint8Array<ArrayBuffer>): void;
  reject(error: DOMException): void;
}

/**
 * The bulk IN endpoint: USB transfers from the phone to the host, in order, each in a task of its
 * own. As with real USB, no two ADB packets reach the host in one task. Tango relies on that: it
 * knows a socket only a microtask after its OKAY.
 */
class BulkIn {
  readonly #packetSize: number;
  #transfers: Uint8Array<ArrayBuffer>[] = [];
  #requests: TransferRequest[] = [];
  #isDelivering = false;
  #onDrained: (() => void) | undefined;

  /** `packetSize`: bytes of a USB packet of the endpoint. */
  constructor(packetSize: number) {
    this.#packetSize = packetSize;
  }

  /** Queues one ADB part, header or payload, and an empty packet after it when it fills its last packet. */
  send(part: Uint8Array<ArrayBuffer>): void {
    if (part.length === 0) return;
    this.#transfers.push(part);
    if (part.length % this.#packetSize === 0) this.#transfers.push(new Uint8Array(0));
    void this.#deliver();
  }

  /** The next transfer, or its first `length` bytes; the rest is kept for the next request. */
  receive(length: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      this.#requests.push({ length, resolve, reject });
      void this.#deliver();
    });
  }

  /** Rejects every request with this error; what is queued stays for the next host. */
  abort(error: DOMException): void {
    const requests = this.#requests;
    this.#requests = [];
    for (const request of requests) request.reject(error);
  }

  /** Drops what is queued. */
  clear(): void {
    this.#transfers = [];
  }

  /** Calls back once everything queued has been received. */
  onceDrained(callback: () => void): void {
    this.#onDrained = callback;
    void this.#deliver();
  }

  async #deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    while (this.#requests.length > 0 && this.#transfers.length > 0) {
      await nextTask();
      this.#deliverNext();
    }
    this.#isDelivering = false;
    if (this.#transfers.length === 0) this.#onDrained?.();
  }

  #deliverNext(): void {
    const [request] = this.#requests;
    const [transfer] = this.#transfers;
    // An abort during the wait may have removed both.
    if (request === undefined || transfer === undefined) return;
    this.#requests.shift();
    this.#transfers.shift();
    if (transfer.length <= request.length) return request.resolve(transfer);
    this.#transfers.unshift(transfer.slice(request.length));
    request.resolve(transfer.slice(0, request.length));
  }
}

/** Bytes of a bulk packet at high speed. */
const packetSize = 512;

/** The number of both endpoints, in and out. */
const endpointNumber = 1;

/** Google's vendor id, and the product id of a charging Pixel with USB debugging on. */
const usbIds = { vendorId: 0x18d1, productId: 0x4ee7 };

const alternate: USBAlternateInterface = {
  alternateSetting: 0,
  interfaceClass: 0xff,
  interfaceSubclass: 0x42,
  interfaceProtocol: 1,
  interfaceName: 'ADB Interface',
  endpoints: [
    { endpointNumber, direction: 'in', type: 'bulk', packetSize },
    { endpointNumber, direction: 'out', type: 'bulk', packetSize },
  ],
};

/** The only USB configuration of the demo phone, a Pixel with nothing but its ADB interface; `isClaimed` is called at each access. */
function createConfiguration(isClaimed: () => boolean): USBConfiguration {
  const adb: USBInterface = {
    interfaceNumber: 0,
    alternate,
    alternates: [alternate],
    get claimed() {
      return isClaimed();
    },
  };
  return { configurationValue: 1, configurationName: null, interfaces: [adb] };
}

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

/** How long a phone that ends the link waits for a host that does not read, in ms. */
const drainMs = 2000;

/** The simulated faults, and the listener. */
interface DemoUsbDeviceOptions {
  readonly faults: ReadonlySet<FaultName>;
  /** The phone itself ended the link, and everything it sent before has been read. */
  onPhoneGone(): void;
}

/** The demo phone as a USBDevice, from plugging it in to `pull`. */
export class DemoUsbDevice implements USBDevice {
  readonly usbVersionMajor = 2;
  readonly usbVersionMinor = 1;
  readonly usbVersionSubminor = 0;
  readonly deviceClass = 0;
  readonly deviceSubclass = 0;
  readonly deviceProtocol = 0;
  readonly deviceVersionMajor = 5;
  readonly deviceVersionMinor = 1;
  readonly deviceVersionSubminor = 0;
  readonly vendorId = usbIds.vendorId;
  readonly productId = usbIds.productId;
  readonly manufacturerName = 'Google';
  readonly productName: string;
  readonly serialNumber: string;
  readonly configuration: USBConfiguration;
  readonly configurations: USBConfiguration[];
  readonly #phone: DemoPhone;
  readonly #options: DemoUsbDeviceOptions;
  readonly #in = new BulkIn(packetSize);
  #connectionState: 'in' | 'pulled' | 'forgotten' = 'in';
  #opened = false;
  #claimed = false;
  #changing = false;
  #link: AdbLink | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(phone: DemoPhone, options: DemoUsbDeviceOptions) {
    this.#phone = phone;
    this.#options = options;
    this.productName = phone.model;
    this.serialNumber = phone.serial;
    this.configuration = createConfiguration(() => this.#claimed);
    this.configurations = [this.configuration];
  }

  get opened(): boolean {
    return this.#opened;
  }

  open(): Promise<void> {
    return this.#changeState('open', () => {
      if (this.#options.faults.has('usb-denied')) throw usbError('denied', 'open');
      this.#opened = true;
    });
  }

  close(): Promise<void> {
    return this.#changeState('close', () => {
      this.#release(usbError('cancelled', 'transferIn'));
      this.#opened = false;
    });
  }

  selectConfiguration(configurationValue: number): Promise<void> {
    return this.#changeState('selectConfiguration', () => {
      this.#assertOpen('selectConfiguration');
      if (configurationValue === this.configuration.configurationValue) return;
      throw usbError('noConfiguration', 'selectConfiguration');
    });
  }

  claimInterface(interfaceNumber: number): Promise<void> {
    return this.#changeState('claimInterface', () => {
      this.#assertOpen('claimInterface');
      if (interfaceNumber !== 0) throw usbError('noInterface', 'claimInterface');
      if (this.#options.faults.has('usb-busy')) throw usbError('busy', 'claimInterface');
      if (this.#link === undefined) this.#connect();
      this.#claimed = true;
    });
  }

  releaseInterface(interfaceNumber: number): Promise<void> {
    return this.#changeState('releaseInterface', () => {
      this.#assertOpen('releaseInterface');
      if (interfaceNumber !== 0) throw usbError('noInterface', 'releaseInterface');
      this.#release(usbError('cancelled', 'transferIn'));
    });
  }

  selectAlternateInterface(interfaceNumber: number, alternateSetting: number): Promise<void> {
    return this.#changeState('selectAlternateInterface', () => {
      this.#assertOpen('selectAlternateInterface');
      if (interfaceNumber !== 0 || alternateSetting !== 0 || !this.#claimed)
        throw usbError('noInterface', 'selectAlternateInterface');
      this.#endLink();
      this.#connect();
    });
  }

  async transferIn(endpoint: number, length: number): Promise<USBInTransferResult> {
    this.#assertEndpoint(endpoint, 'transferIn');
    const bytes = await this.#in.receive(length);
    return { data: new DataView(bytes.buffer), status: 'ok' };
  }

  async transferOut(endpoint: number, data: BufferSource): Promise<USBOutTransferResult> {
    this.#assertEndpoint(endpoint, 'transferOut');
    // Copied at once: the caller may reuse its buffer.
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice()
      : new Uint8Array(data.slice(0));
    const sent = this.#sending.then(() => this.#send(bytes));
    this.#sending = sent.catch(() => undefined);
    await sent;
    return { bytesWritten: bytes.length, status: 'ok' };
  }

  /** Unplugs the cable: transfers fail from now on, but the system has not noticed yet. */
  cut(): void {
    if (this.#connectionState !== 'in') return;
    this.#connectionState = 'pulled';
    this.#release(usbError('transfer', 'transferIn'));
    this.#endLink();
  }

  /** The system has noticed the unplugging: this object can't be used any more. */
  markDisconnected(): void {
    this.cut();
    this.#connectionState = 'forgotten';
    this.#opened = false;
  }

  forget = (): Promise<void> => this.close();
  reset = (): Promise<void> => rejectUnsupported('reset');
  clearHalt = (): Promise<void> => rejectUnsupported('clearHalt');
  controlTransferIn = (): Promise<never> => rejectUnsupported('controlTransferIn');
  controlTransferOut = (): Promise<never> => rejectUnsupported('controlTransferOut');
  isochronousTransferIn = (): Promise<never> => rejectUnsupported('isochronousTransferIn');
  isochronousTransferOut = (): Promise<never> => rejectUnsupported('isochronousTransferOut');

  /** The transfer completes in this task, so that the phone's answer comes after it. */
  async #send(bytes: Uint8Array): Promise<void> {
    const link = this.#link;
    await nextTask();
    if (this.#connectionState !== 'in') throw usbError('transfer', 'transferOut');
    link?.receive(bytes);
  }

  #connect(): void {
    this.#link = this.#phone.connect({
      send: (packet) => {
        // adbd sends a header as a transfer of its own.
        this.#in.send(packet.slice(0, packetHeaderLength));
        this.#in.send(packet.slice(packetHeaderLength));
      },
      onLinkClosed: () => this.#onLinkClosed(),
    });
  }

  #onLinkClosed(): void {
    if (this.#connectionState !== 'in') return;
    const timer = setTimeout(() => this.#options.onPhoneGone(), drainMs);
    this.#in.onceDrained(() => {
      clearTimeout(timer);
      this.#options.onPhoneGone();
    });
  }

  /** The phone does not notice that its host has gone. */
  #release(error: DOMException): void {
    this.#claimed = false;
    this.#in.abort(error);
  }

  #endLink(): void {
    this.#link?.close();
    this.#link = undefined;
    this.#in.clear();
  }

  async #changeState(method: string, action: () => void): Promise<void> {
    this.#assertConnected(method);
    if (this.#changing) throw usbError('changing', method);
    this.#changing = true;
    await nextTask();
    this.#changing = false;
    this.#assertConnected(method);
    action();
  }

  #assertConnected(method: string): void {
    if (this.#connectionState !== 'in') throw usbError('gone', method);
  }

  #assertOpen(method: string): void {
    if (!this.#opened) throw usbError('notOpen', method);
  }

  #assertEndpoint(endpoint: number, method: string): void {
    if (this.#connectionState === 'forgotten') throw usbError('gone', method);
    if (this.#connectionState === 'pulled') throw usbError('transfer', method);
    if (this.#changing) throw usbError('changing', method);
    this.#assertOpen(method);
    if (!this.#claimed || endpoint !== endpointNumber) throw usbError('noEndpoint', method);
  }
}

function rejectUnsupported(method: string): Promise<never> {
  return Promise.reject(usbError('unsupported', method));
}
