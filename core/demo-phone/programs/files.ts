import { FileError, isDirectory } from '../files.ts';
import { forEachOperand, parseToyboxArguments } from './arguments.ts';
import { UsageError, type Program, type ProgramContext } from '../shell/program.ts';

function isDirectoryAt({ system, path }: ProgramContext, argument: string): boolean {
  return isDirectory(system.files.stat(path(argument))?.mode ?? 0);
}

/** `ls [-1adl] [PATH…]`: toybox; one name per line, as when stdout is not a terminal. */
const ls: Program = {
  names: ['ls'],
  main: async (context) => {
    const { flags, operands } = parseToyboxArguments(context, '1adl');
    const paths = operands.length === 0 ? ['.'] : operands;
    return forEachOperand(context, paths, async (operand) => {
      if (context.system.files.stat(context.path(operand)) === undefined)
        throw new FileError('ENOENT', operand);
      if (flags.has('d') || !isDirectoryAt(context, operand)) {
        await context.out(entryLine(context, { path: operand, name: operand, flags }));
        return;
      }
      const title = paths.length > 1 ? `${operand}:\n` : '';
      await context.out(`${title}${listing(context, operand, flags)}`);
    });
  },
};

function listing(context: ProgramContext, directory: string, flags: ReadonlySet<string>): string {
  const { files } = context.system;
  const allNames = files.list(context.path(directory));
  const names = flags.has('a')
    ? ['.', '..', ...allNames]
    : allNames.filter((name) => !name.startsWith('.'));
  const entries = names.toSorted().map((name) => ({ path: `${directory}/${name}`, name, flags }));
  // Guess: the total counts 4 KiB blocks in KiB.
  const total = entries.reduce((sum, { path }) => {
    return sum + Math.ceil((files.stat(context.path(path))?.size ?? 0) / 4096) * 4;
  }, 0);
  const lines = entries.map((entry) => entryLine(context, entry));
  return `${flags.has('l') ? `total ${total}\n` : ''}${lines.join('')}`;
}

/** Formats an entry: its name, or with `-l` a line such as `-rw-rw---- 1 u0_a112 media_rw   1234 2024-01-31 12:30 NAME`. */
function entryLine(
  { system, path }: ProgramContext,
  entry: { readonly path: string; readonly name: string; readonly flags: ReadonlySet<string> },
): string {
  const stat = system.files.stat(path(entry.path));
  if (!entry.flags.has('l') || stat === undefined) return `${entry.name}\n`;
  const { mode, size, modifiedS } = stat;
  const time = new Date(modifiedS * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return `${formatMode(mode)} 1 ${ownerOf(path(entry.path))} ${String(size).padStart(6)} ${time} ${entry.name}\n`;
}

/** `drwxrwx--x`, from `st_mode`. */
function formatMode(mode: number): string {
  const kind = isDirectory(mode) ? 'd' : (mode & 0o170000) === 0o020000 ? 'c' : '-';
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
export const filePrograms: readonly Program[] = [ls, rm, mkdir, df];
