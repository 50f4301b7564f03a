import {
  type Adb,
  type AdbAuthenticator,
  type AdbCredentialStore,
  AdbDaemonTransport,
  AdbPublicKeyAuthenticator,
  AdbSignatureAuthenticator,
} from '@yume-chan/adb';
import { HandsetError, describeThrown, oneLine } from '#core/errors.ts';
import { systemOf, type SystemId } from '#core/link/operating-system.ts';
import type { PhoneInfo, ServerPhoneInfo } from '#core/link/phone-status.ts';
import { pause } from '../../waits/deadline.ts';
import { BoundedAdb } from './bounded-sockets.ts';
import { dropStalePackets, keepLastData, wholePackets } from './packet-stream.ts';
import type { ServerPhones } from './server-phones.ts';
import { ServerTransport } from './server-transport.ts';
import {
  type AdbDaemonWebUsbConnection,
  AdbDaemonWebUsbDevice,
} from '@yume-chan/adb-daemon-webusb';

/** The ADB keys to offer, and a callback for the Allow dialog. */
export interface Credentials {
  readonly keys: AdbCredentialStore;
  /** Our public key was sent: the phone now shows its Allow dialog. */
  readonly onWaiting: () => void;
}

/**
 * Tango's two steps of ADB authorisation: sign with a key that the phone may know, then offer the
 * public key. The second step is wrapped because nothing else shows that the Allow dialog is up.
 */
function authenticators(onWaiting: () => void): readonly AdbAuthenticator[] {
  const offerKey: AdbAuthenticator = async function* (keys, nextRequest) {
    for await (const packet of AdbPublicKeyAuthenticator(keys, nextRequest)) {
      onWaiting();
      yield packet;
    }
  };
  return [AdbSignatureAuthenticator, offerKey];
}

/** The most characters of a phone's model; no real one has so many. */
const maxModelLength = 200;
/** How long closing waits for the work that still runs on the phone. */
const closeWaitMs = 500;

/** An authorised ADB connection to one phone. Once ended, it can't be opened again. */
export class AdbConnection {
  readonly adb: Adb;
  readonly device: ConnectedDevice;
  /** The phone's serial number; until `readPhoneInfo` has read it, how its source names it. */
  serial: string;
  readonly #closeDevice: () => Promise<void>;
  /**
   * Call when a socket has ended: resolves when it is known whether the phone is lost with it. adb's
   * server ends a lost phone's sockets before it no longer lists the phone.
   */
  readonly whenLossIsKnown: () => Promise<void>;
  readonly #lost = new AbortController();
  /** Aborted with a HandsetError (`phone-lost`) when the connection has ended. */
  readonly lost = this.#lost.signal;
  readonly #onBeforeClose: (() => Promise<void>)[] = [];
  #closing: Promise<void> | null = null;

  private constructor(
    adb: Adb,
    device: ConnectedDevice,
    closeDevice: () => Promise<void>,
    whenLossIsKnown = () => Promise.resolve(),
  ) {
    this.adb = adb;
    this.device = device;
    this.serial = device.serial;
    this.#closeDevice = closeDevice;
    this.whenLossIsKnown = whenLossIsKnown;
    // A clean unplug resolves; a transfer that failed before the disconnect event rejects.
    adb.disconnected.then(
      () => this.#end(),
      (error: unknown) => this.#end(error),
    );
  }

  /**
   * Claims the device and authorises this browser. `onWaiting` is called when the phone shows
   * its Allow dialog. Rejects with `usb-busy`, `usb-denied`, `auth-refused`, `phone-lost`,
   * `protocol` or `cancelled`; the device is closed then.
   */
  static async open(
    device: AdbUsbDevice,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<AdbConnection> {
    const claimed = await claimDevice(device);
    const connection = dropStalePackets(wholePackets(claimed));
    const { serial, name } = device;
    const opened = { serial, name, kind: 'usb' } as const;
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= closeClaimed(device, claimed));
    // Tango waits for the Allow dialog without limit; only closing the device ends that.
    const closeDevice = (): void => void close();
    signal.addEventListener('abort', closeDevice, { once: true });
    try {
      signal.throwIfAborted();
      const transport = await AdbDaemonTransport.authenticate({
        serial,
        connection: keepLastData(connection),
        credentialStore: credentials.keys,
        authenticators: authenticators(credentials.onWaiting),
        // With delayed acks (Android 14 on) Tango drops what a slow reader has not taken yet when
        // the phone closes a socket: measured, 196,608 of 3,000,000 bytes arrived, without an error.
        initialDelayedAckBytes: 0,
      });
      return new AdbConnection(new BoundedAdb(transport), opened, close);
    } catch (error) {
      await close();
      throw signal.aborted ? cancelledError(opened) : toConnectError(error, opened);
    } finally {
      signal.removeEventListener('abort', closeDevice);
    }
  }

