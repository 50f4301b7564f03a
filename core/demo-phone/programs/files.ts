import { baseName, FileError, isDirectory, isLink } from '../files.ts';
import { forEachOperand, parseToyboxArguments } from './arguments.ts';
import { UsageError, type Program, type ProgramContext } from '../shell/program.ts';

function isDirectoryAt({ system, path }: ProgramContext, argument: string): boolean {
  return isDirectory(system.files.stat(path(argument))?.mode ?? 0);
}

/** `ls [-1Aadl] [--color[=auto]] [PATH…]`: toybox; in columns on a terminal, else one name per line. */
const ls: Program = {
  names: ['ls'],
  main: async (context) => {
    const { argv, terminal } = context;
    const [name, ...args] = argv;
    const isColored = args.includes('--color') || (args.includes('--color=auto') && !!terminal);
    const others = args.filter((arg) => !/^--color(?:=auto)?$/.test(arg));
    const { flags: given, operands } = parseToyboxArguments({ argv: [name, ...others] }, '1Aadl');
    const flags = new Set(isColored ? [...given, 'color'] : given);
    const paths = operands.length === 0 ? ['.'] : operands;
    return forEachOperand(context, paths, async (operand) => {
      const stat = context.system.files.lstat(context.path(operand));
      if (stat === undefined) throw new FileError('ENOENT', operand);
      if (operand.endsWith('/') && !isDirectoryAt(context, operand))
        throw new FileError('ENOTDIR', operand);
      const isItself = flags.has('d') || (flags.has('l') && isLink(stat.mode));
      if (isItself || !isDirectoryAt(context, operand)) {
        await context.out(entryLine(context, { path: operand, name: operand, flags }));
        return;
      }
      const title = paths.length > 1 ? `${operand}:\n` : '';
      await context.out(`${title}${await listing(context, operand, flags)}`);
    });
  },
};

async function listing(
  context: ProgramContext,
  directory: string,
  flags: ReadonlySet<string>,
): Promise<string> {
  const { files } = context.system;
  const allNames = files.list(context.path(directory));
  const names = flags.has('a')
    ? ['.', '..', ...allNames]
    : allNames.filter((name) => flags.has('A') || !name.startsWith('.'));
  const entries: { readonly path: string; readonly name: string }[] = [];
  for (const name of names.toSorted()) {
    const path = `${directory.replace(/\/$/, '')}/${name}`;
    const status = await forEachOperand(context, flags.has('l') ? [path] : [], () => {
      files.lstat(context.path(path));
    });
    if (status === 0) entries.push({ path, name });
  }
  // Guess: the total counts 4 KiB blocks in KiB.
  const total = entries.reduce((sum, { path }) => {
    return sum + Math.ceil((files.lstat(context.path(path))?.size ?? 0) / 4096) * 4;
  }, 0);
  const lines = entries.map((entry) => entryLine(context, { ...entry, flags }));
  if (context.terminal && !flags.has('l') && !flags.has('1'))
    return inColumns(lines, names.toSorted(), context.terminal.columns || 80);
  return `${flags.has('l') ? `total ${total}\n` : ''}${lines.join('')}`;
}

/** Lines in as many columns as fit, sorted downwards as toybox does; `names` are theirs without colors. */
function inColumns(lines: readonly string[], names: readonly string[], width: number): string {
  const widthsOf = (rows: number): number[] =>
    Array.from({ length: Math.ceil(names.length / rows) }, (_, column) =>
      Math.max(...names.slice(column * rows, (column + 1) * rows).map(({ length }) => length + 2)),
    );
  let rows = 1;
  while (rows < names.length && widthsOf(rows).reduce((sum, each) => sum + each) > width) rows++;
  const widths = names.length === 0 ? [] : widthsOf(rows);
  const rowOf = (row: number): string =>
    widths
      .flatMap((columnWidth, column) => {
        const at = column * rows + row;
        const line = lines[at]?.trimEnd();
        return line === undefined
          ? []
          : [line + ' '.repeat(columnWidth - (names[at]?.length ?? 0))];
      })
      .join('');
  return Array.from(
    { length: widths.length === 0 ? 0 : rows },
    (_, row) => `${rowOf(row).trimEnd()}\n`,
  ).join('');
}

