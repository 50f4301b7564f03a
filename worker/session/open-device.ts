import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';
import { readAndroidVersion } from '#core/commands/display.ts';
import { HandsetError } from '#core/errors.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { MAX_TEXT_CHARACTERS } from '#core/relay/limits.ts';
import { type Credentials, AdbConnection, type AdbUsbDevice } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';
import { abortable } from '../waits/deadline.ts';

/** Where phones are found: the browser's USB, or the demo phone's USB object. */
export interface DeviceSource {
  readonly kind: PhoneInfo['kind'];
  readonly usb: USB;
  /** Web Locks by which tabs of this origin mark their phones; absent where no other tab can use the phone. */
  readonly locks?: LockManager;
}

/** The browser's USB. Rejects with `usb-unsupported`. */
export function browserSource(): DeviceSource {
  // Absent in browsers without WebUSB and outside secure contexts, unlike its type.
  const usb = (navigator as Partial<Navigator>).usb;
  if (usb) return { kind: 'usb', usb, locks: navigator.locks };
  throw new HandsetError('usb-unsupported', 'This browser cannot reach USB devices from here.', {
    hint: 'Open the console in Chrome or Edge, at http://localhost, http://127.0.0.1 or an https address.',
  });
}

/** The granted phones, or only the one with this serial number; empty when there is none. */
export async function grantedDevices(
  source: DeviceSource,
  serial: string | null,
): Promise<AdbUsbDevice[]> {
  const granted = await new AdbDaemonWebUsbDeviceManager(source.usb).getDevices();
  return serial === null ? granted : granted.filter((phone) => phone.serial === serial);
}

/** An open connection and what the phone is. */
export interface ConnectedPhone {
  readonly connection: AdbConnection;
  readonly phone: PhoneInfo;
}

/**
 * Opens the device and reads what phone it is. Rejects with what AdbConnection.open documents, with
 * `timeout` for a phone that does not answer (the Allow dialog and the making of our own key do not
 * count), with `internal` where the browser gives no key, and with `phone-lost` when it is
 * unplugged; the device is closed then.
 */
export async function openDevice(
  { source, device }: { readonly source: DeviceSource; readonly device: AdbUsbDevice },
  { keys, onWaiting }: Credentials,
  signal: AbortSignal,
): Promise<ConnectedPhone> {
  const { raw, name } = device;
  const deadline = new StepDeadline();
  const onUnplugged = (event: USBConnectionEvent): void => {
    if (event.device === raw) deadline.fail(unpluggedError(name));
  };
  source.usb.addEventListener('disconnect', onUnplugged);
  const ended = AbortSignal.any([signal, deadline.passed]);
  const awaitPhone = (): void => deadline.set(connectDeadlineMs, noAnswer(name));
  const credentials: Credentials = {
    keys: wrapKeyStore(keys, async (work) => {
      deadline.set(keyDeadlineMs, noKeyError());
      const result = await abortable(work, ended);
      awaitPhone();
      return result;
    }),
    onWaiting: () => {
      deadline.clear();
      onWaiting();
    },
  };
  try {
    awaitPhone();
    const connection = await AdbConnection.open(device, credentials, ended);
    const phone = await closeOnError(connection, readPhoneInfo(connection, source.kind, ended));
    return { connection, phone };
  } catch (error) {
    // Our own reason says more than the error that it caused in Tango.
    throw deadline.passed.aborted ? deadline.passed.reason : error;
  } finally {
    deadline.clear();
    source.usb.removeEventListener('disconnect', onUnplugged);
  }
}

/** A time limit that is set anew for each step of connecting. */
class StepDeadline {
  readonly #passed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Aborted with the reason of the step that took too long. */
  get passed(): AbortSignal {
    return this.#passed.signal;
  }

  /** Gives the next step this long, in place of the limit before. */
  set(ms: number, reason: HandsetError): void {
    this.clear();
    this.#timer = setTimeout(() => this.fail(reason), ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  fail(reason: HandsetError): void {
    this.#passed.abort(reason);
  }
}

/** The same key store, with each reading and generation of a key passed through `wrap`. */
function wrapKeyStore(
  keys: AdbCredentialStore,
  wrap: <Result>(work: Promise<Result>) => Promise<Result>,
): AdbCredentialStore {
  const readAll = async (): Promise<AdbPrivateKey[]> => {
    const all: AdbPrivateKey[] = [];
    for await (const key of keys.iterateKeys()) all.push(key);
    return all;
  };
  return {
    generateKey: () => wrap(Promise.resolve(keys.generateKey())),
    iterateKeys: async function* () {
      yield* await wrap(readAll());
    },
  };
}

/** Resolves to the value; closes the connection before it rejects. */
async function closeOnError<Value>(
  connection: AdbConnection,
  value: Promise<Value>,
): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** What phone it is, by its own answers, cut to the lengths that the bridge accepts. */
export async function readPhoneInfo(
  connection: AdbConnection,
  kind: PhoneInfo['kind'],
  signal: AbortSignal,
): Promise<PhoneInfo> {
  const androidVersion = await runCommand(connection, readAndroidVersion, signal);
  const { model, device } = connection;
  return {
    kind,
    model: model.slice(0, MAX_TEXT_CHARACTERS),
    serial: device.serial,
    androidVersion: androidVersion.slice(0, MAX_TEXT_CHARACTERS),
  };
}

/** How long a phone may stay silent; the Allow dialog does not count. */
const connectDeadlineMs = 15_000;
/** Making an RSA key took 3 s on a slow machine. */
const keyDeadlineMs = 60_000;

/** The user cancelled it, or a newer request replaced it. */
export function connectCancelled(name: string): HandsetError {
  return new HandsetError('cancelled', `Connecting to ${name} was cancelled.`);
}

/** The phone is not among those the user chose in the browser. */
export function notGranted(serial: string | null): HandsetError {
  const which = serial === null ? 'No phone' : `No phone with serial number ${serial}`;
  return new HandsetError('no-phone', `${which} was granted to this page.`, {
    hint: 'Click Connect a phone and choose it; if it is not listed, check the cable and USB debugging.',
  });
}

/** The deadline passed without an answer from the phone. */
function noAnswer(name: string): HandsetError {
  return new HandsetError(
    'timeout',
    `${name} did not answer within ${connectDeadlineMs / 1000} s.`,
    {
      hint: 'Unplug it, plug it in again and retry.',
    },
  );
}

/** The browser neither read nor generated our ADB key. */
function noKeyError(): HandsetError {
  const message = `This browser did not give its ADB key within ${keyDeadlineMs / 1000} s.`;
  return new HandsetError('internal', message, {
    hint: 'Reload the page; the browser must be allowed to store data for this address.',
  });
}

/** The phone was unplugged before the connection was open. */
function unpluggedError(name: string): HandsetError {
  return new HandsetError('phone-lost', `${name} was disconnected while connecting.`, {
    hint: 'Plug it in again.',
  });
}
