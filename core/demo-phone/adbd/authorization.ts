import type { Device } from '../device.ts';

/** The types of AUTH, in arg0. */
export const authType = { token: 1, signature: 2, publicKey: 3 } as const;

/** TOKEN_SIZE of AOSP's adb.h, bytes. */
const tokenLength = 20;

/** What the link does for the authorisation. */
interface AuthorizationCallbacks {
  /** Sends this token to the host, the first or another one. */
  sendToken(token: Uint8Array<ArrayBuffer>): void;
  /** The host is authorised. */
  onAuthorized(): void;
}

/** Authorises one connection: accepts a signature by a known key, or a new key that the user allows. */
export class Authorization {
  readonly #device: Device;
  readonly #callbacks: AuthorizationCallbacks;
  readonly #abort = new AbortController();
  #token = new Uint8Array(tokenLength);

  constructor(device: Device, callbacks: AuthorizationCallbacks) {
    this.#device = device;
    this.#callbacks = callbacks;
  }

  /** Sends a fresh token. */
  sendToken(): void {
    this.#token = crypto.getRandomValues(new Uint8Array(tokenLength));
    this.#callbacks.sendToken(this.#token);
  }

  /** Handles the host's AUTH. An invalid or unknown signature gets another token; a public key opens the dialog. */
  handleAuth(type: number, payload: Uint8Array<ArrayBuffer>): void {
    // A dialog that is cancelled rejects; the link is gone then.
    if (type === authType.publicKey) void this.#ask(payload).catch(() => undefined);
    else if (type === authType.signature && this.#isKnown(payload)) this.#callbacks.onAuthorized();
    else this.sendToken();
  }

  /** Removes the dialog from the screen; no callback is called any more. */
  cancel(): void {
    this.#abort.abort();
  }

  #isKnown(signature: Uint8Array): boolean {
    return [...this.#device.authorizedKeys].some((line) => {
      const key = parsePublicKey(line);
      return key !== undefined && verifyToken(key, this.#token, signature);
    });
  }

  async #ask(payload: Uint8Array<ArrayBuffer>): Promise<void> {
    const line = new TextDecoder().decode(payload).replace(/\0.*$/s, '');
    const key = parsePublicKey(line);
    const allowed =
      key !== undefined &&
      (await this.#device.showAllowDialog(await fingerprintOf(key), this.#abort.signal)) ===
        'allow';
    if (this.#abort.signal.aborted) return;
    if (!allowed) {
      this.sendToken();
      return;
    }
    this.#device.authorizedKeys.add(line);
    this.#callbacks.onAuthorized();
  }
}

/**
 * In the format of Android's dialog: `0A:1B:…`, 16 pairs (AdbDebuggingManager.getFingerprints).
 * Android uses MD5, which WebCrypto lacks; this is the beginning of a SHA-256.
 */
async function fingerprintOf({ bytes }: PublicKey): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16);
  return Array.from(digest, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(':');
}

/** Android's RSAPublicKey (libcrypto_utils/android_pubkey). */
interface PublicKey {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly modulus: bigint;
  readonly exponent: bigint;
}

/** ANDROID_PUBKEY_MODULUS_SIZE, bytes. */
const modulusLength = 256;
/** Bytes of the struct: modulus size in words, n0inv, modulus, R squared, exponent. */
const keyLength = 4 + 4 + modulusLength + modulusLength + 4;

/** Parses a line of adb_keys: base64 of the struct, optionally a space and a name. Undefined if invalid. */
export function parsePublicKey(line: string): PublicKey | undefined {
  const [base64 = ''] = line.split(/[ \t\0]/, 1);
  if (!/^[A-Za-z0-9+/]{699}=$/.test(base64)) return undefined;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  if (bytes.length !== keyLength || view.getUint32(0, true) !== modulusLength / 4) return undefined;
  const modulus = bigEndian(bytes.subarray(8, 8 + modulusLength).toReversed());
  return { bytes, modulus, exponent: BigInt(view.getUint32(keyLength - 4, true)) };
}

/** DER of `DigestInfo { SHA-1, NULL, OCTET STRING of 20 bytes }`, up to the digest (RFC 8017, 9.2). */
const sha1DigestInfo = [
  0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
] as const;

/**
 * Whether the signature over this token was made with the key's private half: PKCS#1 v1.5 with
 * SHA-1. The token takes the place of the digest; WebCrypto cannot verify that, as it always hashes.
 */
export function verifyToken(key: PublicKey, token: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== modulusLength) return false;
  let square = bigEndian(signature);
  if (square >= key.modulus) return false;
  let power = 1n;
  for (let rest = key.exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * square) % key.modulus;
    square = (square * square) % key.modulus;
  }
  const padded = new Uint8Array(modulusLength).fill(0xff);
  const tail = [0, ...sha1DigestInfo, ...token];
  padded.set([0, 1]);
  padded.set(tail, modulusLength - tail.length);
  return power === bigEndian(padded);
}

function bigEndian(bytes: Uint8Array): bigint {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return BigInt(`0x${hex}`);
}
