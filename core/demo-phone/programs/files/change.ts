import { FileError } from '../../files.ts';
import { isDirectory } from '../../shell/open.ts';
import { baseName, parentOf } from '../../shell/paths.ts';
import { parseArguments } from '../arguments.ts';
import type { Program, ProgramContext } from '../program.ts';
import { forEachOperand, isDirectoryAt, statOf } from './file-kinds.ts';

/** `rm [-rf] PATH…` */
export const rm: Program = {
  names: ['rm'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const recursive = flags.has('r') || flags.has('R');
    if (operands.length === 0 && !flags.has('f')) return needArguments(context, 1);
    return forEachOperand(context, operands, (operand) => {
      const { files } = context.system;
      const path = context.path(operand);
      const stat = files.stat(path);
      if (stat === undefined && flags.has('f')) return;
      if (stat && isDirectory(stat.mode) && !recursive) throw new FileError('EISDIR', operand);
      files.remove(path);
    });
  },
};

/** `rmdir PATH…` */
export const rmdir: Program = {
  names: ['rmdir'],
  run: async (context) => {
    const [, ...words] = context.argv;
    return forEachOperand(context, parseArguments(words).operands, (operand) => {
      if (!isDirectoryAt(context, operand)) {
        statOf(context, operand);
        throw new FileError('ENOTDIR', operand);
      }
      context.system.files.remove(context.path(operand));
    });
  },
};

/** `mkdir [-p] [-m MODE] PATH…` */
export const mkdir: Program = {
  names: ['mkdir'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words, ['m']);
    return forEachOperand(context, operands, (operand) => {
      const path = context.path(operand);
      if (flags.has('p')) makeWithParents(context, path);
      else context.system.files.makeDirectory(path);
    });
  },
};

function makeWithParents(context: ProgramContext, path: string): void {
  const { files } = context.system;
  const stat = files.stat(path);
  if (stat) {
    if (!isDirectory(stat.mode)) throw new FileError('EEXIST', path);
    return;
  }
  makeWithParents(context, parentOf(path));
  files.makeDirectory(path);
}

/** `mv [-f] FROM… TO` and `cp [-rf] FROM… TO` */
export const copy: Program = {
  names: ['cp', 'mv'],
  run: async (context) => {
    const [name, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const target = operands.at(-1);
    if (target === undefined || operands.length < 2) return needArguments(context, 2);
    const moves = name.endsWith('mv');
    const recursive = moves || flags.has('r') || flags.has('R') || flags.has('a');
    return forEachOperand(context, operands.slice(0, -1), (operand) => {
      const from = context.path(operand);
      const inside = isDirectoryAt(context, target) ? `${target}/${baseName(from)}` : target;
      const stat = statOf(context, operand);
      if (isDirectory(stat.mode) && !recursive) throw new FileError('EISDIR', operand);
      copyTree(context, from, context.path(inside));
      if (moves) context.system.files.remove(from);
    });
  },
};

function copyTree(context: ProgramContext, from: string, to: string): void {
  const { files } = context.system;
  const stat = files.stat(from);
  if (stat === undefined || from === to) return;
  if (!isDirectory(stat.mode)) {
    files.write(to, files.read(from), { mode: stat.mode, modifiedS: stat.modifiedS });
    return;
  }
  if (!files.stat(to)) files.makeDirectory(to);
  for (const name of files.list(from)) copyTree(context, `${from}/${name}`, `${to}/${name}`);
}

/** `touch PATH…` */
export const touch: Program = {
  names: ['touch'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words, ['d', 't']);
    return forEachOperand(context, operands, (operand) => {
      const { files } = context.system;
      const path = context.path(operand);
      const stat = files.stat(path);
      if (stat === undefined && flags.has('c')) return;
      if (stat && isDirectory(stat.mode)) return;
      const modifiedS = Math.floor(Date.now() / 1000);
      files.write(path, stat ? files.read(path) : new Uint8Array(), { modifiedS });
    });
  },
};

/** `chmod MODE PATH…`, octal modes; shared storage keeps its own. */
export const chmod: Program = {
  names: ['chmod'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const [mode = '', ...operands] = words.filter((word) => !/^-[Rv]$/.test(word));
    return forEachOperand(context, operands, (operand) => {
      const stat = statOf(context, operand);
      if (isDirectory(stat.mode) || !/^[0-7]{3,4}$/.test(mode)) return;
      const path = context.path(operand);
      const { files } = context.system;
      const kind = stat.mode & 0o170000;
      files.write(path, files.read(path), {
        mode: kind | parseInt(mode, 8),
        modifiedS: stat.modifiedS,
      });
    });
  },
};

async function needArguments({ argv, err }: ProgramContext, count: number): Promise<number> {
  const [name] = argv;
  await err(`${name}: Needs ${count} argument${count === 1 ? '' : 's'}\n`);
  return 1;
}
