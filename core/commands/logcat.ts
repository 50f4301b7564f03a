import { HandsetError } from '../errors.ts';
import type { LogQuery, LogReading } from '../phone.ts';
import { patternTest, starPattern } from '../text-pattern.ts';
import { type Command, type CommandOutput, phoneWords, textOf } from './command.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/** Ends what is said about processes and the clock; log lines follow. */
const divider = 'handset-log';
/** Stands before the lines of the second try; everything before them is the first one's. */
const secondTry = 'handset-again';
/** `--------- beginning of main` and the like, one for every buffer, which a tail may catch. */
const dividersAtMost = 10;
/**
 * What is sent of a log that has to be searched here: a second over USB, and more than phones keep
 * unless a developer has raised the size of their buffers.
 */
const mostBytes = 32 * 1024 * 1024;

/**
 * Reads the log as `threadtime`, without the year: `MM-DD hh:mm:ss.mmm PID TID L TAG: message`.
 *
 * A star in the tag stands for anything but a colon. Lines that are no entries (a continuation)
 * go with the entry before them. Rejects with `command-failed`, the phone's words in the message.
 */
export function readLogs(query: LogQuery): Command<LogReading> {
  const filter = logFilter(query);
  return {
    purpose: 'reading the log',
    line: lineOf(query, filter).line,
    deadlineMs: 30_000,
    parse: (output) => parseLogs(output, query, filter),
  };
}

function lineOf(query: LogQuery, filter: LogFilter): ShellText {
  const { packageName } = query;
  const start = sh`date '+now %Y-%m-%d %H:%M:%S'`;
  const log = logLine(query, filter);
  if (packageName === null) {
    return joinShell(';', [start, sh`echo ${divider}`, log]);
  }
  // pidof finds the process of exactly this name; others of the app are called NAME:SOMETHING.
  return joinShell(';', [
    start,
    sh`a=$(pidof ${packageName})`,
    sh`b=$(ps -A -o PID,NAME 2>/dev/null | grep -F ${` ${packageName}:`})`,
    sh`echo "pids $a"`,
    sh`echo "$b"`,
    sh`echo ${divider}`,
    sh`[ -z "$a$b" ] || { ${log}; }`,
  ]);
}

/**
 * Before Android 7 logcat knows neither the year nor a start with a year; it then fails at once
 * and is asked without both.
 */
function logLine({ since, lastLines }: LogQuery, filter: LogFilter): ShellText {
  const from = since === null ? sh`` : sh` -T ${startOf(since)}`;
  const first = sh`logcat -d -v threadtime -v year${from} ${filter.forLogcat} 2>/dev/null`;
  const second = sh`echo; echo ${secondTry}; logcat -d -v threadtime ${filter.forLogcat}`;
  const tries = sh`{ ${first} || { ${second}; }; }`;
  if (filter.restIsOurs) return sh`${tries} | tail -c ${mostBytes}`;
  // One more than wanted tells whether older lines matched too.
  return sh`${tries} | tail -n ${lastLines + 1 + dividersAtMost}`;
}

