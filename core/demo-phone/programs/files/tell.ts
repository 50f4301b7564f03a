import { baseName, parentOf } from '../../shell/paths.ts';
import { parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../program.ts';
import {
  forEachOperand,
  isDirectoryAt,
  modeText,
  ownerOf,
  statOf,
  timeText,
} from './file-kinds.ts';

/** `stat [-c FORMAT] PATH…`: toybox. */
export const stat: Program = {
  names: ['stat'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { values, operands } = parseArguments(words, ['c']);
    return forEachOperand(context, operands, async (operand) => {
      const format = values.get('c');
      const text = format === undefined ? whole(context, operand) : fill(context, operand, format);
      await context.out(`${text}\n`);
    });
  },
};

function fill(context: ProgramContext, operand: string, format: string): string {
  const { mode, size, modifiedS } = statOf(context, operand);
  const [user, group] = ownerOf(context.path(operand));
  const known: Readonly<Record<string, string>> = {
    s: String(size),
    n: operand,
    N: operand,
    a: (mode & 0o7777).toString(8),
    A: modeText(mode),
    f: mode.toString(16),
    F: isDirectoryAt(context, operand) ? 'directory' : 'regular file',
    Y: String(modifiedS),
    y: `${timeText(modifiedS)}:00.000000000 +0000`,
    U: user,
    G: group,
    u: '2000',
    g: '2000',
    b: String(Math.ceil(size / 512)),
    '%': '%',
  };
  return format.replace(/%(.)/g, (all, letter: string) => known[letter] ?? all);
}

function whole(context: ProgramContext, operand: string): string {
  return fill(
    context,
    operand,
    '  File: %N\n  Size: %s\t Blocks: %b\t IO Blocks: 512\t%F\nAccess: (%a/%A)\tUid: (%u/ %U)\tGid: (%g/ %G)\nModify: %y',
  );
}

/** `df [-h]`: one line for each file system a tool looks at. Guess: the numbers of a 128 GB phone. */
export const df: Program = {
  names: ['df'],
  run: async ({ argv: [, ...words], out }) => {
    const human = words.some((word) => /^-.*h/.test(word));
    const rows = [
      ['/dev/block/dm-8', 2_031_616, 2_031_616, '/system'],
      ['/dev/block/dm-44', 113_246_208, 21_495_808, '/data'],
      ['/dev/fuse', 113_246_208, 21_495_808, '/storage/emulated'],
    ] as const;
    const size = (kib: number): string =>
      human ? `${(kib / 1_048_576).toFixed(1)}G` : String(kib);
    const lines = rows.map(
      ([device, total, used, place]) =>
        `${device.padEnd(20)} ${size(total).padStart(11)} ${size(used).padStart(9)} ${size(total - used).padStart(9)} ${String(Math.round((used / total) * 100)).padStart(3)}% ${place}\n`,
    );
    const header = human
      ? 'Filesystem                  Size      Used     Avail Use% Mounted on\n'
      : 'Filesystem             1K-blocks      Used Available Use% Mounted on\n';
    await out(header + lines.join(''));
    return 0;
  },
};

/** `basename`, `dirname`, `realpath`, `readlink -f` */
export const pathParts: Program = {
  names: ['basename', 'dirname', 'realpath', 'readlink'],
  run: async ({ argv: [name, ...words], out, path }) => {
    const { operands } = parseArguments(words);
    const [operand = '', suffix = ''] = operands;
    const program = baseName(name);
    if (program === 'basename') {
      const base = baseName(operand);
      await out(
        `${suffix !== '' && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base}\n`,
      );
    } else if (program === 'dirname') {
      await out(
        `${operand.startsWith('/') ? parentOf(operand) : operand.split('/').slice(0, -1).join('/') || '.'}\n`,
      );
    } else {
      await out(`${path(operand).replace(/^\/sdcard(?=\/|$)/, '/storage/emulated/0')}\n`);
    }
    return 0;
  },
};
