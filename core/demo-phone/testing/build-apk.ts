/** Minimal APKs for tests: a ZIP of stored files with a manifest in binary XML. */

export interface ApkOptions {
  readonly packageName: string;
  readonly versionName?: string;
}

/** Builds an APK. */
export function buildApk(options: ApkOptions): Uint8Array<ArrayBuffer> {
  return buildZip({ 'AndroidManifest.xml': buildManifest(options) });
}

/** Builds an uncompressed ZIP of these files. */
export function buildZip(
  files: Readonly<Record<string, string | Uint8Array>>,
): Uint8Array<ArrayBuffer> {
  const bodies: number[][] = [];
  const directory: number[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = typeof content === 'string' ? encode(content) : content;
    const nameBytes = encode(name);
    // Version, flags, method (stored), time and date, checksum (not verified), sizes, lengths.
    const header = [20, 0, 0, 0, 0].flatMap(u16);
    header.push(...u32(0), ...u32(data.length), ...u32(data.length), ...u16(nameBytes.length));
    const body = [...u32(0x04034b50), ...header, ...u16(0), ...nameBytes, ...data];
    directory.push(...u32(0x02014b50), ...u16(20), ...header, ...[0, 0, 0, 0].flatMap(u16));
    directory.push(...u32(0), ...u32(offset), ...nameBytes);
    bodies.push(body);
    offset += body.length;
  }
  const count = u16(bodies.length);
  const end = [...u32(0x06054b50), ...u16(0), ...u16(0), ...count, ...count];
  end.push(...u32(directory.length), ...u32(offset), ...u16(0));
  return Uint8Array.from([...bodies.flat(), ...directory, ...end]);
}

/** The resource id of android.R.attr.versionName, the manifest's first string. */
const resources = [0x0101021c];
const noValue = 0xffffffff;
/** TYPE_STRING (ResourceTypes.h). */
const textType = 0x03;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

function buildManifest(options: ApkOptions): Uint8Array<ArrayBuffer> {
  const { packageName, versionName = '1.0' } = options;
  const strings = ['versionName', 'package', 'manifest', packageName, versionName];
  const chunks = [
    ...stringPool(strings),
    ...u16(0x0180),
    ...u16(8),
    ...u32(8 + resources.length * 4),
    ...resources.flatMap(u32),
    ...startElement(strings, 'manifest', [
      { name: 'versionName', value: versionName },
      { name: 'package', value: packageName },
    ]),
  ];
  return Uint8Array.from([...u16(0x0003), ...u16(8), ...u32(8 + chunks.length), ...chunks]);
}

function stringPool(strings: readonly string[]): number[] {
  const offsets: number[] = [];
  const data: number[] = [];
  for (const text of strings) {
    offsets.push(...u32(data.length));
    const bytes = encode(text);
    data.push(text.length, bytes.length, ...bytes, 0);
  }
  while (data.length % 4 !== 0) data.push(0);
  const start = 28 + offsets.length;
  const head = [...u16(0x0001), ...u16(28), ...u32(start + data.length), ...u32(strings.length)];
  head.push(...u32(0), ...u32(0x100), ...u32(start), ...u32(0));
  return [...head, ...offsets, ...data];
}

function startElement(
  strings: readonly string[],
  name: string,
  attributes: readonly Attribute[],
): number[] {
  const attributeBytes = attributes.flatMap(({ name: attribute, value }) => {
    const text = strings.indexOf(value);
    const head = [noValue, strings.indexOf(attribute), text].flatMap(u32);
    return [...head, ...u16(8), 0, textType, ...u32(text)];
  });
  const body = [
    ...[1, noValue, noValue, strings.indexOf(name)].flatMap(u32),
    ...[20, 20].flatMap(u16),
  ];
  body.push(...[attributes.length, 0, 0, 0].flatMap(u16), ...attributeBytes);
  return [...u16(0x0102), ...u16(16), ...u32(8 + body.length), ...body];
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const u16 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value), ...u16(value >>> 16)];
