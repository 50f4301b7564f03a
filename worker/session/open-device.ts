import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb';
import {
  type AdbDaemonWebUsbDevice,
  AdbDaemonWebUsbDeviceManager,
  AdbDefaultInterfaceFilter,
  findUsbInterface,
} from '@yume-chan/adb-daemon-webusb';
import { readIdentity } from '#core/commands/identity.ts';
import { HandsetError } from '#core/errors.ts';
import { isNetworkName } from '#core/link/phone-address.ts';
import type { PhoneInfo, ServerPhoneInfo } from '#core/link/phone-status.ts';
import { MAX_TEXT_CHARACTERS } from '#core/relay/limits.ts';
import {
  type AdbUsbDevice,
  type Credentials,
  AdbConnection,
  lostHint,
  retryHint,
} from '../adb/transport/connection.ts';
import { runCommand } from '../adb/transport/run-command.ts';
import type { ServerPhones } from '../adb/transport/server-phones.ts';
import { abortable } from '../waits/deadline.ts';

/** Where phones are found: at a USB object (the browser's or the demo phone's), or at the adb server. */
export interface DeviceSource {
  readonly kind: PhoneInfo['kind'];
  /** Whether its phone only shows a captured screen. */
  readonly isCapture?: boolean;
  /** Web Locks by which tabs of this origin mark their phones; absent where no other tab can use the phone. */
  readonly locks?: LockManager | undefined;
  /** The phones that can be used, or only the one that the source names so; empty when there is none. */
  list(serial: string | null): Promise<PhoneDevice[]>;
  /** Calls back when a phone is plugged in; returns a function that stops it. */
  onPlugged(listener: () => void): () => void;
  /** Why `list` gave no phone. */
  notListed(serial: string | null): HandsetError;
}

/** A phone of a source. */
export interface PhoneDevice {
  /** How the source names it; its own serial number is known when it is open. */
  readonly serial: string;
  /** For messages, until the phone's own model is known. */
  readonly name: string;
  /** Opens the phone under this name; `onClaimed` is called when no other program holds it. Rejects as `AdbConnection` documents. */
  open(options: OpenDeviceOptions, signal: AbortSignal): Promise<AdbConnection>;
  /** Makes a phone that does not answer start over, where the source can do that. */
  restart?(): Promise<void>;
  /** Calls back when it is unplugged; returns a function that stops it. */
  onUnplugged(listener: () => void): () => void;
}

/** How to open a phone. */
interface OpenDeviceOptions extends Credentials {
  readonly name: string;
  readonly onClaimed: () => void;
}

/** The browser's USB. Throws `usb-unsupported`. */
export function browserSource(): DeviceSource {
  // Absent in browsers without WebUSB and outside secure contexts, unlike its type.
  const usb = (navigator as Partial<Navigator>).usb;
  if (usb) return usbSource({ kind: 'usb', usb, locks: navigator.locks });
  throw new HandsetError('usb-unsupported', "This browser can't reach USB devices from here.", {
    hint: 'Open the console in Chrome or Edge, at http://localhost, http://127.0.0.1 or an https address.',
  });
}

/** The granted phones of a USB object. */
export function usbSource({
  usb,
  ...source
}: Pick<DeviceSource, 'kind' | 'isCapture' | 'locks'> & { readonly usb: USB }): DeviceSource {
  return {
    ...source,
    list: async (serial) => {
      const granted = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
      const wanted = serial === null ? granted : granted.filter((phone) => phone.serial === serial);
      return wanted.map((device) => usbDevice(usb, device));
    },
    onPlugged: (listener) => {
      usb.addEventListener('connect', listener);
      return () => usb.removeEventListener('connect', listener);
    },
    notListed: (serial) => {
      const which = serial === null ? 'a phone' : `the phone with serial number ${serial}`;
      return new HandsetError('no-phone', `This page may not use ${which} yet.`, {
        hint: "Click Connect a phone and choose it; if it isn't listed, check the cable and USB debugging.",
      });
    },
  };
}

function usbDevice(usb: USB, device: AdbDaemonWebUsbDevice): PhoneDevice {
  const { raw, serial } = device;
  return {
    serial,
    name: device.name || serial,
    open: async ({ name, onClaimed, ...credentials }, signal) => {
      const connect: AdbUsbDevice['connect'] = async () => {
        const claimed = await device.connect();
        onClaimed();
        return claimed;
      };
      return await AdbConnection.open({ raw, serial, name, connect }, credentials, signal);
    },
    restart: () => restartInterface(raw),
    onUnplugged: (listener) => {
      const onDisconnect = (event: USBConnectionEvent): void => {
        if (event.device === raw) listener();
      };
      usb.addEventListener('disconnect', onDisconnect);
      return () => usb.removeEventListener('disconnect', onDisconnect);
    },
  };
}

/**
 * Makes adbd start over. If a host goes away in the middle of a packet, as this page does when it is reloaded,
 * adbd waits for the rest and takes the next host's packets for it. Selecting the interface's alternate setting
 * ends the transfers of FunctionFS, and adbd then opens it again (its daemon/usb.cpp, `StartMonitor`).
 */
async function restartInterface(raw: USBDevice): Promise<void> {
  const adb = findUsbInterface(raw, AdbDefaultInterfaceFilter);
  if (adb === undefined) return;
  const { interfaceNumber } = adb.interface_;
  await raw.open();
  await raw.claimInterface(interfaceNumber);
  await raw.selectAlternateInterface(interfaceNumber, adb.alternate.alternateSetting);
}

