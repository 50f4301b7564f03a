import { FileError } from '../../files.ts';
import { decode } from '../../shell/bytes.ts';
import { errorText } from '../../shell/open.ts';
import { type Input, inputOf } from '../../shell/streams.ts';
import type { ProgramContext } from '../program.ts';

/** One thing to read: a file operand or stdin. */
export interface Source {
  /** `-` for stdin. */
  readonly name: string;
  readonly input: Input;
}

/** Opens the operands, or stdin when there are none; complains about each that can't be read. */
export async function openSources(
  context: ProgramContext,
  operands: readonly string[],
): Promise<{ readonly sources: readonly Source[]; readonly failed: boolean }> {
  const sources: Source[] = [];
  let failed = false;
  for (const operand of operands.length === 0 ? ['-'] : operands) {
    try {
      sources.push({ name: operand, input: openOne(context, operand) });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await context.err(`${context.argv[0]}: ${operand}: ${errorText(error)}\n`);
      failed = true;
    }
  }
  return { sources, failed };
}

function openOne(context: ProgramContext, operand: string): Input {
  if (operand === '-' || operand === '/dev/stdin') return context.stdin;
  const path = context.path(operand);
  if (path === '/dev/null') return inputOf();
  if (!context.system.files.stat(path)) throw new FileError('ENOENT', operand);
  return inputOf(context.system.files.read(path));
}

/** Lines without their newlines, as they come in. */
export async function* linesIn(input: Input): AsyncGenerator<string> {
  for (let line = await input.readLine(); line !== undefined; line = await input.readLine()) {
    yield decode(line).replace(/\n$/, '');
  }
}
