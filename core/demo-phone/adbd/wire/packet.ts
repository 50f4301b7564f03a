/** ADB packets: a 24-byte little-endian header, then the payload (AOSP packages/modules/adb, protocol.txt). */

/** The protocol's commands: four ASCII letters, read as a little-endian number. */
export const command = {
  cnxn: 0x4e584e43,
  auth: 0x48545541,
  open: 0x4e45504f,
  okay: 0x59414b4f,
  clse: 0x45534c43,
  wrte: 0x45545257,
} as const;

export interface Packet {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** Bytes of a header. */
export const packetHeaderLength = 24;

const noPayload = new Uint8Array(0);

/** Creates a packet without payload. */
export function packetWithoutPayload(code: number, arg0: number, arg1: number): Packet {
  return { command: code, arg0, arg1, payload: noPayload };
}

/** The sum of all bytes, modulo 2^32; the header's field is misleadingly called data_crc32. */
export function checksumOf(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}

/** Header and payload in one buffer. Without `checksum` its field is 0, as protocol 0x01000001 allows. */
export function encodePacket(
  packet: Packet,
  options: { checksum: boolean },
): Uint8Array<ArrayBuffer> {
  const { payload } = packet;
  const bytes = new Uint8Array(packetHeaderLength + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, packet.command, true);
  view.setUint32(4, packet.arg0, true);
  view.setUint32(8, packet.arg1, true);
  view.setUint32(12, payload.length, true);
  view.setUint32(16, options.checksum ? checksumOf(payload) : 0, true);
  view.setUint32(20, ~packet.command, true);
  bytes.set(payload, packetHeaderLength);
  return bytes;
}

/** The bytes were not ADB; adbd drops the link, because it cannot find the next packet. */
export class BadPacket extends Error {
  override readonly name = 'BadPacket';
}

interface DecoderLimits {
  /** Bytes; a longer payload is refused before it is read. */
  readonly maxPayload: number;
  /** Whether the header's checksum is verified (protocol 0x01000000). */
  readonly verifyChecksum: boolean;
}

/**
 * Decodes a byte stream, split anywhere, into packets. The returned function calls `deliver` for
 * each completed packet, in order, and throws BadPacket at a bad magic, length or checksum.
 */
export function createPacketDecoder(
  limits: DecoderLimits,
  deliver: (packet: Packet) => void,
): (bytes: Uint8Array) => void {
  const header = new Uint8Array(packetHeaderLength);
  let payload: Uint8Array<ArrayBuffer> | undefined;
  let filled = 0;

  const finish = (body: Uint8Array<ArrayBuffer>): void => {
    payload = undefined;
    filled = 0;
    deliver(packetFrom(header, body, limits));
  };
  return (bytes) => {
    let offset = 0;
    while (offset < bytes.length) {
      const target = payload ?? header;
      const length = Math.min(target.length - filled, bytes.length - offset);
      target.set(bytes.subarray(offset, offset + length), filled);
      offset += length;
      filled += length;
      if (filled < target.length) return;
      if (payload !== undefined) {
        finish(payload);
        continue;
      }
      filled = 0;
      payload = new Uint8Array(checkedLength(header, limits));
      if (payload.length === 0) finish(payload);
    }
  };
}

function checkedLength(header: Uint8Array<ArrayBuffer>, limits: DecoderLimits): number {
  const view = new DataView(header.buffer);
  const code = view.getUint32(0, true);
  if (view.getUint32(20, true) !== ~code >>> 0) throw new BadPacket(`bad magic after ${hex(code)}`);
  const length = view.getUint32(12, true);
  if (length > limits.maxPayload) throw new BadPacket(`a payload of ${length} bytes`);
  return length;
}

function packetFrom(
  header: Uint8Array<ArrayBuffer>,
  payload: Uint8Array<ArrayBuffer>,
  limits: DecoderLimits,
): Packet {
  const view = new DataView(header.buffer);
  if (limits.verifyChecksum && view.getUint32(16, true) !== checksumOf(payload)) {
    throw new BadPacket(`bad checksum after ${hex(view.getUint32(0, true))}`);
  }
  return {
    command: view.getUint32(0, true),
    arg0: view.getUint32(4, true),
    arg1: view.getUint32(8, true),
    payload,
  };
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
