import type { AppCrash, AppDetails, AppPermission } from '../apps.ts';
import { HandsetError } from '../errors.ts';
import { setUser } from './apps.ts';
import { type Command, stdoutText } from './command.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';

/** Reads one app: its package, processes, memory and crashes. */

/** Lines between the parts of the output. */
const processesMarker = 'handset-processes';
const memoryMarker = 'handset-memory';
const crashesMarker = 'handset-crashes';
/** The newest lines of the crash log: some ten crashes. */
const maxCrashLines = 1500;

/** The error for a package that is not installed for the user in front. */
export function notInstalled(packageName: string): HandsetError {
  return new HandsetError('invalid-argument', `${packageName} is not installed.`, {
    hint: 'list_apps finds packages by query.',
  });
}

/** A piece of a line that prints the user and the lines of `dumpsys package` that describe one package: all of them may be 200 kB. */
export function dumpPackage(packageName: string): ShellText {
  const lines =
    'Package \\[|^Hidden system packages:|version(Name|Code)=|lastUpdateTime=|lags=\\[|User [0-9]+:|permissions:|: granted=';
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
      sh`logcat -b crash -d -v threadtime -v year 2>/dev/null | tail -n ${maxCrashLines}`,
    ]).line,
    deadlineMs: 30_000,
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

/** The texts before and after the first line that is the marker. */
export function splitAt(text: string, marker: string): readonly string[] {
  const lines = text.split('\n');
  const at = lines.indexOf(marker);
  if (at < 0) return [text];
  return [lines.slice(0, at).join('\n'), lines.slice(at + 1).join('\n')];
}

/** The part of an app's details that `dumpsys package` prints. */
type PackageDump = Omit<AppDetails, 'pids' | 'memoryKb' | 'lastCrash'>;

/** Parses what `dumpPackage` prints; null if the package is not installed for its user. */
export function parsePackage(text: string, packageName: string): PackageDump | null {
  const user = /^user (\d+)$/m.exec(text)?.[1] ?? '0';
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.trim().startsWith(`Package [${packageName}] (`));
  if (start < 0) return null;
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^\s*Package \[|^Hidden system packages:/.test(line));
  const own = end < 0 ? after : after.slice(0, end);
  const firstUser = own.findIndex((line) => userIn(line) !== undefined);
  const common = firstUser < 0 ? own : own.slice(0, firstUser);
  const users = own.slice(common.length);
  const from = users.findIndex((line) => userIn(line) === user);
  const next = users.findIndex((line, i) => i > from && userIn(line) !== undefined);
  const ofUser = from < 0 ? [] : users.slice(from, next < 0 ? undefined : next);
  if (/\binstalled=false\b/.test(ofUser[0] ?? '')) return null;
  const head = common.join('\n');
  const versionCode = /versionCode=(\d+)/.exec(head)?.[1];
  return {
    versionName: /versionName=(.*)/.exec(head)?.[1]?.trim() ?? null,
    versionCode: versionCode === undefined ? null : Number(versionCode),
    updated: /lastUpdateTime=([\d-]+ [\d:]+)/.exec(head)?.[1] ?? null,
    isSystem: /\b(?:pkgF|f)lags=\[[^\]]*\bSYSTEM\b/.test(head),
    // COMPONENT_ENABLED_STATE_DISABLED and the two after it (PackageManager.java).
    isEnabled: !/\benabled=[234]\b/.test(ofUser[0] ?? ''),
    permissions: [...permissionsIn(ofUser, true), ...permissionsIn(common, false)],
  };
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
