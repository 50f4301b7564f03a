import { triesWithoutEnd } from '../../../slow-pattern.ts';
import { installedPackages, uidOf, userOf } from '../app/system-packages.ts';
import { systemServerPid } from '../logcat/activity-log.ts';
import { parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../program.ts';
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

/** Native processes that tools look for. Guess: the numbers. */
const natives: readonly Process[] = [
  { user: 'root', uid: 0, pid: 1, parent: 0, name: 'init' },
  { user: 'logd', uid: 1036, pid: 302, parent: 1, name: 'logd' },
  { user: 'system', uid: 1000, pid: 303, parent: 1, name: 'servicemanager' },
  { user: 'system', uid: 1000, pid: 498, parent: 1, name: 'surfaceflinger' },
  { user: 'root', uid: 0, pid: zygotePid, parent: 1, name: 'zygote64' },
  { user: 'audioserver', uid: 1041, pid: 723, parent: 1, name: 'audioserver' },
  { user: 'shell', uid: 2000, pid: adbdPid, parent: 1, name: 'adbd' },
  { user: 'wifi', uid: 1010, pid: 1344, parent: 1, name: 'wpa_supplicant' },
  {
    ...{ user: 'system', uid: 1000, pid: systemServerPid },
    ...{ parent: zygotePid, name: 'system_server' },
  },
];

function processes(system: System): readonly Process[] {
  const apps = installedPackages(system).flatMap(({ name, pid }) =>
    pid === undefined
      ? []
      : [{ user: userOf(name), uid: uidOf(name), pid, parent: zygotePid, name }],
  );
  return [...natives, ...apps].sort((a, b) => a.pid - b.pid);
}

interface Column {
  readonly value: (process: Process) => string;
  /** Letters; negative for text that stands left (toybox ps.c). */
  readonly width: number;
}

const nameColumn: Column = { value: ({ name }) => name, width: -27 };

const columns: Readonly<Record<string, Column>> = {
  USER: { value: ({ user }) => user, width: -12 },
  UID: { value: ({ uid }) => String(uid), width: 5 },
  PID: { value: ({ pid }) => String(pid), width: 5 },
  PPID: { value: ({ parent }) => String(parent), width: 5 },
  TID: { value: ({ pid }) => String(pid), width: 5 },
  S: { value: () => 'S', width: -1 },
  NAME: nameColumn,
  ARGS: nameColumn,
  CMD: nameColumn,
  CMDLINE: nameColumn,
  COMM: nameColumn,
};

/** `ps [-A] [-o FIELDS] [-p PID,…] [-u USER]`: toybox; without `-A` only the caller's own. */
const ps: Program = {
  names: ['ps'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, values, all: given } = parseArguments(words, ['o', 'p', 'u']);
    const own: Process = {
      user: 'shell',
      uid: 2000,
      pid: context.pid,
      parent: adbdPid,
      name: 'ps',
    };
    const running = [...processes(context.system), own];
    const fields = given.flatMap(([flag, value]) => (flag === 'o' ? value.split(',') : []));
    const unknown = fields.find((field) => columns[nameOf(field)] === undefined);
    if (unknown !== undefined) {
      await context.err(`ps: bad -o ${unknown}\n`);
      return 1;
    }
    const everyone = ['A', 'e', 'f'].some((flag) => flags.has(flag));
    const pids = values.get('p')?.split(',');
    const user = values.get('u');
    const shown = running.filter((one) => {
      if (pids !== undefined) return pids.includes(String(one.pid));
      if (user !== undefined) return one.user === user || String(one.uid) === user;
      return everyone || one === own;
    });
    await context.out(fields.length === 0 ? table(shown) : chosen(shown, fields));
    return Number(shown.length === 0);
  },
};

function table(shown: readonly Process[]): string {
  const header =
    'USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME                       \n';
  const lines = shown.map(
    ({ user, pid, parent, name }) =>
      `${user.padEnd(12)} ${String(pid).padStart(5)} ${String(parent).padStart(5)} 5120000 120400 0                   0 S ${name}\n`,
  );
  return header + lines.join('');
}

/** The name of a field; a title of one's own may follow a `=`. */
function nameOf(field: string): string {
  return (field.split('=')[0] ?? '').toUpperCase();
}

/** Only the chosen columns, each as wide as toybox makes it; the last one is not filled up. */
function chosen(shown: readonly Process[], fields: readonly string[]): string {
  const wanted = fields.flatMap((field) => {
    const column = columns[nameOf(field)];
    const [, title = nameOf(field)] = field.split('=');
    return column === undefined ? [] : [{ ...column, title }];
  });
  const row = (cells: readonly string[]): string => {
    const filled = cells.map((cell, i) => {
      const width = wanted[i]?.width ?? 0;
      if (i === cells.length - 1 && width < 0) return cell;
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width);
    });
    return `${filled.join(' ')}\n`;
  };
  const heads = wanted.map(({ title }) => title);
  const header = heads.some((title) => title !== '') ? row(heads) : '';
  return header + shown.map((one) => row(wanted.map(({ value }) => value(one)))).join('');
}

/** `pidof [-s] NAME…`: process ids, all in one line; 1 when there is none. `-s` prints one only. */
const pidof: Program = {
  names: ['pidof'],
  run: async ({ argv: [, ...words], system, out }) => {
    const { flags, operands } = parseArguments(words, ['o']);
    const found = processes(system).filter(({ name }) => operands.includes(name));
    if (found.length === 0) return 1;
    const shown = flags.has('s') ? found.slice(0, 1) : found;
    await out(`${shown.map(({ pid }) => pid).join(' ')}\n`);
    return 0;
  },
};

/** `pgrep [-f] PATTERN` */
const pgrep: Program = {
  names: ['pgrep'],
  run: async ({ argv: [, ...words], system, out }) => {
    const source = words.findLast((word) => !word.startsWith('-')) ?? '';
    // One that could try without end finds nothing.
    const pattern = triesWithoutEnd(source) ? /[^\s\S]/ : new RegExp(source);
    const found = processes(system).filter(({ name }) => pattern.test(name));
    await out(found.map(({ pid }) => `${pid}\n`).join(''));
    return Number(found.length === 0);
  },
};

/** `kill`, `pkill`, `killall`: the shell user may signal none of the processes here. */
const kill: Program = {
  names: ['kill', 'pkill', 'killall'],
  run: async (context) => {
    const [name, ...words] = context.argv;
    const targets = words.filter((word) => !word.startsWith('-'));
    let status = name.endsWith('pkill') ? 1 : 0;
    for (const target of targets)
      if (!name.endsWith('pkill')) status = await signal(context, target);
    return status;
  },
};

async function signal(
  { argv: [name], system, err }: ProgramContext,
  target: string,
): Promise<number> {
  const process = processes(system).find(
    (one) => String(one.pid) === target || one.name === target,
  );
  const reason = process === undefined ? 'No such process' : 'Operation not permitted';
  await err(`${name}: ${target}: ${reason}\n`);
  return 1;
}

/** Programs about processes. */
export const processPrograms: readonly Program[] = [ps, pidof, pgrep, kill];
