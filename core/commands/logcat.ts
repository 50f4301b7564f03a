import { HandsetError } from '../errors.ts';
import type { LogQuery, LogReading } from '../phone.ts';
import { compilePattern, wildcardPattern } from '../text-pattern.ts';
import { type Command, type CommandOutput, phoneMessage, stdoutText } from './command.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/** Line between the clock and process ids, and the log. */
const logMarker = 'handset-log';
/** Line before the second attempt's output; everything before it is the first attempt's. */
const retryMarker = 'handset-again';
/** Lines like `--------- beginning of main`, one per buffer, that a tail may include. */
const maxDividers = 10;
/**
 * Bytes to transfer of a log that is filtered here: one second over USB, and more than phones keep
 * unless a developer has raised the buffer sizes.
 */
const maxBytes = 32 * 1024 * 1024;

/**
 * Reads the log as `threadtime`, without the year: `MM-DD hh:mm:ss.mmm PID TID L TAG: message`.
 *
 * A star in the tag matches anything but colons. Lines that are no entries belong to the entry before
 * them. Rejects with `command-failed`, quoting the phone's message.
 */
export function readLogs(query: LogQuery): Command<LogReading> {
  const filter = divideFilter(query);
  return {
    purpose: 'reading the log',
    line: shellLineFor(query, filter).line,
    deadlineMs: 30_000,
    parse: (output) => parseLogs(output, query, filter),
  };
}

function shellLineFor(query: LogQuery, filter: LogcatFilter): ShellText {
  const { packageName } = query;
  const start = sh`date '+now %Y-%m-%d %H:%M:%S'`;
  const log = logLine(query, filter);
  if (packageName === null) {
    return joinShell(';', [start, sh`echo ${logMarker}`, log]);
  }
  // pidof finds the process of exactly this name; the app's other processes are named NAME:SOMETHING.
  return joinShell(';', [
    start,
    sh`a=$(pidof ${packageName})`,
    sh`b=$(ps -A -o PID,NAME 2>/dev/null | grep -F ${` ${packageName}:`})`,
    sh`echo "pids $a"`,
    sh`echo "$b"`,
    sh`echo ${logMarker}`,
    sh`[ -z "$a$b" ] || { ${log}; }`,
  ]);
}

/**
 * Before Android 7 logcat supports neither years nor a start with a year; it fails at once, and a
 * second attempt does without.
 */
function logLine({ since, lastLines }: LogQuery, filter: LogcatFilter): ShellText {
  const from = since === null ? sh`` : sh` -T ${logcatStart(since)}`;
  const firstAttempt = sh`logcat -d -v threadtime -v year${from} ${filter.filterSpec} 2>/dev/null`;
  const secondAttempt = sh`echo; echo ${retryMarker}; logcat -d -v threadtime ${filter.filterSpec}`;
  const attempts = sh`{ ${firstAttempt} || { ${secondAttempt}; }; }`;
  if (filter.needsLocalFilter) return sh`${attempts} | tail -c ${maxBytes}`;
  // One line more than requested shows whether older lines matched, too.
  return sh`${attempts} | tail -n ${lastLines + 1 + maxDividers}`;
}

