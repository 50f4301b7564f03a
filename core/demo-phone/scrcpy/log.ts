import type { ProgramContext } from '../shell/program.ts';

/** The server's levels, the most talkative first (Ln.java). */
export const logLevels = ['VERBOSE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type ServerLogLevel = (typeof logLevels)[number];

/** android.util.Log's letters. */
const letters = { VERBOSE: 'V', DEBUG: 'D', INFO: 'I', WARN: 'W', ERROR: 'E' } as const;

/** Characters that may wait for a host that does not read: the pipe's capacity. */
const capacity = 64 * 1024;

/** What the server says: on its own output for the host, and to logcat under the tag `scrcpy`. */
export class ServerLog {
  threshold: ServerLogLevel = 'INFO';
  readonly #context: ProgramContext;
  #waiting = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: ProgramContext) {
    this.#context = context;
  }

  debug(message: string): void {
    this.#say('DEBUG', message);
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

  #say(level: ServerLogLevel, message: string, trace = ''): void {
    if (logLevels.indexOf(level) < logLevels.indexOf(this.threshold)) return;
    const { system, pid, out, err } = this.#context;
    const entry = { buffer: 'main', uid: 2000, pid, tag: 'scrcpy' } as const; // AID_SHELL
    const told = trace === '' ? message : `${message}\n${trace.trimEnd()}`;
    system.log.write({ ...entry, level: letters[level], message: told });
    const text = `[server] ${level}: ${message}\n${trace}`;
    const loud = level === 'WARN' || level === 'ERROR';
    this.#waiting += text.length;
    this.#writing = this.#writing
      .then(() => (loud ? err(text) : out(text)))
      // Java ignores SIGPIPE, and PrintStream what cannot be written.
      .catch(() => undefined)
      .then(() => {
        this.#waiting -= text.length;
      });
  }
}

/** What a Java exception says of itself. */
interface JavaErrorParts {
  /** Full class name. */
  readonly name: string;
  readonly message?: string;
  /** Innermost first, without `at`. */
  readonly frames?: readonly string[];
  readonly cause?: JavaError;
  /** Frames that the cause shares with what it is the cause of. */
  readonly shared?: number;
}

/** An exception of a Java program of the phone. */
export class JavaError extends Error {
  override readonly name: string;
  readonly #parts: JavaErrorParts;

  constructor(parts: JavaErrorParts) {
    super(parts.message ?? '');
    this.name = parts.name;
    this.#parts = parts;
  }

  /** As Throwable.printStackTrace prints it. */
  trace(): string {
    const { name, message, frames = [], cause, shared } = this.#parts;
    const lines = [
      message === undefined ? name : `${name}: ${message}`,
      ...frames.map((frame) => `\tat ${frame}`),
      ...(shared === undefined ? [] : [`\t... ${shared} more`]),
    ];
    const below = cause === undefined ? '' : `Caused by: ${cause.trace()}`;
    return `${lines.join('\n')}\n${below}`;
  }
}

/** How every Java program that app_process starts begins. Guess: the line numbers. */
export const mainFrames = [
  'com.genymobile.scrcpy.Server.main(Server.java:207)',
  'com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)',
  'com.android.internal.os.RuntimeInit.main(RuntimeInit.java:374)',
];
