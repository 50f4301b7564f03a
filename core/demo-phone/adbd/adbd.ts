import type { AdbHost, AdbLink, Device, Identity } from '../device.ts';
import type { AndroidVersion } from '../options.ts';
import { Authorization, authType } from './authorization.ts';
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
 * `host.send`, possibly several in one task; a link that is still open is ended first.
 */
export function createAdbd(device: Device): (host: AdbHost) => AdbLink {
  const cable = createCablePull(device.faults.has('unplug-mid-transfer'));
  let connection: HostConnection | undefined;
  return (host) => {
    connection?.endFromPhone();
    connection = new HostConnection(device, host, cable);
    return connection;
  };
}

/** One USB or TCP connection, from connect to close: handshake, then a session. */
class HostConnection implements AdbLink {
  readonly #device: Device;
  readonly #host: AdbHost;
  readonly #cable: CablePull;
  readonly #profile: AdbProfile;
  readonly #decode: (bytes: Uint8Array) => void;
  /** The protocol version of the link; the oldest until the host has sent its own. */
  #version = minimumVersion;
  #terms: NegotiatedParameters | undefined;
  #authorization: Authorization | undefined;
  #session: Session | undefined;
  #closed = false;

  constructor(device: Device, host: AdbHost, cable: CablePull) {
    this.#device = device;
    this.#host = host;
    this.#cable = cable;
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
      cable: this.#cable,
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
const features11 = [
  'shell_v2',
  'cmd',
  'stat_v2',
  'ls_v2',
  'fixed_push_mkdir',
  'abb',
  'fixed_push_symlink_timestamp',
  'abb_exec',
  'sendrecv_v2',
] as const;

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
  return { ...profile, features: profile.features.filter((feature) => feature !== 'shell_v2') };
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
