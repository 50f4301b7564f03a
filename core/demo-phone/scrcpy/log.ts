import type { ProgramContext } from '../shell/program.ts';

/** android.util.Log's letters. */
const letters = { INFO: 'I', WARN: 'W', ERROR: 'E' } as const;

/** Characters that may wait for a host that does not read: the pipe's capacity. */
const capacity = 64 * 1024;

/** What the server says: on its own output for the host, and to logcat under the tag `scrcpy`. */
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

  /** Resolves when what was said fits in the pipe: a server whose output nobody reads stands still. */
  async room(): Promise<void> {
    if (this.#waiting > capacity) await this.#writing;
  }

  /** Resolves when everything has been read, or the reader is gone. */
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
      // Java ignores SIGPIPE, and PrintStream what cannot be written.
      .catch(() => undefined)
      .then(() => {
        this.#waiting -= text.length;
      });
  }
}

/** An exception of a Java program of the phone; `name` is the full class name. */
export class JavaError extends Error {
  override readonly name: string;

  constructor(name: string, message = '', options?: { readonly cause: JavaError }) {
    super(message, options);
    this.name = name;
  }

  /** As Throwable.printStackTrace prints it, without the places in the code. */
  trace(): string {
    const { name, message, cause } = this;
    const below = cause instanceof JavaError ? `Caused by: ${cause.trace()}` : '';
    return `${message === '' ? name : `${name}: ${message}`}\n${below}`;
  }
}
