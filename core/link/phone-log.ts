/** The phone's log as it is written. */

/** One entry of the phone's log. */
export interface LogLine {
  /** Counts from 1 since the log was opened; holes are lines that were left out. */
  readonly number: number;
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`. */
  readonly time: string;
  readonly pid: number;
  readonly tid: number;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly tag: string;
  readonly text: string;
  /** The name of the process, which begins with its package's; null while unknown. */
  readonly process: string | null;
}

/** Some lines of the log, in order. */
export interface LogBatch {
  readonly lines: readonly LogLine[];
}
