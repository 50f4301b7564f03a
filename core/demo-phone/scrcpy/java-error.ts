/** What a Java exception says of itself. */
export interface JavaErrorParts {
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
