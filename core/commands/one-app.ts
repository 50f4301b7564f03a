/** Reads one app (its package, processes, memory, crashes, languages) and changes it. */
import type {
  AppCrash,
  AppDetails,
  AppPermission,
  PermissionChange,
  AppStopResult,
} from '../phone/apps.ts';
import { HandsetError } from '../errors.ts';
import { setUser } from './apps.ts';
import {
  type Command,
  stdoutText,
  type CommandOutput,
  phoneMessage,
  reasonIn,
  refusalHint,
  textAfter,
  largeOutputBytes,
  listBytes,
} from './command.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';

/** Lines between the parts of the output. */
const processesMarker = 'handset-processes';
const memoryMarker = 'handset-memory';
const crashesMarker = 'handset-crashes';
/** The newest lines of the crash log: some ten crashes. */
const maxCrashLines = 1500;
const crashLog = sh`logcat -b crash -d -v threadtime -v year 2>/dev/null | tail -n ${maxCrashLines}`;

/** The error for a package that is not installed for the user in front. */
function notInstalled(packageName: string): HandsetError {
  return new HandsetError('invalid-argument', `${packageName} is not installed.`, {
    hint: 'list_apps finds packages by query.',
  });
}

/**
 * A piece of a line that prints the user and the lines of `dumpsys package` that describe one package and
 * its shared user: all of them may be 200 kB.
 */
function dumpPackage(packageName: string): ShellText {
  const lines =
    'Package \\[|SharedUser \\[|^Hidden system packages:|version(Name|Code)=|lastUpdateTime=|lags=\\[|User [0-9]+:|permissions:|: granted=';
  return sh`echo "user $u"; dumpsys package ${packageName} | grep -E ${lines}`;
}

/** Reads one app. Rejects with `invalid-argument` if it is not installed. */
export function readApp(packageName: string): Command<AppDetails> {
  return {
    purpose: `reading ${packageName}`,
    line: joinShell(';', [
      setUser,
      dumpPackage(packageName),
      sh`echo ${processesMarker}`,
      sh`pidof ${packageName}`,
      sh`echo ${memoryMarker}`,
      sh`dumpsys meminfo ${packageName} | grep TOTAL`,
      sh`echo ${crashesMarker}`,
      crashLog,
    ]),
    deadlineMs: 30_000,
    maxOutputBytes: largeOutputBytes,
    parse: (output) => {
      const text = stdoutText(output).replaceAll('\r\n', '\n');
      const [packageText = '', rest = ''] = splitAt(text, processesMarker);
      const [processes = '', afterProcesses = ''] = splitAt(rest, memoryMarker);
      const [memory = '', crashes = ''] = splitAt(afterProcesses, crashesMarker);
      const dump = parsePackage(packageText, packageName);
      if (dump === null) throw notInstalled(packageName);
      const pids = (processes.match(/\d+/g) ?? []).map(Number);
      return {
        ...dump,
        pids,
        memoryKb: memoryIn(memory),
        lastCrash: lastCrashIn(crashes, packageName),
      };
    },
  };
}

/** Reads whether an app's main process does not run, and the log holds a crash of it. */
export function readHasCrashed(packageName: string): Command<boolean> {
  return {
    purpose: `reading whether ${packageName} has crashed`,
    line: joinShell(';', [sh`pidof ${packageName}`, sh`echo ${crashesMarker}`, crashLog]),
    deadlineMs: 10_000,
    maxOutputBytes: listBytes,
    parse: (output) => {
      const text = stdoutText(output).replaceAll('\r\n', '\n');
      const [processes = '', crashes = ''] = splitAt(text, crashesMarker);
      return processes.trim() === '' && lastCrashIn(crashes, packageName) !== null;
    },
  };
}

/** The texts before and after the first line that is the marker. */
function splitAt(text: string, marker: string): readonly string[] {
  const lines = text.split('\n');
  const at = lines.indexOf(marker);
  if (at < 0) return [text];
  return [lines.slice(0, at).join('\n'), lines.slice(at + 1).join('\n')];
}

/** The part of an app's details that `dumpsys package` prints. */
type PackageDump = Omit<AppDetails, 'pids' | 'memoryKb' | 'lastCrash'>;

