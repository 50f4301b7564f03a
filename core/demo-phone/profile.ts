import type { Size } from '../geometry.ts';
import type { AndroidVersion } from './options.ts';

/** The properties that differ between the simulated phones. */
export interface DeviceProfile {
  readonly android: AndroidVersion;
  /** Version name in Settings. */
  readonly release: string;
  readonly model: string;
  readonly buildNumber: string;
  readonly securityPatch: string;
  /** Device pixels in the natural orientation. */
  readonly size: Size;
  /** Dots per inch. */
  readonly density: number;
  readonly navigation: 'buttons' | 'gestures';
  /** Height in dp, in portrait. */
  readonly statusBarHeightDp: number;
  /** Whether an app's window extends behind the navigation bar (edge to edge, since Android 15). */
  readonly edgeToEdge: boolean;
}

const deviceProfiles = {
  8: {
    android: 8,
    release: '8.1.0',
    model: 'Handset 8',
    buildNumber: 'OPM7.181205.001',
    securityPatch: 'December 5, 2018',
    size: { width: 1080, height: 1920 },
    density: 420,
    navigation: 'buttons',
    statusBarHeightDp: 24,
    edgeToEdge: false,
  },
  11: {
    android: 11,
    release: '11',
    model: 'Handset 11',
    buildNumber: 'RQ3A.211001.001',
    securityPatch: 'October 5, 2021',
    size: { width: 1080, height: 2340 },
    density: 440,
    navigation: 'gestures',
    statusBarHeightDp: 30,
    edgeToEdge: false,
  },
  14: {
    android: 14,
    release: '14',
    model: 'Handset 14',
    buildNumber: 'UQ1A.240205.002',
    securityPatch: 'February 5, 2024',
    size: { width: 1080, height: 2400 },
    density: 420,
    navigation: 'gestures',
    statusBarHeightDp: 36,
    edgeToEdge: false,
  },
  16: {
    android: 16,
    release: '16',
    model: 'Handset 16',
    buildNumber: 'BP2A.250605.031',
    securityPatch: 'June 5, 2025',
    size: { width: 1080, height: 2400 },
    density: 420,
    navigation: 'gestures',
    statusBarHeightDp: 36,
    edgeToEdge: true,
  },
} as const satisfies Record<AndroidVersion, DeviceProfile>;

/** The simulated phone with this Android version. */
export function deviceProfileFor(android: AndroidVersion): DeviceProfile {
  return deviceProfiles[android];
}
