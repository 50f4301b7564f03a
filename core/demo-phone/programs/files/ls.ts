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

/** `ls [-1adlh] [PATH…]`: toybox; one name a line, as when its output is no terminal. */
export const ls: Program = {
  names: ['ls'],
  run: async (context) => {
    const [, ...words] = context.argv;
    const { flags, operands } = parseArguments(words);
    const paths = operands.length === 0 ? ['.'] : operands;
    return forEachOperand(context, paths, async (operand) => {
      statOf(context, operand);
      if (flags.has('d') || !isDirectoryAt(context, operand)) {
        await context.out(line(context, { path: operand, name: operand, flags }));
        return;
      }
      const title = paths.length > 1 ? `${operand}:\n` : '';
      await context.out(`${title}${listing(context, operand, flags)}`);
    });
  },
};

function listing(context: ProgramContext, directory: string, flags: ReadonlySet<string>): string {
  const found = context.system.files.list(context.path(directory));
  const names = flags.has('a')
    ? ['.', '..', ...found]
    : found.filter((name) => !name.startsWith('.'));
  const shown = [...names].sort();
  const lines = shown.map((name) => line(context, { path: `${directory}/${name}`, name, flags }));
  // Guess: the total counts 4 KiB blocks in KiB.
  const total = shown.reduce((sum, name) => sum + blocks(context, `${directory}/${name}`), 0);
  return `${flags.has('l') ? `total ${total}\n` : ''}${lines.join('')}`;
}

function blocks({ system, path }: ProgramContext, argument: string): number {
  return Math.ceil((system.files.stat(path(argument))?.size ?? 0) / 4096) * 4;
}

function line(
  { system, path }: ProgramContext,
  entry: { readonly path: string; readonly name: string; readonly flags: ReadonlySet<string> },
): string {
  const stat = system.files.stat(path(entry.path));
  if (!entry.flags.has('l') || stat === undefined) return `${entry.name}\n`;
  const [user, group] = ownerOf(path(entry.path));
  const { mode, size, modifiedS } = stat;
  return `${modeText(mode)} 1 ${user} ${group} ${String(size).padStart(6)} ${timeText(modifiedS)} ${entry.name}\n`;
}