/** The colors of `ls --color`: directories, links, devices and programs (color_from_mode of toybox's ls.c). */
function colored(name: string, mode: number): string {
  const isFile = (mode & 0o170000) === 0o100000;
  const color = isDirectory(mode) ? 34 : isLink(mode) ? 36 : !isFile ? 33 : mode & 0o111 ? 32 : 0;
  return color === 0 ? name : `\x1b[1;${color}m${name}\x1b[0m`;
}

/** Formats an entry: its name, or with `-l` a line such as `-rw-rw---- 1 u0_a112 media_rw   1234 2024-01-31 12:30 NAME`. */
function entryLine(
  { system, path }: ProgramContext,
  entry: { readonly path: string; readonly name: string; readonly flags: ReadonlySet<string> },
): string {
  const stat = system.files.lstat(path(entry.path));
  const shown = entry.flags.has('color') ? colored(entry.name, stat?.mode ?? 0) : entry.name;
  if (!entry.flags.has('l') || stat === undefined) return `${shown}\n`;
  const { mode, size, modifiedS } = stat;
  const time = new Date(modifiedS * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const target = system.files.readLink(path(entry.path));
  const name = target === undefined ? shown : `${shown} -> ${target}`;
  return `${formatMode(mode)} 1 ${ownerOf(path(entry.path))} ${String(size).padStart(6)} ${time} ${name}\n`;
}

/** `drwxrwx--x`, from `st_mode`. */
function formatMode(mode: number): string {
  const type = mode & 0o170000;
  const kind = isDirectory(mode) ? 'd' : isLink(mode) ? 'l' : type === 0o020000 ? 'c' : '-';
  const bits = [...'rwxrwxrwx'].map((letter, i) => (mode & (0o400 >> i) ? letter : '-'));
  if (mode & 0o2000) bits[5] = bits[5] === 'x' ? 's' : 'S';
  return kind + bits.join('');
}

/** User and group. Guess: shared storage belongs to MediaProvider's user and the media group. */
function ownerOf(path: string): string {
  if (/^\/(?:storage\/emulated|sdcard)\b/.test(path)) return 'u0_a112 media_rw';
  if (path.startsWith('/data/local/tmp')) return 'shell shell';
  return path.startsWith('/data') ? 'system system' : 'root root';
}

/** `mv FROM… TO`: into TO if that is a directory. */
const mv: Program = {
  names: ['mv'],
  main: async (context) => {
    const operands = [...parseToyboxArguments(context, 'fn').operands];
    const to = operands.pop();
    if (to === undefined || operands.length === 0) throw new UsageError('Needs 2 arguments', 1);
    return forEachOperand(context, operands, (from) => {
      const path = isDirectoryAt(context, to) ? `${to}/${baseName(from)}` : to;
      context.system.files.rename(context.path(from), context.path(path));
    });
  },
};

/** `rm [-rRf] PATH…` */
const rm: Program = {
  names: ['rm'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'rRf');
    if (operands.length === 0 && !flags.has('f')) throw new UsageError('Needs 1 argument', 1);
    return forEachOperand(context, operands, (operand) => {
      const { files } = context.system;
      const path = context.path(operand);
      if (files.stat(path) === undefined && flags.has('f')) return;
      const recursive = flags.has('r') || flags.has('R');
      if (isDirectoryAt(context, operand) && !recursive) throw new FileError('EISDIR', operand);
      files.remove(path);
    });
  },
};

/** `mkdir [-p] PATH…`; `adb push` of a folder runs it. */
const mkdir: Program = {
  names: ['mkdir'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, 'p');
    const { files } = context.system;
    return forEachOperand(context, operands, (operand) => {
      const path = context.path(operand);
      if (flags.has('p')) files.makeDirectories(path);
      else files.makeDirectory(path);
    });
  },
};

/** `df [-k] [PATH]`: toybox. Guess: a data partition of 110 GB, a fifth of it used. */
const df: Program = {
  names: ['df'],
  main: async (context) => {
    const { operands } = parseToyboxArguments(context, 'k');
    if (operands.some((path) => path !== '/data')) {
      await context.err(`df: ${operands.join(' ')}: only /data is known on the demo phone\n`);
      return 1;
    }
    await context.out(
      'Filesystem       1K-blocks     Used Available Use% Mounted on\n' +
        '/dev/block/dm-44 114874340 22974868  91735400  21% /data\n',
    );
    return 0;
  },
};

/** toybox's programs that list and change files. */
export const filePrograms: readonly Program[] = [ls, mv, rm, mkdir, df];
