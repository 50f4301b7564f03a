import { baseName } from '../shell/text.ts';
import { decodeUtf8 } from '../bytes.ts';
import { isDirectory } from '../shell/redirect.ts';
import type { Program, ProgramContext } from '../shell/program.ts';

/** `true`, `false` */
const trueFalse: Program = {
  names: ['true', 'false'],
  main: async ({ argv: [name] }) => Number(baseName(name) === 'false'),
};

/** `sleep N[smhd]`; N may have a fraction. */
const sleep: Program = {
  names: ['sleep'],
  main: async ({ argv: [, amount = ''], delay: wait, err }) => {
    const [, parseNumber, unit = ''] = /^(\d*\.?\d+)([smhd]?)$/.exec(amount) ?? [];
    if (parseNumber === undefined) {
      await err(`sleep: Bad argument '${amount}'\n`);
      return 1;
    }
    await wait(Number(parseNumber) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 1000));
    return 0;
  },
};

/** `sh -c SCRIPT [NAME [ARGUMENT…]]`, `sh FILE`, `sh` with the script on stdin. */
const sh: Program = {
  names: ['sh'],
  main: async (context) => {
    const [name, option, ...args] = context.argv;
    if (option === '-c') {
      const [script = '', scriptName = name, ...positional] = args;
      return context.runScript(script, [scriptName, ...positional]);
    }
    const source =
      option === undefined
        ? await context.stdin.readAll()
        : context.system.files.read(context.path(option));
    return context.runScript(decodeUtf8(source), [option ?? name, ...args]);
  },
};

/** `id`: the shell user's groups as on Android 13-15 phones. */
const id: Program = {
  names: ['id', 'whoami'],
  main: async ({ argv: [name, option = name], out }) => {
    const short = { '-u': '2000', '-un': 'shell', whoami: 'shell' }[option];
    const groups =
      '2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)';
    const all = `uid=2000(shell) gid=2000(shell) groups=${groups} context=u:r:shell:s0`;
    await out(`${short ?? all}\n`);
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
    y: iso.slice(2, 4),
    Y: iso.slice(0, 4),
    z: '+0000',
    Z: 'UTC',
    '%': '%',
  };
  return format.replace(/%([a-zA-Z%])/g, (all, letter: string) => directives[letter] ?? all);
}

/** `env`: prints the exported variables. */
const env: Program = {
  names: ['env'],
  main: async ({ environment, out }) => {
    await out([...environment].map(([key, value]) => `${key}=${value}\n`).join(''));
    return 0;
  },
};

/** `reboot` does nothing. Guess: the shell sees a success before the link ends. */
const reboot: Program = {
  names: ['reboot'],
  main: async () => 0,
};

/** `test EXPRESSION` and `[ EXPRESSION ]`: a single condition, optionally negated by `!`. */
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
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '-eq': (a, b) => parseNumber(a) === parseNumber(b),
  '-ne': (a, b) => parseNumber(a) !== parseNumber(b),
  '-lt': (a, b) => parseNumber(a) < parseNumber(b),
  '-le': (a, b) => parseNumber(a) <= parseNumber(b),
  '-gt': (a, b) => parseNumber(a) > parseNumber(b),
  '-ge': (a, b) => parseNumber(a) >= parseNumber(b),
};

function parseNumber(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new ConditionError(`${text}: bad number`);
  return Number(text);
}

function evaluateCondition(context: ProgramContext, args: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = args;
  const compare = args.length === 3 ? comparisons[second] : undefined;
  if (compare !== undefined) return compare(first, third);
  if (args.length > 1 && first === '!') return !evaluateCondition(context, args.slice(1));
  if (args.length < 2) return first !== '';
  if (args.length > 2 || !/^-[a-zA-Z]$/.test(first))
    throw new ConditionError(`${second}: unexpected operator/operand`);
  if (first === '-n') return second !== '';
  if (first === '-z') return second === '';
  const stat = context.system.files.stat(context.path(second));
  if (stat === undefined) return false;
  if (first === '-d') return isDirectory(stat.mode);
  if (first === '-f') return !isDirectory(stat.mode);
  if (first === '-s') return stat.size > 0;
  return first !== '-x' || (stat.mode & 0o111) !== 0;
}

/** `true`, `false`, `sleep`, `sh`, `id`, `date`, `env`, `reboot`, `test`. */
export const basicPrograms: readonly Program[] = [
  ...[trueFalse, sleep, sh, id, date, env, reboot, test],
];
