import type { Size } from '../../geometry.ts';
import { concat as join } from '../shell/bytes.ts';

/** A black picture of that size: 1 bit grey, stored without compression (PNG specification, RFC 1950, RFC 1951). */
export function blackPng({ width, height }: Size): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(height * (1 + Math.ceil(width / 8)));
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 1; // bit depth; colour type, compression, filter and interlace are 0
  return join([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', zlibStored(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Deflate's longest stored block. */
const longestBlock = 0xffff;

function zlibStored(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < bytes.length; at += longestBlock) {
    const block = bytes.subarray(at, at + longestBlock);
    const last = at + longestBlock >= bytes.length ? 1 : 0;
    const [low, high] = [block.length & 0xff, block.length >> 8];
    parts.push(Uint8Array.of(last, low, high, ~low & 0xff, ~high & 0xff), block);
  }
  // Adler-32 of zeros: the low half stays 1, the high half counts the bytes.
  const checksum = new DataView(new ArrayBuffer(4));
  checksum.setUint16(0, bytes.length % 65521);
  checksum.setUint16(2, 1);
  return join([...parts, new Uint8Array(checksum.buffer)]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
