/** SHA-1 and SHA-256 (FIPS 180-4), for `sha1sum` and `sha256sum`; they guard nothing. */

/** The 20-byte digest. */
export function sha1(message: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Uint32Array(80);
  for (const block of blocksOf(message)) {
    for (let i = 0; i < 16; i++) schedule[i] = block.getUint32(i * 4);
    for (let i = 16; i < 80; i++) {
      schedule[i] = rotate(
        at(schedule, i - 3) ^ at(schedule, i - 8) ^ at(schedule, i - 14) ^ at(schedule, i - 16),
        1,
      );
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
    for (let i = 0; i < 80; i++) {
      const mixed = (rotate(a, 5) + mixBits(i, [b, c, d]) + e + at(schedule, i)) >>> 0;
      [a, b, c, d, e] = [mixed, a, rotate(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((value, i) => (state[i] = at(state, i) + value));
  }
  return bytesOf(state);
}

/** The round's function and constant together. */
function mixBits(i: number, [b, c, d]: readonly [number, number, number]): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

const primes = firstPrimes(64);
/** The first 32 bits of a root's fraction. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) >>> 0;
const roundConstants = primes.map((prime) => fraction(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** The 32-byte digest. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(initialState);
  const schedule = new Uint32Array(64);
  for (const block of blocksOf(message)) {
    for (let i = 0; i < 16; i++) schedule[i] = block.getUint32(i * 4);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [at(schedule, i - 15), at(schedule, i - 2)];
      const s0 = rotate(x, 25) ^ rotate(x, 14) ^ (x >>> 3);
      const s1 = rotate(y, 15) ^ rotate(y, 13) ^ (y >>> 10);
      schedule[i] = at(schedule, i - 16) + s0 + at(schedule, i - 7) + s1;
    }
    digestBlock(state, schedule);
  }
  return bytesOf(state);
}

function digestBlock(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7);
    const choice = (e & f) ^ (~e & g);
    const one = h + s1 + choice + (roundConstants[i] ?? 0) + at(schedule, i);
    const s0 = rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10);
    const two = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = at(state, i) + value));
}

function* blocksOf(message: Uint8Array): Generator<DataView> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  for (let i = 0; i < bytes.length; i += 64) yield new DataView(bytes.buffer, i, 64);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

function rotate(value: number, left: number): number {
  return ((value << left) | (value >>> (32 - left))) >>> 0;
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function bytesOf(words: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => view.setUint32(i * 4, word));
  return new Uint8Array(view.buffer);
}
