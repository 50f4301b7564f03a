import { HandsetError } from '../errors.ts';
import type { LogQuery, LogReading } from '../phone/phone.ts';
import { compilePattern, wildcardPattern } from '../text/text-pattern.ts';
import {
  type Command,
  type CommandOutput,
  phoneMessage,
  stdoutText,
  largeOutputBytes,
} from './command.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/** Line between the clock and process ids, and the log. */
const logMarker = 'handset-log';
/** Line before the second attempt's output; everything before it is the first attempt's. */
const retryMarker = 'handset-again';
/** `--------- beginning of main` and the like, printed where logcat switches to another buffer. */
const divider = /^-{9} (?:beginning of|switch to) \w+$/;
/** Dividers that a tail may include, one per buffer. */
const maxDividers = 10;
/**
 * Bytes to transfer of a log that is filtered here: one second over USB, and more than phones keep
 * unless a developer has raised the buffer sizes.
 */
const maxBytes = 32 * 1024 * 1024;

/**
 * Reads the log as `threadtime`, without the year: `MM-DD hh:mm:ss.mmm PID TID L TAG: message`. The lines of a
 * package are those of its running processes, and of earlier ones that the log says were its.
 *
 * A star in the tag matches anything but colons. Lines that are no entries belong to the entry before
 * them. Rejects with `command-failed`, quoting the phone's message.
 */
