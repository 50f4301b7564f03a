/** Lists and starts apps. */
import type { InstalledApp } from '../phone/apps.ts';
import { HandsetError } from '../errors.ts';
import {
  type Command,
  type CommandOutput,
  phoneMessage,
  reasonIn,
  stdoutText,
  listBytes,
} from './command.ts';
import { parseProcesses, psLine } from './processes.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';

/**
 * A piece of a line that sets the shell variable `u` to the user in front: a work profile or a second user has apps of its own,
 * and on phones with such a user the package manager refuses to list the apps of all.
 */
export const setUser = sh`u=$(am get-current-user 2>/dev/null | grep -E '^[0-9]+$') || u=0`;

/** The lines before the third-party packages, the launchable activities, and the processes. */
const addedMarker = 'handset-added';
const launchersMarker = 'handset-launchers';
const processesMarker = 'handset-processes';

/**
 * Lists the current user's packages, without their names. `cmd` is faster than `pm`, which starts a Java
 * program before Android 9. Rejects with `command-failed`, quoting the phone's message.
 */
export const listPackages: Command<readonly InstalledApp[]> = {
  purpose: 'listing the apps',
  line: joinShell(';', [
    setUser,
    sh`cmd package list packages --user $u`,
    sh`echo ${addedMarker}`,
    sh`cmd package list packages -3 --user $u`,
    sh`echo ${launchersMarker}`,
    sh`cmd package query-activities --user $u --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER`,
    sh`echo ${processesMarker}`,
    psLine,
  ]),
  deadlineMs: 20_000,
  maxOutputBytes: listBytes,
  parse: (output) => {
    const lines = stdoutText(output).split(/\r?\n/);
    const addedAt = lines.indexOf(addedMarker);
    const launchersAt = lines.indexOf(launchersMarker);
    const names = packagesIn(lines.slice(0, Math.max(0, addedAt)));
    if (names.length === 0 || launchersAt < 0) {
      const message = `Couldn't list the apps; the phone said: ${phoneMessage(output)}.`;
      throw new HandsetError('command-failed', message, { hint: 'Try again in a moment.' });
    }
    const added = new Set(packagesIn(lines.slice(addedAt, launchersAt)));
    const processesAt = lines.indexOf(processesMarker, launchersAt);
    const end = processesAt < 0 ? lines.length : processesAt;
    const launchers = launchersIn(lines.slice(launchersAt, end));
    const processes = parseProcesses(lines.slice(end + 1).join('\n')).values();
    // An app's other processes are named PACKAGE:NAME.
    const running = new Set([...processes].map((name) => name.split(':', 1)[0]));
    return names.map((packageName) => ({
      packageName,
      name: null,
      launcherActivity: launchers.get(packageName) ?? null,
      isSystem: !added.has(packageName),
      isRunning: running.has(packageName),
    }));
  },
};

/** The packages of lines like `package:com.example.app`. */
function packagesIn(lines: readonly string[]): readonly string[] {
  const names = lines.flatMap((line) => /^package:(\S+)$/.exec(line.trim())?.[1] ?? []);
  return [...new Set(names)];
}

/** The first activity of each package, from lines like `      com.example.app/.Main`; the launcher shows it first, too. */
function launchersIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const [component, packageName] = /^\s*(([\w.]+)\/[\w.$]+)\s*$/.exec(line)?.slice(1) ?? [];
    if (component === undefined || packageName === undefined) continue;
    if (!found.has(packageName)) found.set(packageName, component);
  }
  return found;
}

/**
 * An option of `am start` (since Android 10): without it the activity opens on the display that has the focus,
 * which may be another one.
 */
export const onDefaultDisplay = sh`$([ "$(getprop ro.build.version.sdk)" -ge 29 ] && echo --display 0)`;

/** FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_RESET_TASK_IF_NEEDED, as launchers set them. */
const launcherFlags = 0x10200000;

/**
 * Starts an activity as a launcher does: a running app comes back as it was left. With `fresh` its app is
 * stopped before. Rejects with `command-failed`, quoting the phone's message.
 */
export function startActivity({
  activity,
  fresh,
}: {
  readonly activity: string;
  readonly fresh: boolean;
}): Command<null> {
  const [packageName = ''] = activity.split('/');
  const stop = sh`am force-stop --user $u ${packageName}; `;
  return {
    purpose: `opening ${packageName}`,
    line: sh`${setUser}; ${fresh ? stop : sh``}am start ${onDefaultDisplay} --user $u -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f ${launcherFlags} -n ${activity}`,
    deadlineMs: 20_000,
    parse: (output) => {
      const problem = startProblem(output);
      if (problem === null) return null;
      throw new HandsetError(
        'command-failed',
        `Couldn't open ${packageName}; the phone said: ${problem}.`,
        {
          // Before somebody signs in, for example (START_NOT_ALLOWED_FOR_USER, Android 15).
          hint: /not allowed for the given user/.test(problem)
            ? 'The user in front may not open it. Choose another user on the phone.'
            : 'Unlock the phone and try again, or open the app by its icon on the home screen.',
        },
      );
    },
  };
}

/**
 * What `am start` reports as an error; null if it started the activity. Warnings are no errors: for
 * a running app, `am` warns that it only brought it to the front.
 */
function startProblem(output: CommandOutput): string | null {
  const lines = `${output.stderr}\n${stdoutText(output)}`.split(/\r?\n/);
  const problem = lines.find((line) => /^(?:Error: |java\.\w|Security exception)/.test(line));
  if (problem !== undefined) return reasonIn(problem.replace(/^Error: /, ''));
  return output.exitCode === null || output.exitCode === 0 ? null : phoneMessage(output);
}

/** Runs the scrcpy server only to print its list of apps; that needs no connection to it. */
export function listAppNames({
  jarPath,
  version,
}: {
  readonly jarPath: string;
  readonly version: string;
}): Command<ReadonlyMap<string, string>> {
  const start: ShellText = sh`CLASSPATH=${jarPath} app_process / com.genymobile.scrcpy.Server`;
  return {
    purpose: 'reading the names of the apps',
    line: sh`${start} ${version} list_apps=true log_level=info`,
    // It loads the name of every app from its package: up to a tenth of a second each on slow phones.
    deadlineMs: 40_000,
    maxOutputBytes: listBytes,
    parse: (output) => {
      const names = parseAppNames(stdoutText(output));
      if (names.size > 0) return names;
      const message = `The scrcpy server couldn't list the apps; it said: ${phoneMessage(output)}.`;
      throw new HandsetError('unsupported', message);
    },
  };
}

/**
 * The names by package in scrcpy's list (LogUtils.buildAppListMessage): ` * ` for an app of the
 * system, ` - ` for another one, the name, blanks up to column 30, the package; after a long name
 * the package stands in the next line. A package that is listed twice gets no name: a name may
 * contain line ends and so imitate the line of another app.
 */
export function parseAppNames(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const repeated = new Set<string>();
  const list = /List of apps:\r?\n([^]*)$/.exec(text)?.[1] ?? '';
  const entries = list.matchAll(/^ [*-] (?:(.{29} ) |(.{30,500})\r?\n {34})([\w.]+)\r?$/gm);
  for (const [, shortName, longName, packageName = ''] of entries) {
    if (names.has(packageName)) repeated.add(packageName);
    names.set(packageName, (shortName ?? longName ?? '').trim());
  }
  for (const packageName of repeated) names.delete(packageName);
  return names;
}
