import type { PermissionChange, AppStopResult } from '../apps.ts';
import { HandsetError } from '../errors.ts';
import { dumpPackage, notInstalled, parsePackage, splitAt } from './app-details.ts';
import { setUser } from './apps.ts';
import { type Command, type CommandOutput, phoneMessage, stdoutText } from './command.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';

/** Stops, clears and uninstalls apps, and changes their permissions; each command reads back what it can. */

/** Printed for a package that is not installed. */
const missingMarker = 'handset-missing';
/** Printed between the output of the change and what is read after it. */
const afterMarker = 'handset-after';

/** Runs a change only for an installed package, and reads something after it. */
function changeLine(
  packageName: string,
  { change, after }: { readonly change: ShellText; readonly after: ShellText },
): string {
  const isInstalled = sh`cmd package path --user $u ${packageName} >/dev/null 2>&1`;
  return joinShell(';', [
    setUser,
    sh`${isInstalled} && { ${change}; echo ${afterMarker}; ${after}; true; } || echo ${missingMarker}`,
  ]).line;
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
      throw new HandsetError(
        'command-failed',
        `The phone did not clear the data of ${packageName}; it said: ${reasonIn(printed, output)}.`,
        { hint: 'Some phones and apps forbid it: clear it in Settings > Apps > Storage.' },
      );
    },
  };
}

/** Uninstalls an app for all users. Rejects with `invalid-argument` if it is not installed, `command-failed`. */
export function uninstallPackage(packageName: string): Command<'uninstalled' | 'updates-removed'> {
  return {
    purpose: `uninstalling ${packageName}`,
    line: changeLine(packageName, {
      change: sh`pm uninstall ${packageName}`,
      after: sh`cmd package path --user $u ${packageName}`,
    }),
    deadlineMs: 60_000,
    parse: (output) => {
      const { printed, after } = changeParts(output, packageName);
      const isThere = after.includes('package:');
      if (/^Success\b/m.test(printed)) return isThere ? 'updates-removed' : 'uninstalled';
      throw new HandsetError(
        'command-failed',
        `The phone did not uninstall ${packageName}; it said: ${reasonIn(printed, output)}.`,
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
    parse: (output) => {
      const { printed, after } = changeParts(output, packageName);
      // Before Android 9 `pm` prints "Operation not allowed: " or "Bad argument: " before the exception.
      if (/exception|error|fail|not allowed|bad argument/i.test(printed))
        throw refusal(change, reasonIn(printed, output));
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
  const message = `Android did not ${grant ? 'grant' : 'revoke'} ${permission} ${grant ? 'to' : 'of'} ${packageName}; it said: ${reason}.`;
  const version = addedIn.find(([pattern]) => pattern.test(permission))?.[1];
  const isUnknown = /Unknown permission/.test(reason);
  const hint =
    isUnknown && version !== undefined
      ? `This phone's Android is older: the permission came with Android ${version}.`
      : 'get_app lists the permissions that can be changed; others are in Settings > Apps > Special app access.';
  return new HandsetError('command-failed', message, { hint });
}

/** The reason of a refusal: the exception's message, the text in `Failure [...]`, or the first line. */
function reasonIn(printed: string, output: CommandOutput): string {
  const exception = /java\.[\w.]+Exception: (.*)/.exec(printed)?.[1];
  const failure = /^Failure \[(.*)\]/m.exec(printed)?.[1];
  const first = printed
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  const reason = exception ?? failure ?? first ?? phoneMessage(output);
  return reason.trim().slice(0, 200).replace(/\.$/, '');
}
