import type { AdbHost, AdbLink, Device, Identity } from '../device.ts';
import type { AndroidVersion } from '../options.ts';
import { type CablePull, createCablePull } from './service.ts';
import { Session, type NegotiatedParameters } from './session.ts';
import {
  BadPacket,
  command,
  createPacketDecoder,
  encodePacket,
  type Packet,
} from './wire/packet.ts';

/**
 * Creates the phone's adbd. The returned function connects a host: whole ADB packets go to
 * `host.send`, possibly several in one task. Several hosts may be connected at a time.
 */
export function createAdbd(device: Device): (host: AdbHost) => AdbLink {
  const cable = createCablePull(device.faults.has('unplug-mid-transfer'));
  const connections = new Set<HostConnection>();
  return (host) => {
    const connection = new HostConnection(device, host, {
      cable,
      onClosed: () => connections.delete(connection),
      reboot: () => {
        for (const each of connections) each.endFromPhone();
      },
    });
    connections.add(connection);
    return connection;
  };
}

/** What a connection needs of adbd. */
interface ConnectionOptions {
  readonly cable: CablePull;
  onClosed(): void;
  /** Ends the links of all hosts. */
  reboot(): void;
}

/** One USB or TCP connection, from connect to close: handshake, then a session. */
class HostConnection implements AdbLink {
  readonly #device: Device;
  readonly #host: AdbHost;
  readonly #options: ConnectionOptions;
  readonly #profile: AdbProfile;
  readonly #decode: (bytes: Uint8Array) => void;
  /** The protocol version of the link; the oldest until the host has sent its own. */
  #version = minimumVersion;
  #terms: NegotiatedParameters | undefined;
  #authorization: Authorization | undefined;
  #session: Session | undefined;
  #closed = false;

  constructor(device: Device, host: AdbHost, options: ConnectionOptions) {
    this.#device = device;
    this.#host = host;
    this.#options = options;
    this.#profile = adbProfileFor(device);
    const verifyChecksum = this.#profile.version < versionWithoutChecksums;
    const limits = { maxPayload: this.#profile.maxPayload, verifyChecksum };
    this.#decode = createPacketDecoder(limits, (packet) => this.#handle(packet));
  }

  receive(bytes: Uint8Array): void {
    if (this.#closed) return;
    try {
      this.#decode(bytes);
    } catch (error) {
      if (!(error instanceof BadPacket)) throw error;
      this.endFromPhone();
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.onClosed();
    this.#reset();
  }

  /** Ends the link and notifies the host. */
  endFromPhone(): void {
    if (this.#closed) return;
    this.close();
    this.#host.onLinkClosed();
  }

  #handle(packet: Packet): void {
    if (this.#closed) return;
    if (packet.command === command.cnxn) this.#begin(packet);
    else if (packet.command === command.auth) {
      if (this.#session === undefined) this.#authorization?.handleAuth(packet.arg0, packet.payload);
    } else this.#session?.handlePacket(packet);
  }

  /** Handles CNXN: drops the earlier session and starts authorisation. */
  #begin({ arg0, arg1, payload }: Packet): void {
    this.#reset();
    const own = this.#profile;
    this.#version = Math.min(arg0, own.version);
    const hostFeatures = parseFeatures(new TextDecoder().decode(payload));
    this.#terms = {
      maxPayload: Math.max(Math.min(arg1, own.maxPayload), smallestMaxPayload),
      delayedAck: own.features.includes('delayed_ack') && hostFeatures.has('delayed_ack'),
      features: new Set(own.features),
    };
    const authorization = new Authorization(this.#device, {
      sendToken: (token) =>
        this.#send({ command: command.auth, arg0: authType.token, arg1: 0, payload: token }),
      onAuthorized: () => this.#admit(),
    });
    this.#authorization = authorization;
    authorization.sendToken();
  }

  #admit(): void {
    const terms = this.#terms;
    if (terms === undefined || this.#closed) return;
    this.#session = new Session({
      device: this.#device,
      cable: this.#options.cable,
      reboot: () => this.#options.reboot(),
      negotiated: terms,
      send: (packet) => this.#send(packet),
      endLink: () => this.endFromPhone(),
    });
    const { version, maxPayload } = this.#profile;
    const payload = new TextEncoder().encode(formatBanner(this.#device.identity, this.#profile));
    this.#send({ command: command.cnxn, arg0: version, arg1: maxPayload, payload });
  }

  #reset(): void {
    this.#authorization?.cancel();
    this.#session?.endAllSockets();
    this.#session = undefined;
  }

  #send(packet: Packet): void {
    if (this.#closed) return;
    const checksum = this.#version < versionWithoutChecksums;
    this.#host.send(encodePacket(packet, { checksum }));
  }
}

/** The protocol parameters of one Android version's adbd. */
interface AdbProfile {
  /** A_VERSION: since 0x01000001, checksums are neither written nor verified. */
  readonly version: number;
  /** MAX_PAYLOAD, in bytes. */
  readonly maxPayload: number;
  /** supported_features() of AOSP's transport.cpp, without those that the demo phone does not serve. */
  readonly features: readonly string[];
}

/** The version of a link until both sides have sent theirs. */
const minimumVersion = 0x0100_0000;
/** The first version without checksums (Android 9). */
const versionWithoutChecksums = 0x0100_0001;
/** MAX_PAYLOAD_V1, the payload limit of the oldest hosts, in bytes. */
const smallestMaxPayload = 4096;

const kibibyte = 1024;

/**
 * Left out because they are not implemented here: apex (installing .apex packages),
 * remount_shell, track_app, the compressions of sendrecv_v2, devraw.
 */
const features11 =
  'shell_v2 cmd stat_v2 ls_v2 fixed_push_mkdir abb fixed_push_symlink_timestamp abb_exec sendrecv_v2'.split(
    ' ',
  );

const features14 = [...features11, 'delayed_ack'];

/** The adbd of each simulated version. */
const adbProfiles: Readonly<Record<AndroidVersion, AdbProfile>> = {
  8: {
    version: minimumVersion,
    maxPayload: 256 * kibibyte,
    features: ['cmd', 'stat_v2', 'shell_v2'],
  },
  11: { version: versionWithoutChecksums, maxPayload: 1024 * kibibyte, features: features11 },
  14: { version: versionWithoutChecksums, maxPayload: 1024 * kibibyte, features: features14 },
  16: { version: versionWithoutChecksums, maxPayload: 1024 * kibibyte, features: features14 },
};

/** The adbd of this phone. */
function adbProfileFor({ android, faults }: Pick<Device, 'android' | 'faults'>): AdbProfile {
  const profile = adbProfiles[android];
  if (!faults.has('no-shell-v2')) return profile;
  return { ...profile, features: ['cmd'] };
}

/** The text of the phone's CNXN packet. */
function formatBanner(identity: Identity, profile: AdbProfile): string {
  const properties = [
    `ro.product.name=${identity.product}`,
    `ro.product.model=${identity.model}`,
    `ro.product.device=${identity.device}`,
    `features=${profile.features.join(',')}`,
  ];
  return `device::${properties.join(';')}`;
}

/** The features in a host's CNXN text, such as `host::features=shell_v2,cmd`. */
function parseFeatures(banner: string): ReadonlySet<string> {
  const properties = banner.replace(/\0+$/, '').split(':').at(2) ?? '';
  const entry = properties.split(';').find((property) => property.startsWith('features='));
  return new Set((entry ?? '').slice('features='.length).split(',').filter(Boolean));
}

/** The types of AUTH, in arg0. */
const authType = { token: 1, signature: 2, publicKey: 3 } as const;

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
class Authorization {
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