/** Parses what `dumpPackage` prints; null if the package is not installed for its user. */
function parsePackage(text: string, packageName: string): PackageDump | null {
  const user = /^user (\d+)$/m.exec(text)?.[1] ?? '0';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim().startsWith(`Package [${packageName}] (`));
  if (start < 0) return null;
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) =>
    /^\s*(?:Package|SharedUser) \[|^Hidden system packages:/.test(line),
  );
  const { common, ofUser } = partsFor(user, end < 0 ? after : after.slice(0, end));
  // Packages with a shared user id have their permissions together (Settings.dumpSharedUsersLPr).
  const sharedAt = after.findIndex((line) => /^\s*SharedUser \[/.test(line));
  const shared = partsFor(user, sharedAt < 0 ? [] : after.slice(sharedAt + 1));
  if (/\binstalled=false\b/.test(ofUser[0] ?? '')) return null;
  const head = common.join('\n');
  const versionCode = /versionCode=(\d+)/.exec(head)?.[1];
  return {
    versionName: /versionName=(.*)/.exec(head)?.[1]?.trim() ?? null,
    versionCode: versionCode === undefined ? null : Number(versionCode),
    updated: /lastUpdateTime=([\d-]+ [\d:]+)/.exec(head)?.[1] ?? null,
    isSystem: [...head.matchAll(/\b(?:pkgF|f)lags=\[([^\]]*)/g)].some(([flags]) =>
      /\bSYSTEM\b/.test(flags),
    ),
    // COMPONENT_ENABLED_STATE_DISABLED and the two after it (PackageManager.java).
    isEnabled: !/\benabled=[234]\b/.test(ofUser[0] ?? ''),
    permissions: [
      ...permissionsIn([...ofUser, ...shared.ofUser], true),
      ...permissionsIn([...common, ...shared.common], false),
    ],
  };
}

/** The lines before those of the first user, and the lines of one user. */
function partsFor(
  user: string,
  lines: readonly string[],
): { readonly common: readonly string[]; readonly ofUser: readonly string[] } {
  const firstUser = lines.findIndex((line) => userIn(line) !== undefined);
  if (firstUser < 0) return { common: lines, ofUser: [] };
  const from = lines.findIndex((line) => userIn(line) === user);
  const next = lines.findIndex((line, i) => i > from && userIn(line) !== undefined);
  const ofUser = from < 0 ? [] : lines.slice(from, next < 0 ? undefined : next);
  return { common: lines.slice(0, firstUser), ofUser };
}

/** The user of a line like `    User 0: ceDataInode=123 installed=true …`. */
function userIn(line: string): string | undefined {
  return /^\s*User (\d+):/.exec(line)?.[1];
}

/** The permissions in lines like `        android.permission.CAMERA: granted=true, flags=[ USER_SET ]`. */
function permissionsIn(lines: readonly string[], isRuntime: boolean): readonly AppPermission[] {
  return lines.flatMap((line) => {
    const [, name, granted] = /^\s*(\S+): granted=(true|false)\b/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, isGranted: granted === 'true', isRuntime }];
  });
}

/** The total in `TOTAL PSS:  48214 …`, before Android 11 in `TOTAL:  48214 …`, or in the table's last row. */
function memoryIn(text: string): number | null {
  const total = /TOTAL(?: PSS)?: +(\d+)/.exec(text) ?? /^ *TOTAL +(\d+)/m.exec(text);
  return total === null ? null : Number(total[1]);
}

/** A line of the crash log: time, process, tag and the rest. */
const crashLine = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d* +(\d+) +\d+ [A-Z] (\S+) *: ?(.*)$/;
/** Characters of a report; the frames nearest to the fault come first. */
const maxReportLength = 2_000;

/**
 * The package's last crash. A report is the lines of one process with one tag in a row: AndroidRuntime
 * names the package in `Process: com.example.app, PID: 123`, a native crash (DEBUG) in `>>> com.example.app <<<`.
 */
