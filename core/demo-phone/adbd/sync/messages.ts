/** The messages of the sync service (AOSP packages/modules/adb, file_sync_protocol.h); all little-endian. */
import { concat, encodeUtf8 } from '../../bytes.ts';
import type { FileStat } from '../../files.ts';

/** A message id: four ASCII letters as a little-endian number. */
export function messageId(letters: string): number {
  return (
    [...letters].reduce((id, letter, index) => id | (letter.charCodeAt(0) << (8 * index)), 0) >>> 0
  );
}

/** SYNC_DATA_MAX: the longest DATA payload, bytes. */
export const maxData = 64 * 1024;

/** Id of the user and group `shell`. */
const shellId = 2000;

/** `id, length, bytes`: DATA, FAIL. */
export function chunkMessage(letters: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + data.length);
  bytes.set(encodeUint32s(messageId(letters), data.length));
  bytes.set(data, 8);
  return bytes;
}

/** `id, 0`: OKAY after a file was received, DONE after one was sent. */
export function emptyMessage(letters: 'OKAY' | 'DONE'): Uint8Array<ArrayBuffer> {
  return encodeUint32s(messageId(letters), 0);
}

/** STAT: all zero when there is no such file. */
export function statMessage(stat: FileStat | undefined): Uint8Array<ArrayBuffer> {
  return encodeUint32s(messageId('STAT'), ...stat1Fields(stat));
}

/** STA2, LST2: `error` is a Linux errno, 0 if none. */
export function stat2Message(
  id: number,
  stat: FileStat | undefined,
  error: number,
): Uint8Array<ArrayBuffer> {
  return encodeStat2({ id, stat, error });
}

/** DENT: one entry of LIST. */
export function entryMessage(stat: FileStat, name: string): Uint8Array<ArrayBuffer> {
  const text = encodeUtf8(name);
  return concat([encodeUint32s(messageId('DENT'), ...stat1Fields(stat), text.length), text]);
}

/** DNT2: one entry of LIS2. */
export function entry2Message(stat: FileStat, name: string): Uint8Array<ArrayBuffer> {
  const text = encodeUtf8(name);
  const head = encodeStat2({ id: messageId('DNT2'), stat, error: 0 });
  return concat([head, encodeUint32s(text.length), text]);
}

/** The DONE that ends a list: as long as the fixed part of an entry. */
export function listEnd(version: 1 | 2): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(version === 1 ? 20 : 76);
  bytes.set(encodeUint32s(messageId('DONE')));
  return bytes;
}

function stat1Fields(stat: FileStat | undefined): [number, number, number] {
  return stat === undefined ? [0, 0, 0] : [stat.mode, stat.size, Math.floor(stat.modifiedS)];
}

interface Stat2Fields {
  readonly id: number;
  readonly stat: FileStat | undefined;
  readonly error: number;
}

function encodeStat2({ id, stat, error }: Stat2Fields): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(72);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, id, true);
  view.setUint32(4, error, true);
  if (stat === undefined) return bytes;
  const time = BigInt(Math.floor(stat.modifiedS));
  // 8: device, 16: inode; clients do not compare them, so they stay 0.
  view.setUint32(24, stat.mode, true);
  view.setUint32(28, 1, true);
  view.setUint32(32, shellId, true);
  view.setUint32(36, shellId, true);
  view.setBigUint64(40, BigInt(stat.size), true);
  for (const offset of [48, 56, 64]) view.setBigInt64(offset, time, true);
  return bytes;
}

function encodeUint32s(...values: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value, true));
  return bytes;
}
