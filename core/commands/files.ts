/** Files on the phone and its media store. */
import { setUser } from './apps.ts';
import { phoneMessage, stdoutText, type Command, type CommandOutput } from './command.ts';
import { sh } from './shell-text.ts';
import { HandsetError } from '../errors.ts';

/** Tests whether a file or directory exists at this path. */
export function fileExists(path: string): Command<boolean> {
  return {
    purpose: 'looking for a file',
    line: sh`[ -e ${path} ] && echo there`,
    deadlineMs: 10_000,
    parse: (output) => stdoutText(output).trim() === 'there',
  };
}

/** Removes a file, if it exists. */
export function removeFile(path: string): Command<null> {
  return {
    purpose: 'removing a file',
    line: sh`rm -f ${path}`,
    deadlineMs: 10_000,
    parse: () => null,
  };
}

/** The first SDK level (Android 11) that indexes files in shared storage by itself. */
const firstIndexingSdk = 30;

/**
 * Adds a file in shared storage to the media store, where galleries and other apps look for files.
 * Needed on older phones only; does nothing on others. Source: MediaScannerReceiver.java of Android 4
 * to 10.
 */
export function scanMedia(path: string): Command<null> {
  const address = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    purpose: "telling the phone's apps about the file",
    line: sh`[ "$(getprop ro.build.version.sdk)" -ge ${firstIndexingSdk} ] || am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${address}`,
    deadlineMs: 20_000,
    parse: () => null,
  };
}

/** Installing a large app can take minutes, and some phones ask the user first. */
const installDeadlineMs = 10 * 60_000;

/** An APK on the phone, and its name on the computer. */
interface ApkFile {
  readonly path: string;
  readonly name: string;
}

/**
 * Installs an APK for the user in front; without that, Android would add it to a work profile and other users
 * too. The package manager must be able to read it: below /data/local/tmp. Replaces an installed version and
 * keeps its data; accepts test apps. Returns the phone's message; rejects with `command-failed`, quoting it.
 */
export function installApp({ path, name }: ApkFile): Command<string> {
  return {
    purpose: 'installing the app',
    line: sh`${setUser}; pm install -r -t --user $u ${path}`,
    deadlineMs: installDeadlineMs,
    parse: (output) => parseInstall(output, { path, name }),
  };
}

function parseInstall(output: CommandOutput, { path, name }: ApkFile): string {
  // Before Android 7 the path is printed first, and failures go to stderr.
  const printed = `${stdoutText(output)}\n${output.stderr}`;
  if (/^Success\b/m.test(printed)) return 'Success';
  const reason = phoneMessage(output).replaceAll(`file://${path}`, name).replaceAll(path, name);
  const [, hint] = installHints.find(([pattern]) => pattern.test(reason)) ?? [];
  const message = `Couldn't install the app; the phone said: ${reason}.`;
  throw new HandsetError('command-failed', message, hint === undefined ? {} : { hint });
}

/** Hints by the phone's message (android.content.pm.PackageManager and reports). */
const installHints: readonly (readonly [words: RegExp, hint: string])[] = [
  [
    /USER_RESTRICTED/,
    'The phone forbids installing over USB. On Xiaomi, Redmi and POCO turn on Developer options > Install via USB, try again and tap Install on the phone within ten seconds.',
  ],
  [
    /UPDATE_INCOMPATIBLE|signatures do not match/,
    'The phone has this app, signed with another key. Uninstall it there first, which deletes its data.',
  ],
  [
    /VERSION_DOWNGRADE/,
    'The phone has a newer version of this app. Uninstall it there first, which deletes its data.',
  ],
  [
    /NO_MATCHING_ABIS/,
    "The app has no native code for this phone's processor. Use the build for that processor (arm64-v8a on most phones), or the universal one.",
  ],
  [
    /INSUFFICIENT_STORAGE|not enough space|No space left/i,
    'Free some space on the phone; Android keeps about 500 MB for itself.',
  ],
  [/OLDER_SDK/, 'The app needs a newer version of Android than this phone has.'],
  [
    /MISSING_SPLIT/,
    "This file is one part of a split app and can't be installed without the others. Use a universal APK.",
  ],
  [/NO_CERTIFICATES/, 'The app is not signed. Sign it (apksigner), then try again.'],
  [
    /PARSE_FAILED|Failed to parse|INVALID_APK/,
    'The file is damaged or is not an APK. Download it again, then try again.',
  ],
  [
    /VERIFICATION_FAILURE|ABORTED/,
    'The phone or its user refused: look at its screen, then try again.',
  ],
];
