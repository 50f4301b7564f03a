/** The phone's log as it is written. */

/** One entry of the phone's log. */
export interface LogLine {
  /** Counts from 1 since the log was opened; holes are lines that were left out. */
  readonly number: number;
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`; empty for a line before the first that has one. */
  readonly time: string;
  /** 0 for the kernel, and for what is said about the log itself. */
  readonly pid: number;
  readonly tid: number;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly tag: string;
  readonly text: string;
  /** The name of the process, which begins with its package's; null while unknown. */
  readonly process: string | null;
}

/** What a process is called. */
export interface ProcessName {
  readonly pid: number;
  readonly name: string;
}

/** Some lines of the log, in order. */
export interface LogBatch {
  readonly lines: readonly LogLine[];
  /** Names of processes that had none yet when lines of theirs were told. */
  readonly named: readonly ProcessName[];
}