  /**
   * Opens a phone of the adb server, which has authorised this computer. Rejects with
   * `adb-unreachable`, `bridge-lost`, `phone-lost` or `cancelled`.
   */
  static async openThroughServer(
    { device, phones }: { readonly device: ServerDevice; readonly phones: ServerPhones },
    signal: AbortSignal,
  ): Promise<AdbConnection> {
    const gone = new AbortController();
    const stopListening = phones.onChange(() => {
      if (!phones.ready.some(({ transportId }) => transportId === device.transportId)) gone.abort();
    });
    gone.signal.addEventListener('abort', stopListening, { once: true });
    try {
      const { openStream } = phones;
      const refresh = (): Promise<void> => phones.refresh();
      const options = { openStream, gone: gone.signal, onEnded: refresh };
      const transport = await ServerTransport.open(device, options, signal);
      const close = (): Promise<void> => {
        transport.close();
        gone.abort();
        return Promise.resolve();
      };
      return new AdbConnection(
        new BoundedAdb(transport),
        { ...device, kind: 'adb' },
        close,
        refresh,
      );
    } catch (error) {
      gone.abort();
      throw error;
    }
  }

  /** The phone's model from its ADB banner, also for messages; the device's name if there is none. */
  get model(): string {
    const model = oneLine((this.adb.banner.model ?? '').replaceAll('_', ' '));
    return model.slice(0, maxModelLength) || this.device.name;
  }

  /** Registers work to do before the connection is closed on purpose; it is not run when the phone is lost. */
  onBeforeClose(work: () => Promise<void>): void {
    this.#onBeforeClose.push(work);
  }

  /** Closes the connection and the device, so that other programs can use the phone. */
  async close(): Promise<void> {
    if (!this.lost.aborted) await this.#runCloseHandlers();
    this.#end();
    // Waited for: a device that is still closing would seem open to the next connection.
    await this.#closing;
  }

  async #runCloseHandlers(): Promise<void> {
    const done = Promise.allSettled(this.#onBeforeClose.map((work) => work()));
    await Promise.race([done, pause(closeWaitMs, this.lost)]);
  }

  #end(cause?: unknown): void {
    if (this.lost.aborted) return;
    this.#closing = this.#closeDevice();
    const why = cause instanceof HandsetError ? ` ${cause.message}` : '';
    const reason = new HandsetError('phone-lost', `${this.model} was disconnected.${why}`, {
      hint: lostHint(this.device.kind),
      cause,
    });
    this.#lost.abort(reason);
  }
}

/** What brings a lost phone back, by how it was connected. */
export function lostHint(kind: PhoneInfo['kind']): string {
  switch (kind) {
    case 'adb':
      return 'Plug it in again, start the emulator, or run `adb connect`: the console reconnects automatically. Then try again.';
    case 'usb':
    case 'demo':
      return 'Plug it in again; the console reconnects automatically. Then try again.';
  }
}

/** What to do about a phone that could not be connected, without a full stop. */
export function retryHint(kind: PhoneInfo['kind']): string {
  switch (kind) {
    case 'adb':
      return 'Check `adb devices`, reconnect it to adb and click Retry';
    case 'usb':
    case 'demo':
      return 'Unplug it, plug it in again and click Retry';
  }
}

function cancelledError(device: PhoneName): HandsetError {
  return new HandsetError('cancelled', `Connecting to ${device.name} was canceled.`);
}

