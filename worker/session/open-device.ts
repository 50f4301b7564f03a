import type { PhoneInfo } from '../../core/link/phone-status.ts';
import type { Credentials } from '../adb/authenticate.ts';
import { AdbConnection } from '../adb/connection.ts';
import { connectDeadlineMs, silent, unplugged } from './connect-errors.ts';
import { identify } from './identify.ts';
import type { Source, grantedPhones } from './source.ts';

/** A phone that was granted, not yet opened. */
export type Device = Awaited<ReturnType<typeof grantedPhones>>[number];

/** A phone that can be used, until its connection is lost. */
export interface ConnectedPhone {
  readonly connection: AdbConnection;
  readonly phone: PhoneInfo;
}

/**
 * Opens the device and asks it what it is. Rejects with what AdbConnection.open documents, with
 * `timeout` for a phone that says nothing (the Allow dialog does not count) and with `phone-lost`
 * when it is pulled; the device is closed then.
 */
export async function openDevice(
  { source, device }: { readonly source: Source; readonly device: Device },
  { keys, onWaiting }: Credentials,
  signal: AbortSignal,
): Promise<ConnectedPhone> {
  const { name } = device;
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(silent(name)), connectDeadlineMs);
  const onUnplugged = (event: USBConnectionEvent): void => {
    if (event.device === device.raw) gone.abort(unplugged(name));
  };
  source.usb.addEventListener('disconnect', onUnplugged);
  const ended = AbortSignal.any([signal, gone.signal]);
  const credentials: Credentials = {
    keys,
    onWaiting: () => {
      clearTimeout(timer);
      onWaiting();
    },
  };
  try {
    const connection = await AdbConnection.open(device, credentials, ended);
    const phone = await orClose(connection, identify(connection, source.kind, ended));
    return { connection, phone };
  } catch (error) {
    // Our own reason says more than what it made Tango throw.
    throw gone.signal.aborted ? gone.signal.reason : error;
  } finally {
    clearTimeout(timer);
    source.usb.removeEventListener('disconnect', onUnplugged);
  }
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
