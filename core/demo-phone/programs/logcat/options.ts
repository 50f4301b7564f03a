import { triesWithoutEnd } from '../../../slow-pattern.ts';
import { parseArguments } from '../arguments.ts';
import { type LogFormat, parseFormat } from './format.ts';
import { bufferNames, type LogBufferName, type LogEntry, type LogLevel } from '../../system.ts';

/** The parsed options of `logcat`. */
export interface LogcatOptions {
  readonly does: 'print' | 'clear' | 'sizes' | 'help';
  /** Whether it exits after the past entries (`-d`, `-t`). */
  readonly dump: boolean;
  /** Only the last `count` entries, or those since a time. */
  readonly tail: { readonly count: number } | { readonly sinceEpochMs: number } | undefined;
  readonly buffers: ReadonlySet<LogBufferName>;
  readonly format: LogFormat;
  readonly pid: string | undefined;
  readonly uids: readonly string[] | undefined;
  readonly pattern: RegExp | undefined;
  /** Number of printed entries after which it exits (`-m`). */
  readonly most: number | undefined;
  /** Minimum level by tag; `*` is every other tag. */
  readonly levels: ReadonlyMap<string, LogLevel | 'S'>;
}

/** Ends logcat with this message on stderr and exit code 1. */
export class LogcatFailure extends Error {}

const withValue = [
  ...['t', 'T', 'v', 'b', 'e', 'm', '--tail', '--format', '--buffer', '--regex', '--max-count'],
  ...['--pid', '--uid'],
];
const short: Readonly<Record<string, string>> = {
  '--tail': 't',
  '--format': 'v',
  '--buffer': 'b',
  '--regex': 'e',
  '--max-count': 'm',
  '--clear': 'c',
  '--buffer-size': 'g',
  '--help': 'h',
};
const known = new Set(['d', 's', 'L', ...withValue, ...Object.values(short)]);
const usual: readonly LogBufferName[] = ['main', 'system', 'crash'];

/** Reads the arguments: system/logging/logcat/logcat.cpp. Throws `LogcatFailure`. */
export function parseOptions(words: readonly string[], nowEpochMs: number): LogcatOptions {
  const { all, operands } = parseArguments(words, withValue);
  const given = all.map(([name, value]) => [short[name] ?? name, value, name] as const);
  for (const [option, value, name] of given) {
    const written = name.length === 1 ? `-${name}` : name;
    if (!known.has(option)) throw new LogcatFailure(`Unknown option '${written}'.`);
    if (withValue.includes(option) && value === undefined)
      throw new LogcatFailure(`Option '${written}' needs an argument.`);
  }
  const has = (name: string): boolean => given.some(([option]) => option === name);
  const valuesOf = (name: string): string[] =>
    given.flatMap(([option, value = '']) => (option === name ? [value] : []));
  const partsOf = (name: string): string[] =>
    valuesOf(name).flatMap((value) => value.split(/[,:; ]/));
  const most = valuesOf('m').at(-1);
  if (most !== undefined && !/^[1-9]\d*$/.test(most))
    throw new LogcatFailure(`-m '${most}' isn't an integer greater than zero.`);
  if (most !== undefined && has('t'))
    throw new LogcatFailure('Cannot use -m (--max-count) and -t together.');
  const pid = valuesOf('--pid').at(-1);
  if (pid !== undefined && !/^[1-9]\d*$/.test(pid))
    throw new LogcatFailure(`pid '${pid}' out of range.`);
  const uids = partsOf('--uid');
  const tail = given.findLast(([option]) => option === 't' || option === 'T');
  return {
    does: has('h') ? 'help' : has('c') ? 'clear' : has('g') ? 'sizes' : 'print',
    dump: has('d') || has('L') || has('t'),
    tail: tail && tailOf(tail[0], tail[1] ?? '', nowEpochMs),
    buffers: buffersOf(partsOf('b')),
    format: formatOf(partsOf('v')),
    pid,
    uids: uids.length === 0 ? undefined : uids,
    pattern: patternOf(valuesOf('e').at(-1)),
    most: most === undefined ? undefined : Number(most),
    levels: levelsOf(operands, has('s')),
  };
}

