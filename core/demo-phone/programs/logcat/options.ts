import { logBufferNames, type LogBufferName, type LogEntry, type LogLevel } from '../../system.ts';
import { mayBacktrackExponentially } from '#core/text-pattern.ts';
import { parseProgramArguments } from '../arguments.ts';

const layouts = ['brief', 'long', 'process', 'raw', 'tag', 'thread', 'threadtime', 'time'] as const;

const modifiers = ['year', 'epoch', 'usec', 'uid', 'UTC', 'zone', 'color'];

/** The output format chosen by `-v` (system/logging/liblog/logprint.cpp). */
export interface LogFormat {
  readonly layout: (typeof layouts)[number];
  readonly modifiers: ReadonlySet<string>;
}

/** Applies one argument of `-v` to the format; undefined if it is unknown. */
export function parseFormat(format: LogFormat, word: string): LogFormat | undefined {
  const layout = layouts.find((name) => name === word);
  if (layout !== undefined) return { ...format, layout };
  if (!modifiers.includes(word)) return undefined;
  return { ...format, modifiers: new Set([...format.modifiers, word]) };
}

/** ANSI colours of the levels (colorFromPri). */
const colors = { V: 37, D: 34, I: 32, W: 33, E: 31, F: 31 } as const;

/** The entry's lines with newlines; each line of a multi-line message has the header. */
export function formatEntry(entry: LogEntry, format: LogFormat): string {
  const isColored = format.modifiers.has('color');
  const header = `${isColored ? `\x1b[${colors[entry.level]}m` : ''}${headerOf(entry, format)}`;
  const end = `${isColored ? '\x1b[0m' : ''}${format.layout === 'process' ? `  (${entry.tag})` : ''}`;
  if (format.layout === 'long') return `${header}\n${entry.message}${end}\n\n`;
  // A trailing newline starts no extra line; an empty message is one line.
  const lines = entry.message.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${header}${line}${end}\n`).join('');
}

function headerOf(entry: LogEntry, format: LogFormat): string {
  const { level } = entry;
  const tag = entry.tag.padEnd(8);
  const time = timeOf(entry, format.modifiers);
  const user = format.modifiers.has('uid') ? userOf(entry.uid).padStart(5) : '';
  const process = `${user && `${user}:`}${String(entry.pid).padStart(5)}`;
  const thread = String(entry.tid).padStart(5);
  return {
    raw: '',
    brief: `${level}/${tag}(${process}): `,
    tag: `${level}/${tag}: `,
    process: `${level}(${process}) `,
    thread: `${level}(${process}:${thread}) `,
    time: `${time} ${level}/${tag}(${process}): `,
    long: `[ ${time} ${process}:${thread} ${level}/${tag} ]`,
    threadtime: `${time} ${process.replace(':', ' ')} ${thread} ${level} ${tag}: `,
  }[format.layout];
}

/** The user name for an id if it has at most five letters, else the id (android_filesystem_config.h). */
function userOf(uid: number): string {
  const names: Readonly<Record<number, string>> = {
    0: 'root',
    1001: 'radio',
    1010: 'wifi',
    1027: 'nfc',
    1036: 'logd',
    2000: 'shell',
  };
  return names[uid] ?? String(uid);
}

/** `MM-DD hh:mm:ss.mmm` in UTC, the demo phone's time zone. */
function timeOf({ epochMs }: LogEntry, chosenModifiers: ReadonlySet<string>): string {
  const extra = chosenModifiers.has('usec') ? '000' : '';
  if (chosenModifiers.has('epoch')) return `${(epochMs / 1000).toFixed(3)}${extra}`.padStart(23);
  const text = new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '') + extra;
  const zone = chosenModifiers.has('UTC') || chosenModifiers.has('zone') ? ' +0000' : '';
  return (chosenModifiers.has('year') ? text : text.slice(5)) + zone;
}

/** The parsed options of `logcat`. */
export interface LogcatOptions {
  readonly action: 'print' | 'clear' | 'sizes' | 'help';
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
  readonly maxCount: number | undefined;
  /** Minimum level by tag; `*` is every other tag. */
  readonly levels: ReadonlyMap<string, LogLevel | 'S'>;
}

/** Ends logcat with this message on stderr and exit code 1. */
export class LogcatError extends Error {}

const optionsWithValue = [
  ...['t', 'T', 'v', 'b', 'e', 'm', '--tail', '--format', '--buffer', '--regex', '--max-count'],
  ...['--pid', '--uid'],
];
const shortNames: Readonly<Record<string, string>> = {
  '--tail': 't',
  '--format': 'v',
  '--buffer': 'b',
  '--regex': 'e',
  '--max-count': 'm',
  '--clear': 'c',
  '--buffer-size': 'g',
  '--help': 'h',
};
const knownOptions = new Set(['d', 's', 'L', ...optionsWithValue, ...Object.values(shortNames)]);
const defaultBuffers: readonly LogBufferName[] = ['main', 'system', 'crash'];

/** Reads the arguments: system/logging/logcat/logcat.cpp. Throws `LogcatFailure`. */
export function parseLogcatOptions(args: readonly string[], nowEpochMs: number): LogcatOptions {
  const { flagList: all, operands } = parseProgramArguments(args, optionsWithValue);
  const parsed = all.map(([name, value]) => [shortNames[name] ?? name, value, name] as const);
  for (const [option, value, name] of parsed) {
    const spelling = name.length === 1 ? `-${name}` : name;
    if (!knownOptions.has(option)) throw new LogcatError(`Unknown option '${spelling}'.`);
    if (optionsWithValue.includes(option) && value === undefined)
      throw new LogcatError(`Option '${spelling}' needs an argument.`);
  }
  const has = (name: string): boolean => parsed.some(([option]) => option === name);
  const valuesOf = (name: string): string[] =>
    parsed.flatMap(([option, value = '']) => (option === name ? [value] : []));
  const partsOf = (name: string): string[] =>
    valuesOf(name).flatMap((value) => value.split(/[,:; ]/));
  const maxCount = valuesOf('m').at(-1);
  if (maxCount !== undefined && !/^[1-9]\d*$/.test(maxCount))
    throw new LogcatError(`-m '${maxCount}' isn't an integer greater than zero.`);
  if (maxCount !== undefined && has('t'))
    throw new LogcatError('Cannot use -m (--max-count) and -t together.');
  const pid = valuesOf('--pid').at(-1);
  if (pid !== undefined && !/^[1-9]\d*$/.test(pid))
    throw new LogcatError(`pid '${pid}' out of range.`);
  const uids = partsOf('--uid');
  const tail = parsed.findLast(([option]) => option === 't' || option === 'T');
  return {
    action: has('h') ? 'help' : has('c') ? 'clear' : has('g') ? 'sizes' : 'print',
    dump: has('d') || has('L') || has('t'),
    tail: tail && tailOf(tail[0], tail[1] ?? '', nowEpochMs),
    buffers: buffersOf(partsOf('b')),
    format: formatOf(partsOf('v')),
    pid,
    uids: uids.length === 0 ? undefined : uids,
    pattern: patternOf(valuesOf('e').at(-1)),
    maxCount: maxCount === undefined ? undefined : Number(maxCount),
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
  if (!match) throw new LogcatError(`-${option} '${text}' not in time format.`);
  const [, year, month = 1, day, hour, minute, second] = match.map(Number);
  const inYear = match[1] === undefined ? new Date(nowEpochMs).getUTCFullYear() : (year ?? 0);
  const wholeMs = Date.UTC(inYear, month - 1, day, hour, minute, second);
  return { sinceEpochMs: wholeMs + Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)) };
}

