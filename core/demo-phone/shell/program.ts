import type { Input } from './streams.ts';
import type { System } from '../system.ts';

/** What a running program has. Paths are absolute in `system.files`; use `path` for arguments. */
export interface ProgramContext {
  readonly system: System;
  /** The name it was called by, and its arguments. */
  readonly argv: readonly [string, ...string[]];
  readonly environment: ReadonlyMap<string, string>;
  /** The working directory. */
  readonly directory: string;
  readonly stdin: Input;
  readonly pid: number;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
  /** Writes to stdout; rejects with `BrokenPipe` when nobody reads. */
  out(data: string | Uint8Array): Promise<void>;
  /** Writes to stderr. */
  err(text: string): Promise<void>;
  /** Writes to the session's terminal, whatever stdout leads to. */
  tty(data: string | Uint8Array): Promise<void>;
  /** The absolute form of an argument. */
  path(argument: string): string;
  /** Takes the time a real phone takes; nothing at latency `none`. Rejects with `Stopped`. */
  pace(milliseconds: number): Promise<void>;
  /** Lets time pass at every latency. Rejects with `Stopped` when the host leaves. */
  wait(milliseconds: number): Promise<void>;
  /** Runs another program in the same surroundings and resolves with its exit code. */
  spawn(argv: readonly string[]): Promise<number>;
  /** Runs a script in a shell of its own, with `$0` and the positional parameters. */
  shell(script: string, parameters: readonly string[]): Promise<number>;
}

/** One or several commands of the phone's shell. */
export interface Program {
  readonly names: readonly string[];
  /** Runs inside the shell, as in mksh: a closed pipe ends the shell and not only the program. */
  readonly builtin?: true;
  /** Resolves with the exit code. A `FileError` that leaves it is printed as toybox does, with exit code 1. */
  run(context: ProgramContext): Promise<number>;
}
