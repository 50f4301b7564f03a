import { baseName } from '../shell/text.ts';
import { decode } from '../bytes.ts';
import { isDirectory } from '../shell/redirect.ts';
import type { Program, ProgramContext } from '../shell/program.ts';

/** `true`, `false` */
const truth: Program = {
  names: ['true', 'false'],
  run: async ({ argv: [name] }) => Number(baseName(name) === 'false'),
};

/** `sleep N[smhd]`; N may have a fraction. */
const sleep: Program = {
  names: ['sleep'],
  run: async ({ argv: [, amount = ''], wait, err }) => {
    const [, number, unit = ''] = /^(\d*\.?\d+)([smhd]?)$/.exec(amount) ?? [];
    if (number === undefined) {
      await err(`sleep: Bad argument '${amount}'\n`);
      return 1;
    }
    await wait(Number(number) * ({ m: 60_000, h: 3_600_000, d: 86_400_000 }[unit] ?? 1000));
    return 0;
  },
};

/** `sh -c SCRIPT [NAME [ARGUMENT…]]`, `sh FILE`, `sh` with the script on stdin. */
const sh: Program = {
  names: ['sh'],
  run: async (context) => {
    const [name, option, ...words] = context.argv;
    if (option === '-c') {
      const [script = '', own = name, ...positional] = words;
      return context.shell(script, [own, ...positional]);
    }
    const source =
      option === undefined
        ? await context.stdin.readAll()
        : context.system.files.read(context.path(option));
    return context.shell(decode(source), [option ?? name, ...words]);
  },
};

/** `id`: the shell user's groups as on Android 13-15 phones. */
const id: Program = {
  names: ['id', 'whoami'],
  run: async ({ argv: [name, option = name], out }) => {
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
  run: async ({ argv: [, ...words], out }) => {
    const format = words.find((word) => word.startsWith('+')) ?? '+%a %b %e %H:%M:%S UTC %Y';
    await out(`${formatDate(format.slice(1), new Date())}\n`);
    return 0;
  },
};

function formatDate(format: string, moment: Date): string {
  const iso = moment.toISOString();
  // Such as `Wed, 31 Jan 2024 12:30:45 GMT`.
  const words = moment.toUTCString();
  const known: Readonly<Record<string, string>> = {
    a: words.slice(0, 3),
    b: words.slice(8, 11),
    d: iso.slice(8, 10),
    e: String(moment.getUTCDate()).padStart(2),
    F: iso.slice(0, 10),
    H: iso.slice(11, 13),
    m: iso.slice(5, 7),
    M: iso.slice(14, 16),
    N: `${iso.slice(20, 23)}000000`,
    s: String(Math.floor(moment.getTime() / 1000)),
    S: iso.slice(17, 19),
    T: iso.slice(11, 19),
    y: iso.slice(2, 4),
    Y: iso.slice(0, 4),
    z: '+0000',
    Z: 'UTC',
    '%': '%',
  };
  return format.replace(/%([a-zA-Z%])/g, (all, letter: string) => known[letter] ?? all);
}

/** `env`: prints the exported variables. */
const env: Program = {
  names: ['env'],
  run: async ({ environment, out }) => {
    await out([...environment].map(([key, value]) => `${key}=${value}\n`).join(''));
    return 0;
  },
};

/** `reboot` does nothing. Guess: the shell sees a success before the link ends. */
const reboot: Program = {
  names: ['reboot'],
  run: async () => 0,
};

/** `test EXPRESSION` and `[ EXPRESSION ]`: a single condition, optionally negated by `!`. */
const test: Program = {
  names: ['test', '['],
  run: async (context) => {
    const [name, ...words] = context.argv;
    try {
      if (name === '[' && words.pop() !== ']') throw new BadCondition('missing ]');
      return Number(!holds(context, words));
    } catch (error) {
      if (!(error instanceof BadCondition)) throw error;
      await context.err(`/system/bin/sh: ${name}: ${error.message}\n`);
      return 2;
    }
  },
};

class BadCondition extends Error {}

const comparisons: Readonly<Record<string, (a: string, b: string) => boolean>> = {
  '=': (a, b) => a === b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '-eq': (a, b) => number(a) === number(b),
  '-ne': (a, b) => number(a) !== number(b),
  '-lt': (a, b) => number(a) < number(b),
  '-le': (a, b) => number(a) <= number(b),
  '-gt': (a, b) => number(a) > number(b),
  '-ge': (a, b) => number(a) >= number(b),
};

function number(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new BadCondition(`${text}: bad number`);
  return Number(text);
}

function holds(context: ProgramContext, words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words;
  const compare = words.length === 3 ? comparisons[second] : undefined;
  if (compare !== undefined) return compare(first, third);
  if (words.length > 1 && first === '!') return !holds(context, words.slice(1));
  if (words.length < 2) return first !== '';
  if (words.length > 2 || !/^-[a-zA-Z]$/.test(first))
    throw new BadCondition(`${second}: unexpected operator/operand`);
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
  ...[truth, sleep, sh, id, date, env, reboot, test],
];
