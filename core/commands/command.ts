import type { ShellText } from './shell-text.ts';

/** The output of a shell command. */
export interface CommandOutput {
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** Empty if the phone's adbd merges it into stdout (before Android 7). */
  readonly stderr: string;
  /** Null if the phone's adbd does not report it (before Android 7). */
  readonly exitCode: number | null;
}

/** A shell command for the phone and the parser of its output. */
export interface Command<Result> {
  /** Its purpose in messages: `reading the size of the display`. */
  readonly purpose: string;
  /** One command line for the phone's `sh`. */
  readonly line: ShellText;
  readonly deadlineMs: number;
  /** Rejects with the HandsetError that the command documents. */
  parse(output: CommandOutput): Result;
}

/** The decoded stdout. Phones print UTF-8. */
export function stdoutText(output: CommandOutput): string {
  return new TextDecoder().decode(output.stdout);
}

/** UTF-16 units of a phone's message to quote. */
const maxMessageLength = 200;

/** The phone's message, quoted in errors: its first line without the full stop, or the exit code. */
export function phoneMessage(output: CommandOutput): string {
  return (
    firstLine(`${output.stderr}\n${stdoutText(output)}`) ||
    `nothing (exit code ${output.exitCode ?? 'unknown'})`
  );
}

/** The first non-blank line, shortened, without a full stop and so without the stack trace. */
export function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.trim().slice(0, maxMessageLength).replace(/\.$/, '');
}
