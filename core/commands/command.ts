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
