import { installedPackages, uidOf, userOf } from './system-packages.ts';
import { parseProgramArguments } from './arguments.ts';
import { systemServerPid } from './logcat/activity-log.ts';
import type { Program } from '../shell/program.ts';
import type { System } from '../system.ts';

interface Process {
  readonly user: string;
  readonly uid: number;
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

const zygotePid = 611;
const adbdPid = 904;

/** Native processes that tools look for: user, uid, pid, parent and name. Guess: the process ids. */
const nativeProcesses: readonly Process[] = [
  ['root', 0, 1, 0, 'init'] as const,
  ['logd', 1036, 302, 1, 'logd'] as const,
  ['system', 1000, 303, 1, 'servicemanager'] as const,
  ['system', 1000, 498, 1, 'surfaceflinger'] as const,
  ['root', 0, zygotePid, 1, 'zygote64'] as const,
  ['audioserver', 1041, 723, 1, 'audioserver'] as const,
  ['shell', 2000, adbdPid, 1, 'adbd'] as const,
  ['wifi', 1010, 1344, 1, 'wpa_supplicant'] as const,
  ['system', 1000, systemServerPid, zygotePid, 'system_server'] as const,
].map(([user, uid, pid, parent, name]) => ({ user, uid, pid, parent, name }));

/** Running processes, sorted by process id: the system, the apps, and the calling program if given. */
function processes(system: System, caller?: Pick<Process, 'pid' | 'name'>): readonly Process[] {
  const apps = installedPackages(system).flatMap(({ name, pid }) =>
    pid === undefined
      ? []
      : [{ user: userOf(name), uid: uidOf(name), pid, parent: zygotePid, name }],
  );
  const callerProcess = caller && { user: 'shell', uid: 2000, parent: adbdPid, ...caller };
  return [...nativeProcesses, ...apps, ...(callerProcess ? [callerProcess] : [])].sort(
    (a, b) => a.pid - b.pid,
  );
}

/** Column values and widths in characters; a negative width is left-aligned (toybox ps.c). */
const columns: Readonly<Record<string, readonly [(process: Process) => string | number, number]>> =
  {
    USER: [({ user }) => user, -12],
    UID: [({ uid }) => uid, 5],
    PID: [({ pid }) => pid, 5],
    PPID: [({ parent }) => parent, 5],
    VSZ: [() => 5_120_000, 7],
    RSS: [() => 120_400, 6],
    WCHAN: [() => 0, -15],
    ADDR: [() => 0, 5],
    S: [() => 'S', -1],
    NAME: [({ name }) => name, -27],
    ARGS: [({ name }) => name, -27],
    CMD: [({ name }) => name, -27],
  };

const defaultFields = ['USER', 'PID', 'PPID', 'VSZ', 'RSS', 'WCHAN', 'ADDR', 'S', 'NAME'];

/** `ps [-A] [-o FIELDS] [-p PID,…] [-u USER]`: toybox; without `-A`, `-p` or `-u` only itself. */
const ps: Program = {
  names: ['ps'],
  main: async ({ argv, pid, system, out, err }) => {
    const { flags, values, flagList: all } = parseProgramArguments(argv.slice(1), ['o', 'p', 'u']);
    const requestedFields = all.flatMap(([flag, value]) =>
      flag === 'o' ? (value ?? '').split(',') : [],
    );
    const unknown = requestedFields.find((field) => columns[columnNameOf(field)] === undefined);
    if (unknown !== undefined) {
      await err(`ps: bad -o ${unknown}\n`);
      return 1;
    }
    const pids = values.get('p')?.split(',');
    const user = values.get('u');
    const showAll = ['A', 'e', 'f'].some((flag) => flags.has(flag));
    const selected = processes(system, { pid, name: 'ps' }).filter((one) => {
      if (pids !== undefined) return pids.includes(String(one.pid));
      if (user !== undefined) return one.user === user || String(one.uid) === user;
      return showAll || one.pid === pid;
    });
    await out(
      formatTable(selected, requestedFields.length === 0 ? defaultFields : requestedFields),
    );
    return Number(selected.length === 0);
  },
};

/** The column name of a field `NAME[=TITLE]`. */
function columnNameOf(field: string): string {
  return (field.split('=')[0] ?? '').toUpperCase();
}

/** Formats a table with toybox's column widths; the last column is not padded. */
function formatTable(selected: readonly Process[], fields: readonly string[]): string {
  const shownColumns = fields.flatMap((field) => {
    const column = columns[columnNameOf(field)];
    const [, title = columnNameOf(field)] = field.split('=');
    return column === undefined ? [] : [{ value: column[0], width: column[1], title }];
  });
  const row = (cells: readonly (string | number)[]): string => {
    const padded = cells.map((cell, i) => {
      const width = shownColumns[i]?.width ?? 0;
      if (width >= 0) return String(cell).padStart(width);
      return i === cells.length - 1 ? String(cell) : String(cell).padEnd(-width);
    });
    return `${padded.join(' ')}\n`;
  };
  const hasHeader = shownColumns.some(({ title }) => title !== '');
  const header = hasHeader ? row(shownColumns.map(({ title }) => title)) : '';
  return header + selected.map((one) => row(shownColumns.map(({ value }) => value(one)))).join('');
}

/** Pause between two tables of `top`, in ms. */
const topPauseMs = 3000;

/** `top [-b] [-n COUNT]`: toybox's output without a terminal, repeated. Guess: an idle phone with 8 GB. */
const top: Program = {
  names: ['top'],
  main: async ({ argv, pid, system, out, delay: wait }) => {
    const { values } = parseProgramArguments(argv.slice(1), ['n', 'd', 'm', 'o', 's']);
    const count = Number(values.get('n') ?? Infinity);
    for (let printed = 1; ; printed++) {
      const all = processes(system, { pid, name: 'top' });
      const rows = all.map((one) => {
        const who = `${String(one.pid).padStart(5)} ${one.user.padEnd(12)}`;
        return `${who} 20   0 4.8G 117M  60M S  0.0   1.5   0:00.42 ${one.name}\n`;
      });
      await out(
        `Tasks: ${all.length} total,   1 running, ${all.length - 1} sleeping,   0 stopped,   0 zombie
  Mem:  7734180K total,  4101200K used,  3632980K free,     6120K buffers
 Swap:  4194300K total,        0K used,  4194300K free,  2100080K cached
800%cpu   4%user   0%nice   6%sys 790%idle   0%iow   0%irq   0%sirq   0%host
  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS
${rows.join('')}`,
      );
      if (printed >= count) return 0;
      await wait(topPauseMs);
    }
  },
};

/** `pidof [-s] NAME…`: prints process ids in one line; exit code 1 if there is none. `-s` prints only one. */
const pidof: Program = {
  names: ['pidof'],
  main: async ({ argv, system, out }) => {
    const { flags, operands } = parseProgramArguments(argv.slice(1));
    const found = processes(system).filter(({ name }) => operands.includes(name));
    if (found.length === 0) return 1;
    const selected = flags.has('s') ? found.slice(0, 1) : found;
    await out(`${selected.map(({ pid }) => pid).join(' ')}\n`);
    return 0;
  },
};

/** `ps`, `top`, `pidof`. */
export const processPrograms: readonly Program[] = [ps, top, pidof];
