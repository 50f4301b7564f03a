/** The ADB host for tests: Tango, with its own keys, on the demo phone's USB object. */
import '../../adb/transport/closed-shim.ts';
import {
  Adb,
  type AdbCredentialStore,
  AdbDaemonTransport,
  type AdbPrivateKey,
} from '@yume-chan/adb';
import { AdbDaemonWebUsbDeviceManager } from '@yume-chan/adb-daemon-webusb';

/** An in-memory stand-in for adb-credential-web, which uses IndexedDB. */
export function createKeyStore(): AdbCredentialStore {
  const keys: AdbPrivateKey[] = [];
  return {
    generateKey: async () => {
      const key = { buffer: await generateRsa(), name: 'test@host' };
      keys.push(key);
      return key;
    },
    iterateKeys: () => keys,
  };
}

/**
 * Keys that phones have not seen: they are offered, not signed with. Signing with 2,048 bits takes
 * longer than all else of a connection, and a new demo phone knows no key.
 */
export function createNewKeyStore(): AdbCredentialStore {
  let buffer: Promise<Uint8Array> | undefined;
  return {
    generateKey: async () => ({ buffer: await (buffer ??= generateRsa()), name: 'test@host' }),
    iterateKeys: () => [],
  };
}

async function generateRsa(): Promise<Uint8Array> {
  const { privateKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-1',
    },
    true,
    ['sign', 'verify'],
  );
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
}

/** Finds and claims the phone, and authenticates. */
export async function connect(usb: USB, keys: AdbCredentialStore): Promise<Adb> {
  const [device] = await new AdbDaemonWebUsbDeviceManager(usb).getDevices();
  if (device === undefined) throw new Error('no device');
  const connection = await device.connect();
  const transport = await AdbDaemonTransport.authenticate({
    serial: device.serial,
    connection,
    credentialStore: keys,
  });
  // Tango rejects this on some unplugs; tests that care handle it themselves.
  transport.disconnected.catch(() => undefined);
  return new Adb(transport);
}

/** Connects to the phone with keys shared by all tests; use `connect` where the keys matter. */
export async function connectWithSharedKeys(usb: USB): Promise<Adb> {
  return connect(usb, sharedKeys);
}

const sharedKeys = createKeyStore();

/** Disconnects, and waits until the device is closed: Tango resolves earlier, and a new connection would find it half open. */
export async function disconnect(adb: Adb, usb: USB): Promise<void> {
  await adb.close();
  const [device] = await usb.getDevices();
  while (device?.opened) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** SHA-256 in hexadecimal; comparing megabytes byte by byte takes the test runner seconds. */
export async function checksum(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
