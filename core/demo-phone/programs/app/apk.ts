import { concat } from '../../bytes.ts';
import type { Apk } from '../../system.ts';

/** Why a file is not a valid APK: `not-apk` if it is not a ZIP, `no-manifest` if the manifest is missing or unreadable. */
export type ApkError = 'not-apk' | 'no-manifest';

/** The resource id of android.R.attr.versionName. */
const versionNameId = 0x0101021c;

/** Parses an APK. Signatures are not verified. */
export async function readApk(bytes: Uint8Array<ArrayBuffer>): Promise<Apk | ApkError> {
  try {
    const entries = readZip(bytes);
    if (entries === undefined) return 'not-apk';
    const manifest = entries.find(({ name }) => name === 'AndroidManifest.xml');
    if (manifest === undefined) return 'no-manifest';
    return apkOf(readBinaryXml(await manifest.read())) ?? 'no-manifest';
  } catch {
    // Truncated, damaged, or text instead of binary XML.
    return 'no-manifest';
  }
}

function apkOf(elements: readonly BinaryElement[]): Apk | undefined {
  const manifest = elements.find(({ name }) => name === 'manifest');
  const packageName = manifest?.attributes.get('package');
  if (typeof packageName !== 'string' || !/^\w+(\.\w+)+$/.test(packageName)) return undefined;
  return {
    packageName,
    versionName: String(manifest?.attributes.get(versionNameId) ?? ''),
  };
}

/** An element of Android's binary XML (ResourceTypes.h). */
interface BinaryElement {
  readonly name: string;
  /** By name; Android's own also by resource id, because names may be stripped. */
  readonly attributes: ReadonlyMap<string | number, string | number>;
}

const chunkTypes = {
  strings: 0x0001,
  xml: 0x0003,
  startElement: 0x0102,
  resources: 0x0180,
} as const;
const utf8Flag = 0x100;
const stringValue = 0x03;

/** Returns the elements in document order, without nesting. Throws RangeError if truncated, Error if it is not binary XML. */
export function readBinaryXml(bytes: Uint8Array<ArrayBuffer>): readonly BinaryElement[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0, true) !== chunkTypes.xml) throw new Error('no binary XML');
  let strings: readonly string[] = [];
  let resources: readonly number[] = [];
  const elements: BinaryElement[] = [];
  for (let at = view.getUint16(2, true); at + 8 <= view.byteLength;) {
    const kind = view.getUint16(at, true);
    const size = view.getUint32(at + 4, true);
    if (size < 8) throw new Error('a chunk without a size');
    if (kind === chunkTypes.strings) strings = readStrings(view, at);
    if (kind === chunkTypes.resources) resources = readResources(view, at, size);
    if (kind === chunkTypes.startElement)
      elements.push(readElement(view, at, { strings, resources }));
    at += size;
  }
  return elements;
}

function readStrings(view: DataView, at: number): readonly string[] {
  const count = view.getUint32(at + 8, true);
  const isUtf8 = (view.getUint32(at + 16, true) & utf8Flag) !== 0;
  const start = at + view.getUint32(at + 20, true);
  return Array.from({ length: count }, (_, index) => {
    const offset = start + view.getUint32(at + 28 + index * 4, true);
    return isUtf8 ? utf8At(view, offset) : utf16At(view, offset);
  });
}

/** A string is preceded by its length in characters, then in bytes; each takes one byte or two. */
function utf8At(view: DataView, offset: number): string {
  const skip = (at: number): number => at + (view.getUint8(at) & 0x80 ? 2 : 1);
  const at = skip(offset);
  const first = view.getUint8(at);
  const length = first & 0x80 ? ((first & 0x7f) << 8) | view.getUint8(at + 1) : first;
  return new TextDecoder().decode(bytesOf(view, skip(at), length));
}

function utf16At(view: DataView, offset: number): string {
  const first = view.getUint16(offset, true);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | view.getUint16(offset + 2, true) : first;
  const start = offset + (isLong ? 4 : 2);
  return new TextDecoder('utf-16le').decode(bytesOf(view, start, length * 2));
}

function bytesOf(view: DataView, start: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, length);
}

function readResources(view: DataView, at: number, size: number): readonly number[] {
  const count = (size - 8) / 4;
  return Array.from({ length: count }, (_, index) => view.getUint32(at + 8 + index * 4, true));
}

interface ResourceTables {
  readonly strings: readonly string[];
  readonly resources: readonly number[];
}

function readElement(
  view: DataView,
  at: number,
  { strings, resources }: ResourceTables,
): BinaryElement {
  const start = at + 16 + view.getUint16(at + 24, true);
  const length = view.getUint16(at + 26, true);
  const count = view.getUint16(at + 28, true);
  const attributes = new Map<string | number, string | number>();
  for (let index = 0; index < count; index++) {
    const offset = start + index * length;
    const name = view.getUint32(offset + 4, true);
    const data = view.getUint32(offset + 16, true);
    const value = view.getUint8(offset + 15) === stringValue ? (strings[data] ?? '') : data | 0;
    attributes.set(strings[name] ?? '', value);
    const resource = resources[name];
    if (resource !== undefined) attributes.set(resource, value);
  }
  return { name: strings[view.getUint32(at + 20, true)] ?? '', attributes };
}

/** A file in a ZIP's central directory (APPNOTE.TXT of PKWARE). */
interface ZipEntry {
  readonly name: string;
  /** Reads and decompresses it. Rejects when the data is invalid. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

const endSignature = 0x06054b50;
const endLength = 22;
/** Longest comment after the end record, bytes. */
const longestComment = 0xffff;
const entrySignature = 0x02014b50;
/** Compression methods. */
const stored = 0;
const deflated = 8;
/** Limit of decompressed bytes, above any manifest's size: a few bytes can expand to gigabytes. */
const maxUncompressedBytes = 16 * 1024 * 1024;

/** Reads the directory of a ZIP; undefined if it is not a ZIP. Throws RangeError if it is truncated. */
export function readZip(bytes: Uint8Array<ArrayBuffer>): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = view.byteLength - endLength;
  const first = Math.max(0, end - longestComment);
  while (end >= first && view.getUint32(end, true) !== endSignature) end--;
  if (end < first) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let remaining = view.getUint16(end + 10, true); remaining > 0; remaining--) {
    if (view.getUint32(at, true) !== entrySignature) return undefined;
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    );
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const local = view.getUint32(at + 42, true);
    // In the local header the name and extra field may have other lengths.
    const skip = (): number => view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const compressed = (): Uint8Array<ArrayBuffer> =>
      bytes.slice(local + 30 + skip(), local + 30 + skip() + size);
    entries.push({ name, read: async () => decompress(compressed(), method) });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

async function decompress(
  compressed: Uint8Array<ArrayBuffer>,
  method: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (method === stored) return compressed;
  if (method !== deflated) throw new Error(`unknown compression method ${method}`);
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Errors in the data are reported by the reader.
  void writer
    .write(compressed)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; ;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return concat(parts);
    parts.push(value);
    length += value.length;
    if (length > maxUncompressedBytes) throw new Error('too many bytes');
  }
}
