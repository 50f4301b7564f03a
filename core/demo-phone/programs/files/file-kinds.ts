import { FileError, type FileStat } from '../../files.ts';
import type { ProgramContext } from '../program.ts';
import { errorText, isDirectory } from '../../shell/open.ts';

/** The stat of a path; throws ENOENT. */
export function statOf({ system, path }: ProgramContext, argument: string): FileStat {
  const stat = system.files.stat(path(argument));
  if (stat === undefined) throw new FileError('ENOENT', argument);
  return stat;
}

export function isDirectoryAt(context: ProgramContext, argument: string): boolean {
  const stat = context.system.files.stat(context.path(argument));
  return stat !== undefined && isDirectory(stat.mode);
}

/** Runs something for each operand; prints `name: operand: reason` for each that fails, as toybox does. 0 when all worked. */
export async function forEachOperand(
  context: ProgramContext,
  operands: readonly string[],
  run: (operand: string) => Promise<void> | void,
): Promise<number> {
  let status = 0;
  for (const operand of operands) {
    try {
      await run(operand);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await context.err(`${context.argv[0]}: ${operand}: ${errorText(error)}\n`);
      status = 1;
    }
  }
  return status;
}

/** `drwxrwx--x`, from `st_mode`. */
export function modeText(mode: number): string {
  const kind = isDirectory(mode) ? 'd' : (mode & 0o170000) === 0o020000 ? 'c' : '-';
  const bits = [...'rwxrwxrwx'].map((letter, i) => (mode & (0o400 >> i) ? letter : '-'));
  if (mode & 0o2000) bits[5] = bits[5] === 'x' ? 's' : 'S';
  return kind + bits.join('');
}

/** `2024-01-31 12:30`, UTC. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Who owns what lies there. Guess: shared storage belongs to the media group, as MediaProvider has it. */
export function ownerOf(path: string): readonly [user: string, group: string] {
  if (/^\/(?:storage\/emulated|sdcard)\b/.test(path)) return ['u0_a112', 'media_rw'];
  if (path.startsWith('/data/local/tmp')) return ['shell', 'shell'];
  return path.startsWith('/data') ? ['system', 'system'] : ['root', 'root'];
}