/** The start for logcat, truncated to milliseconds; the parser drops entries that are too early. */
function logcatStart(since: string): string {
  const [date = '', time = ''] = since.split('T');
  const [seconds = '', fraction = ''] = time.split('.');
  return `${date} ${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}

function parseLogs(output: CommandOutput, query: LogQuery, filter: LogcatFilter): LogReading {
  const text = stdoutText(output);
  // The only interpolated value is a constant.
  const start = new RegExp(`^${logMarker}\r?\n?`, 'm').exec(text);
  const head = text.slice(0, start?.index ?? 0);
  const processes = query.packageName === null ? null : processesIn(head, query.packageName);
  if (start === null) throw logFailed(output);
  if (processes?.size === 0) return { lines: [], truncated: false, isPackageRunning: false };
  const tail = text.slice(start.index + start[0].length);
  // Again the only interpolated value is a constant.
  const retryIndex = tail.search(new RegExp(`^${retryMarker}\r?$`, 'm'));
  const log = retryIndex < 0 ? tail : tail.slice(tail.indexOf('\n', retryIndex) + 1);
  const lines = readLogLines(log, {
    now: /^now (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m.exec(head)?.[1] ?? null,
    matches: (entry) => filter.matches(entry) && (processes?.has(entry.pid) ?? true),
    keepsLeadingLines: !filter.needsLocalFilter && query.since === null,
  });
  // Both attempts failed. Without the second, text on stderr does not make an empty log an error.
  if (retryIndex >= 0 && lines.length === 0 && output.stderr.trim() !== '') throw logFailed(output);
  const truncated = lines.length > query.lastLines || output.stdout.length >= maxBytes;
  return { lines: lines.slice(-query.lastLines), truncated, isPackageRunning: true };
}

/** The process ids of the package, from pidof and ps. */
function processesIn(head: string, packageName: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const line of head.split(/\r?\n/)) {
    if (line.startsWith('pids ')) {
      for (const pid of line.match(/\d+/g) ?? []) found.add(Number(pid));
    }
    const [, pid, name = ''] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
    if (pid !== undefined && name.startsWith(`${packageName}:`)) found.add(Number(pid));
  }
  return found;
}

function logFailed(output: CommandOutput): HandsetError {
  return new HandsetError(
    'command-failed',
    `The phone did not show its log; it said: ${phoneMessage(output)}.`,
    { hint: 'Try again; if it stays, see Developer options > Logger buffer sizes on the phone.' },
  );
}

/** A query, divided between logcat, which filters by level and plain tags, and this parser. */
interface LogcatFilter {
  /** logcat's filter specification, as arguments. */
  readonly filterSpec: ShellText;
  /** Whether this parser must filter, too, so that logcat's last lines are not enough. */
  readonly needsLocalFilter: boolean;
  /** Whether the entry matches what logcat did not filter, except for the process. */
  matches(entry: LogcatEntry): boolean;
}

/**
 * Tags that logcat can filter: it splits at the first colon, has no wildcards (`*` alone is every
 * tag), and treats a leading dash as an option.
 */
const plainTag = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** Divides the query between logcat and this parser. */
function divideFilter(query: LogQuery): LogcatFilter {
  const { tag, level, packageName } = query;
  const since = query.since === null ? null : sortableTime(query.since);
  const until = query.until === null ? null : sortableTime(query.until);
  const isPlain = tag !== null && plainTag.test(tag);
  const matchesTag = tag === null || isPlain || /^\*+$/.test(tag) ? null : tagMatcher(tag);
  return {
    filterSpec: isPlain ? sh`-s ${`${tag}:${level}`}` : sh`${`*:${level}`}`,
    needsLocalFilter: matchesTag !== null || until !== null || packageName !== null,
    matches: ({ time, rest }) =>
      (since === null || time >= since) &&
      (until === null || time <= until) &&
      (matchesTag?.(rest) ?? true),
  };
}

/**
 * Tests a line's part from the tag on; logcat pads short tags with blanks. Stars match no colons, so
 * the tag has as many colons as the pattern and ends before the next one.
 */
function tagMatcher(pattern: string): (rest: string) => boolean {
  const colons = pattern.split(':').length - 1;
  const matchesPattern = compilePattern(wildcardPattern(pattern));
  return (rest) => {
    let end = rest.indexOf(':');
    for (let passedColons = 0; passedColons < colons && end >= 0; passedColons++)
      end = rest.indexOf(':', end + 1);
    return end >= 0 && rest.charAt(end + 1) === ' ' && matchesPattern(rest.slice(0, end).trimEnd());
  };
}

/** The parsed header of a log line. */
interface LogcatEntry {
  /** `YYYY-MM-DD hh:mm:ss.nnnnnnnnn`, the phone's local time; sorts as text. */
  readonly time: string;
  readonly pid: number;
  /** From the tag on: `TAG     : message`. */
  readonly rest: string;
}

/** Which lines to keep. */
interface LogcatLinesOptions {
  /** The phone's time, `YYYY-MM-DD hh:mm:ss`, to infer missing years. */
  readonly now: string | null;
  readonly matches: (entry: LogcatEntry) => boolean;
  /** Whether to keep lines before the first entry. */
  readonly keepsLeadingLines: boolean;
}

/** `threadtime` with or without year: year, date and time, process, thread, level. */
const entryHeader = /^(?:(\d{4})-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}) +(\d+) +\d+ [VDIWEFS] /;

/**
 * The matching lines, oldest first, without year and line end. Blank lines and the dividers between
 * buffers are left out. A line that is no entry belongs to the entry before it.
 */
function readLogLines(
  text: string,
  { now, matches, keepsLeadingLines }: LogcatLinesOptions,
): string[] {
  const lines: string[] = [];
  let kept = keepsLeadingLines;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || /^-{9} (?:beginning of|switch to) \w+$/.test(line)) continue;
    const match = entryHeader.exec(line);
    if (match) kept = matches(parseEntry(match, line, now));
    if (kept) lines.push(match?.[1] === undefined ? line : line.slice('YYYY-'.length));
  }
  return lines;
}

function parseEntry(
  [all, year, dateTime = '', pid]: RegExpExecArray,
  line: string,
  now: string | null,
): LogcatEntry {
  return {
    time: sortableTime(`${year ?? yearOf(dateTime, now)}-${dateTime}`),
    pid: Number(pid),
    rest: line.slice(all.length),
  };
}

/** The year of a time without one: dates later than today are from last year, since the log holds only days. */
function yearOf(dateTime: string, now: string | null): string {
  if (now === null) return '0000';
  const year = Number(now.slice(0, 4));
  return String(dateTime.slice(0, 5) > now.slice(5, 10) ? year - 1 : year);
}

/** The time with a blank and nine digits of fraction, so that times compare as texts. */
function sortableTime(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('T', ' ').split('.');
  return `${seconds}.${fraction.slice(0, 9).padEnd(9, '0')}`;
}