function toConnectError(error: unknown, device: ConnectedDevice): HandsetError {
  if (error instanceof HandsetError) return error;
  // Tango's fixed sentence for "the phone asked again after it got our public key".
  // eslint-disable-next-line handset/no-error-text-matching -- Tango has no other sign of it
  if (error instanceof Error && error.message.startsWith('No authenticator')) {
    return new HandsetError('auth-refused', `${device.name} refused this computer.`, {
      hint: "Click Retry and tap Allow on the phone. If it doesn't ask, tap “Revoke USB debugging authorizations” in its developer options, then click Retry.",
      cause: error,
    });
  }
  if (isUnplug(error)) {
    return new HandsetError('phone-lost', `${device.name} was disconnected while connecting.`, {
      hint: `${retryHint(device.kind)}.`,
      cause: error,
    });
  }
  const reason = describeThrown(error);
  return new HandsetError('protocol', `${device.name} couldn't be authorized: ${reason}`, {
    hint: `${retryHint(device.kind)}; the browser must be allowed to store data for this address.`,
    cause: error,
  });
}

/** Whether the error means that the phone is gone: a failed transfer, or a stream that ended. */
export function isUnplug(error: unknown): boolean {
  const names = ['NetworkError', 'NotFoundError', 'InvalidStateError', 'AbortError'];
  if (error instanceof DOMException) return names.includes(error.name);
  // eslint-disable-next-line handset/no-error-text-matching -- Tango has no other sign of it
  return error instanceof Error && error.message === 'Connection closed unexpectedly';
}

/** What a phone is called before it is connected. */
interface PhoneName {
  readonly serial: string;
  /** For messages: the phone's model once it is known, before that the name of the device. */
  readonly name: string;
}

/** A phone whose connection is open, and how it is connected. */
interface ConnectedDevice extends PhoneName, Pick<PhoneInfo, 'kind'> {}

/** A phone at a USB port: the part of Tango's AdbDaemonWebUsbDevice that we use. */
export interface AdbUsbDevice
  extends PhoneName, Pick<AdbDaemonWebUsbDevice, 'raw' | 'serial' | 'connect'> {}

/** A phone of the adb server. */
interface ServerDevice extends PhoneName, ServerPhoneInfo {}

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

/** Closes the device, and ends Tango's listening for its unplugging, which would go on while the cable stays in. */
async function closeClaimed(
  device: AdbUsbDevice,
  { writable }: AdbDaemonWebUsbConnection,
): Promise<void> {
  await closeQuietly(device);
  // This closes the device once more, which must not be open for the next connection.
  if (!device.raw.opened) await writable.close().catch(() => undefined);
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

/** What most often lets the browser open a phone that the operating system refuses. */
const accessCures: Readonly<Record<SystemId, string>> = {
  windows: 'Install the Google USB Driver (WinUSB) for the phone, plug it in again and retry.',
  macos:
    'Run `adb kill-server`, quit other programs that use the phone, plug it in again and retry.',
  linux: 'Add a udev rule for the phone, plug it in again and retry.',
};

function toClaimError(error: unknown, name: string): HandsetError {
  if (error instanceof AdbDaemonWebUsbDevice.DeviceBusyError) {
    return new HandsetError('usb-busy', `Another program is using ${name}.`, {
      hint: 'Click “Use it through adb” if the console offers it. Otherwise close Android Studio, scrcpy and other tabs that use the phone, then run `adb kill-server`. The console connects as soon as the phone is free.',
      cause: error,
    });
  }
  if (error instanceof DOMException && error.name === 'SecurityError') {
    return new HandsetError('usb-denied', `The computer refused access to ${name}.`, {
      hint: accessCures[systemOf(navigator.userAgent)],
      cause: error,
    });
  }
  const message = describeThrown(error);
  // eslint-disable-next-line handset/no-error-text-matching -- Chromium throws InvalidStateError for closed devices too
  const isOpeningOrClosing = message.includes('operation that changes');
  return new HandsetError('phone-lost', `${name} couldn't be opened: ${message}`, {
    hint: 'Unplug it, plug it in again and click Retry.',
    ...(isOpeningOrClosing && { detail: 'usb-changing' }),
    cause: error,
  });
}
