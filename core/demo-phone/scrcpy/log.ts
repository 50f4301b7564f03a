import type { ProgramContext } from '../shell/program.ts';

/** The level letters of android.util.Log. */
const letters = { INFO: 'I', WARN: 'W', ERROR: 'E' } as const;

/** Maximum number of characters queued for a host that does not read: the capacity of a pipe. */
const capacity = 64 * 1024;

/** The server's log: written to its output for the host, and to logcat with the tag `scrcpy`. */
export class ServerLog {
  readonly #context: ProgramContext;
  #waiting = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: ProgramContext) {
    this.#context = context;
  }

  info(message: string): void {
    this.#say('INFO', message);
  }

  warn(message: string): void {
    this.#say('WARN', message);
  }

  error(message: string, thrown?: JavaError): void {
    this.#say('ERROR', message, thrown?.trace());
  }

  /** Resolves when the queued output fits in the pipe; a server whose output nobody reads blocks. */
  async room(): Promise<void> {
    if (this.#waiting > capacity) await this.#writing;
  }

  /** Resolves when all output has been read, or the reader has disconnected. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #say(level: keyof typeof letters, message: string, trace = ''): void {
    const { system, pid, out, err } = this.#context;
    const entry = { buffer: 'main', uid: 2000, pid, tag: 'scrcpy' } as const; // AID_SHELL
    const told = `${message}\n${trace}`;
    system.log.write({ ...entry, level: letters[level], message: told.trimEnd() });
    const text = `[server] ${level}: ${told}`;
    this.#waiting += text.length;
    this.#writing = this.#writing
      .then(() => (level === 'INFO' ? out(text) : err(text)))
      // Java ignores SIGPIPE, and PrintStream ignores write errors.
      .catch(() => undefined)
      .then(() => {
        this.#waiting -= text.length;
      });
  }
}

/** An exception of a Java program on the phone; `name` is the full class name. */
export class JavaError extends Error {
  override readonly name: string;

  constructor(name: string, message = '', options?: { readonly cause: JavaError }) {
    super(message, options);
    this.name = name;
  }

  /** The output of Throwable.printStackTrace without stack frames. */
  trace(): string {
    const { name, message, cause } = this;
    const below = cause instanceof JavaError ? `Caused by: ${cause.trace()}` : '';
    return `${message === '' ? name : `${name}: ${message}`}\n${below}`;
  }
}
