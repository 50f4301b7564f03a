import type { Program } from '../program.ts';

/** `id`: the shell user's groups as on Android 13-15 phones. */
const id: Program = {
  names: ['id'],
  run: async ({ argv: [, option], out }) => {
    const words = { '-u': '2000', '-un': 'shell', '-g': '2000', '-gn': 'shell' }[option ?? ''];
    await out(
      words === undefined
        ? 'uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs) context=u:r:shell:s0\n'
        : `${words}\n`,
    );
    return 0;
  },
};

const whoami: Program = {
  names: ['whoami'],
  run: async ({ out }) => {
    await out('shell\n');
    return 0;
  },
};

/** `uname [-amnrs]`. Guess: the kernels. */
const uname: Program = {
  names: ['uname'],
  run: async ({ argv: [, option = '-s'], out, system }) => {
    const kernel = { 8: '4.4.88', 11: '5.4.61', 14: '6.1.25', 16: '6.12.23' }[system.android];
    const release = `${kernel}-android${system.android}-demo`;
    const version = '#1 SMP PREEMPT Mon Jan 1 00:00:00 UTC 2024';
    const parts: Readonly<Record<string, string>> = {
      s: 'Linux',
      n: 'localhost',
      r: release,
      v: version,
      m: 'aarch64',
      o: 'Android',
    };
    const wanted = option.includes('a') ? ['s', 'n', 'r', 'v', 'm', 'o'] : [...option.slice(1)];
    await out(`${wanted.map((letter) => parts[letter] ?? '').join(' ')}\n`);
    return 0;
  },
};

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `date [-u] [+FORMAT]`, UTC. */
const date: Program = {
  names: ['date'],
  run: async ({ argv: [, ...words], out }) => {
    const format = words.find((word) => word.startsWith('+')) ?? '+%a %b %e %H:%M:%S UTC %Y';
    await out(`${formatDate(format.slice(1), new Date())}\n`);
    return 0;
  },
};

function formatDate(format: string, moment: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const iso = moment.toISOString();
  const nanoseconds = `${iso.slice(20, 23)}000000`;
  const known: Readonly<Record<string, string>> = {
    a: days[moment.getUTCDay()] ?? '',
    b: months[moment.getUTCMonth()] ?? '',
    d: two(moment.getUTCDate()),
    e: String(moment.getUTCDate()).padStart(2),
    F: iso.slice(0, 10),
    H: iso.slice(11, 13),
    j: String(Math.ceil((moment.getTime() - Date.UTC(moment.getUTCFullYear(), 0, 0)) / 86_400_000)),
    m: two(moment.getUTCMonth() + 1),
    M: iso.slice(14, 16),
    N: nanoseconds,
    s: String(Math.floor(moment.getTime() / 1000)),
    S: iso.slice(17, 19),
    T: iso.slice(11, 19),
    y: iso.slice(2, 4),
    Y: iso.slice(0, 4),
    z: '+0000',
    Z: 'UTC',
    n: '\n',
    '%': '%',
  };
  return format.replace(/%(\d?)([a-zA-Z%])/g, (all, digits: string, letter: string) => {
    const value = known[letter] ?? all;
    return letter === 'N' && digits !== '' ? value.slice(0, Number(digits)) : value;
  });
}

/** `uptime` and `free`. Guess: loads and sizes of an idle phone with 8 GB. */
const uptime: Program = {
  names: ['uptime'],
  run: async ({ out, system }) => {
    const seconds = Math.floor((Date.now() - system.bootedAtEpochMs) / 1000);
    const clock = new Date().toISOString().slice(11, 19);
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    const since = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : `${minutes} min`;
    await out(` ${clock} up ${since},  0 users,  load average: 0.42, 0.38, 0.31\n`);
    return 0;
  },
};

const free: Program = {
  names: ['free'],
  run: async ({ argv: [, option = ''], out }) => {
    const unit = { '-k': 1024, '-m': 1024 ** 2, '-h': 1024 ** 2 }[option] ?? 1;
    const column = (kib: number): string => String(Math.floor((kib * 1024) / unit)).padStart(14);
    const row = (...values: number[]): string => values.map(column).join('');
    await out(
      `                total        used        free      shared     buffers\nMem:  ${row(7_734_180, 4_101_200, 3_632_980, 41_200, 6_120)}\n-/+ buffers/cache:${row(4_095_080, 3_639_100)}\nSwap: ${row(4_194_300, 0, 4_194_300)}\n`,
    );
    return 0;
  },
};

const hostname: Program = {
  names: ['hostname'],
  run: async ({ out }) => {
    await out('localhost\n');
    return 0;
  },
};

/** `env`, `printenv`: what the shell has exported. */
const env: Program = {
  names: ['env', 'printenv'],
  run: async ({ argv: [, name], environment, out }) => {
    if (name !== undefined) {
      const value = environment.get(name);
      if (value !== undefined) await out(`${value}\n`);
      return Number(value === undefined);
    }
    await out([...environment].map(([key, value]) => `${key}=${value}\n`).join(''));
    return 0;
  },
};

/** `nproc`. Guess: eight cores. */
const nproc: Program = {
  names: ['nproc'],
  run: async ({ out }) => {
    await out('8\n');
    return 0;
  },
};

/** What is told about the phone and the session. */
export const about: readonly Program[] = [
  id,
  whoami,
  uname,
  date,
  uptime,
  free,
  hostname,
  env,
  nproc,
];
