/** ADB packets: a 24-byte little-endian header, then the payload (AOSP packages/modules/adb, protocol.txt). */

/** The commands of the wire: four ASCII letters, read as a little-endian number. */
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
export const headerLength = 24;

const noPayload = new Uint8Array(0);

/** A packet without payload. */
export function barePacket(code: number, arg0: number, arg1: number): Packet {
  return { command: code, arg0, arg1, payload: noPayload };
}

/** The sum of all bytes, modulo 2^32; called a CRC in the header's field name. */
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
  const bytes = new Uint8Array(headerLength + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, packet.command, true);
  view.setUint32(4, packet.arg0, true);
  view.setUint32(8, packet.arg1, true);
  view.setUint32(12, payload.length, true);
  view.setUint32(16, options.checksum ? checksumOf(payload) : 0, true);
  view.setUint32(20, ~packet.command, true);
  bytes.set(payload, headerLength);
  return bytes;
}
