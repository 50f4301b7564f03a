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
