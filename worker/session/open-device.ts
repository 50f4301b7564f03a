import type { AdbCredentialStore, AdbPrivateKey } from '@yume-chan/adb';
import type { HandsetError } from '../../core/errors.ts';
import type { PhoneInfo } from '../../core/link/phone-status.ts';
import { type Credentials, AdbConnection } from '../adb/connection.ts';
import type { Device } from '../usb/claim.ts';
import { unlessAborted } from '../waits/deadline.ts';
import { connectDeadlineMs, keyDeadlineMs, noKey, silent, unplugged } from './connect-errors.ts';
import { identify } from './identify.ts';
import type { Source } from './source.ts';

/** A phone that can be used, until its connection is lost. */
export interface ConnectedPhone {
  readonly connection: AdbConnection;
  readonly phone: PhoneInfo;
}

/**
 * Opens the device and asks it what it is. Rejects with what AdbConnection.open documents, with
 * `timeout` for a phone that says nothing (the Allow dialog and the making of our own key do not
 * count), with `internal` where the browser gives no key, and with `phone-lost` when it is pulled;
 * the device is closed then.
 */
export async function openDevice(
  { source, device }: { readonly source: Source; readonly device: Device },
  { keys, onWaiting }: Credentials,
  signal: AbortSignal,
): Promise<ConnectedPhone> {
  const { raw, name } = device;
  const deadline = new Deadline();
  const onUnplugged = (event: USBConnectionEvent): void => {
    if (event.device === raw) deadline.end(unplugged(name));
  };
  source.usb.addEventListener('disconnect', onUnplugged);
  const ended = AbortSignal.any([signal, deadline.passed]);
  const awaitPhone = (): void => deadline.set(connectDeadlineMs, silent(name));
  const credentials: Credentials = {
    keys: throughEach(keys, async (work) => {
      deadline.set(keyDeadlineMs, noKey());
      const result = await unlessAborted(work, ended);
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
    const phone = await orClose(connection, identify(connection, source.kind, ended));
    return { connection, phone };
  } catch (error) {
    // Our own reason says more than what it made Tango throw.
    throw deadline.passed.aborted ? deadline.passed.reason : error;
  } finally {
    deadline.clear();
    source.usb.removeEventListener('disconnect', onUnplugged);
  }
}

/** The time limit of one step after the other. */
class Deadline {
  readonly #passed = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Aborted with why it is over. */
  get passed(): AbortSignal {
    return this.#passed.signal;
  }

  /** The next step has so long, in place of the one before. */
  set(ms: number, reason: HandsetError): void {
    this.clear();
    this.#timer = setTimeout(() => this.end(reason), ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  end(reason: HandsetError): void {
    this.#passed.abort(reason);
  }
}

/** The same keys, with each reading and making of one passed through `pass`. */
function throughEach(
  keys: AdbCredentialStore,
  pass: <Result>(work: Promise<Result>) => Promise<Result>,
): AdbCredentialStore {
  const readAll = async (): Promise<AdbPrivateKey[]> => {
    const all: AdbPrivateKey[] = [];
    for await (const key of keys.iterateKeys()) all.push(key);
    return all;
  };
  return {
    generateKey: () => pass(Promise.resolve(keys.generateKey())),
    iterateKeys: async function* () {
      yield* await pass(readAll());
    },
  };
}

/** The value; when it cannot be had, the connection is closed before the rejection. */
async function orClose<Value>(connection: AdbConnection, value: Promise<Value>): Promise<Value> {
  try {
    return await value;
  } catch (error) {
    await connection.close();
    throw error;
  }
}
