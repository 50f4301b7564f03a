import type { AndroidVersion } from '../options.ts';
import type { World } from '../world.ts';
import type { Apk } from '../system.ts';

/** An installed package; the world has no screens for most of them. */
interface InstalledPackage {
  readonly name: string;
  readonly system: boolean;
  readonly versionName: string;
  /** Process id while it runs. */
  readonly pid: number | undefined;
}

/** System packages of AOSP builds, in addition to the world's apps. */
const systemPackageNames: readonly string[] = [
  'android',
  ...`
apps.tag backupconfirm bips bluetooth bookmarkprovider calllogbackup captiveportallogin
carrierconfig carrierdefaultapp cellbroadcastreceiver certinstaller companiondevicemanager
cts.ctsshim cts.priv.ctsshim dreams.basic dreams.phototable egg emergency externalstorage
htmlviewer inputdevices inputmethod.latin keychain localtransport location.fused
managedprovisioning mms.service mtp nfc ons packageinstaller pacprocessor
permissioncontroller phone printspooler providers.blockednumber providers.calendar
providers.contacts providers.downloads providers.downloads.ui providers.media
providers.settings providers.telephony providers.userdictionary provision proxyhandler se
server.telecom sharedstoragebackup shell simappdialog statementservice stk storagemanager
systemui theme.font.notoserifsource traceur vpndialogs wallpaper.livepicker
wallpaperbackup wallpapercropper webview
`
    .trim()
    .split(/\s+/)
    .map((name) => `com.android.${name}`),
];

/** Shared user ids of packages (android_filesystem_config.h). */
const sharedUids: Readonly<Record<string, number>> = {
  android: 1000,
  'com.android.bluetooth': 1002,
  'com.android.inputdevices': 1000,
  'com.android.keychain': 1000,
  'com.android.location.fused': 1000,
  'com.android.mms.service': 1001,
  'com.android.nfc': 1027,
  'com.android.phone': 1001,
  'com.android.providers.settings': 1000,
  'com.android.providers.telephony': 1001,
  'com.android.se': 1068,
  'com.android.server.telecom': 1000,
  'com.android.settings': 1000,
  'com.android.shell': 2000,
  'com.android.stk': 1001,
};

/** The users of the system by their ids (bionic's getpwuid), and their names as shared user ids (android:sharedUserId). */
const systemUsers: Readonly<Record<number, readonly [user: string, sharedUser: string]>> = {
  1000: ['system', 'android.uid.system'],
  1001: ['radio', 'android.uid.phone'],
  1002: ['bluetooth', 'android.uid.bluetooth'],
  1027: ['nfc', 'android.uid.nfc'],
  1068: ['secure_element', 'android.uid.se'],
  2000: ['shell', 'android.uid.shell'],
};

/** The name of a package's shared user id; undefined if it has an id of its own. */
export function sharedUserOf(name: string): string | undefined {
  const uid = sharedUids[name];
  return uid === undefined ? undefined : systemUsers[uid]?.[1];
}

/** Process ids of packages that run since boot. Guess: the numbers, below those of apps. */
const runningPids: Readonly<Record<string, number>> = {
  'com.android.systemui': 1650,
  'com.android.bluetooth': 1788,
  'com.android.phone': 1802,
  'com.android.nfc': 1851,
  'com.android.inputmethod.latin': 1905,
  'com.android.externalstorage': 2110,
  'com.android.providers.media': 2160,
  'com.android.permissioncontroller': 2233,
};

/** Where packages come from: the system (by version), the world's apps, and later installations. */
interface PackageSources {
  readonly world: World;
  readonly android: AndroidVersion;
  readonly installed: ReadonlyMap<string, Apk>;
}

/** All packages: the system's without screens, the world's, then those installed later. */
export function installedPackages({
  world,
  android,
  installed,
}: PackageSources): readonly InstalledPackage[] {
  const worldPackages = world.packages();
  const known = new Set(worldPackages.map(({ name }) => name));
  const hidden = systemPackageNames
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      system: true,
      versionName: android === 8 ? '8.1.0' : String(android),
      pid: runningPids[name],
    }));
  const added = [...installed.values()].map(({ packageName, versionName }) => ({
    name: packageName,
    system: false,
    versionName,
    pid: undefined,
  }));
  return [...hidden, ...worldPackages, ...added];
}

/** First user ids used here, above Process.FIRST_APPLICATION_UID. */
const firstSystemUid = 10_040;
const firstAppUid = 10_110;

/** The user id of a package, stable across calls. Guess: any unique number. */
export function uidOf(name: string): number {
  const known = sharedUids[name];
  if (known !== undefined) return known;
  const index = systemPackageNames.indexOf(name);
  if (index >= 0) return firstSystemUid + index;
  const sum = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 997, 7);
  return firstAppUid + sum;
}

/** The user name of a package: `u0_a123`, or a system user. */
export function userOf(name: string): string {
  const uid = uidOf(name);
  return systemUsers[uid]?.[0] ?? `u0_a${uid - 10_000}`;
}

/** The user as ActivityManager prints it: `u0a123`, or a system user's number. */
export function shortUserOf(name: string): string {
  const uid = uidOf(name);
  return uid < 10_000 ? String(uid) : `u0a${uid - 10_000}`;
}
