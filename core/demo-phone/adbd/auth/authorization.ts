import type { Device } from '../../device.ts';
import { md5 } from './md5.ts';
import { keyBytes, parsePublicKey, verifyToken } from './rsa.ts';

/** What the host can send in AUTH, by arg0. */
export const authType = { token: 1, signature: 2, publicKey: 3 } as const;

/** TOKEN_SIZE of AOSP's adb.h, bytes. */
const tokenLength = 20;

/** What the gate tells the link. */
export interface Gate {
  /** Send this token: asked for the first time, or once more. */
  challenge(token: Uint8Array<ArrayBuffer>): void;
  /** The host may come in. */
  admit(): void;
}

/** Who may come in on one connection: keys known before, or one that the person allows. */
export class Authorization {
  readonly #device: Device;
  readonly #gate: Gate;
  readonly #abort = new AbortController();
  #token = new Uint8Array(tokenLength);

  constructor(device: Device, gate: Gate) {
    this.#device = device;
    this.#gate = gate;
  }

  /** Sends a fresh token. */
  challenge(): void {
    this.#token = crypto.getRandomValues(new Uint8Array(tokenLength));
    this.#gate.challenge(this.#token);
  }

  /** Takes the host's AUTH. A wrong or unknown signature gets another token, a key the dialog. */
  answer(type: number, payload: Uint8Array<ArrayBuffer>): void {
    // A dialog that is taken away may reject; nobody is left to be told.
    if (type === authType.publicKey) void this.#ask(payload).catch(() => undefined);
    else if (type === authType.signature && this.#isKnown(payload)) this.#gate.admit();
    else this.challenge();
  }

  /** Takes the dialog off the screen; nothing is told any more. */
  cancel(): void {
    this.#abort.abort();
  }

  #isKnown(signature: Uint8Array): boolean {
    return this.#device.knownKeys().some((line) => {
      const key = parsePublicKey(line);
      return key !== undefined && verifyToken(key, this.#token, signature);
    });
  }

  async #ask(payload: Uint8Array<ArrayBuffer>): Promise<void> {
    const line = new TextDecoder().decode(payload).replace(/\0.*$/s, '');
    const allowed =
      parsePublicKey(line) !== undefined &&
      (await this.#device.askAllow(fingerprintOf(line), this.#abort.signal)) === 'allow';
    if (this.#abort.signal.aborted) return;
    if (!allowed) {
      this.challenge();
      return;
    }
    this.#device.rememberKey(line);
    this.#gate.admit();
  }
}

/** MD5 of the key, as Android's dialog prints it: `0A:1B:…`, 16 pairs (AdbDebuggingManager.getFingerprints). */
export function fingerprintOf(line: string): string {
  const digest = md5(keyBytes(line) ?? new Uint8Array(0));
  return Array.from(digest, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(':');
}
