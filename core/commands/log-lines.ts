/** What a line of the log tells about itself. */
export interface LogEntry {
  /** `YYYY-MM-DD hh:mm:ss.nnnnnnnnn`, the phone's local time; texts compare as times do. */
  readonly time: string;
  readonly pid: number;
  /** From the tag on: `TAG     : message`. */
  readonly rest: string;
}

/** Which lines of an output are kept. */
export interface LogLinesOptions {
  /** The phone's clock, `YYYY-MM-DD hh:mm:ss`; for phones that print no year. */
  readonly now: string | null;
  readonly keeps: (entry: LogEntry) => boolean;
  /** Whether lines before the first entry that can be read are kept. */
  readonly keepsOddStart: boolean;
}

/** Year, month and day to the fraction, process, thread, level (`threadtime`, with `year` or without). */
const header = /^(?:(\d{4})-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}) +(\d+) +\d+ [VDIWEFS] /;

/**
 * The wanted lines, oldest first, without the year and without line ends. Blank lines and the
 * dividers between buffers are left out. A line that is no entry goes with the entry before it.
 */
export function readLogLines(
  text: string,
  { now, keeps, keepsOddStart }: LogLinesOptions,
): string[] {
  const lines: string[] = [];
  let kept = keepsOddStart;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || /^-{9} (?:beginning of|switch to) \w+$/.test(line)) continue;
    const match = header.exec(line);
    if (match) kept = keeps(entryOf(match, line, now));
    if (kept) lines.push(match?.[1] === undefined ? line : line.slice('YYYY-'.length));
  }
  return lines;
}

function entryOf(
  [all, year, moment = '', pid]: RegExpExecArray,
  line: string,
  now: string | null,
): LogEntry {
  return {
    time: sortable(`${year ?? yearOf(moment, now)}-${moment}`),
    pid: Number(pid),
    rest: line.slice(all.length),
  };
}

/** A moment later in the year than the phone's clock was a year ago; the log holds days, not years. */
function yearOf(moment: string, now: string | null): string {
  if (now === null) return '0000';
  const year = Number(now.slice(0, 4));
  return String(moment.slice(0, 5) > now.slice(5, 10) ? year - 1 : year);
}

/** Nanoseconds and a blank, so that texts compare as times do. */
export function sortable(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('T', ' ').split('.');
  return `${seconds}.${fraction.slice(0, 9).padEnd(9, '0')}`;
}
