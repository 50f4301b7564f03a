import type { LogLine } from '../../../core/link/phone-log.ts';
import { plainText } from '../../ui/plain-text.ts';

/** A line as the page keeps it. Plain objects, never proxies: there are tens of thousands. */
export interface KeptLine extends Omit<LogLine, 'process'> {
  /** Counts on when the log is opened anew; never used twice. */
  readonly number: number;
  /** Becomes known later for some lines. */
  process: string | null;
  /** The crash that it tells of. */
  crash: Crash | null;
}

/** A report of a process that failed. */
export interface Crash {
  readonly id: number;
  readonly kind: 'java' | 'native' | 'anr';
  /** Of which process, as far as it is told. */
  process: string;
  /** What happened, in the report's words. */
  what: string;
  readonly lines: KeptLine[];
}

/** The line as logcat prints it with `-v threadtime`. */
export function threadtime(line: KeptLine): string {
  const { time, pid, tid, level, tag, text } = line;
  const [process, thread] = [pid, tid].map((id) => String(id).padStart(5));
  return `${time} ${process} ${thread} ${level} ${tag.padEnd(8)}: ${text}`;
}

/** What a line says, to be shown: tabs as wide as an indentation, nothing that can't be seen. */
export function shownText(text: string): string {
  return plainText(text.replaceAll('\t', '    '));
}

/** Lines as a text, each with its newline. */
export function threadtimeText(lines: readonly KeptLine[]): string {
  return lines.map((line) => `${threadtime(line)}\n`).join('');
}
