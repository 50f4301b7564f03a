/** Live output of the phone's log. */

/** One entry of the phone's log. */
export interface LogLine {
  /** Counts from 1 since the log was opened; gaps are omitted lines. */
  readonly number: number;
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`; empty for lines before the first timestamp. */
  readonly time: string;
  /** 0 for the kernel, and for messages about the log itself. */
  readonly pid: number;
  readonly tid: number;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly tag: string;
  readonly text: string;
  /** The process name, which begins with the package name; null while unknown. */
  readonly process: string | null;
}

/** The name of a process. */
export interface ProcessName {
  readonly pid: number;
  readonly name: string;
}

/** Some lines of the log, in order. */
export interface LogBatch {
  readonly lines: readonly LogLine[];
  /** Names of processes whose earlier lines were sent without one. */
  readonly named: readonly ProcessName[];
}
