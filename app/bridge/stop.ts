/** Ends the program with a plain sentence for the person who started it. */
export class Stop extends Error {
  override readonly name = 'Stop';
  /** 1: it can't work now; 2: it was asked wrongly. */
  readonly exitCode: 1 | 2;

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
