/** Files on the phone and its media store. */
import { setUser } from './apps.ts';
import {
  listBytes,
  phoneMessage,
  stdoutText,
  type Command,
  type CommandOutput,
} from './command.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';
import { HandsetError } from '../errors.ts';
import type { FileFailure } from '../phone/files.ts';

/** Tests whether a file or directory exists at this path, or a link, wherever it leads. */
export function fileExists(path: string): Command<boolean> {
  return {
    purpose: 'looking for a file',
    line: sh`{ [ -e ${path} ] || [ -L ${path} ]; } && echo there`,
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

/** Reading a folder of thousands of files takes a slow phone seconds. */
const folderDeadlineMs = 30_000;
/** A folder of ten thousand files takes a slow phone about a minute to delete. */
const deleteDeadlineMs = 10 * 60_000;

/** Reads why a folder can't be listed, in the phone's words; null if it can. adbd's sync service lists it as empty. */
export function folderObstacle(path: string): Command<string | null> {
  return {
    purpose: 'opening a folder',
    // The slash follows a link to a folder.
    line: sh`ls -a ${`${path}/`} >/dev/null && echo open`,
    deadlineMs: folderDeadlineMs,
    parse: (output) => (stdoutText(output).trim() === 'open' ? null : fileReason(output)),
  };
}

/** Makes a folder. Rejects with `command-failed` and the phone's reason. */
export function makeFolder(path: string): Command<null> {
  return changeOf(`making ${path}`, sh`mkdir ${path} && [ -d ${path} ] && echo done`);
}

/**
 * Renames a file or folder, or moves it within a file system, and never replaces another. Rejects with
 * `command-failed` and the phone's reason.
 */
export function renameFile(from: string, to: string): Command<null> {
  const isThere = sh`{ [ -e ${to} ] || [ -L ${to} ]; }`;
  const refuse = sh`{ ${isThere} && echo mv: File exists; }`;
  return changeOf(
    `renaming to ${to}`,
    sh`${refuse} || { mv ${from} ${to} && ${isThere} && echo done; }`,
  );
}

/** A change of files, by a line that prints `done` once the change is made. */
function changeOf(attempt: string, line: ShellText): Command<null> {
  return {
    purpose: attempt,
    line,
    deadlineMs: folderDeadlineMs,
    parse: (output) => {
      if (stdoutText(output).trim() === 'done') return null;
      throw refusedFile(attempt, fileReason(output));
    },
  };
}

/** The longest shell line that deletes files: adbd before Android 8 takes one of 4,096 bytes at most. */
const maxDeleteLine = 3_500;

/** The paths in groups, each of which one `deleteFiles` takes; one group at least for each path. */
export function deleteGroups(paths: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const path of paths) {
    const added = deleteLine(path).text.length + 2;
    if (length + added > maxDeleteLine) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(path);
    length += added;
  }
  return groups;
}

/** Deletes files and folders with all that is in them; of a link, the link. Returns the paths that are still there, with the phone's reason. */
export function deleteFiles(paths: readonly string[]): Command<readonly FileFailure[]> {
  return {
    purpose: 'deleting files',
    line: joinShell(';', paths.map(deleteLine)),
    deadlineMs: deleteDeadlineMs,
    maxOutputBytes: listBytes,
    parse: (output) => {
      // Before Android 7, errors are between the marks.
      const marks = stdoutText(output)
        .split('\n')
        .filter((line) => /^(?:stays|gone)$/.test(line));
      if (marks.length !== paths.length) throw refusedFile('deleting files', fileReason(output));
      const reason = fileReason(output);
      return paths.filter((_, index) => marks[index] === 'stays').map((path) => ({ path, reason }));
    },
  };
}

function deleteLine(path: string): ShellText {
  return sh`rm -rf ${path}; { { [ -e ${path} ] || [ -L ${path} ]; } && echo stays; } || echo gone`;
}

/** The reason in what a file program prints: `ls: /data/: Permission denied` -> `Permission denied`. */
function fileReason(output: CommandOutput): string {
  const lines = `${stdoutText(output)}\n${output.stderr}`.split('\n');
  const line = lines.findLast((each) => each.includes(': ')) ?? '';
  return line.slice(line.lastIndexOf(': ') + 2).trim() || phoneMessage(output);
}

const refusalHints: readonly (readonly [words: RegExp, hint: string])[] = [
  [
    /Permission denied|not permitted|Read-only/,
    "Android doesn't let ADB do that there. Shared storage (/sdcard) and /data/local/tmp are open to it.",
  ],
  [/No space left/, 'Free some space on the phone, then try again.'],
  [/File exists/, 'Choose another name.'],
  [/No such file/, 'It may have been moved or deleted: list the folder again.'],
  [/too long/, 'Choose a shorter name.'],
  [/Invalid argument/, 'Shared storage accepts no name with " * / : < > ? \\ or |.'],
];

/** The error for what the phone refuses to do with a file (`command-failed`), with its own words. */
export function refusedFile(attempt: string, reason: string, cause?: unknown): HandsetError {
  const [, hint] = refusalHints.find(([words]) => words.test(reason)) ?? [];
  return new HandsetError('command-failed', `The phone refused ${attempt}: ${reason}.`, {
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  });
}

/** The first SDK level (Android 11) that indexes files in shared storage by itself. */
const firstIndexingSdk = 30;

/**
 * Makes the media store, where galleries and other apps look for files, look at these paths in shared storage: it adds
 * a file that is new and drops one that is gone. Needed on older phones only; does nothing on others. Source:
 * MediaScannerReceiver.java of Android 4 to 10, MediaScanner.prescan.
 */
export function scanMedia(paths: readonly string[]): Command<null> {
  const broadcasts = paths.map((path) => {
    const address = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
    return sh`am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d ${address}`;
  });
  return {
    purpose: "telling the phone's apps about the file",
    line: sh`[ "$(getprop ro.build.version.sdk)" -ge ${firstIndexingSdk} ] || { ${joinShell(';', broadcasts)}; }`,
    deadlineMs: 20_000 * paths.length,
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