function lastCrashIn(text: string, packageName: string): AppCrash | null {
  const reports: { time: string; source: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, time, pid, tag, content = ''] = crashLine.exec(line) ?? [];
    if (time === undefined) continue;
    const source = `${pid} ${tag}`;
    const last = reports.at(-1);
    const begins = last?.source !== source || content.startsWith('FATAL EXCEPTION');
    if (begins) reports.push({ time, source, lines: [content] });
    else last.lines.push(content);
  }
  const names = [`Process: ${packageName}, PID: `, `>>> ${packageName} <<<`];
  const found = reports.findLast(({ lines }) =>
    lines.some((line) => names.some((name) => line.includes(name))),
  );
  if (found === undefined) return null;
  return { time: found.time, report: found.lines.join('\n').slice(0, maxReportLength) };
}

// Changes: each command reads back what it can.

/** Printed for a package that is not installed. */
const missingMarker = 'handset-missing';
/** Printed between the output of the change and what is read after it. */
const afterMarker = 'handset-after';

/** Runs a change only for an installed package, and reads something after it. */
function changeLine(
  packageName: string,
  { change, after }: { readonly change: ShellText; readonly after: ShellText },
): ShellText {
  const isInstalled = sh`cmd package path --user $u ${packageName} >/dev/null 2>&1`;
  return joinShell(';', [
    setUser,
    sh`${isInstalled} && { ${change}; echo ${afterMarker}; ${after}; true; } || echo ${missingMarker}`,
  ]);
}

/** What a change printed, and what was read after it. Throws `invalid-argument` if the package is missing. */
function changeParts(
  output: CommandOutput,
  packageName: string,
): { readonly printed: string; readonly after: string } {
  const text = stdoutText(output).replaceAll('\r\n', '\n');
  if (text.trimEnd().split('\n').at(-1) === missingMarker) throw notInstalled(packageName);
  const [printed = '', after = ''] = splitAt(text, afterMarker);
  return { printed: `${printed}\n${output.stderr}`, after };
}

/** Stops an app. Rejects with `invalid-argument` if it is not installed. */
export function forceStop(packageName: string): Command<AppStopResult> {
  const pids = sh`pidof ${packageName}`;
  return {
    purpose: `stopping ${packageName}`,
    line: changeLine(packageName, {
      change: sh`${pids}; am force-stop --user $u ${packageName}`,
      // A process that is being killed remains for a moment.
      after: sh`${pids} >/dev/null && sleep 0.5; ${pids}`,
    }),
    deadlineMs: 15_000,
    parse: (output) => {
      const { printed, after } = changeParts(output, packageName);
      return { wasRunning: /^\d/m.test(printed), isRunning: /^\d/m.test(after) };
    },
  };
}

/** Deletes an app's data. Rejects with `invalid-argument` if it is not installed, `command-failed`. */
export function clearPackageData(packageName: string): Command<null> {
  return {
    purpose: `clearing ${packageName}`,
    line: changeLine(packageName, {
      change: sh`pm clear --user $u ${packageName}`,
      after: sh`true`,
    }),
    deadlineMs: 30_000,
    parse: (output) => {
      const { printed } = changeParts(output, packageName);
      if (/^Success\b/m.test(printed)) return null;
      const reason = reasonOf(printed, output);
      throw new HandsetError(
        'command-failed',
        `Couldn't clear the data of ${packageName}; the phone said: ${reason}.`,
        {
          hint: refusalHint(
            reason,
            "Some phones and apps don't allow this. Clear the data in Settings > Apps > Storage.",
          ),
        },
      );
    },
  };
}

/**
 * Uninstalls an app of the user in front; of an app of the system, its updates, which all users have together
 * (for one user Android would remove the app itself). Rejects with `invalid-argument` if it is not installed,
 * `command-failed`.
 */
export function uninstallPackage(packageName: string): Command<'uninstalled' | 'updates-removed'> {
  return {
    purpose: `uninstalling ${packageName}`,
    line: changeLine(packageName, {
      change: sh`w=; cmd package list packages -3 --user $u ${packageName} | grep -qxF package:${packageName} && w="--user $u"; pm uninstall $w ${packageName}`,
      after: sh`cmd package path --user $u ${packageName}`,
    }),
    deadlineMs: 45_000,
    parse: (output) => {
      const { printed, after } = changeParts(output, packageName);
      const isThere = after.includes('package:');
      if (/^Success\b/m.test(printed)) return isThere ? 'updates-removed' : 'uninstalled';
      throw new HandsetError(
        'command-failed',
        `Couldn't uninstall ${packageName}; the phone said: ${reasonOf(printed, output)}.`,
        { hint: "System apps and apps of the phone's administrator can't be uninstalled." },
      );
    },
  };
}

