import { HandsetError } from '../errors.ts';
import type { Rotation, Size } from '../geometry.ts';

/** The settings of the phone that tools change and put back, in the order in which they are set. */
export const settingNames = [
  'orientation',
  'dark_theme',
  'font_scale',
  'display_density',
  'animations',
  'stay_awake',
  'brightness',
  'volume',
  'location',
  // Before the radios, which it switches too.
  'airplane_mode',
  'bluetooth',
  'wifi',
  'mobile_data',
] as const;

/** A setting of the phone. */
export type SettingName = (typeof settingNames)[number];

/** The first version of Android whose shell can set it. What is not listed can be set on every version. */
export const firstVersions = {
  dark_theme: { apiLevel: 29, android: '10' },
  // Android 9 has a row `location_mode` too, but does not read it.
  location: { apiLevel: 29, android: '10' },
  airplane_mode: { apiLevel: 30, android: '11' },
  app_language: { apiLevel: 33, android: '13' },
} as const satisfies {
  readonly [Name in SettingName | 'app_language']?: {
    readonly apiLevel: number;
    readonly android: string;
  };
};

/** Throws `unsupported` if this phone's Android can't set it. */
export function assertCanSet(
  name: SettingName | 'app_language',
  { apiLevel, android }: DeviceState,
): void {
  if (!hasFirstVersion(name) || apiLevel >= firstVersions[name].apiLevel) return;
  const message = `${name} can be set on Android ${firstVersions[name].android} and later; this phone has Android ${android ?? `with API level ${apiLevel}`}. Nothing was changed.`;
  throw new HandsetError('unsupported', message, { hint: `Leave out ${name}.` });
}

function hasFirstVersion(name: string): name is keyof typeof firstVersions {
  return Object.hasOwn(firstVersions, name);
}

/**
 * Values as the phone stores them, so that what is put back is exactly what was there; null where the
 * phone does not report. Numbers have no trailing zeros.
 *
 * - `orientation`: `accelerometer_rotation,user_rotation`, as in `1,0`
 * - `dark_theme`: UiModeManager's word: `yes`, `no`, `auto`, `custom_schedule`, `custom_bedtime`
 * - `display_density`: dots per inch of the override, or `reset` without one
 * - `animations`: the scales of windows, transitions and animators, as in `1,1,1`
 * - `stay_awake`: bits of the chargers that keep the display on (BatteryManager.BATTERY_PLUGGED_*)
 * - `brightness`: `screen_brightness,screen_brightness_mode`, as in `128,1`
 * - `volume`: the index of the music stream
 * - `location`: `location_mode`, `0` for off
 * - the others: `0` or `1`
 */
export type SettingValues = { readonly [Name in SettingName]: string | null };

/** The language of the app with this package name. */
export type AppLanguageKey = `language of ${string}`;

/** The values that settings had before they were changed. An app's languages are BCP 47 tags, empty for the phone's own. */
export type OriginalSettings = Map<SettingName | AppLanguageKey, string>;

const packageOfKey = /^language of ([\w.]+)$/;

/** Reads values that were stored outside; leaves out what is no setting or no value. */
export function parseOriginalSettings(
  stored: Iterable<readonly [name: string, value: string]>,
): OriginalSettings {
  const originals: OriginalSettings = new Map();
  for (const [key, value] of stored) {
    const name = settingNames.find((each) => each === key);
    const packageName = packageOfKey.exec(key)?.[1];
    if (name !== undefined && /^[\w.,]+$/.test(value)) originals.set(name, value);
    if (packageName !== undefined && /^[\w,-]*$/.test(value))
      originals.set(`language of ${packageName}`, value);
  }
  return originals;
}

/** One setting's new value. */
export interface SettingChange {
  readonly name: SettingName;
  readonly value: string;
  /** The phone's API level, which decides how it is set. */
  readonly apiLevel: number;
}

/** What the phone says of itself. Null if it reports nothing. */
export interface DeviceState {
  readonly manufacturer: string | null;
  readonly model: string | null;
  /** Android's version: `14`, `8.1.0`. */
  readonly android: string | null;
  readonly apiLevel: number;
  readonly securityPatch: string | null;
  /** Logical size in the current rotation, device pixels. */
  readonly size: Size;
  readonly naturalSize: Size;
  readonly rotation: Rotation | null;
  /** Dots per inch that apps get. */
  readonly density: number;
  readonly isDisplayOn: boolean | null;
  /** Whether the lock screen is shown. */
  readonly isLocked: boolean | null;
  readonly battery: {
    readonly percent: number;
    readonly status: string;
    readonly plugged: string | null;
    readonly celsius: number | null;
  } | null;
  /** Of the partition that holds apps and files. */
  readonly storage: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** The transports of the network that apps use, as in `WIFI`; empty without a network. */
  readonly network: readonly string[] | null;
  /** BCP 47 tags, the preferred one first. */
  readonly locales: string | null;
  /** Local time as ISO 8601 with its offset. */
  readonly time: string | null;
  readonly timeZone: string | null;
  readonly volumeRange: { readonly min: number; readonly max: number } | null;
  readonly settings: SettingValues;
}

/** What `get_device` answers, which the console shows, too. Null if the phone does not report it. */
export type DeviceReport = Pick<DeviceState, 'manufacturer' | 'model' | 'android' | 'locales'> & {
  readonly api_level: number;
  readonly security_patch: string | null;
  readonly screen: {
    readonly width: number;
    readonly height: number;
    readonly orientation: 'landscape' | 'portrait';
    readonly rotation: Rotation | null;
    readonly density: number;
    readonly on: boolean | null;
    readonly locked: boolean | null;
  };
  readonly battery: DeviceState['battery'];
  readonly storage: { readonly free_bytes: number; readonly total_bytes: number } | null;
  /** In lower case, as in `wifi`; empty without a network. */
  readonly network: readonly string[] | null;
  readonly time: string | null;
  readonly time_zone: string | null;
  readonly settings: ReportedSettings;
  /** The names of the settings that were changed here and can be put back. */
  readonly changed_settings: readonly string[];
};

/** The values of the settings of `set_device`, in its words where the phone's have no more to say. */
export type ReportedSettings = {
  /** `auto`, or the orientation that the phone is locked to. */
  readonly orientation: string | null;
  /** As in SettingValues. */
  readonly dark_theme: string | null;
} & { readonly [Name in NumberSetting | 'volume_max']: number | null } & {
  readonly [Name in SwitchSetting | 'adaptive_brightness']: boolean | null;
};

/** The settings that are a number. */
export type NumberSetting = 'font_scale' | 'display_density' | 'brightness' | 'volume';
/** The settings that are on or off. */
export type SwitchSetting = Exclude<SettingName, NumberSetting | 'orientation' | 'dark_theme'>;
