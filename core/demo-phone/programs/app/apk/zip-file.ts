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
const stored = 0;
const deflated = 8;
/** More than any manifest; a few bytes may swell up to gigabytes. */
const mostBytes = 16 * 1024 * 1024;

/** The files of a ZIP, or undefined for what is none. Throws RangeError for one that is cut off. */
export function readZip(bytes: Uint8Array<ArrayBuffer>): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== entrySignature) return undefined;
    entries.push(entryAt(bytes, view, at));
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return entries;
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return undefined;
}

function entryAt(bytes: Uint8Array<ArrayBuffer>, view: DataView, at: number): ZipEntry {
  const method = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 20, true);
  const nameLength = view.getUint16(at + 28, true);
  const local = view.getUint32(at + 42, true);
  return {
    name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
    read: async () => {
      // The local header has a name and extras of lengths of its own.
      const skip = view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const start = local + 30 + skip;
      const packed = bytes.slice(start, start + size);
      if (method === stored) return packed;
      if (method !== deflated) throw new Error(`unknown compression method ${method}`);
      return await inflate(packed);
    },
  };
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const writing = writer.write(packed).then(() => writer.close());
  // What is wrong with the bytes is told by the reader.
  writing.catch(() => undefined);
  const reader = readable.getReader();
  let all = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return all;
    if (all.length + value.length > mostBytes) throw new Error('too many bytes');
    const longer = new Uint8Array(all.length + value.length);
    longer.set(all);
    longer.set(value, all.length);
    all = longer;
  }
}
