import { type CommandOutput, textOf } from './command.ts';

/** Enough to know a message again. */
const mostCharacters = 200;

/** The phone's own words for an error message: one line without its full stop, or the exit code. */
export function phoneWords(output: CommandOutput): string {
  return (
    firstLine(`${output.stderr}\n${textOf(output)}`) ||
    `nothing (exit code ${output.exitCode ?? 'unknown'})`
  );
}

/** The first line that says something, shortened, without a full stop; a stack trace helps nobody. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.trim().slice(0, mostCharacters).replace(/\.$/, '');
}
