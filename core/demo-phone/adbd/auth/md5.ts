/** MD5 (RFC 1321), for the fingerprint that Android's Allow dialog shows; it guards nothing. */

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const sines = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/** The 16-byte digest. */
export function md5(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const padded = pad(message);
  for (let offset = 0; offset < padded.byteLength; offset += 64) digestBlock(state, padded, offset);
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => digest.setUint32(index * 4, word, true));
  return new Uint8Array(digest.buffer);
}

function pad(message: Uint8Array): DataView<ArrayBuffer> {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n, true);
  return view;
}

function digestBlock(state: Uint32Array, view: DataView, offset: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let i = 0; i < 64; i++) {
    const [mixed, word] = mix(i, [b, c, d]);
    const sum = a + mixed + (sines[i] ?? 0) + view.getUint32(offset + word * 4, true);
    const shift = shifts[(i >> 4) * 4 + (i & 3)] ?? 0;
    const rotated = (sum << shift) | ((sum >>> 0) >>> (32 - shift));
    [a, d, c, b] = [d, c, b, (b + rotated) >>> 0];
  }
  [a, b, c, d].forEach((value, index) => {
    state[index] = (state[index] ?? 0) + value;
  });
}

/** The round's function of b, c and d, and which word of the block it takes. */
function mix(i: number, [b, c, d]: readonly [number, number, number]): readonly [number, number] {
  if (i < 16) return [((b & c) | (~b & d)) >>> 0, i];
  if (i < 32) return [((d & b) | (~d & c)) >>> 0, (5 * i + 1) % 16];
  if (i < 48) return [(b ^ c ^ d) >>> 0, (3 * i + 5) % 16];
  return [(c ^ (b | ~d)) >>> 0, (7 * i) % 16];
}
