import type { Program, Streams } from './program.ts';
import type { System } from '../system.ts';

/** What all shells of one command line share. */
export interface ShellEnvironment {
  readonly system: System;
  readonly signal: AbortSignal;
  find(name: string): Program | undefined;
}

/** The shell as builtins and programs see it. */
export interface RunningShell {
  readonly setup: ShellEnvironment;
  readonly state: ShellState;
  /** Runs the builtin or program that `argv` names, with additional variables. */
  invoke(
    argv: readonly [string, ...string[]],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Promise<number>;
  /** Prints an error message of the shell itself. */
  printError(streams: Streams, message: string): Promise<void>;
  /** Creates a subshell with a copy of the state. */
  fork(): RunningShell;
  /** Resolves when every job started with `&` has ended. */
  waitForJobs(): Promise<void>;
}

/** The variables and other state that a subshell copies. */
export class ShellState {
  directory: string;
  /** The exit code of the last command: `$?`. */
  status = 0;
  /** The exit code of the last command substitution in the current command. */
  substitutionStatus = 0;
  /** `$0`, also the prefix of the shell's error messages. */
  readonly name: string;
  readonly pid: number;
  private readonly variables: Map<string, { readonly value: string; readonly exported: boolean }>;

  constructor(options: {
    readonly name: string;
    readonly pid: number;
    readonly directory: string;
    readonly environment: ReadonlyMap<string, string>;
  }) {
    this.name = options.name;
    this.pid = options.pid;
    this.directory = options.directory;
    this.variables = new Map(
      [...options.environment].map(([name, value]) => [name, { value, exported: true }]),
    );
  }

  /** The value of a variable or special parameter (`?`, `$`, `0`). */
  get(name: string): string | undefined {
    if (name === '?') return String(this.status);
    if (name === '$') return String(this.pid);
    if (name === '0') return this.name;
    if (name === 'PWD') return this.directory;
    return this.variables.get(name)?.value;
  }

  set(name: string, value: string): void {
    this.variables.set(name, { value, exported: this.variables.get(name)?.exported ?? false });
  }

  export(name: string): void {
    this.variables.set(name, { value: this.variables.get(name)?.value ?? '', exported: true });
  }

  /** The exported variables: the environment of programs. */
  environment(): Map<string, string> {
    const exported = [...this.variables].filter(([, variable]) => variable.exported);
    return new Map(exported.map(([name, { value }]) => [name, value]));
  }

  copy(): ShellState {
    const { name, pid, directory } = this;
    const copied = new ShellState({ name, pid, directory, environment: new Map() });
    for (const [key, variable] of this.variables) copied.variables.set(key, variable);
    copied.status = this.status;
    return copied;
  }
}
