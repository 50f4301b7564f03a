import type { DemoPhone } from '#core/demo-phone/device.ts';
import type { FaultName } from '#core/demo-phone/options.ts';
import { DemoUsbDevice } from './demo-usb-device.ts';

type UsbEventType = 'connect' | 'disconnect';
type UsbListener = (event: USBConnectionEvent) => unknown;
type Listener = EventListenerOrEventListenerObject;
type Options = boolean | AddEventListenerOptions;

/** How long after the first failed transfer the disconnect event comes, in ms. Measured: Chromium 156 on Linux. */
const disconnectEventMs = 170;

/** How long a phone that disconnected by itself (a reboot or a fault) stays away, in ms. */
const replugMs = 1500;

/**
 * A USB port with the demo phone, in the shape of `navigator.usb` for Tango's
 * AdbDaemonWebUsbDeviceManager. Initially plugged in and granted.
 */
export class DemoUsb extends EventTarget implements USB {
  /** Required by the type; Handset uses addEventListener, so these are never called. */
  onconnect = null;
  ondisconnect = null;
  readonly #phone: DemoPhone;
  readonly #faults: ReadonlySet<FaultName>;
  #device: DemoUsbDevice | undefined;
  #disconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #replugTimer: ReturnType<typeof setTimeout> | undefined;

  /** Only the faults `usb-busy` and `usb-denied` apply here; the others are the phone's. */
  constructor(phone: DemoPhone, faults: ReadonlySet<FaultName> = new Set()) {
    super();
    this.#phone = phone;
    this.#faults = faults;
    this.#device = this.#createDevice();
  }

  getDevices(): Promise<USBDevice[]> {
    return Promise.resolve(this.#device === undefined ? [] : [this.#device]);
  }

  /** Resolves to the phone as if it was chosen; rejects with NotFoundError while it is unplugged. */
  requestDevice(): Promise<USBDevice> {
    if (this.#device !== undefined) return Promise.resolve(this.#device);
    const message = "Failed to execute 'requestDevice' on 'USB': No device selected.";
    return Promise.reject(new DOMException(message, 'NotFoundError'));
  }

  override addEventListener(type: UsbEventType, listener: UsbListener, options?: Options): void;
  override addEventListener(type: string, listener: Listener | null, options?: Options): void;
  override addEventListener(type: string, listener: unknown, options?: Options): void {
    // Safe: only `dispatchUsbEvent` dispatches events of these names, and they have a device.
    super.addEventListener(type, listener as Listener | null, options);
  }

  override removeEventListener(type: UsbEventType, listener: UsbListener, options?: Options): void;
  override removeEventListener(type: string, listener: Listener | null, options?: Options): void;
  override removeEventListener(type: string, listener: unknown, options?: Options): void {
    // Safe: the listener is only looked up among the added ones.
    super.removeEventListener(type, listener as Listener | null, options);
  }

  /** Unplugs the cable: transfers fail at once, the disconnect event follows after a moment. */
  unplug(): void {
    clearTimeout(this.#replugTimer);
    if (this.#device === undefined || this.#disconnectTimer !== undefined) return;
    this.#device.cut();
    this.#disconnectTimer = setTimeout(() => this.#onDisconnected(), disconnectEventMs);
  }

  /** Plugs the cable in: a new USBDevice with the same serial, and a connect event. */
  plug(): void {
    clearTimeout(this.#replugTimer);
    if (this.#disconnectTimer !== undefined) this.#onDisconnected();
    if (this.#device !== undefined) return;
    this.#device = this.#createDevice();
    this.#dispatchUsbEvent('connect', this.#device);
  }

  #createDevice(): DemoUsbDevice {
    return new DemoUsbDevice(this.#phone, {
      faults: this.#faults,
      onPhoneGone: () => {
        this.unplug();
        this.#replugTimer = setTimeout(() => this.plug(), replugMs);
      },
    });
  }

  #onDisconnected(): void {
    clearTimeout(this.#disconnectTimer);
    this.#disconnectTimer = undefined;
    const device = this.#device;
    this.#device = undefined;
    device?.markDisconnected();
    if (device !== undefined) this.#dispatchUsbEvent('disconnect', device);
  }

  #dispatchUsbEvent(type: UsbEventType, device: USBDevice): void {
    this.dispatchEvent(new DemoConnectionEvent(type, device));
  }
}

/** Needed because the browser's USBConnectionEvent only accepts the browser's own USBDevice. */
class DemoConnectionEvent extends Event {
  readonly device: USBDevice;

  constructor(type: UsbEventType, device: USBDevice) {
    super(type);
    this.device = device;
  }
}
