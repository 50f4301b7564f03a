/** What a program left behind. */
export interface CommandOutput {
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** Empty where the phone's adbd merges it into stdout (before Android 7). */
  readonly stderr: string;
  /** Null where the phone's adbd does not tell it (before Android 7). */
  readonly exitCode: number | null;
}

/** A command to the phone: the shell line to run and how to read what it prints. */
export interface Command<Result> {
  /** What it does, for messages: `reading the size of the display`. */
  readonly purpose: string;
  /**
   * One `sh` command line. Built of constants, numbers and `shellWord` only: with the template of
   * `shell-text.ts` wherever a value goes in, so that no text of outside is ever shell.
   */
  readonly line: string;
  readonly deadlineMs: number;
  /** Rejects with the HandsetError that the command documents. */
  parse(output: CommandOutput): Result;
}

/** The output's text. Phones print UTF-8. */
export function textOf(output: CommandOutput): string {
  return new TextDecoder().decode(output.stdout);
}

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
