import { checksumOf, headerLength, type Packet } from './packet.ts';

/** The bytes were not ADB; adbd drops the link, for nothing after them can be trusted. */
export class BadPacket extends Error {
  override readonly name = 'BadPacket';
}

export interface DecoderLimits {
  /** Bytes; a longer payload is refused before it is taken in. */
  readonly maxPayload: number;
  /** Whether the header's checksum must fit (protocol 0x01000000). */
  readonly verifyChecksum: boolean;
}

/**
 * Turns a byte stream, cut anywhere, into packets. The returned function hands every completed
 * packet to `deliver`, in order, and throws BadPacket at a bad magic, length or checksum.
 */
export function createPacketDecoder(
  limits: DecoderLimits,
  deliver: (packet: Packet) => void,
): (bytes: Uint8Array) => void {
  const header = new Uint8Array(headerLength);
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
      const taken = Math.min(target.length - filled, bytes.length - offset);
      target.set(bytes.subarray(offset, offset + taken), filled);
      offset += taken;
      filled += taken;
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
