/** Inputs for readers: real ones with a few changes, such as a sender makes by mistake or on purpose. */
import fc from 'fast-check';

export type Bytes = Uint8Array<ArrayBuffer>;

/** An input, and where its pieces begin. */
export interface Input {
  readonly bytes: Bytes;
  readonly cuts: readonly number[];
}

const any = fc.nat(0xffff_ffff);
/** One change. Of the numbers, which may be any, the remainders say where and what. */
const edit = fc.record({ kind: any, at: any, length: any, value: any });
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
const recipe = fc.record({
  seed: any,
  edits: fc.array(edit, { maxLength: 5, size: 'max' }),
  // Most are read as a whole only, which takes half the time.
  cuts: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    fc.array(any, { maxLength: 4 }),
  ),
});

/** The ends of lengths, lines, words, paths, markup and escapes, and text that is no text. */
const tokens = [
  ...String.raw`" ' \ / ../ .. ~ : , = - -- * [ ] ( ((((( { } < > & | % %zz # C:\ $(id) __proto__`.split(
    ' ',
  ),
  ...'<img src=x onerror=alert(1)>,</node>,]]>,<!--,&#0;,&#xd800;,javascript:,; reboot'.split(','),
  ...['\0', '\t', '\n', '\r', ' ', '\x1b[2J', '\x85', '\u202e', '\u2028', '\ufeff', '👩‍👩‍👧', 'é'],
].map((token) => Buffer.from(token));
const noText = ['eda080', 'fffe', 'c3', 'ff'].map((hex) => Buffer.from(hex, 'hex'));
const numbers =
  `0 -1 1 0.5 00 255 65536 2147483648 4294967295 9007199254740993 18446744073709551616 1e308 1e999 NaN - ${'9'.repeat(400)}`
    .split(' ')
    .map((number) => Buffer.from(number));
const lengths = [0, 1, 0x7f, 0xff, 0x100, 0xffff, 0x1_0000, 0x10_0000, 0x7fff_ffff, 0xffff_ffff];
const longText = 'x'.repeat(3_000);
const values = `[0, -1, 0.5, 1e308, null, true, "", "x", "\\ud800", "\\u0000", "../x", [], {}, [[[]]], "constructor",
  {"toString":1,"valueOf":1}, {"__proto__":{"x":1}}, "${longText}"]`;

/** A part that is repeated so far shows work or memory that grows too fast; few inputs have one, since they take long. */
const floodBytes = 48 * 1024;
const floodOdds = 6;

/** The inputs of a run with this seed, in order: the same ones for the same seeds. */
export function* inputsOf(
  seeds: readonly Bytes[],
  { cases, seed }: { readonly cases: number; readonly seed: number },
): Generator<Input> {
  const atOnce = 256;
  for (let at = 0; at < cases; at += atOnce) {
    const options = { numRuns: Math.min(atOnce, cases - at), seed: seed + at };
    for (const { seed: chosen, edits, cuts } of fc.sample(recipe, options)) {
      const start = oneOf(seeds, chosen);
      const bytes = edits.reduce((input, each) => edited(input, each, seeds), start);
      yield { bytes, cuts: cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b) };
    }
  }
}

/** The pieces of an input. */
export function divide({ bytes, cuts }: Input): readonly Bytes[] {
  const ends = [...cuts, bytes.length];
  return ends
    .map((end, i) => bytes.slice(cuts[i - 1] ?? 0, end))
    .filter(({ length }) => length > 0);
}

/** What an edit makes of the bytes, by its kind. */
function edited(
  bytes: Bytes,
  { kind, at: place, length: amount, value }: Edit,
  seeds: readonly Bytes[],
): Bytes {
  const at = place % (bytes.length + 1);
  // Mostly short.
  const length = Math.min(amount % (value % 8 === 0 ? bytes.length + 1 : 17), bytes.length - at);
  const part = bytes.subarray(at, at + length);
  const replace = (size: number, ...by: readonly Uint8Array[]): Bytes =>
    replaced(bytes, at, size, by);
  const other = oneOf(seeds, value);
  const from = amount % (other.length + 1);
  const kinds = [
    () => replace(1, Uint8Array.of((bytes[at] ?? 0) ^ (1 << (value % 8)))),
    () => replace(1, Uint8Array.of(value)),
    () => replace(length),
    () => replace(bytes.length - at),
    () => replace(0, ...Array.from({ length: value % 9 }, () => part)),
    () => replace(length, other.subarray(from, from + (value % 200))),
    () => replace(amount % 2 === 0 ? 0 : length, oneOf([...tokens, ...noText], value)),
    () => withNumber(bytes, at, oneOf(numbers, value)),
    () => withLength(bytes, at, value),
    () => withValue(bytes, place, value),
    () => {
      const isMade = value % floodOdds === 0 && length > 0 && bytes.length < floodBytes;
      return isMade ? replace(0, Buffer.alloc(floodBytes, part)) : bytes;
    },
  ];
  return oneOf(kinds, kind)();
}

function replaced(bytes: Bytes, at: number, size: number, by: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), ...by, bytes.subarray(at + size)]));
}

function oneOf<Item>(list: readonly Item[], at: number): Item {
  const item = list[at % list.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** Another number in place of the first decimal one from there on. */
function withNumber(bytes: Bytes, at: number, number: Uint8Array): Bytes {
  const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
  const from = bytes.findIndex((byte, i) => i >= at && isDigit(byte));
  if (from < 0) return bytes;
  const size = bytes.subarray(from).findIndex((byte) => !isDigit(byte));
  return replaced(bytes, from, size < 0 ? bytes.length : size, [number]);
}

/** Another length in place of the next four bytes that can be one, of either byte order. */
function withLength(bytes: Bytes, at: number, value: number): Bytes {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let i = at; i <= copy.length - 4; i++) {
    for (const isLittle of [true, false]) {
      const present = view.getUint32(i, isLittle);
      if (present > copy.length) continue;
      view.setUint32(
        i,
        oneOf([...lengths, present + 1, present - 1, 2 * present], value),
        isLittle,
      );
      return copy;
    }
  }
  return bytes;
}

/** Another value in place of one in a JSON text, or none; the same bytes if they are no JSON. */
function withValue(bytes: Bytes, place: number, value: number): Bytes {
  if (bytes[0] !== 0x7b && bytes[0] !== 0x5b) return bytes;
  const holders: (readonly [object, string])[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      holders.push([node, key]);
      visit(child);
    }
  };
  try {
    const root: unknown = JSON.parse(Buffer.from(bytes).toString());
    visit(root);
    const [holder, key] = oneOf(holders, place);
    const [otherHolder, otherKey] = oneOf(holders, value);
    const odd: unknown = oneOf(JSON.parse(values) as unknown[], value);
    // A copy, since a value within itself has no JSON.
    const other: unknown = structuredClone(
      value % 3 === 0 ? Reflect.get(otherHolder, otherKey) : odd,
    );
    if (value % 5 === 0) Reflect.deleteProperty(holder, key);
    else Reflect.defineProperty(holder, key, { value: other, enumerable: true });
    return new Uint8Array(Buffer.from(JSON.stringify(root)));
  } catch {
    return bytes;
  }
}