/**
 * Parses a count, or a time in the phone's time zone, which is UTC: `MM-DD hh:mm:ss.mmm`, the same
 * with a year, or `sssss.mmm`. The year defaults to the current one; the dot is required
 * (log_time::strptime).
 */
function tailOf(option: string, text: string, nowEpochMs: number): LogcatOptions['tail'] {
  if (/^\d+$/.test(text)) return { count: Math.max(1, Number(text)) };
  if (/^\d+\.\d{0,9}$/.test(text)) return { sinceEpochMs: Number(text) * 1000 };
  const match =
    /^(?:(\d{4})-)?(\d{1,2})-(\d{1,2})\s+(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{0,9})$/.exec(text);
  if (!match) throw new LogcatFailure(`-${option} '${text}' not in time format.`);
  const [, year, month = 1, day, hour, minute, second] = match.map(Number);
  const inYear = match[1] === undefined ? new Date(nowEpochMs).getUTCFullYear() : (year ?? 0);
  const wholeMs = Date.UTC(inYear, month - 1, day, hour, minute, second);
  return { sinceEpochMs: wholeMs + Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)) };
}

function formatOf(words: readonly string[]): LogFormat {
  return words.reduce<LogFormat>(
    (format, word) => {
      const next = parseFormat(format, word);
      if (next === undefined) throw new LogcatFailure(`Invalid -v '${word}'.`);
      return next;
    },
    { layout: 'threadtime', modifiers: new Set() },
  );
}

function buffersOf(names: readonly string[]): ReadonlySet<LogBufferName> {
  if (names.length === 0) return new Set(usual);
  return new Set(
    names.flatMap((name) => {
      if (name === 'all') return bufferNames;
      if (name === 'default') return usual;
      const found = bufferNames.find((buffer) => buffer === name);
      if (found === undefined) throw new LogcatFailure(`Unknown -b buffer '${name}'.`);
      return [found];
    }),
  );
}

function patternOf(source: string | undefined): RegExp | undefined {
  try {
    if (source !== undefined && triesWithoutEnd(source)) throw new SyntaxError('too complex');
    // The remaining patterns run fast enough on a log line.
    return source === undefined ? undefined : new RegExp(source);
  } catch {
    // Guess: std::regex throws, nobody catches it, and the process aborts.
    throw new LogcatFailure('terminating due to uncaught exception of type std::regex_error');
  }
}

/** Parses filters `TAG` or `TAG:LEVEL`; without a level, a tag is shown from Verbose on and `*` from Debug on. */
function levelsOf(
  operands: readonly string[],
  isSilent: boolean,
): ReadonlyMap<string, LogLevel | 'S'> {
  const levels = new Map<string, LogLevel | 'S'>(isSilent ? [['*', 'S']] : []);
  for (const word of operands) {
    for (const filter of word.split(/[ \t,]+/).filter((part) => part !== '')) {
      const [, tag, letter = '*'] = /^([^:]+)(?::([VDIWEFS*]))?$/i.exec(filter) ?? [];
      if (tag === undefined) throw new LogcatFailure(`Invalid filter expression '${word}'.`);
      const lowest = letter.toUpperCase().replace('*', tag === '*' ? 'D' : 'V');
      levels.set(tag, lowest as LogLevel | 'S'); // -- cast: the pattern admits nothing else
    }
  }
  return levels;
}

/** Whether logd delivers the entry to logcat; the tail is counted among these entries. */
export function isRead(entry: LogEntry, { buffers, pid, uids }: LogcatOptions): boolean {
  const isWanted = pid === undefined || pid === String(entry.pid);
  return buffers.has(entry.buffer) && isWanted && uids?.includes(String(entry.uid)) !== false;
}

/** The levels in ascending order; `S` is silent. */
const severity = 'VDIWEFS';

/** Whether logcat prints a delivered entry. */
export function isShown({ tag, level }: LogEntry, { levels }: LogcatOptions): boolean {
  const lowest = levels.get(tag) ?? levels.get('*') ?? 'V';
  return severity.indexOf(level) >= severity.indexOf(lowest);
}
