/** An error that ends the program; its message is printed to the user without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** 1: it cannot run now; 2: invalid command line. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The port is in use by another bridge or another program. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
}

/** The code of an error of Node, such as `ENOENT`; undefined where it has none. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
