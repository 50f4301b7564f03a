import type { Input } from './streams.ts';
import type { System } from '../system.ts';

/** Everything a running program can use. `system.files` needs absolute paths; convert arguments with `path`. */
export interface ProgramContext {
  readonly system: System;
  /** The name by which it was called, and its arguments. */
  readonly argv: readonly [string, ...string[]];
  readonly environment: ReadonlyMap<string, string>;
  /** The working directory. */
  readonly directory: string;
  readonly stdin: Input;
  readonly pid: number;
  /** Aborted when the host closes the socket or the phone is unplugged. */
  readonly signal: AbortSignal;
  /** Writes to stdout; rejects with `BrokenPipe` after the reader has closed. */
  out(data: string | Uint8Array): Promise<void>;
  /** Writes to stderr. */
  err(text: string): Promise<void>;
  /** Writes to the session's terminal, even if stdout is redirected. */
  tty(data: string | Uint8Array): Promise<void>;
  /** Converts an argument to an absolute path. */
  path(argument: string): string;
  /** Waits as long as a real phone would take; returns at once at latency `none`. Rejects with `Aborted`. */
  simulateLatency(milliseconds: number): Promise<void>;
  /** Waits at every latency. Rejects with `Aborted` when the host disconnects. */
  delay(milliseconds: number): Promise<void>;
  /** Runs another program with the same state and streams; resolves with its exit code. */
  spawn(argv: readonly string[]): Promise<number>;
  /** Runs a script in a new shell, with `$0` and the positional parameters. */
  runScript(script: string, parameters: readonly string[]): Promise<number>;
}

/** A program that implements one or several commands of the phone's shell. */
export interface Program {
  readonly names: readonly string[];
  /** A builtin of mksh: a closed pipe ends the shell, not only the program. */
  readonly isBuiltin?: true;
  /** Resolves with the exit code. A `FileError` that it throws is printed as toybox does, with exit code 1. */
  main(context: ProgramContext): Promise<number>;
}
