import type { DemoUsb } from '../../demo/demo-usb.ts';

type UsbEventType = 'connect' | 'disconnect';
type UsbListener = (event: USBConnectionEvent) => unknown;
type Handler = EventListenerOrEventListenerObject | null;

/** Several ports as one USB object; devices are listed in the order of the ports. */
export class UsbHub extends EventTarget implements USB {
  onconnect = null;
  ondisconnect = null;
  readonly #ports: readonly DemoUsb[];

  constructor(...ports: readonly DemoUsb[]) {
    super();
    this.#ports = ports;
  }

  async getDevices(): Promise<USBDevice[]> {
    return (await Promise.all(this.#ports.map((port) => port.getDevices()))).flat();
  }

  requestDevice(): Promise<USBDevice> {
    return Promise.reject(new Error('Nobody is here to choose'));
  }

  override addEventListener(type: UsbEventType, listener: UsbListener): void;
  override addEventListener(type: string, listener: Handler): void;
  override addEventListener(type: string, listener: unknown): void {
    // Safe: passed unchanged to ports that accept the same.
    for (const port of this.#ports) port.addEventListener(type, listener as Handler);
  }

  override removeEventListener(type: UsbEventType, listener: UsbListener): void;
  override removeEventListener(type: string, listener: Handler): void;
  override removeEventListener(type: string, listener: unknown): void {
    // Safe: as above.
    for (const port of this.#ports) port.removeEventListener(type, listener as Handler);
  }
}