/**
 * Grants or revokes a permission; whether it is granted after that, null if the package does not list it.
 * Rejects with `invalid-argument` if the app is not installed, `command-failed` with Android's reason.
 */
export function changePermission(change: PermissionChange): Command<boolean | null> {
  const { packageName, permission, grant } = change;
  const words = sh`--user $u ${packageName} ${permission}`;
  return {
    purpose: `changing a permission of ${packageName}`,
    line: changeLine(packageName, {
      change: grant ? sh`pm grant ${words}` : sh`pm revoke ${words}`,
      after: dumpPackage(packageName),
    }),
    deadlineMs: 20_000,
    maxOutputBytes: listBytes,
    parse: (output) => {
      const { printed, after } = changeParts(output, packageName);
      // Before Android 9 `pm` prints "Operation not allowed: " or "Bad argument: " before the exception.
      if (/exception|error|fail|not allowed|bad argument/i.test(printed))
        throw refusal(change, reasonOf(printed, output));
      const { permissions = [] } = parsePackage(after, packageName) ?? {};
      return permissions.find(({ name }) => name === permission)?.isGranted ?? null;
    },
  };
}

/** Permissions that Android divided or added later, and the version that has them (Manifest.permission). */
const addedIn: readonly (readonly [pattern: RegExp, version: number])[] = [
  [/\.(?:ACCESS_BACKGROUND_LOCATION|ACTIVITY_RECOGNITION|ACCESS_MEDIA_LOCATION)$/, 10],
  [/\.BLUETOOTH_(?:SCAN|CONNECT|ADVERTISE)$/, 12],
  [/\.(?:POST_NOTIFICATIONS|NEARBY_WIFI_DEVICES|READ_MEDIA_(?:IMAGES|VIDEO|AUDIO))$/, 13],
  [/\.READ_MEDIA_VISUAL_USER_SELECTED$/, 14],
];

function refusal({ packageName, permission, grant }: PermissionChange, reason: string) {
  const message = `Couldn't ${grant ? 'grant' : 'revoke'} ${permission} ${grant ? 'to' : 'from'} ${packageName}; the phone said: ${reason}.`;
  const version = addedIn.find(([pattern]) => pattern.test(permission))?.[1];
  const isUnknown = /Unknown permission/.test(reason);
  const hint =
    isUnknown && version !== undefined
      ? `This phone's Android is too old: the permission came with Android ${version}.`
      : refusalHint(
          reason,
          'get_app lists the permissions that can be changed; others are in Settings > Apps > Special app access.',
        );
  return new HandsetError('command-failed', message, { hint });
}

/** The phone's reason for a refusal. */
function reasonOf(printed: string, output: CommandOutput): string {
  return reasonIn(printed) || phoneMessage(output);
}

/** Reads an app's languages (LocaleManagerShellCommand, since Android 13) as BCP 47 tags with commas between them; empty for the phone's own. Rejects with `command-failed`. */
export function readAppLanguages(packageName: string): Command<string> {
  return {
    purpose: `reading the language of ${packageName}`,
    line: sh`cmd locale get-app-locales ${packageName}`,
    deadlineMs: 10_000,
    parse: (output) => {
      const answer = textAfter(stdoutText(output), /^Locales for /m).split('\n', 1)[0] ?? '';
      const tags = /^([^\]]*)\]/.exec(textAfter(answer, / are \[/))?.[1];
      if (tags !== undefined) return tags;
      const message = `Couldn't read the language of ${packageName}; the phone said: ${phoneMessage(output)}.`;
      throw new HandsetError('command-failed', message, {
        hint: 'Check the package name of the app.',
      });
    },
  };
}

/** Sets an app's languages. Read them afterwards to learn whether Android accepted them. */
export function writeAppLanguages(packageName: string, tags: string): Command<null> {
  const locales = tags === '' ? sh`` : sh` --locales ${tags}`;
  return {
    purpose: `setting the language of ${packageName}`,
    line: sh`cmd locale set-app-locales ${packageName}${locales}`,
    deadlineMs: 10_000,
    parse: () => null,
  };
}
