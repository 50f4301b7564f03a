/** Bits by which each of the four rounds rotates (RFC 1321). */
const rotations = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The MD5 digest as hex digits; Web Crypto has none. */
export function md5(bytes: Uint8Array): string {
  const padded = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, true);
  const digest = new DataView(new ArrayBuffer(16));
  for (const [i, word] of [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476].entries())
    digest.setUint32(4 * i, word, true);
  for (let at = 0; at < padded.length; at += 64) addBlock(digest, words, at);
  return Array.from(new Uint8Array(digest.buffer), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

function addBlock(digest: DataView, words: DataView, at: number): void {
  const before = [0, 4, 8, 12].map((offset) => digest.getUint32(offset, true));
  let [a = 0, b = 0, c = 0, d = 0] = before;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const mixed = [(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)][round] ?? 0;
    const index = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0;
    const constant = Math.floor(2 ** 32 * Math.abs(Math.sin(step + 1)));
    const sum = (a + mixed + constant + words.getUint32(at + 4 * (index % 16), true)) | 0;
    const bits = rotations[round]?.[step % 4] ?? 0;
    const next = (b + ((sum << bits) | (sum >>> (32 - bits)))) | 0;
    a = d;
    d = c;
    c = b;
    b = next;
  }
  for (const [i, word] of [a, b, c, d].entries())
    digest.setUint32(4 * i, ((before[i] ?? 0) + word) | 0, true);
}
