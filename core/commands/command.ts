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
  /** The most that it may print, on stdout and on stderr; without it, `defaultOutputBytes`. */
  readonly maxOutputBytes?: number;
  /** Rejects with the HandsetError that the command documents. */
  parse(output: CommandOutput): Result;
}

/** Many times what a command prints that answers one question, and little work for any parser. */
export const defaultOutputBytes = 64 * 1024;
/** Many times the longest list, such as all properties or all packages of a phone. */
export const listBytes = 1024 * 1024;
/** More than any screenshot (a raw 4K picture has 33 MB), dump or log; limits a phone that never stops sending. */
export const largeOutputBytes = 64 * 1024 * 1024;

/** The latest time that a Date can have, in ms; a phone's 64 bits, and an app's, can say later ones. */
export const latestEpochMs = 8.64e15;

/** The decoded stdout. Phones print UTF-8. */
export function stdoutText(output: CommandOutput): string {
  return new TextDecoder().decode(output.stdout);
}

/**
 * What follows the first match of this word in the text; empty without one. Looking for several words one after
 * the other takes linear time. One pattern with a gap of any length between them may take quadratic time.
 */
export function textAfter(text: string, word: RegExp): string {
  const match = word.exec(text);
  return match === null ? '' : text.slice(match.index + match[0].length);
}

/** UTF-16 units of a phone's message to quote. */
const maxMessageLength = 200;

/** The phone's message, quoted in errors: its reason, or the exit code. */
export function phoneMessage(output: CommandOutput): string {
  return (
    reasonIn(`${output.stderr}\n${stdoutText(output)}`) ||
    `nothing (exit code ${output.exitCode ?? 'unknown'})`
  );
}

/** The sentence of an exception, which a line such as `Exception occurred while executing 'put':` precedes. */
const exception = /(?:^|: )(?:Security exception|[\w.]+\.[\w$]+(?:Exception|Error)): (.+)/m;

/**
 * The reason that a phone's message gives, shortened, without a full stop: what `Failure [...]` holds, an
 * exception's sentence without its class and stack trace, or the first line.
 */
export function reasonIn(text: string): string {
  const failure = /^Failure \[(.+)\]/m.exec(text)?.[1];
  const reason = failure ?? exception.exec(text)?.[1] ?? text.trim().split('\n')[0] ?? '';
  return reason.trim().slice(0, maxMessageLength).replace(/\.$/, '');
}

/** The hint for a refusal that no phone with plain Android gives: the maker took a permission from ADB. */
export const makersSwitches =
  'In the developer options on the phone, turn on “USB debugging (Security settings)” (Xiaomi, Redmi, POCO, vivo) or “Disable permission monitoring” (OnePlus, OPPO, realme), then restart the phone.';

/** The hint for this refusal: the switches of makers if ADB lacks a permission of its own, else another one. */
export function refusalHint(reason: string, hint: string): string {
  const lacksPermission =
    /Neither user \d+ nor current process has|does not have (?:permission )?android\.permission|must have|requires:? ?android\.permission|^Permission denial: writing/i;
  return lacksPermission.test(reason) ? makersSwitches : hint;
}