/** The form logcat takes, cut to milliseconds: an earlier start is made good by the parser. */
function startOf(since: string): string {
  const [date = '', time = ''] = since.split('T');
  const [seconds = '', fraction = ''] = time.split('.');
  return `${date} ${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}

function parseLogs(output: CommandOutput, query: LogQuery, filter: LogFilter): LogReading {
  const text = textOf(output);
  // Made of a constant.
  const start = new RegExp(`^${divider}\r?\n?`, 'm').exec(text);
  const head = text.slice(0, start?.index ?? 0);
  const processes = query.packageName === null ? null : processesIn(head, query.packageName);
  if (start === null) throw failed(output);
  if (processes?.size === 0) return { lines: [], truncated: false, packageRuns: false };
  const tail = text.slice(start.index + start[0].length);
  // Made of a constant, too.
  const again = tail.search(new RegExp(`^${secondTry}\r?$`, 'm'));
  const log = again < 0 ? tail : tail.slice(tail.indexOf('\n', again) + 1);
  const lines = readLogLines(log, {
    now: /^now (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m.exec(head)?.[1] ?? null,
    keeps: (entry) => filter.keeps(entry) && (processes?.has(entry.pid) ?? true),
    keepsOddStart: !filter.restIsOurs && query.since === null,
  });
  // Both tries failed; words of the programs around logcat are no reason to doubt an empty log.
  if (again >= 0 && lines.length === 0 && output.stderr.trim() !== '') throw failed(output);
  const truncated = lines.length > query.lastLines || output.stdout.length >= mostBytes;
  return { lines: lines.slice(-query.lastLines), truncated, packageRuns: true };
}

/** The ids of the package's processes, by pidof and by ps. */
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

function failed(output: CommandOutput): HandsetError {
  return new HandsetError(
    'command-failed',
    `The phone did not show its log; it said: ${phoneWords(output)}.`,
    { hint: 'Try again; if it stays, see Developer options > Logger buffer sizes on the phone.' },
  );
}

/** A query divided between logcat, which filters by level and plain tags, and us. */
interface LogFilter {
  /** logcat's filter specification, as arguments. */
  readonly forLogcat: ShellText;
  /** Whether logcat prints lines that are not wanted, so that its last ones are not enough. */
  readonly restIsOurs: boolean;
  /** Whether the entry is wanted, as far as logcat did not see to it; processes aside. */
  keeps(entry: LogEntry): boolean;
}

/**
 * What logcat can take as a tag: it splits at the first colon, has no wildcards (`*` alone is
 * every tag), and takes a dash at the start for an option.
 */
const plainTag = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;

/** Divides the query: what logcat filters itself, and what is left to be looked at here. */
function logFilter(query: LogQuery): LogFilter {
  const { tag, level, packageName } = query;
  const since = query.since === null ? null : sortable(query.since);
  const until = query.until === null ? null : sortable(query.until);
  const isPlain = tag !== null && plainTag.test(tag);
  const isTagged = tag === null || isPlain || /^\*+$/.test(tag) ? null : tagTest(tag);
  return {
    forLogcat: isPlain ? sh`-s ${`${tag}:${level}`}` : sh`${`*:${level}`}`,
    restIsOurs: isTagged !== null || until !== null || packageName !== null,
    keeps: ({ time, rest }) =>
      (since === null || time >= since) &&
      (until === null || time <= until) &&
      (isTagged?.(rest) ?? true),
  };
}

/**
 * For the part of a line that begins with the tag; logcat fills short tags up with blanks. A star
 * stands for no colon, so the tag has as many of them as the pattern and ends before the next one.
 */
function tagTest(pattern: string): (rest: string) => boolean {
  const colons = pattern.split(':').length - 1;
  const fits = patternTest(starPattern(pattern));
  return (rest) => {
    let end = rest.indexOf(':');
    for (let passed = 0; passed < colons && end >= 0; passed++) end = rest.indexOf(':', end + 1);
    return end >= 0 && rest.charAt(end + 1) === ' ' && fits(rest.slice(0, end).trimEnd());
  };
}

/** What a line of the log tells about itself. */
interface LogEntry {
  /** `YYYY-MM-DD hh:mm:ss.nnnnnnnnn`, the phone's local time; texts compare as times do. */
  readonly time: string;
  readonly pid: number;
  /** From the tag on: `TAG     : message`. */
  readonly rest: string;
}

/** Which lines of an output are kept. */
interface LogLinesOptions {
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
function readLogLines(text: string, { now, keeps, keepsOddStart }: LogLinesOptions): string[] {
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
function sortable(time: string): string {
  const [seconds = '', fraction = ''] = time.replace('T', ' ').split('.');
  return `${seconds}.${fraction.slice(0, 9).padEnd(9, '0')}`;
}
