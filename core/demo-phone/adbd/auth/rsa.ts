/** RSA signatures as adbd checks them: Android's RSAPublicKey (libcrypto_utils/android_pubkey) and PKCS#1 v1.5 with SHA-1. */

export interface PublicKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
}

/** ANDROID_PUBKEY_MODULUS_SIZE, bytes. */
const modulusLength = 256;
/** Words of the modulus, n0inv, the modulus, R squared, the exponent: bytes. */
const keyLength = 4 + 4 + modulusLength + modulusLength + 4;

/** DER of `DigestInfo { SHA-1, NULL, OCTET STRING of 20 bytes }`, up to the digest (RFC 8017, 9.2). */
const sha1DigestInfo = [
  0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
] as const;

/** Reads a line of adb_keys: base64 of the struct, then perhaps a space and a name. Undefined if it is none. */
export function parsePublicKey(line: string): PublicKey | undefined {
  const bytes = keyBytes(line);
  if (bytes?.length !== keyLength) return undefined;
  const view = new DataView(bytes.buffer);
  if (view.getUint32(0, true) !== modulusLength / 4) return undefined;
  return {
    modulus: bigEndian(bytes.subarray(8, 8 + modulusLength).toReversed()),
    exponent: BigInt(view.getUint32(keyLength - 4, true)),
  };
}

/** The struct itself, which the fingerprint is taken of. */
export function keyBytes(line: string): Uint8Array<ArrayBuffer> | undefined {
  const [base64 = ''] = line.split(/[ \t\0]/, 1);
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Whether the signature over this token was made with the key's private half. The token stands for the digest. */
export function verifyToken(key: PublicKey, token: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== modulusLength) return false;
  const value = bigEndian(signature);
  if (value >= key.modulus) return false;
  return powerModulo(value, key.exponent, key.modulus) === bigEndian(paddedToken(token));
}

function paddedToken(token: Uint8Array): Uint8Array {
  const block = new Uint8Array(modulusLength).fill(0xff);
  const tail = [0, ...sha1DigestInfo, ...token];
  block.set([0, 1]);
  block.set(tail, modulusLength - tail.length);
  return block;
}

function bigEndian(bytes: Uint8Array): bigint {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt(`0x${hex}`);
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
