/** Reads which processes run. */
import { type Command, listBytes, stdoutText } from './command.ts';
import { sh } from './shell-text.ts';

/** From Android 8 on, `ps` lists all processes only with -A; older versions know no options. */
export const psLine = sh`[ "$(getprop ro.build.version.sdk)" -ge 26 ] && ps -A -o PID,NAME 2>/dev/null || ps`;

/** The name of a process that the zygote has forked but not yet named. */
const unnamedProcess = '<pre-initialized>';

/** The names of all running processes by process id; an app's begin with its package name. */
export const readProcesses: Command<ReadonlyMap<number, string>> = {
  purpose: 'reading the names of the processes',
  line: psLine,
  deadlineMs: 10_000,
  maxOutputBytes: listBytes,
  parse: (output) => parseProcesses(stdoutText(output)),
};

/** The names by process id in what `psLine` prints. */
export function parseProcesses(text: string): ReadonlyMap<number, string> {
  const [header = '', ...rows] = text.split(/\r?\n/);
  const column = header.trim().split(/\s+/).indexOf('PID');
  return new Map(rows.flatMap((row) => parseProcess(row, column)));
}

/** The name is the last column; Android 7 prints one more column than headers, before the name. */
function parseProcess(row: string, column: number): (readonly [number, string])[] {
  const cells = row.trim().split(/\s+/);
  const pid = Number(cells[column]);
  const name = cells.slice(column + 1).at(-1) ?? '';
  return Number.isInteger(pid) && name !== '' && name !== unnamedProcess ? [[pid, name]] : [];
}
