/** Variables and everything else that `(…)` copies. */
export class ShellState {
  directory: string;
  /** The exit code of the last command: `$?`. */
  status = 0;
  /** The exit code of the last command substitution of the command that is being expanded. */
  substitutionStatus = 0;
  /** The process id of the last job in the background: `$!`. */
  lastJob: number | undefined;
  /** Whether the first failure ends the shell: `set -e`. */
  exitOnError = false;
  /** Whether any failed program fails its pipeline: `set -o pipefail`. */
  pipefail = false;
  positional: readonly string[];
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

  unset(name: string): void {
    this.variables.delete(name);
  }

  /** All variables, sorted, as `set` lists them. */
  all(): readonly (readonly [string, string])[] {
    return [...this.variables]
      .map(([name, { value }]) => [name, value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
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
    twin.exitOnError = this.exitOnError;
    twin.pipefail = this.pipefail;
    return twin;
  }
}
