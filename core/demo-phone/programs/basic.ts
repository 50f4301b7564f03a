import { baseName, isDirectory } from '../files.ts';
import { UsageError, type Program, type ProgramContext } from '../shell/program.ts';
import type { System } from '../system.ts';
import { parseToyboxArguments } from './arguments.ts';
import { systemServerPid } from './logcat/activity-log.ts';
import { grepPattern } from './text.ts';
import { installedPackages, uidOf, userOf } from './system-packages.ts';

/** `true`, `false` */
const trueFalse: Program = {
  names: ['true', 'false'],
  main: async ({ argv: [name] }) => Number(baseName(name) === 'false'),
};

/** `sleep SECONDS`, with or without a fraction. */
const sleep: Program = {
  names: ['sleep'],
  main: async ({ argv: [, seconds = ''], delay }) => {
    if (!/^\d*\.?\d+$/.test(seconds)) throw new UsageError(`Bad argument '${seconds}'`, 1);
    await delay(Number(seconds) * 1000);
    return 0;
  },
};

/** `date [+FORMAT]`, UTC. */
const date: Program = {
  names: ['date'],
  main: async ({ argv: [, ...args], out }) => {
    const format = args.find((word) => word.startsWith('+')) ?? '+%a %b %e %H:%M:%S UTC %Y';
    await out(`${formatDate(format.slice(1), new Date())}\n`);
    return 0;
  },
};

function formatDate(format: string, time: Date): string {
  const iso = time.toISOString();
  // Such as `Wed, 31 Jan 2024 12:30:45 GMT`.
  const utc = time.toUTCString();
  const directives: Readonly<Record<string, string>> = {
    a: utc.slice(0, 3),
    b: utc.slice(8, 11),
    d: iso.slice(8, 10),
    e: String(time.getUTCDate()).padStart(2),
    F: iso.slice(0, 10),
    H: iso.slice(11, 13),
    m: iso.slice(5, 7),
    M: iso.slice(14, 16),
    N: `${iso.slice(20, 23)}000000`,
    s: String(Math.floor(time.getTime() / 1000)),
    S: iso.slice(17, 19),
    T: iso.slice(11, 19),
    Y: iso.slice(0, 4),
    z: '+0000',
  };
  return format.replace(/%([a-zA-Z])/g, (all, letter: string) => directives[letter] ?? all);
}

/** `test EXPRESSION` and `[ EXPRESSION ]`: a single condition. */
const test: Program = {
  names: ['test', '['],
  main: async (context) => {
    const [name, ...args] = context.argv;
    try {
      if (name === '[' && args.pop() !== ']') throw new ConditionError('missing ]');
      return Number(!evaluateCondition(context, args));
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      await context.err(`/system/bin/sh: ${name}: ${error.message}\n`);
      return 2;
    }
  },
};

class ConditionError extends Error {}

const comparisons: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '-eq': (a, b) => numberOf(a) === numberOf(b),
  '-ne': (a, b) => numberOf(a) !== numberOf(b),
  '-lt': (a, b) => numberOf(a) < numberOf(b),
  '-le': (a, b) => numberOf(a) <= numberOf(b),
  '-gt': (a, b) => numberOf(a) > numberOf(b),
  '-ge': (a, b) => numberOf(a) >= numberOf(b),
};

function numberOf(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new ConditionError(`${text}: bad number`);
  return Number(text);
}