/** The phones of the adb server. */
export function adbServerSource(
  phones: ServerPhones,
  locks: LockManager | undefined,
): DeviceSource {
  return {
    kind: 'adb',
    locks,
    list: async (serial) => {
      await phones.whenKnown(listDeadlineMs);
      const wanted = phones.ready.filter((phone) => serial === null || phone.serial === serial);
      return wanted.map((phone) => serverDevice(phones, phone));
    },
    onPlugged: (listener) => phones.onChange(() => phones.ready.length > 0 && listener()),
    notListed: (serial) =>
      new HandsetError(
        'no-phone',
        `adb reports no ready phone${serial === null ? '' : ` with the serial ${serial}`}.`,
        { hint: 'See “Phones found by adb” or `adb devices` for the reason.' },
      ),
  };
}

function serverDevice(phones: ServerPhones, phone: ServerPhoneInfo): PhoneDevice {
  const isThere = (): boolean =>
    phones.ready.some(({ transportId }) => transportId === phone.transportId);
  return {
    serial: phone.serial,
    name: phone.model || phone.serial,
    open: async ({ name, onClaimed }, signal) => {
      const device = { ...phone, name };
      const connection = await AdbConnection.openThroughServer({ device, phones }, signal);
      onClaimed();
      return connection;
    },
    onUnplugged: (listener) => phones.onChange(() => !isThere() && listener()),
  };
}

/** An open connection and what the phone is. */
export interface ConnectedPhone {
  readonly connection: AdbConnection;
  readonly phone: PhoneInfo;
}

/**
 * Opens the device and reads what phone it is. A phone that does not answer is made to start over once. Rejects with
 * what AdbConnection.open documents, with `timeout` for a phone that does not answer then either (the Allow dialog and
 * the making of our own key do not count), with `internal` where the browser gives no key, and with `phone-lost` when
 * it is unplugged; the device is closed then.
 */
export async function openDevice(
  target: { readonly kind: PhoneInfo['kind']; readonly device: PhoneDevice },
  given: OpenDeviceOptions,
  signal: AbortSignal,
  isRestarted = false,
): Promise<ConnectedPhone> {
  const { kind, device } = target;
  const { keys, onWaiting, name, onClaimed } = given;
  const restart = isRestarted ? undefined : device.restart;
  const deadline = new StepDeadline();
  const stopListening = device.onUnplugged(() => deadline.fail(unpluggedError(name, kind)));
  const ended = AbortSignal.any([signal, deadline.passed]);
  const silence = noAnswer(name, kind);
  const awaitPhone = (): void => deadline.set(connectDeadlineMs, noAnswer(name, kind));
  const options: OpenDeviceOptions = {
    name,
    onClaimed,
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
    deadline.set(restart === undefined ? connectDeadlineMs : restartAfterMs, silence);
    const connection = await device.open(options, ended);
    awaitPhone();
    const phone = await closeOnError(connection, readPhoneInfo(connection, kind, ended));
    return { connection, phone };
  } catch (error) {
    // Our own reason says more than the error that it caused in Tango.
    const reason: unknown = deadline.passed.aborted ? deadline.passed.reason : error;
    if (restart === undefined || reason !== silence) throw reason;
  } finally {
    deadline.clear();
    stopListening();
  }
  // If another program holds the interface by now, connecting reports it.
  await restart().catch(() => undefined);
  return await openDevice(target, given, signal, true);
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
  const { androidVersion, serial } = await runCommand(connection, readIdentity, signal);
  const { model, device } = connection;
  const named = device.serial.slice(0, MAX_TEXT_CHARACTERS);
  // Only an address says nothing of which phone is there.
  connection.serial = isNetworkName(named) ? (serial ?? named) : named;
  return {
    kind,
    model: model.slice(0, MAX_TEXT_CHARACTERS),
    serial: connection.serial,
    ...(named !== connection.serial && { address: named }),
    androidVersion: androidVersion.slice(0, MAX_TEXT_CHARACTERS),
  };
}

/** How long the bridge may take to list the phones of the adb server. */
const listDeadlineMs = 3_000;
/** How long a phone may stay silent; the Allow dialog does not count. */
const connectDeadlineMs = 15_000;
/** How long a phone may stay silent before its interface is restarted: calls wait 8 s for it after a reload. */
const restartAfterMs = 3_000;
/** Making an RSA key took 3 s on a slow machine. */
const keyDeadlineMs = 60_000;

/** The user cancelled it, or a newer request replaced it. */
export function connectCancelled(name: string): HandsetError {
  return new HandsetError('cancelled', `Connecting to ${name} was canceled.`);
}

/** The deadline passed without an answer from the phone. */
function noAnswer(name: string, kind: PhoneInfo['kind']): HandsetError {
  const message = `${name} didn't answer within ${connectDeadlineMs / 1000} s.`;
  return new HandsetError('timeout', message, { hint: `${retryHint(kind)}.` });
}

/** The browser neither read nor generated our ADB key. */
function noKeyError(): HandsetError {
  const message = `This browser didn't provide its ADB key within ${keyDeadlineMs / 1000} s.`;
  return new HandsetError('internal', message, {
    hint: 'Reload the page; the browser must be allowed to store data for this address.',
  });
}

/** The phone was gone before the connection was open. */
function unpluggedError(name: string, kind: PhoneInfo['kind']): HandsetError {
  return new HandsetError('phone-lost', `${name} was disconnected while connecting.`, {
    hint: lostHint(kind),
  });
}
