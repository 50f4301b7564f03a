import { FileError, resolvePath } from '../files.ts';
import {
  builtins,
  runProgram,
  ShellExit,
  type RunningShell,
  type ShellEnvironment,
  type ShellState,
} from './run-program.ts';
import { BrokenPipe, decodeUtf8, encodeUtf8, Pipe, pipeCapacity } from '../bytes.ts';
import { expandToText, expandWords, type ExpansionScope } from './expand.ts';
import { redirect, type RedirectedStreams } from './redirect.ts';
import {
  parseScript,
  type Command,
  type ListItem,
  type Pipeline,
  type Redirect,
  type Script,
  ShellSyntaxError,
  type SimpleCommand,
  UnsupportedSyntaxError,
} from './parse.ts';
import { createCollector, Input, type Streams } from './program.ts';
import { AbortedError } from '../time.ts';

/** The part of mksh that tools use: lists, groups, pipes, jobs, redirects, quoting, substitution, globs. */
export class Shell implements RunningShell {
  readonly setup: ShellEnvironment;
  readonly state: ShellState;
  readonly #jobs: Promise<number>[] = [];

  constructor(setup: ShellEnvironment, state: ShellState) {
    this.setup = setup;
    this.state = state;
  }

  /** Runs a script as `sh -c` does and resolves with its exit code; `exit` ends it. Rejects with `Aborted` or `BrokenPipe`. */
  async runSource(source: string, streams: Streams): Promise<number> {
    try {
      return await this.runScript(parseScript(source), streams);
    } catch (error) {
      if (error instanceof ShellExit) {
        this.state.hasExited = true;
        return error.code;
      }
      const message = this.#syntaxMessage(error);
      if (message === undefined) throw error;
      await this.printError(streams, message);
      return 1;
    }
  }

  /** Runs a parsed script in this shell; `exit` rejects with ShellExit. */
  async runScript(script: Script, streams: Streams): Promise<number> {
    for (const item of script) {
      if (this.setup.signal.aborted) throw new AbortedError();
      this.state.status = await this.#runItem(item, streams);
    }
    return script.length === 0 ? 0 : this.state.status;
  }

  /** Resolves when every job started with `&` has ended. */
  async waitForJobs(): Promise<void> {
    await Promise.all(this.#jobs.splice(0));
  }

  /** Prints an error message of the shell itself. */
  async printError(streams: Streams, message: string): Promise<void> {
    await streams.stderr(encodeUtf8(`${this.state.name}: ${message}\n`));
  }

  /** The message for an invalid script; undefined for other errors. */
  #syntaxMessage(error: unknown): string | undefined {
    if (error instanceof UnsupportedSyntaxError) return error.message;
    if (!(error instanceof ShellSyntaxError)) return undefined;
    const { token, message } = error;
    if (token === null) return message;
    // mksh changed the word order in R59, which Android 12 ships. Guess: the exact release.
    const old = this.setup.system.android < 12;
    return `syntax error: ${old ? `'${token}' unexpected` : message}`;
  }

  async #runItem(item: ListItem, streams: Streams): Promise<number> {
    if (!item.background) return this.#runList(item, streams);
    const child = this.fork();
    const job = child.runAsSubshell(() => child.#runList(item, streams));
    this.#jobs.push(job.catch(() => 1));
    return 0;
  }

