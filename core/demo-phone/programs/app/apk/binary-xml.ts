/** An element of Android's binary XML (ResourceTypes.h). */
export interface BinaryElement {
  readonly name: string;
  /** By name, and those of Android's own by the number of their resource too: names may be cut out. */
  readonly attributes: ReadonlyMap<string | number, string | number>;
}

const kinds = { strings: 0x0001, xml: 0x0003, startElement: 0x0102, resources: 0x0180 } as const;
const utf8Flag = 0x100;
const stringValue = 0x03;

/** The elements in their order, without their nesting. Throws RangeError, or Error for what is no binary XML. */
export function readBinaryXml(bytes: Uint8Array<ArrayBuffer>): readonly BinaryElement[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint16(0, true) !== kinds.xml) throw new Error('no binary XML');
  let strings: readonly string[] = [];
  let resources: readonly number[] = [];
  const elements: BinaryElement[] = [];
  for (let at = view.getUint16(2, true); at + 8 <= view.byteLength;) {
    const kind = view.getUint16(at, true);
    const size = view.getUint32(at + 4, true);
    if (size < 8) throw new Error('a chunk without a size');
    if (kind === kinds.strings) strings = readStrings(view, at);
    if (kind === kinds.resources) resources = readResources(view, at, size);
    if (kind === kinds.startElement) elements.push(readElement(view, at, { strings, resources }));
    at += size;
  }
  return elements;
}

function readStrings(view: DataView, at: number): readonly string[] {
  const count = view.getUint32(at + 8, true);
  const isUtf8 = (view.getUint32(at + 16, true) & utf8Flag) !== 0;
  const start = at + view.getUint32(at + 20, true);
  return Array.from({ length: count }, (_, index) => {
    const place = start + view.getUint32(at + 28 + index * 4, true);
    return isUtf8 ? utf8At(view, place) : utf16At(view, place);
  });
}

/** Its length in characters, then in bytes, each of one byte or of two. */
function utf8At(view: DataView, place: number): string {
  const skip = (at: number): number => at + (view.getUint8(at) & 0x80 ? 2 : 1);
  const at = skip(place);
  const first = view.getUint8(at);
  const length = first & 0x80 ? ((first & 0x7f) << 8) | view.getUint8(at + 1) : first;
  return new TextDecoder().decode(bytesOf(view, skip(at), length));
}

function utf16At(view: DataView, place: number): string {
  const first = view.getUint16(place, true);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? ((first & 0x7fff) << 16) | view.getUint16(place + 2, true) : first;
  const start = place + (isLong ? 4 : 2);
  return new TextDecoder('utf-16le').decode(bytesOf(view, start, length * 2));
}

function bytesOf(view: DataView, start: number, length: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, length);
}

function readResources(view: DataView, at: number, size: number): readonly number[] {
  const count = (size - 8) / 4;
  return Array.from({ length: count }, (_, index) => view.getUint32(at + 8 + index * 4, true));
}

interface Tables {
  readonly strings: readonly string[];
  readonly resources: readonly number[];
}

function readElement(view: DataView, at: number, { strings, resources }: Tables): BinaryElement {
  const start = at + 16 + view.getUint16(at + 24, true);
  const length = view.getUint16(at + 26, true);
  const count = view.getUint16(at + 28, true);
  const attributes = new Map<string | number, string | number>();
  for (let index = 0; index < count; index++) {
    const place = start + index * length;
    const name = view.getUint32(place + 4, true);
    const data = view.getUint32(place + 16, true);
    const value = view.getUint8(place + 15) === stringValue ? (strings[data] ?? '') : data | 0;
    attributes.set(strings[name] ?? '', value);
    const resource = resources[name];
    if (resource !== undefined) attributes.set(resource, value);
  }
  return { name: strings[view.getUint32(at + 20, true)] ?? '', attributes };
}
