/** A demo phone whose connection breaks at a chosen point of what passes over it. */
import {
  command,
  encodePacket,
  packetHeaderLength,
  packetWithoutPayload,
} from '#core/demo-phone/adbd/wire/packet.ts';
import type { AdbHost, AdbLink, DemoPhone } from '#core/demo-phone/device.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * How a connection breaks: the cable is pulled; adbd ends and starts again; nothing passes any more, in either
 * direction; half of a packet passes, then the cable is pulled; a packet of the phone passes twice; the phone
 * closes the socket of a packet.
 */
export const breaks = [
  'unplugged',
  'restarted',
  'silent',
  'cut short',
  'repeated',
  'closed',
] as const;
export type Break = (typeof breaks)[number];

/** A break that waits for its point; a function breaks something else. */
interface ArmedBreak {
  readonly kind: Break | (() => void);
  /** Passages that come before it. */
  left: number;
}

/** A phone between a host and the demo phone, which counts what passes: writes of the host and packets of the phone. */
export class BreakablePhone implements DemoPhone {
  readonly serial: string;
  readonly model: string;
  readonly #phone: DemoPhone;
  /** Pulls the cable and, after a moment, plugs it in. */
  readonly #replug: () => void;
  /** The host's numbers of the sockets that are open, or that it has asked for. */
  readonly #sockets = new Set<number>();
  #armed: ArmedBreak | null = null;
  #isSilent = false;
  #isHostGone = false;
  #passages = 0;

  constructor(phone: DemoPhone, replug: () => void) {
    this.serial = phone.serial;
    this.model = phone.model;
    this.#phone = phone;
    this.#replug = replug;
  }

  /** What has passed since `breakAfter`. */
  get passages(): number {
    return this.#passages;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  /** Breaks the connection once so much has passed, or calls the function; null for a connection that holds. */
  breakAfter(passages: number, kind: Break | (() => void) | null): void {
    this.#armed = kind === null ? null : { kind, left: passages };
    this.#passages = 0;
  }

  /** The host ends without a word, as a page that is reloaded: nothing of it arrives until one connects again. */
  loseHost(): void {
    this.#isHostGone = true;
  }

  /** A silent connection stays silent until the next one. */
  connect(host: AdbHost): AdbLink {
    this.#isSilent = false;
    this.#isHostGone = false;
    this.#sockets.clear();
    const link: AdbLink = this.#phone.connect({
      send: (packet) => this.#pass(packet, 'phone', (bytes) => host.send(bytes), { host, link }),
      onLinkClosed: () => host.onLinkClosed(),
    });
    return {
      receive: (bytes) =>
        this.#pass(bytes.slice(), 'host', (part) => link.receive(part), { host, link }),
      close: () => link.close(),
    };
  }

  #pass(
    bytes: Bytes,
    from: 'host' | 'phone',
    deliver: (bytes: Bytes) => void,
    { host, link }: { readonly host: AdbHost; readonly link: AdbLink },
  ): void {
    if (
      from === 'host' &&
      bytes.length === packetHeaderLength &&
      wordOf(bytes, 0) === command.cnxn
    ) {
      this.#isHostGone = false;
      this.#sockets.clear();
    }
    if (this.#isSilent || (from === 'host' && this.#isHostGone)) return;
    this.#passages++;
    // A host sends a packet's header and payload apart.
    if (from === 'phone' || bytes.length === packetHeaderLength) this.#countSockets(bytes, from);
    const kind = this.#breakNow(bytes, from);
    if (typeof kind === 'function') {
      kind();
      if (from === 'phone' || !this.#isHostGone) deliver(bytes);
      return;
    }
    if (kind === 'cut short') deliver(bytes.slice(0, bytes.length / 2));
    if (kind === null || kind === 'repeated' || kind === 'closed') deliver(bytes);
    if (kind === 'repeated') deliver(bytes);
    if (kind === 'closed') {
      closeSocket(bytes, host, link);
      this.#sockets.delete(wordOf(bytes, 8));
    }
    if (kind === 'silent') this.#isSilent = true;
    if (kind === 'unplugged' || kind === 'cut short') this.#replug();
    if (kind === 'restarted') {
      link.close();
      host.onLinkClosed();
    }
  }

  #countSockets(header: Bytes, from: 'host' | 'phone'): void {
    const ofHost = wordOf(header, from === 'host' ? 4 : 8);
    if (from === 'host' && wordOf(header, 0) === command.open) this.#sockets.add(ofHost);
    if (wordOf(header, 0) === command.clse) this.#sockets.delete(ofHost);
  }

  /** The break whose point this is. */
  #breakNow(bytes: Bytes, from: 'host' | 'phone'): ArmedBreak['kind'] | null {
    const armed = this.#armed;
    if (armed === null || armed.left-- > 0) return null;
    if (armed.kind === 'repeated' && from === 'host') return null;
    if (armed.kind === 'closed' && (from === 'host' || !isOfOpenSocket(bytes))) return null;
    this.#armed = null;
    return armed.kind;
  }
}

const wordOf = (bytes: Bytes, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

function isOfOpenSocket(bytes: Bytes): boolean {
  return wordOf(bytes, 0) === command.okay || wordOf(bytes, 0) === command.wrte;
}

/** Closes the socket of a packet of the phone on both sides, as when the service ends. */
function closeSocket(packet: Bytes, host: AdbHost, link: AdbLink): void {
  const own = wordOf(packet, 4);
  const remote = wordOf(packet, 8);
  const close = (from: number, to: number): Bytes =>
    encodePacket(packetWithoutPayload(command.clse, from, to), { checksum: true });
  host.send(close(own, remote));
  link.receive(close(remote, own));
}
