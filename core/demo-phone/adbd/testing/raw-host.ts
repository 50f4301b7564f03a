/** A host for tests that sends and receives single ADB packets. */
import type { AdbLink, DemoPhone } from '../../connection.ts';
import { command, createPacketDecoder, encodePacket, type Packet } from '../wire/packet.ts';

/** A key that parses, which is all that the dialog needs. */
const keyLine = `${btoa(String.fromCharCode(64, ...new Array<number>(523).fill(0)))} raw@host\0`;

export class RawHost {
  /** Packets from the phone that `next` has not returned yet. */
  readonly received: Packet[] = [];
  readonly link: AdbLink;
  /** Whether the phone has ended the link. */
  ended = false;

  constructor(phone: DemoPhone) {
    // The limit is above every phone's own.
    const limits = { maxPayload: 2 ** 24, verifyChecksum: false };
    const decode = createPacketDecoder(limits, (packet) => this.received.push(packet));
    this.link = phone.connect({
      send: decode,
      onLinkClosed: () => {
        this.ended = true;
      },
    });
  }

  /** Sends one packet. */
  send(
    code: keyof typeof command,
    args: readonly [number, number],
    payload: string | Uint8Array = '',
  ) {
    const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
    const packet = { command: command[code], arg0: args[0], arg1: args[1], payload: bytes.slice() };
    this.link.receive(encodePacket(packet, { checksum: true }));
  }

  /** Waits for the phone's next packet. */
  async next(): Promise<Packet & { readonly name: string; readonly text: string }> {
    for (;;) {
      const packet = this.received.shift();
      if (packet !== undefined) return describePacket(packet);
      if (this.ended) throw new Error('the phone ended the link');
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
    }
  }

  /** Does the CNXN handshake and the authorisation. Returns the phone's CNXN. */
  async connectAndAuthorize(features = '', version = 0x0100_0001, maxPayload = 1024 * 1024) {
    this.send('cnxn', [version, maxPayload], `host::features=${features}`);
    await this.next();
    this.send('auth', [3, 0], keyLine);
    return this.next();
  }

  /** Lets the phone process everything that is pending. */
  async processPending(): Promise<void> {
    for (let turn = 0; turn < 20; turn++)
      await new Promise<void>((resolve) => setTimeout(resolve, 0));
  }
}

function describePacket(packet: Packet) {
  const { command: code, payload } = packet;
  const name = String.fromCharCode(code & 255, (code >> 8) & 255, (code >> 16) & 255, code >> 24);
  return { ...packet, name, text: new TextDecoder().decode(payload) };
}
