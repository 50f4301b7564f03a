import { HandsetError } from '../errors.ts';
import type { LogQuery, LogReading } from '../phone.ts';
import { type Command, type CommandOutput, phoneWords, textOf } from './command.ts';
import { type LogFilter, logFilter } from './log-filter.ts';
import { readLogLines } from './log-lines.ts';
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