function evaluateCondition(context: ProgramContext, args: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = args;
  if (args.length < 2) return first !== '';
  const compare = args.length === 3 ? comparisons[second] : undefined;
  if (compare !== undefined) return compare(first, third);
  if (args.length > 2 || !/^-[Ldefhnz]$/.test(first))
    throw new ConditionError(`${second}: unexpected operator/operand`);
  if (first === '-n') return second !== '';
  if (first === '-z') return second === '';
  const path = context.path(second);
  if (/^-[Lh]$/.test(first)) return context.system.files.readLink(path) !== undefined;
  const stat = context.system.files.stat(path);
  if (stat === undefined || first === '-e') return stat !== undefined;
  return isDirectory(stat.mode) === (first === '-d');
}

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
export function processes(
  system: System,
  caller?: Pick<Process, 'pid' | 'name'>,
): readonly Process[] {
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
const columns = new Map<string, readonly [(process: Process) => string | number, number]>([
  ['USER', [({ user }) => user, -12]],
  ['UID', [({ uid }) => uid, 5]],
  ['PID', [({ pid }) => pid, 5]],
  ['PPID', [({ parent }) => parent, 5]],
  ['VSZ', [() => 5_120_000, 7]],
  ['RSS', [() => 120_400, 6]],
  ['WCHAN', [() => 0, -15]],
  ['ADDR', [() => 0, 5]],
  ['S', [() => 'S', -1]],
  ['NAME', [({ name }) => name, -27]],
  ['ARGS', [({ name }) => name, -27]],
]);

const defaultFields = 'USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME';

/** `ps [-A] [-o FIELDS]`: toybox; without `-A` only itself. */
const ps: Program = {
  names: ['ps'],
  main: async (context) => {
    const { pid, system, out } = context;
    const { flags, flagList } = parseToyboxArguments(context, 'A', 'o');
    const requested = flagList.flatMap(([flag, value]) => (flag === 'o' ? (value ?? '') : []));
    const fields = (requested.join(',') || defaultFields).split(',');
    const selected = processes(system, { pid, name: 'ps' }).filter(
      (one) => flags.has('A') || one.pid === pid,
    );
    await out(formatTable(selected, fields));
    return 0;
  },
};

/** Formats a table with toybox's column widths; the last column is not padded. */
function formatTable(selected: readonly Process[], fields: readonly string[]): string {
  const shown = fields.map((field) => {
    const title = field.toUpperCase();
    const column = columns.get(title);
    if (column === undefined) throw new UsageError(`bad -o ${field}`, 1);
    return { title, value: column[0], width: column[1] };
  });
  const lineOf = (cells: readonly (string | number)[]): string => {
    const padded = cells.map((cell, i) => {
      const width = shown[i]?.width ?? 0;
      if (width >= 0) return String(cell).padStart(width);
      return i === cells.length - 1 ? String(cell) : String(cell).padEnd(-width);
    });
    return `${padded.join(' ')}\n`;
  };
  const header = lineOf(shown.map(({ title }) => title));
  return header + selected.map((one) => lineOf(shown.map(({ value }) => value(one)))).join('');
}

/** `pidof NAME…`: prints process ids in one line; exit code 1 if there is none. */
const pidof: Program = {
  names: ['pidof'],
  main: async (context) => {
    const { operands } = parseToyboxArguments(context, '');
    const pids = processes(context.system).flatMap(({ name, pid }) =>
      operands.includes(name) ? [pid] : [],
    );
    if (pids.length === 0) return 1;
    await context.out(`${pids.join(' ')}\n`);
    return 0;
  },
};

/** `pgrep [-flx] PATTERN`: processes whose name matches; exit code 1 if there is none. */
const pgrep: Program = {
  names: ['pgrep'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'flx');
    const [source] = operands;
    if (source === undefined) throw new UsageError('Needs 1 argument', 1);
    const pattern = grepPattern(source, new Set(flags.has('x') ? ['E', 'x'] : ['E']));
    const found = processes(context.system).filter(({ name }) => pattern.test(name));
    for (const { pid, name } of found)
      await context.out(`${pid}${flags.has('l') ? ` ${name}` : ''}\n`);
    return Number(found.length === 0);
  },
};

/** `pkill -f PATTERN`: ends programs by their command line; exit code 1 if none matches. */
const pkill: Program = {
  names: ['pkill'],
  main: (context) => {
    const { operands } = parseToyboxArguments(context, 'f');
    const [source] = operands;
    if (source === undefined) throw new UsageError('Needs 1 argument', 1);
    const pattern = grepPattern(source, new Set(['E']));
    const programs = [...context.system.counters.programs.values()];
    const found = programs.filter(({ commandLine }) => pattern.test(commandLine));
    for (const program of found) program.kill();
    return Promise.resolve(Number(found.length === 0));
  },
};

const shellGroups =
  '2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc)';

/** `id [-nu]` and `whoami`: the user of every command is the shell. */
const id: Program = {
  names: ['id', 'whoami'],
  main: async (context) => {
    const { flags } = parseToyboxArguments(context, 'nu');
    const isName = baseName(context.argv[0]) === 'whoami' || flags.has('n');
    const all = `uid=2000(shell) gid=2000(shell) groups=${shellGroups} context=u:r:shell:s0`;
    await context.out(`${isName ? 'shell' : flags.has('u') ? '2000' : all}\n`);
    return 0;
  },
};

/** `which PROGRAM…` */
const which: Program = {
  names: ['which'],
  main: async (context) => {
    const { operands } = parseToyboxArguments(context, '');
    const paths = operands.map((name) => `/system/bin/${name}`);
    const found = paths.filter((path) => context.system.files.stat(path) !== undefined);
    for (const path of found) await context.out(`${path}\n`);
    return Number(found.length < paths.length);
  },
};

/** `true`, `false`, `sleep`, `date`, `test`, `ps`, `pidof`, `pgrep`, `pkill`, `id`, `whoami`, `which`. */
export const basicPrograms: readonly Program[] = [
  ...[trueFalse, sleep, date, test],
  ...[ps, pidof, pgrep, pkill, id, which],
];
