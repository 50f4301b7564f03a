import type { ProgramContext } from '../shell/program.ts';

/** The level letters of android.util.Log. */
const logLevels = { INFO: 'I', WARN: 'W', ERROR: 'E' } as const;

/** Maximum number of characters queued for a host that does not read: the capacity of a pipe. */
const maxPendingCharacters = 64 * 1024;

/** The server's log: written to its output for the host, and to logcat with the tag `scrcpy`. */
export class ServerLog {
  readonly #context: ProgramContext;
  #pendingCharacters = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: ProgramContext) {
    this.#context = context;
  }

  info(message: string): void {
    this.#write('INFO', message);
  }

  warn(message: string): void {
    this.#write('WARN', message);
  }

  error(message: string, thrown?: JavaError): void {
    this.#write('ERROR', message, thrown?.stackTrace());
  }

  /** Resolves when the queued output fits in the pipe; a server whose output nobody reads blocks. */
  async waitForRoom(): Promise<void> {
    if (this.#pendingCharacters > maxPendingCharacters) await this.#writing;
  }

  /** Resolves when all output has been read, or the reader has disconnected. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #write(level: keyof typeof logLevels, message: string, stackTrace = ''): void {
    const { system, pid, out, err } = this.#context;
    const entry = { buffer: 'main', pid, tag: 'scrcpy' } as const;
    const text = `${message}\n${stackTrace}`;
    system.log.write({ ...entry, level: logLevels[level], message: text.trimEnd() });
    const line = `[server] ${level}: ${text}`;
    this.#pendingCharacters += line.length;
    this.#writing = this.#writing
      .then(() => (level === 'INFO' ? out(line) : err(line)))
      // Java ignores SIGPIPE, and PrintStream ignores write errors.
      .catch(() => undefined)
      .then(() => {
        this.#pendingCharacters -= line.length;
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
  stackTrace(): string {
    const { name, message, cause } = this;
    const below = cause instanceof JavaError ? `Caused by: ${cause.stackTrace()}` : '';
    return `${message === '' ? name : `${name}: ${message}`}\n${below}`;
  }
}
