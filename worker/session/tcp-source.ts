import { HandsetError, toHandsetError } from '#core/errors.ts';
import {
  type PhoneAddress,
  adbNameOf,
  formatPhoneAddress,
  parsePhoneAddress,
} from '#core/link/phone-address.ts';
import { AdbConnection } from '../adb/transport/connection.ts';
import type { OpenStream } from '../adb/transport/server-transport.ts';
import { pause } from '../waits/deadline.ts';
import type { DeviceSource, OpenDeviceOptions, PhoneDevice } from './open-device.ts';

/** How often to try whether a phone answers that did not. */
const tryEveryMs = 2_500;

/**
 * The phone or emulator whose adbd listens at an address, reached through the bridge. While it does
 * not answer it is not listed, and it counts as plugged in when it answers.
 */
export class TcpSource implements DeviceSource {
  readonly kind = 'tcp';
  readonly locks: LockManager | undefined;
  readonly #address: PhoneAddress;
  readonly #openStream: OpenStream;
  /** Why the phone can't be reached; null while it can, as far as is known. */
  #absence: HandsetError | null = null;

  /** Throws `invalid-argument`. */
  constructor(address: string, openStream: OpenStream, locks: LockManager | undefined) {
    this.#address = parsePhoneAddress(address);
    this.#openStream = openStream;
    this.locks = locks;
  }

  list(): Promise<PhoneDevice[]> {
    const serial = adbNameOf(this.#address);
    const device = {
      serial,
      name: formatPhoneAddress(this.#address),
      open: (options: OpenDeviceOptions, signal: AbortSignal) => this.#open(options, signal),
      // The connection itself ends.
      onUnplugged: () => () => undefined,
    };
    return Promise.resolve(this.#absence === null ? [device] : []);
  }

  onPlugged(listener: () => void): () => void {
    const stopped = new AbortController();
    void this.#watch(listener, stopped.signal);
    return () => stopped.abort();
  }

  notListed(): HandsetError {
    return this.#absence ?? lostError(this.#address);
  }

  async #open(
    { name, onClaimed, ...credentials }: OpenDeviceOptions,
    signal: AbortSignal,
  ): Promise<AdbConnection> {
    const device = { serial: adbNameOf(this.#address), name, address: this.#address };
    const openStream: OpenStream = async (target, ended) => {
      const stream = await this.#openStream(target, ended);
      onClaimed();
      return stream;
    };
    try {
      const connection = await AdbConnection.openOverTcp(
        { device, openStream },
        credentials,
        signal,
      );
      const onLost = (): void => void (this.#absence = lostError(this.#address));
      connection.lost.addEventListener('abort', onLost, { once: true });
      return connection;
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code === 'adb-unreachable' || error.code === 'bridge-lost') this.#absence = error;
      throw error;
    }
  }

  /** Tries, while the phone can't be reached, whether its port accepts a connection; nothing is sent. */
  async #watch(onReachable: () => void, stopped: AbortSignal): Promise<void> {
    const isOver = (): boolean => stopped.aborted;
    while (!isOver()) {
      await pause(tryEveryMs, stopped);
      if (isOver() || this.#absence === null) continue;
      try {
        const stream = await this.#openStream({ name: 'adbd', ...this.#address }, stopped);
        stream.end();
        this.#absence = null;
        onReachable();
      } catch (thrown) {
        if (!isOver()) this.#absence = toHandsetError(thrown);
      }
    }
  }
}

function lostError(address: PhoneAddress): HandsetError {
  return new HandsetError('phone-lost', `${formatPhoneAddress(address)} was disconnected.`);
}
