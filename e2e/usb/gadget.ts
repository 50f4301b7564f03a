/** Phones at the guest's USB ports: gadgets of Linux's configfs, whose ADB interface a program serves by FunctionFS. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { adbdRoot, platformTools } from '#core/testing/real-adbd.ts';

/** A Pixel with USB debugging. */
export const usbIds = { vendor: 0x18d1, product: 0x4ee7 };

/** Where Android's init looks at what it has to do. */
const pollMs = 50;
/** How long a phone that ended its connection is away. */
const replugMs = 1_000;

interface GadgetOptions {
  /** 0 or 1: each port has one phone. */
  readonly port: number;
  readonly serial: string;
  /** The folder at which FunctionFS is mounted for the program. */
  readonly functionFs: string;
  /** Starts the program that serves the interface there. */
  start(): ChildProcess;
  /** Whether the program opens its endpoints anew after each loss of the cable; before that it can't be plugged in. */
  readonly reopens: boolean;
}

/** A phone whose cable can be plugged in. */
export class UsbPhone {
  readonly serial: string;
  readonly #folder: string;
  readonly #controller: string;
  readonly #functionFs: string;
  readonly #program: ChildProcess;
  readonly #reopens: boolean;
  #isPluggedIn = false;
  /** The number of the file of an endpoint that had lost its cable. */
  #lostFile: number | undefined;
  readonly #plugging: NodeJS.Timeout;

  constructor({ port, serial, functionFs, start, reopens }: GadgetOptions) {
    this.serial = serial;
    this.#reopens = reopens;
    this.#controller = `dummy_udc.${port}`;
    this.#folder = `/sys/kernel/config/usb_gadget/phone${port}`;
    this.#functionFs = functionFs;
    const name = `adb${port}`;
    for (const folder of folders(name)) mkdirSync(join(this.#folder, folder));
    for (const [file, value] of Object.entries(values(serial)))
      writeFileSync(join(this.#folder, file), value);
    symlinkSync(join(this.#folder, `functions/ffs.${name}`), join(this.#folder, 'configs/c.1/adb'));
    mkdirSync(functionFs, { recursive: true });
    execFileSync('mount', ['-t', 'functionfs', name, functionFs]);
    this.#program = start();
    this.#program.stdout?.on('data', () => this.#replug());
    // As Android's init does whenever adbd has described its interface.
    this.#plugging = setInterval(() => this.#plugWhenReady(), pollMs);
  }

  plug(): void {
    this.#isPluggedIn = true;
    this.#plugWhenReady();
  }

  unplug(): void {
    this.#isPluggedIn = false;
    if (this.#reopens) this.#lostFile = this.#endpointFile();
    writeFileSync(join(this.#folder, 'UDC'), '\n');
  }

  /** It does nothing until `thaw`, but its cable stays in. */
  freeze(): void {
    // A demo phone's transfers would be interrupted by a signal (phone.ts); adbd has no stdin.
    if (this.#program.stdin === null) this.#program.kill('SIGSTOP');
    else this.#program.stdin.write('.');
  }

  thaw(): void {
    if (this.#program.stdin === null) this.#program.kill('SIGCONT');
    else this.#program.stdin.write('.');
  }

  async remove(): Promise<void> {
    clearInterval(this.#plugging);
    if (this.#isPluggedIn) this.unplug();
    const ended = once(this.#program, 'exit');
    this.#program.kill('SIGKILL');
    await ended;
    execFileSync('umount', [this.#functionFs]);
    unlinkSync(join(this.#folder, 'configs/c.1/adb'));
    for (const folder of folders(`adb${this.#controller.at(-1)}`).toReversed())
      rmdirSync(join(this.#folder, folder));
  }

  /** The phone has ended its connection. */
  #replug(): void {
    if (!this.#isPluggedIn) return;
    this.unplug();
    setTimeout(() => this.plug(), replugMs);
  }

  #plugWhenReady(): void {
    const controller = join(this.#folder, 'UDC');
    const file = this.#endpointFile();
    const isReady = file !== undefined && file !== this.#lostFile;
    if (!this.#isPluggedIn || !isReady || readFileSync(controller, 'utf8').trim() !== '') return;
    try {
      writeFileSync(controller, this.#controller);
    } catch {
      // The gadget is still being taken apart.
    }
  }

  /** The number of the file of an endpoint, which is there once the program has described its interface. */
  #endpointFile(): number | undefined {
    return statSync(join(this.#functionFs, 'ep2'), { throwIfNoEntry: false })?.ino;
  }
}

/** What is made in the gadget's folder, in order; configfs makes the folders between. */
const folders = (name: string): string[] => [
  '',
  'strings/0x409',
  'configs/c.1',
  `functions/ffs.${name}`,
];

const values = (serial: string) => ({
  idVendor: String(usbIds.vendor),
  idProduct: String(usbIds.product),
  bcdUSB: '0x0200',
  'strings/0x409/manufacturer': 'Google',
  'strings/0x409/product': 'Pixel',
  'strings/0x409/serialnumber': serial,
});

const phoneProgram = join(import.meta.dirname, '../../.cache/usb/phone/phone.js');

/** A demo phone at this port, not plugged in yet. */
export function createDemoPhone(port: number, { android = 14, faults = '' } = {}): UsbPhone {
  const functionFs = `/dev/usb-ffs/demo${port}`;
  const args = [phoneProgram, functionFs, String(android), faults];
  return new UsbPhone({
    port,
    serial: `DEMO${android}`,
    functionFs,
    start: () => spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
    reopens: false,
  });
}

/** Google's adbd at the first port, not plugged in yet. Its root is prepared once. It allows everybody, unless it `asks` for a key. */
export function createAdbd({ asks = false } = {}): UsbPhone {
  const adbd = `${platformTools}/${asks ? 'asking-adbd' : 'adbd'}`;
  const program = ['/bin/env', 'LD_PRELOAD=/thread-exit.so', adbd];
  const log = openSync(join(process.env['HANDSET_RESULTS'] ?? '', 'adbd.log'), 'a');
  return new UsbPhone({
    port: 0,
    serial: 'ADBD',
    functionFs: join(adbdRoot, 'dev/usb-ffs/adb'),
    start: () => spawn('chroot', [adbdRoot, ...program], { stdio: ['ignore', 'ignore', log] }),
    reopens: true,
  });
}
