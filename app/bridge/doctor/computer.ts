/** Checks of the computer: its browser, its adb server, its USB devices. */
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile, readdir, realpath } from 'node:fs/promises';
import { connect, type NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { udevCommands } from '#core/link/operating-system.ts';
import { adbServerOptions, noAddressError } from '../adb/adb-server.ts';

/** What one check found. */
export interface Finding {
  /** `note`: neither good nor bad. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly subject: string;
  readonly text: string;
  /** What to do about a problem; the most likely first. */
  readonly cures?: readonly string[];
}

/** What the checks read of this computer. */
export interface Computer {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Linux: where sysfs lists USB devices, and the folder of their device files. */
  readonly usb: { readonly devices: string; readonly files: string };
}

/** This computer. */
export const thisComputer: Computer = {
  platform: process.platform,
  env: process.env,
  usb: { devices: '/sys/bus/usb/devices', files: '/dev/bus/usb' },
};

/** Commands of browsers with WebUSB; on Windows and macOS they are not on the PATH. */
const browserCommands = [
  ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'],
  ...['microsoft-edge', 'microsoft-edge-stable'],
];
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

export async function checkBrowser({ platform, env }: Computer): Promise<Finding> {
  const subject = 'Browser';
  const path = await firstExisting(browserPaths(platform, env));
  if (path === null) {
    return {
      state: 'problem',
      subject,
      text: 'Neither Chrome nor Edge was found.',
      cures: ['Install one. Firefox and Safari lack WebUSB, which Handset needs to reach a phone.'],
    };
  }
  // Ubuntu's Chromium is a snap, which may not use USB by itself.
  const isSnap = (await realpath(path)) === '/usr/bin/snap' || path.startsWith('/snap/');
  return isSnap
    ? {
        state: 'note',
        subject,
        text: `${path} is installed as a snap. If it finds no phone:`,
        cures: ['Run: sudo snap connect chromium:raw-usb'],
      }
    : { state: 'ok', subject, text: path };
}

function browserPaths(platform: NodeJS.Platform, env: Computer['env']): readonly string[] {
  if (platform === 'darwin') {
    return macApps.map((name) => `/Applications/${name}.app`);
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => windowsPrograms.map((path) => join(folder, ...path)));
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return browserCommands.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function firstExisting(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isAccessible(path, constants.F_OK)) return path;
  return null;
}

function isAccessible(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** Milliseconds for the adb server to answer; on this computer it needs a few. */
const adbAnswerMs = 1_000;

/** Whether an adb server runs, which keeps each phone that it sees to itself. */
export async function checkAdbServer({ env, platform }: Computer): Promise<Finding> {
  const { name, address } = adbServerOptions(env, platform);
  const subject = 'adb server';
  if (address === null) {
    const { message, hint = '' } = noAddressError(name);
    return { state: 'problem', subject, text: message, cures: [hint] };
  }
  return (await isAdbServer(address))
    ? {
        state: 'note',
        subject,
        text: `Running at ${name}. Only adb can use the phones that it sees; the console reaches them through adb.`,
        cures: [
          'To use a phone without adb, run: adb kill-server',
          'Android Studio restarts it automatically, so close that first.',
        ],
      }
    : { state: 'ok', subject, text: 'Not running.' };
}

/** Asks for the server's version: four hexadecimal digits of length, then the request. */
async function isAdbServer(address: NetConnectOpts): Promise<boolean> {
  const socket = connect(address).on('error', () => undefined);
  const signal = AbortSignal.timeout(adbAnswerMs);
  try {
    await once(socket, 'connect', { signal });
    socket.write('000chost:version');
    const [bytes] = (await once(socket, 'data', { signal })) as unknown[]; // Typed any[] by Node.
    return String(bytes).startsWith('OKAY');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The class, subclass and protocol of ADB's USB interface. */
const adbInterface = 'ff 42 01';

/** Whether this user may open each phone with USB debugging that is plugged in (Linux). */
export async function checkUsb(computer: Computer): Promise<readonly Finding[]> {
  const phones = await listPhones(computer);
  if (phones.length > 0) return Promise.all(phones.map((phone) => checkPhone(phone)));
  const text = 'No phone with USB debugging is plugged in.';
  return [{ state: 'note', subject: 'USB', text }];
}

/** A phone on USB. */
interface UsbPhone {
  readonly name: string;
  /** Four hexadecimal digits. */
  readonly vendorId: string;
  /** The device file, which the browser opens. */
  readonly file: string;
}

async function listPhones({ usb }: Computer): Promise<readonly UsbPhone[]> {
  // Interfaces are named like their device, with a colon and their number: 1-2:1.0.
  const names = await readdir(usb.devices).catch(() => []);
  const phones = await Promise.all(
    names
      .filter((name) => name.includes(':'))
      .map(async (name) => {
        const fields = ['bInterfaceClass', 'bInterfaceSubClass', 'bInterfaceProtocol'];
        const values = await Promise.all(
          fields.map((field) => readValue(usb.devices, name, field)),
        );
        return values.join(' ') === adbInterface ? [await readPhone(usb, name)] : [];
      }),
  );
  return phones.flat();
}

async function readPhone(usb: Computer['usb'], interfaceName: string): Promise<UsbPhone> {
  const device = interfaceName.split(':', 1)[0] ?? '';
  const read = (field: string): Promise<string> => readValue(usb.devices, device, field);
  const [product = '', vendorId = '', productId = '', bus = '', number = ''] = await Promise.all(
    ['product', 'idVendor', 'idProduct', 'busnum', 'devnum'].map(read),
  );
  return {
    name: `${product || 'A phone'} (${vendorId}:${productId})`,
    vendorId,
    file: join(usb.files, bus.padStart(3, '0'), number.padStart(3, '0')),
  };
}

/** A value of sysfs without control characters: the phone chooses its name, and it goes to a terminal. */
async function readValue(...path: readonly string[]): Promise<string> {
  const text = await readFile(join(...path), 'utf8').catch(() => '');
  return text.replaceAll(/\p{C}/gu, '').trim();
}

async function checkPhone({ name, vendorId, file }: UsbPhone): Promise<Finding> {
  const subject = 'USB';
  if (await isAccessible(file, constants.R_OK | constants.W_OK)) {
    return { state: 'ok', subject, text: `${name} can be opened.` };
  }
  return {
    state: 'problem',
    subject,
    text: `You don't have permission to open ${name}: ${file}`,
    cures: ['Add a udev rule, then plug the phone in again:', ...udevCommands(vendorId)],
  };
}
