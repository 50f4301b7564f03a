import { concat } from '../../../shell/text.ts';

/** A file in a ZIP, as its central directory tells (APPNOTE.TXT of PKWARE). */
export interface ZipEntry {
  readonly name: string;
  /** Its bytes, inflated. Rejects when they can't be. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

const endSignature = 0x06054b50;
const endLength = 22;
/** A comment may follow the end record. */
const longestComment = 0xffff;
const entrySignature = 0x02014b50;
/** Compression methods. */
const stored = 0;
const deflated = 8;
/** More than any manifest; a few bytes may swell up to gigabytes. */
const mostBytes = 16 * 1024 * 1024;

/** The files of a ZIP, or undefined for what is none. Throws RangeError for one that is cut off. */
export function readZip(bytes: Uint8Array<ArrayBuffer>): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = view.byteLength - endLength;
  const first = Math.max(0, end - longestComment);
  while (end >= first && view.getUint32(end, true) !== endSignature) end--;
  if (end < first) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== entrySignature) return undefined;
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    );
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const local = view.getUint32(at + 42, true);
    // The local header has a name and extras of lengths of its own.
    const skip = (): number => view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = (): Uint8Array<ArrayBuffer> =>
      bytes.slice(local + 30 + skip(), local + 30 + skip() + size);
    entries.push({ name, read: async () => unpack(packed(), method) });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  method: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === stored) return packed;
  if (method !== deflated) throw new Error(`unknown compression method ${method}`);
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // What is wrong with the bytes is told by the reader.
  void writer
    .write(packed)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return concat(parts);
    parts.push(value);
    length += value.length;
    if (length > mostBytes) throw new Error('too many bytes');
  }
}
