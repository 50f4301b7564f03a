import { decodeUtf8 } from '../bytes.ts';
import { UsageError, type Program, type ProgramContext } from '../shell/program.ts';
import { parseToyboxArguments } from './arguments.ts';
import { processes } from './basic.ts';

/** `stty size`: rows and columns. */
const stty: Program = {
  names: ['stty'],
  main: async ({ argv: [, ...args], terminal, out }) => {
    if (terminal === undefined) throw new UsageError('standard input: Not a tty', 1);
    if (args.join(' ') !== 'size') throw new UsageError(`the demo phone knows only stty size`, 1);
    await out(`${terminal.rows} ${terminal.columns}\n`);
    return 0;
  },
};

/** `clear` */
const clear: Program = {
  names: ['clear'],
  main: async ({ out }) => {
    await out('\x1b[2J\x1b[H');
    return 0;
  },
};

/** `yes [WORD…]`, without end. */
const yes: Program = {
  names: ['yes'],
  main: async ({ argv: [, ...words], out, delay }) => {
    const lines = `${words.join(' ') || 'y'}\n`.repeat(2048);
    for (;;) {
      await out(lines);
      // Lets the phone's other programs run, also when nothing slows the output down.
      await delay(0);
    }
  },
};

/** How often `top` draws anew, in seconds. */
const topIntervalS = 3;

/** The keys that end `top`: q, Escape and Ctrl+C, which its raw mode does not turn into a signal. */
const endKeys = ['q', 'Q', '\x1b', '\x03'];

/** `top [-b] [-n COUNT] [-m LINES] [-d SECONDS]`: until q or Ctrl+C. */
const top: Program = {
  names: ['top'],
  main: async (context) => {
    const { terminal, stdin, out, delay } = context;
    const { flags, values } = parseToyboxArguments(context, 'b', 'nmd');
    const count = Number(values.get('n') ?? Infinity);
    const intervalMs = 1000 * Number(values.get('d') ?? topIntervalS);
    if (flags.has('b') || terminal === undefined) {
      for (let left = count; left > 0; left--) {
        await out(topText(context, Number(values.get('m') ?? Infinity)));
        if (left > 1) await delay(intervalMs);
      }
      return 0;
    }
    terminal.isRaw = true;
    let pressed = stdin.next();
    for (let left = count; left > 0; left--) {
      const lines = Number(values.get('m') ?? (terminal.rows || defaultRows) - 6);
      const text = topText(context, lines, terminal.columns || defaultColumns);
      await out(`\x1b[?25l\x1b[H\x1b[J${text}`);
      if (left === 1) break;
      const keys = await Promise.race([pressed, delay(intervalMs).then(() => null)]);
      if (keys === undefined || endKeys.includes(decodeUtf8(keys ?? new Uint8Array(0)))) break;
      if (keys !== null) pressed = stdin.next();
    }
    await out('\x1b[?25h\x1b[0m\x1b[999H\x1b[K');
    return 0;
  },
};

/** The size of a terminal of which the host has told none. */
const defaultColumns = 80;
const defaultRows = 24;

const columnTitles = '  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS';

/** Share of a core in percent that each process takes; the others take none. Guess. */
const usualLoad: Readonly<Record<string, number>> = { system_server: 11, surfaceflinger: 6 };

/** One drawing of `top`, in toybox's layout; without a width as with `-b`. Guess: all numbers but the ids. */
function topText({ pid, system, argv }: ProgramContext, maxLines: number, width?: number): string {
  const listed = processes(system, { pid, name: argv.join(' ') }).map((one) => {
    const isTop = one.pid === pid;
    const load = isTop
      ? 3
      : (usualLoad[one.name] ?? 0) + (one.name in usualLoad ? Date.now() % 4 : 0);
    return { ...one, isTop, load };
  });
  const tasks = listed.toSorted((a, b) => b.load - a.load || b.pid - a.pid).slice(0, maxLines);
  const total = listed.length;
  const user = listed.reduce((sum, { load }) => sum + load, 0);
  const cells = [user, 0, 9, 791 - user, 0, 0, 0, 0].map((cell) => String(cell).padStart(4));
  const names = ['user', 'nice', 'sys', 'idle', 'iow', 'irq', 'sirq', 'host'];
  const cut = (line: string) => (width === undefined ? line : line.slice(0, width));
  const titles = width === undefined ? columnTitles : `\x1b[7m${columnTitles.padEnd(width)}\x1b[0m`;
  return [
    cut(`Tasks: ${total} total,   1 running, ${total - 1} sleeping,   0 stopped,   0 zombie`),
    cut('  Mem:     7628M total,     6912M used,      716M free,        6M buffers'),
    cut(' Swap:     4095M total,     1204M used,     2891M free,     2916M cached'),
    cut(`800%cpu${cells.map((cell, i) => `${cell}%${names[i] ?? ''}`).join('')}`),
    titles,
    ...tasks.map((task) => {
      const state = `${task.isTop ? 'R' : 'S'} ${task.load.toFixed(1).padStart(4)}   1.6   0:${(task.pid % 60).toFixed(2).padStart(5, '0')}`;
      const line = cut(
        `${String(task.pid).padStart(5)} ${task.user.padEnd(12)} 20   0 4.9G 118M  61M ${state} ${task.name}`,
      );
      return task.isTop && width !== undefined ? `\x1b[1m${line}\x1b[m` : line;
    }),
    '',
  ].join('\n');
}

/** Programs for a terminal. */
export const terminalPrograms: readonly Program[] = [stty, clear, yes, top];
