import type { Device, Identity } from '../../device.ts';
import type { AndroidVersion } from '../../options.ts';

/** The protocol parameters of one Android version's adbd. */
export interface AdbProfile {
  /** A_VERSION: since 0x01000001, checksums are neither written nor verified. */
  readonly version: number;
  /** MAX_PAYLOAD, in bytes. */
  readonly maxPayload: number;
  /** supported_features() of AOSP's transport.cpp, without those that the demo phone does not serve. */
  readonly features: readonly string[];
}

/** The version of a link until both sides have sent theirs. */
export const minimumVersion = 0x0100_0000;
/** The first version without checksums (Android 9). */
export const versionWithoutChecksums = 0x0100_0001;
/** MAX_PAYLOAD_V1, the payload limit of the oldest hosts, in bytes. */
export const smallestMaxPayload = 4096;

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
export function adbProfileFor({ android, faults }: Pick<Device, 'android' | 'faults'>): AdbProfile {
  const profile = adbProfiles[android];
  if (!faults.has('no-shell-v2')) return profile;
  return { ...profile, features: profile.features.filter((feature) => feature !== 'shell_v2') };
}

/** The text of the phone's CNXN packet. */
export function formatBanner(identity: Identity, profile: AdbProfile): string {
  const properties = [
    `ro.product.name=${identity.product}`,
    `ro.product.model=${identity.model}`,
    `ro.product.device=${identity.device}`,
    `features=${profile.features.join(',')}`,
  ];
  return `device::${properties.join(';')}`;
}

/** The features in a host's CNXN text, such as `host::features=shell_v2,cmd`. */
export function parseFeatures(banner: string): ReadonlySet<string> {
  const properties = banner.replace(/\0+$/, '').split(':').at(2) ?? '';
  const entry = properties.split(';').find((property) => property.startsWith('features='));
  return new Set((entry ?? '').slice('features='.length).split(',').filter(Boolean));
}