function formatOf(names: readonly string[]): LogFormat {
  return names.reduce<LogFormat>(
    (format, word) => {
      const next = parseFormat(format, word);
      if (next === undefined) throw new LogcatError(`Invalid -v '${word}'.`);
      return next;
    },
    { layout: 'threadtime', modifiers: new Set() },
  );
}

function buffersOf(names: readonly string[]): ReadonlySet<LogBufferName> {
  if (names.length === 0) return new Set(defaultBuffers);
  return new Set(
    names.flatMap((name) => {
      if (name === 'all') return logBufferNames;
      if (name === 'default') return defaultBuffers;
      const found = logBufferNames.find((buffer) => buffer === name);
      if (found === undefined) throw new LogcatError(`Unknown -b buffer '${name}'.`);
      return [found];
    }),
  );
}

function patternOf(source: string | undefined): RegExp | undefined {
  try {
    if (source !== undefined && mayBacktrackExponentially(source))
      throw new SyntaxError('too complex');
    // The remaining patterns run fast enough on a log line.
    return source === undefined ? undefined : new RegExp(source);
  } catch {
    // Guess: std::regex throws, nobody catches it, and the process aborts.
    throw new LogcatError('terminating due to uncaught exception of type std::regex_error');
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
      if (tag === undefined) throw new LogcatError(`Invalid filter expression '${word}'.`);
      const lowest = letter.toUpperCase().replace('*', tag === '*' ? 'D' : 'V');
      levels.set(tag, lowest as LogLevel | 'S'); // -- cast: the pattern admits nothing else
    }
  }
  return levels;
}

/** Whether logd delivers the entry to logcat; the tail is counted among these entries. */
export function isSelected(entry: LogEntry, { buffers, pid, uids }: LogcatOptions): boolean {
  const hasPid = pid === undefined || pid === String(entry.pid);
  return buffers.has(entry.buffer) && hasPid && uids?.includes(String(entry.uid)) !== false;
}

/** The levels in ascending order; `S` is silent. */
const severity = 'VDIWEFS';

/** Whether logcat prints a delivered entry. */
export function isShown({ tag, level }: LogEntry, { levels }: LogcatOptions): boolean {
  const lowest = levels.get(tag) ?? levels.get('*') ?? 'V';
  return severity.indexOf(level) >= severity.indexOf(lowest);
}
