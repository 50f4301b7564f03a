import type { DemoUsb } from '../../demo/demo-usb.ts';

/** Called with the granted lock. */
type Callback = (lock: Lock | null) => unknown;

interface HeldLock extends LockInfo {
  /** Settles when the lock is released. */
  readonly ended: Promise<unknown>;
}

/** An in-memory LockManager, for runtimes without Web Locks. */
export class MemoryLocks implements LockManager {
  readonly #held = new Set<HeldLock>();

  request<Value>(name: string, callback: LockGrantedCallback<Value>): Promise<Awaited<Value>>;
  request<Value>(
    name: string,
    options: LockOptions,
    callback: LockGrantedCallback<Value>,
  ): Promise<Awaited<Value>>;
  async request(name: string, options: LockOptions | Callback, callback?: Callback) {
    if (typeof options === 'function' || options.mode === undefined || !callback) {
      throw new Error('Only locks of a named mode are kept here');
    }
    const { mode, signal } = options;
    for (
      let before = this.#conflictingLock(name, mode);
      before;
      before = this.#conflictingLock(name, mode)
    ) {
      await before.ended;
      signal?.throwIfAborted();
    }
    const holding = Promise.resolve({ name, mode }).then(callback);
    const held = { name, mode, clientId: 'memory', ended: Promise.allSettled([holding]) };
    this.#held.add(held);
    void held.ended.then(() => this.#held.delete(held));
    // No caller here reads the callback's result.
    return (await holding) as never;
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: [...this.#held], pending: [] });
  }

  /** A held lock that conflicts with this request. */
  #conflictingLock(name: string, mode: LockMode): HeldLock | undefined {
    const isShared = (lock: HeldLock): boolean => lock.mode === 'shared' && mode === 'shared';
    return [...this.#held].find((lock) => lock.name === name && !isShared(lock));
  }
}

type UsbEventType = 'connect' | 'disconnect';
type UsbListener = (event: USBConnectionEvent) => unknown;
type Handler = EventListenerOrEventListenerObject | null;

/**
 * Combines several ports into one USB object, which lists the devices in the order of the ports.
 */
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
