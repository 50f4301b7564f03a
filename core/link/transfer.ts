/** A file on its way to the phone. */
export interface Transfer {
  /** Assigned by the page. */
  readonly id: number;
  readonly stage: 'sending' | 'installing';
  readonly sentBytes: number;
  readonly totalBytes: number;
}
