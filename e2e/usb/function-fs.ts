/**
 * The demo phone behind Linux's FunctionFS: the interface and the two bulk endpoints that adbd has at a USB
 * port (AOSP packages/modules/adb, daemon/usb_ffs.cpp and usb.cpp; Linux Documentation/usb/functionfs.rst).
 */
import { openSync, read, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { AdbLink, DemoPhone } from '#core/demo-phone/device.ts';

const readFrom = promisify(read);
const writeTo = promisify(write);

/** adbd reads and writes at most this many bytes at a time. */
const transferBytes = 16_384;
const headerBytes = 24;
const retryMs = 20;

/** An ADB interface with a bulk endpoint from the computer and one to it. */
function interfaceWith(packetBytes: number): Buffer {
  const bulkEndpoint = (address: number): number[] => [
    ...[7, 5, address, 2],
    ...[packetBytes % 256, Math.floor(packetBytes / 256)],
    0,
  ];
  return Buffer.from([
    ...[9, 4, 0, 0, 2, 0xff, 0x42, 0x01, 1],
    ...bulkEndpoint(0x01),
    ...bulkEndpoint(0x82),
  ]);
}

const numbers = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** A block of FunctionFS: a magic number, the length of all, and the rest. */
function block(magic: number, ...parts: readonly Buffer[]): Buffer {
  const rest = Buffer.concat(parts);
  return Buffer.concat([numbers(magic, 8 + rest.length), rest]);
}

const magic = { descriptors: 3, strings: 2 };
const hasFullAndHighSpeed = 1 | 2;
const descriptorsOfEachSpeed = 3;
const english = Buffer.from([0x09, 0x04]);
const descriptors = block(
  magic.descriptors,
  numbers(hasFullAndHighSpeed, descriptorsOfEachSpeed, descriptorsOfEachSpeed),
  interfaceWith(64),
  interfaceWith(512),
);
const oneStringInOneLanguage = numbers(1, 1);
const strings = block(
  magic.strings,
  oneStringInOneLanguage,
  english,
  Buffer.from('ADB Interface\0'),
);

/** Serves the phone at the FunctionFS mounted in this folder, for as long as the process runs; `onClosed` is called when the phone has ended its link. */
export function serveAtFunctionFs(folder: string, phone: DemoPhone, onClosed: () => void): void {
  const control = openSync(join(folder, 'ep0'), 'r+');
  writeSync(control, descriptors);
  writeSync(control, strings);
  void new UsbPort(folder, phone, onClosed).receive();
}

/**
 * The two endpoints. The phone's link over them begins with what the computer sends, and ends where reading fails.
 * When a computer connects anew, adbd also cancels its writes (usb.cpp, `CancelWrites`). Node can't cancel a write.
 */
class UsbPort {
  readonly #phone: DemoPhone;
  readonly #onClosed: () => void;
  readonly #fromComputer: number;
  readonly #toComputer: number;
  #link: AdbLink | null = null;
  #sent: Promise<void> = Promise.resolve();

  constructor(folder: string, phone: DemoPhone, onClosed: () => void) {
    this.#phone = phone;
    this.#onClosed = onClosed;
    this.#fromComputer = openSync(join(folder, 'ep1'), 'r');
    this.#toComputer = openSync(join(folder, 'ep2'), 'w');
  }

  async receive(): Promise<never> {
    const buffer = Buffer.alloc(transferBytes);
    for (;;) {
      try {
        const { bytesRead } = await readFrom(this.#fromComputer, buffer, 0, transferBytes, null);
        this.#link ??= this.#connect();
        this.#link.receive(Uint8Array.from(buffer.subarray(0, bytesRead)));
      } catch {
        // Unplugged, or configured anew: the next read waits until the interface is there again.
        this.#link?.close();
        this.#link = null;
        await pause(retryMs);
      }
    }
  }

  #connect(): AdbLink {
    const link: AdbLink = this.#phone.connect({
      send: (packet) => {
        // What is left of a link that has ended is not sent.
        this.#sent = this.#sent.then(async () => {
          if (this.#link === link) await this.#send(packet);
        });
      },
      onLinkClosed: this.#onClosed,
    });
    return link;
  }

  /** Header and payload are transfers of their own, as adbd's are. */
  async #send(packet: Uint8Array): Promise<void> {
    try {
      await writeTo(this.#toComputer, packet.subarray(0, headerBytes), 0, headerBytes, null);
      for (let start = headerBytes; start < packet.length; start += transferBytes) {
        const part = packet.subarray(start, start + transferBytes);
        await writeTo(this.#toComputer, part, 0, part.length, null);
      }
    } catch {
      // Unplugged: reading fails, too.
    }
  }
}
