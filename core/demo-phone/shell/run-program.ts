import { FileError, isDirectory, resolvePath } from '../files.ts';
import { UsageError, type Program, type ProgramContext, type Streams } from './program.ts';
import { BrokenPipe, encodeUtf8 } from '../bytes.ts';
import { AbortedError, delay } from '../time.ts';
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
  /** Whether `exit` has ended the shell. */
  hasExited = false;
  /** The exit code of the last command substitution in the current command. */
  substitutionStatus = 0;
  /** `$0`, also the prefix of the shell's error messages. */
  readonly name: string;
  readonly pid: number;
  readonly #variables: Map<string, string>;

  constructor(options: {
    readonly name: string;
    readonly pid: number;
    readonly directory: string;
    readonly variables: ReadonlyMap<string, string>;
  }) {
    this.name = options.name;
    this.pid = options.pid;
    this.directory = options.directory;
    this.#variables = new Map(options.variables);
  }

  /** The value of a variable or special parameter (`?`, `$`, `0`). */
  get(name: string): string | undefined {
    if (name === '?') return String(this.status);
    if (name === '$') return String(this.pid);
    if (name === '0') return this.name;
    if (name === 'PWD') return this.directory;
    return this.#variables.get(name);
  }

  set(name: string, value: string): void {
    this.#variables.set(name, value);
  }

  copy(): ShellState {
    const { name, pid, directory } = this;
    const copied = new ShellState({ name, pid, directory, variables: this.#variables });
    copied.status = this.status;
    return copied;
  }
}

/** A call of a program, after expansion. */
interface ProgramCall {
  readonly argv: readonly [string, ...string[]];
  /** `NAME=value` before the command: set in its environment only. */
  readonly assignments: ReadonlyMap<string, string>;
  readonly streams: Streams;
}

/** Finds a program and runs it; prints mksh's message and resolves with 127 when there is none. */
export async function runProgram(shell: RunningShell, call: ProgramCall): Promise<number> {
  const [name] = call.argv;
  const program = shell.setup.find(name);
  if (program === undefined) return printNotFound(shell, call);
  try {
    return (await program.main(contextOf(shell, call))) & 0xff;
  } catch (error) {
    return exitCodeForError(error, { program, call });
  }
}

async function printNotFound(
  shell: RunningShell,
  { argv: [name], streams }: ProgramCall,
): Promise<number> {
  const { system } = shell.setup;
  const path = resolvePath(shell.state.directory, name);
  if (name.includes('/') && system.files.stat(path)) {
    await shell.printError(streams, `${name}: can't execute: Permission denied`);
    return 126;
  }
  // mksh says "inaccessible or" since R58, which Android 11 ships; mksh's exec.c.
  const reason = system.android >= 11 ? 'inaccessible or not found' : 'not found';
  await shell.printError(streams, `${name}: ${reason}`);
  return 127;
}

/** Prints the error that ended a program and returns the exit code. Rethrows `Aborted`, and `BrokenPipe` of a builtin. */
async function exitCodeForError(
  error: unknown,
  { program, call }: { readonly program: Program; readonly call: ProgramCall },
): Promise<number> {
  if (error instanceof AbortedError) throw error;
  if (error instanceof BrokenPipe) {
    if (program.isBuiltin) throw error;
    return 141; // 128 + SIGPIPE
  }
  const name = call.argv[0].split('/').at(-1) ?? program.names[0] ?? '';
  if (error instanceof UsageError) {
    await call.streams.stderr(encodeUtf8(`${name}: ${error.message}\n`));
    return error.exitCode;
  }
  if (error instanceof FileError) {
    await call.streams.stderr(encodeUtf8(`${name}: ${error.path}: ${error.strerror}\n`));
    return 1;
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await call.streams.stderr(encodeUtf8(`${name}: fault of the demo phone itself: ${reason}\n`));
  return 134; // 128 + SIGABRT
}

function contextOf(
  shell: RunningShell,
  { argv, assignments, streams }: ProgramCall,
): ProgramContext {
  const { setup, state } = shell;
  const { system, signal } = setup;
  const bytesOf = (data: string | Uint8Array): Uint8Array =>
    typeof data === 'string' ? encodeUtf8(data) : data;
  return {
    system,
    argv,
    assignments,
    directory: state.directory,
    stdin: streams.stdin,
    pid: system.nextPid(),
    signal,
    terminal: streams.stdout === streams.tty ? streams.terminal : undefined,
    out: (data) => streams.stdout(bytesOf(data)),
    err: (text) => streams.stderr(encodeUtf8(text)),
    tty: (data) => streams.tty(bytesOf(data)),
    path: (argument) => resolvePath(state.directory, argument),
    simulateLatency: async (milliseconds) => {
      if (system.latency === 'real') await delay(milliseconds, signal);
    },
    delay: (milliseconds) => delay(milliseconds, signal),
  };
}

/** Thrown by `exit` to end the current shell. */
export class ShellExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

type Builtin = (
  shell: RunningShell,
  argv: readonly [string, ...string[]],
  streams: Streams,
) => Promise<number>;

/** Commands that act on the shell's own state. */
export const builtins: Readonly<Record<string, Builtin>> = {
  ':': async () => 0,
  cd: changeDirectory,
  pwd: async ({ state }, _argv, { stdout }) => {
    await stdout(encodeUtf8(`${state.directory}\n`));
    return 0;
  },
  exit: async ({ state }, [, code]) => {
    throw new ShellExit((code === undefined ? state.status : Number(code)) & 0xff);
  },
  wait: async (shell) => {
    await shell.waitForJobs();
    return 0;
  },
  // Every variable goes to programs here. The real adb runs `export ANDROID_LOG_TAGS=…; exec logcat …`.
  export: async ({ state }, [, ...words]) => {
    for (const word of words) {
      const [, name, value] = /^(\w+)=([^]*)$/.exec(word) ?? [];
      if (name !== undefined) state.set(name, value ?? '');
    }
    return 0;
  },
  exec: async (shell, [, name, ...rest], streams) => {
    if (name === undefined) return 0;
    throw new ShellExit(await shell.invoke([name, ...rest], new Map(), streams));
  },
};

async function changeDirectory(
  shell: RunningShell,
  [, target]: readonly [string, ...string[]],
  streams: Streams,
): Promise<number> {
  const path = resolvePath(shell.state.directory, target ?? shell.state.get('HOME') ?? '/');
  const stat = shell.setup.system.files.stat(path);
  if (stat && isDirectory(stat.mode)) {
    shell.state.directory = path;
    return 0;
  }
  const reason = stat ? 'Not a directory' : 'No such file or directory';
  await shell.printError(streams, `cd: ${target ?? path}: ${reason}`);
  return 2;
}
