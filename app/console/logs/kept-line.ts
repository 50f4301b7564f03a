import type { LogLine } from '../../../core/link/phone-log.ts';
import { plainText } from '../../ui/plain-text.ts';

/** A log line as the page keeps it. A plain object, not a Svelte proxy: there are tens of thousands. */
export interface KeptLine extends Omit<LogLine, 'process'> {
  /** Unique; keeps counting when the log is reopened. */
  readonly number: number;
  /** Process name; for some lines it arrives later. */
  process: string | null;
  /** The crash report that the line is part of. */
  crash: Crash | null;
}

/** The report of a crash or of an app that does not respond. */
export interface Crash {
  readonly id: number;
  readonly kind: 'java' | 'native' | 'anr';
  /** Name of the process; empty while unknown. */
  process: string;
  /** What happened: a line of the report. */
  summary: string;
  readonly lines: KeptLine[];
}

/** The line as logcat prints it with `-v threadtime`. */
export function threadtime(line: KeptLine): string {
  const { time, pid, tid, level, tag, text } = line;
  const [process, thread] = [pid, tid].map((id) => String(id).padStart(5));
  return `${time} ${process} ${thread} ${level} ${tag.padEnd(8)}: ${text}`;
}

/** A line's text for display: tabs become four spaces, invisible characters are spelled out. */
export function displayText(text: string): string {
  return plainText(text.replaceAll('\t', '    '));
}

/** Lines as text in the `threadtime` format, each with a newline. */
export function threadtimeText(lines: readonly KeptLine[]): string {
  return lines.map((line) => `${threadtime(line)}\n`).join('');
}
