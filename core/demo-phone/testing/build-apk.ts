/** Minimal APKs for tests: a ZIP of stored files with a manifest in binary XML. */

export interface ApkOptions {
  readonly packageName: string;
  readonly versionCode?: number;
  readonly versionName?: string;
  readonly minSdk?: number;
  readonly testOnly?: boolean;
  /** Further files, by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Builds an APK. */
export function buildApk(options: ApkOptions): Uint8Array<ArrayBuffer> {
  return buildZip({ 'AndroidManifest.xml': buildManifest(options), ...options.files });
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

/** Resource ids of android.R.attr, in the order of the manifest's first strings. */
const resources = [0x0101021b, 0x0101021c, 0x0101020c, 0x01010272];
const noValue = 0xffffffff;
const valueTypes = { text: 0x03, integer: 0x10, boolean: 0x12 } as const;

interface Attribute {
  readonly name: string;
  readonly type: keyof typeof valueTypes;
  readonly value: string | number;
}

function buildManifest(options: ApkOptions): Uint8Array<ArrayBuffer> {
  const { packageName, versionCode = 1, versionName = '1.0', minSdk = 21, testOnly } = options;
  const strings = ['versionCode', 'versionName', 'minSdkVersion', 'testOnly', 'package'];
  strings.push('manifest', 'uses-sdk', 'application', packageName, versionName);
  const element = (name: string, attributes: readonly Attribute[]): number[] =>
    startElement(strings, name, attributes);
  const chunks = [
    ...stringPool(strings),
    ...u16(0x0180),
    ...u16(8),
    ...u32(8 + resources.length * 4),
    ...resources.flatMap(u32),
    ...element('manifest', [
      { name: 'versionCode', type: 'integer', value: versionCode },
      { name: 'versionName', type: 'text', value: versionName },
      { name: 'package', type: 'text', value: packageName },
    ]),
    ...element('uses-sdk', [{ name: 'minSdkVersion', type: 'integer', value: minSdk }]),
    ...element('application', [
      { name: 'testOnly', type: 'boolean', value: testOnly === true ? noValue : 0 },
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
  const attributeBytes = attributes.flatMap(({ name: attribute, type, value }) => {
    const data = typeof value === 'string' ? strings.indexOf(value) : value;
    const raw = typeof value === 'string' ? data : noValue;
    return [
      ...[noValue, strings.indexOf(attribute), raw].flatMap(u32),
      ...u16(8),
      0,
      valueTypes[type],
    ].concat(u32(data));
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
