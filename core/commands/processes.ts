import { type Command, textOf } from './command.ts';

/** From Android 8 on `ps` shows only its own processes unless told otherwise, and before it knows no options. */
const line = '[ "$(getprop ro.build.version.sdk)" -ge 26 ] && ps -A -o PID,NAME 2>/dev/null || ps';

/** What a process is called before it has become an app's. */
const notYet = '<pre-initialized>';

/** The names of the processes that run, by process id: an app's begins with its package's. */
export const readProcesses: Command<ReadonlyMap<number, string>> = {
  purpose: 'reading the names of the processes',
  line,
  deadlineMs: 10_000,
  parse: (output) => {
    const [header = '', ...rows] = textOf(output).split(/\r?\n/);
    const column = header.trim().split(/\s+/).indexOf('PID');
    return new Map(rows.flatMap((row) => processIn(row, column)));
  },
};

/** The name stands last; Android 7's rows have one column more than their header, before it. */
function processIn(row: string, column: number): (readonly [number, string])[] {
  const cells = row.trim().split(/\s+/);
  const pid = Number(cells[column]);
  const name = cells.slice(column + 1).at(-1) ?? '';
  return Number.isInteger(pid) && name !== '' && name !== notYet ? [[pid, name]] : [];
}