  async #runList({ first, rest }: ListItem, streams: Streams): Promise<number> {
    let status = await this.#runPipeline(first, streams);
    for (const { operator, pipeline } of rest) {
      this.state.status = status;
      if ((operator === '&&') === (status === 0))
        status = await this.#runPipeline(pipeline, streams);
    }
    return status;
  }

  async #runPipeline(commands: Pipeline, streams: Streams): Promise<number> {
    const [only, ...more] = commands;
    return only !== undefined && more.length === 0
      ? this.#runCommand(only, streams)
      : this.#runPipes(commands, streams);
  }

  /** Runs the commands concurrently, each in a subshell. */
  async #runPipes(commands: readonly Command[], streams: Streams): Promise<number> {
    const pipes = commands.slice(1).map(() => new Pipe(pipeCapacity));
    const statuses = await Promise.all(
      commands.map(async (command, i) => {
        const before = pipes[i - 1];
        const after = pipes[i];
        const child = this.fork();
        const childStreams = {
          ...streams,
          stdin: before ? new Input(before) : streams.stdin,
          stdout: after ? (bytes: Uint8Array) => after.write(bytes) : streams.stdout,
        };
        try {
          return await child.runAsSubshell(() => child.#runCommand(command, childStreams));
        } finally {
          after?.end();
          before?.destroy();
        }
      }),
    );
    return statuses.at(-1) ?? 0;
  }

  async #runCommand(command: Command, streams: Streams): Promise<number> {
    if (command.kind === 'simple') return this.#runSimple(command, streams);
    const redirected = await this.#redirect(command.redirects, streams);
    if (redirected === undefined) return 1;
    try {
      const { streams: inner } = redirected;
      if (command.kind === 'group') return await this.runScript(command.body, inner);
      const child = this.fork();
      return await child.runAsSubshell(() => child.runScript(command.body, inner));
    } finally {
      redirected.close();
    }
  }

  async #runSimple(command: SimpleCommand, streams: Streams): Promise<number> {
    const scope = this.#scope(streams);
    this.state.substitutionStatus = 0;
    const words = await expandWords(command.words, scope);
    const assigned: [string, string][] = [];
    for (const { name, value } of command.assignments) {
      assigned.push([name, await expandToText(value, scope)]);
      if (words.length === 0) this.state.set(name, assigned.at(-1)?.[1] ?? '');
    }
    const redirected = await this.#redirect(command.redirects, streams);
    if (redirected === undefined) return 1;
    try {
      const [name, ...rest] = words;
      if (name === undefined) return this.state.substitutionStatus;
      return await this.invoke([name, ...rest], new Map(assigned), redirected.streams);
    } finally {
      redirected.close();
    }
  }

  /** Runs the builtin or program that `argv` names. */
  async invoke(
    argv: readonly [string, ...string[]],
    assigned: ReadonlyMap<string, string>,
    streams: Streams,
  ): Promise<number> {
    const builtin = Object.hasOwn(builtins, argv[0]) ? builtins[argv[0]] : undefined;
    if (builtin === undefined) return runProgram(this, { argv, assignments: assigned, streams });
    for (const [name, value] of assigned) this.state.set(name, value);
    return builtin(this, argv, streams);
  }

  /** Prints a message and resolves with undefined when a file could not be opened. */
  async #redirect(
    redirects: readonly Redirect[],
    streams: Streams,
  ): Promise<RedirectedStreams | undefined> {
    const expanded = [];
    for (const { from, kind, target } of redirects) {
      const text = await expandToText(target, this.#scope(streams));
      const path = kind === 'copy' ? text : resolvePath(this.state.directory, text);
      expanded.push({ from, kind, target: path, text });
    }
    try {
      return redirect(expanded, streams, this.setup.system.files);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      const failed = expanded.find(({ target }) => target === error.path) ?? expanded.at(-1);
      const verb = failed?.kind === 'read' ? 'open' : 'create';
      await this.printError(streams, `can't ${verb} ${failed?.text ?? ''}: ${error.strerror}`);
      return undefined;
    }
  }

  #scope(streams: Streams): ExpansionScope {
    return {
      files: this.setup.system.files,
      directory: this.state.directory,
      variable: (name) => this.state.get(name),
      capture: async (script) => {
        const { sink, collectedBytes } = createCollector();
        const child = this.fork();
        this.state.substitutionStatus = await child.runAsSubshell(() =>
          child.runScript(script, { ...streams, stdout: sink }),
        );
        return decodeUtf8(collectedBytes()).replace(/\n+$/, '');
      },
    };
  }

  /** Creates a subshell with a copy of the state. */
  fork(): Shell {
    return new Shell(this.setup, this.state.copy());
  }

  /** Runs `run` so that `exit` and a closed pipe end only this subshell. */
  async runAsSubshell(run: () => Promise<number>): Promise<number> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ShellExit) return error.code;
      if (error instanceof BrokenPipe) return 141; // 128 + SIGPIPE
      throw error;
    }
  }
}
