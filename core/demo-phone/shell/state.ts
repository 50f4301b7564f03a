import type { Program } from './program.ts';
import type { System } from '../system.ts';
import type { Streams } from './streams.ts';

/** What a shell runs in. */
export interface ShellSetup {
  readonly system: System;
  readonly signal: AbortSignal;
  find(name: string): Program | undefined;
}

/** What builtins and programs ask of the shell that runs them. */
export interface RunningShell {
  readonly setup: ShellSetup;
  readonly state: ShellState;
  /** Runs a script; `exit` ends it. Resolves with its exit code. */
  run(source: string, streams: Streams): Promise<number>;
  /** Runs a builtin or a program by its expanded words, with variables of its own. */
  invoke(
    argv: readonly [string, ...string[]],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Promise<number>;
  /** Prints a message of the shell's own. */
  complain(streams: Streams, message: string): Promise<void>;
  /** A subshell: a copy of the state. */
  fork(): RunningShell;
  /** A shell of its own in the same surroundings. */
  separate(state: ShellState): RunningShell;
  waitForJobs(): Promise<void>;
  /** Resolves with the exit code of the job with that number (`$!`). */
  waitForJob(pid: number): Promise<number>;
}

/** Variables and everything else that `(…)` copies. */
export class ShellState {
  directory: string;
  /** The exit code of the last command: `$?`. */
  status = 0;
  /** The exit code of the last command substitution of the command that is being expanded. */
  substitutionStatus = 0;
  /** The process id of the last job in the background: `$!`. */
  lastJob: number | undefined;
  readonly positional: readonly string[];
  /** `$0`, which also begins the shell's own messages. */
  readonly name: string;
  readonly pid: number;
  private readonly variables: Map<string, { readonly value: string; readonly exported: boolean }>;

  constructor(options: {
    readonly name: string;
    readonly pid: number;
    readonly directory: string;
    readonly environment: ReadonlyMap<string, string>;
    readonly positional?: readonly string[];
  }) {
    this.name = options.name;
    this.pid = options.pid;
    this.directory = options.directory;
    this.positional = options.positional ?? [];
    this.variables = new Map(
      [...options.environment].map(([name, value]) => [name, { value, exported: true }]),
    );
  }

  /** A variable or one of the shell's own (`?`, `$`, `!`, `0`). */
  get(name: string): string | undefined {
    if (name === '?') return String(this.status);
    if (name === '$') return String(this.pid);
    if (name === '!') return this.lastJob === undefined ? '' : String(this.lastJob);
    if (name === '0') return this.name;
    if (name === 'PWD') return this.directory;
    if (name === 'RANDOM') return String(Math.floor(Math.random() * 32768));
    return this.variables.get(name)?.value;
  }

  set(name: string, value: string): void {
    this.variables.set(name, { value, exported: this.variables.get(name)?.exported ?? false });
  }

  export(name: string): void {
    this.variables.set(name, { value: this.variables.get(name)?.value ?? '', exported: true });
  }

  /** The exported variables, which is what programs get. */
  environment(): Map<string, string> {
    const exported = [...this.variables].filter(([, variable]) => variable.exported);
    return new Map(exported.map(([name, { value }]) => [name, value]));
  }

  copy(): ShellState {
    const { name, pid, directory, positional } = this;
    const twin = new ShellState({ name, pid, directory, positional, environment: new Map() });
    for (const [key, variable] of this.variables) twin.variables.set(key, variable);
    twin.status = this.status;
    twin.lastJob = this.lastJob;
    return twin;
  }
}
