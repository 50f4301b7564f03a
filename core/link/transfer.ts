/** A file on its way to the phone. */
export interface Transfer {
  /** Given by the page. */
  readonly id: number;
  readonly stage: 'sending' | 'installing';
  readonly sentBytes: number;
  readonly totalBytes: number;
}