export function readLogs(query: LogQuery): Command<LogReading> {
  const filter = divideFilter(query);
  return {
    purpose: 'reading the log',
    line: shellLineFor(query, filter),
    deadlineMs: 30_000,
    maxOutputBytes: largeOutputBytes,
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
    log,
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
  if (start === null) throw logFailed(output);
  const tail = text.slice(start.index + start[0].length);
  // Again the only interpolated value is a constant.
  const retryIndex = tail.search(new RegExp(`^${retryMarker}\r?$`, 'm'));
  const log = retryIndex < 0 ? tail : tail.slice(tail.indexOf('\n', retryIndex) + 1);
  const { packageName } = query;
  const running = packageName === null ? null : processesIn(head, packageName);
  const processes = running && new Set([...running, ...processesInLog(log, packageName ?? '')]);
  const lines = readLogLines(log, {
    now: /^now (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m.exec(head)?.[1] ?? null,
    matches: (entry) => filter.matches(entry) && (processes?.has(entry.pid) ?? true),
    keepsLeadingLines: !filter.needsLocalFilter && query.since === null,
  });
  // Both attempts failed. Without the second, text on stderr does not make an empty log an error.
  if (retryIndex >= 0 && lines.length === 0 && output.stderr.trim() !== '') throw logFailed(output);
  const truncated = lines.length > query.lastLines || output.stdout.length >= maxBytes;
  return { lines: lines.slice(-query.lastLines), truncated, isPackageRunning: running?.size !== 0 };
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

/**
 * Processes that were the package's, by what Android logs of a start (ActivityManager, `Start proc
 * PID:NAME/…`) and of a crash (AndroidRuntime, `Process: NAME, PID: PID`). A later process of another package
 * may have got the same id.
 */
function processesInLog(log: string, packageName: string): ReadonlySet<number> {
  const found = new Set<number>();
  const mention =
    / (?:ActivityManager: Start proc (\d+):([^/\s]+)|AndroidRuntime: Process: (\S+), PID: (\d+))/g;
  for (const [, startedPid, startedName, crashedName, crashedPid] of log.matchAll(mention)) {
    const name = startedName ?? crashedName ?? '';
    const pid = Number(startedPid ?? crashedPid);
    if (name === packageName || name.startsWith(`${packageName}:`)) found.add(pid);
    else found.delete(pid);
  }
  return found;
}

function logFailed(output: CommandOutput): HandsetError {
  return new HandsetError(
    'command-failed',
    `Couldn't read the log; the phone said: ${phoneMessage(output)}.`,
    {
      hint: "Try again. If that doesn't help, see Developer options > Logger buffer sizes on the phone.",
    },
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

/** The level at which ActivityManager says that a process was started. */
const startLevel = 'I';

function isAbove(level: string, other: string): boolean {
  const order = 'VDIWEFS';
  return order.indexOf(level) > order.indexOf(other);
}

/** Divides the query between logcat and this parser. */
function divideFilter(query: LogQuery): LogcatFilter {
  const { tag, level, packageName } = query;
  const since = query.since === null ? null : sortableTime(query.since);
  const until = query.until === null ? null : sortableTime(query.until);
  const isPlain = tag !== null && plainTag.test(tag);
  const isAnyTag = tag === null || /^\*+$/.test(tag);
  // Other lines than the app's say which processes are its.
  const isByPackage = packageName !== null;
  const matchesTag = isAnyTag || (isPlain && !isByPackage) ? null : tagMatcher(tag);
  const minimum = isByPackage && isAbove(level, startLevel) ? startLevel : level;
  return {
    filterSpec: isPlain && !isByPackage ? sh`-s ${`${tag}:${level}`}` : sh`${`*:${minimum}`}`,
    needsLocalFilter: matchesTag !== null || until !== null || isByPackage,
    matches: (entry) =>
      (since === null || entry.time >= since) &&
      (until === null || entry.time <= until) &&
      (!isByPackage || !isAbove(level, entry.level)) &&
      (matchesTag?.(entry.rest) ?? true),
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
  /** `V` to `F`. */
  readonly level: string;
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
const entryHeader = /^(?:(\d{4})-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}) +(\d+) +\d+ ([VDIWEFS]) /;

/**
 * The matching lines, oldest first, without year and line end. Blank lines and the dividers between
 * buffers are left out. A line that is no entry belongs to the entry before it.
 */
function readLogLines(
  text: string,
  { now, matches, keepsLeadingLines }: LogcatLinesOptions,
): string[] {
  const lines: string[] = [];
  let isKept = keepsLeadingLines;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || divider.test(line)) continue;
    const match = entryHeader.exec(line);
    if (match) isKept = matches(toLogcatEntry(match, line, now));
    if (isKept) lines.push(match?.[1] === undefined ? line : line.slice('YYYY-'.length));
  }
  return lines;
}

function toLogcatEntry(
  [all, year, dateTime = '', pid, level = '']: RegExpExecArray,
  line: string,
  now: string | null,
): LogcatEntry {
  return {
    time: sortableTime(`${year ?? yearOf(dateTime, now)}-${dateTime}`),
    pid: Number(pid),
    level,
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

/* The stream of the Logs panel. */

/** Where the stream begins: this many entries back, or at a time, `MM-DD hh:mm:ss.mmm`. */
export type LogStreamStart = { readonly lastLines: number } | { readonly since: string };

/** The shell line of a logcat that prints `threadtime` from there on and does not exit by itself. */
export function logStreamLine(start: LogStreamStart): ShellText {
  const from = 'since' in start ? sh`${start.since}` : sh`${start.lastLines}`;
  return sh`logcat -v threadtime -T ${from}`;
}

const levels = ['V', 'D', 'I', 'W', 'E', 'F'] as const;

/** One line of `threadtime` output. */
export interface StreamedLogLine {
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`; empty for lines before the first entry. */
  readonly time: string;
  readonly pid: number;
  readonly tid: number;
  readonly level: (typeof levels)[number];
  readonly tag: string;
  readonly text: string;
}

/** Year, time, a uid on some phones, process, thread, level; tag and message follow. */
const streamedHeader =
  /^(?:\d{4}-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d* +(?:[A-Za-z_]\w* +)?(\d+) +(\d+) ([VDIWEFS]) /;
/** Longest line, in UTF-16 units. logd's entries end at 4 KB, so a longer line is not one of them, may never end, and is cut. */
const maxLineLength = 64 * 1024;

/**
 * Parses the output of `logStreamLine`, in pieces of any size. Invalid UTF-8 becomes U+FFFD; dividers and
 * blank lines are left out; a line that is no entry gets the time, process and tag of the entry before
 * it.
 */
export class LogStreamParser {
  readonly #decoder = new TextDecoder();
  #partialLine = '';
  #last: StreamedLogLine = { time: '', pid: 0, tid: 0, level: 'I', tag: '', text: '' };

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): readonly StreamedLogLine[] {
    return this.#consume(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The last line, if the stream ended without a line end. */
  end(): readonly StreamedLogLine[] {
    const partialLine = this.#partialLine + this.#decoder.decode();
    this.#partialLine = '';
    return partialLine === '' ? [] : this.#consume(`${partialLine}\n`);
  }

  #consume(text: string): readonly StreamedLogLine[] {
    const lines: StreamedLogLine[] = [];
    const completeLines = `${this.#partialLine}${text}`.split('\n');
    this.#partialLine = completeLines.pop() ?? '';
    for (const line of completeLines)
      this.#add(line.endsWith('\r') ? line.slice(0, -1) : line, lines);
    // One unit more, because the last may be a carriage return.
    while (this.#partialLine.length > maxLineLength + 1) {
      this.#addPiece(this.#partialLine.slice(0, maxLineLength), lines);
      this.#partialLine = this.#partialLine.slice(maxLineLength);
    }
    return lines;
  }

  #add(line: string, lines: StreamedLogLine[]): void {
    let partialLine = line;
    for (; partialLine.length > maxLineLength; partialLine = partialLine.slice(maxLineLength)) {
      this.#addPiece(partialLine.slice(0, maxLineLength), lines);
    }
    this.#addPiece(partialLine, lines);
  }

  #addPiece(line: string, lines: StreamedLogLine[]): void {
    if (line.trim() === '' || divider.test(line)) return;
    this.#last = parseEntry(line) ?? { ...this.#last, text: line };
    lines.push(this.#last);
  }
}

function parseEntry(line: string): StreamedLogLine | undefined {
  const match = streamedHeader.exec(line);
  if (!match) return undefined;
  const [header, time = '', pid, tid, letter] = match;
  // Without a message the blank is missing.
  const rest = `${line.slice(header.length)} `;
  const colonAt = rest.indexOf(': ');
  if (colonAt < 0) return undefined;
  const tag = rest.slice(0, colonAt).trimEnd();
  const text = rest.slice(colonAt + 2, -1);
  // Apps never write level S (silent); if it occurs, it ranks highest.
  const level = levels.find((known) => known === letter) ?? 'F';
  return { time, pid: Number(pid), tid: Number(tid), level, tag, text };
}

/** The phone's local time, in milliseconds as if it were UTC; older versions of `date` know no %N. */
export const readLocalTime: Command<number> = {
  purpose: 'reading the clock',
  line: sh`date '+%Y-%m-%dT%H:%M:%S.%N'`,
  deadlineMs: 10_000,
  parse: (output) => {
    const [, time = '', fraction = ''] = /^([\dT:-]+)(\.\d{3})?/.exec(stdoutText(output)) ?? [];
    return Date.parse(`${time}${fraction}Z`);
  },
};
