import { type Program, type ProgramContext, UsageError } from '../../shell/program.ts';
import { logBufferNames, type LogBufferName, type LogEntry, type LogLevel } from '../../system.ts';
import { AbortedError } from '../../time.ts';
import { concat, decodeUtf8 } from '../../bytes.ts';
import { parseProgramArguments, parseToyboxArguments } from '../arguments.ts';
import { encodeLogText } from './log-buffer.ts';

const layouts = ['brief', 'raw', 'tag', 'threadtime', 'time'] as const;

/** The output format chosen by `-v` (system/logging/liblog/logprint.cpp). */
export interface LogFormat {
  readonly layout: (typeof layouts)[number];
  readonly showsYear: boolean;
}

/** Applies one argument of `-v` to the format; undefined if it is unknown. */
export function parseFormat(format: LogFormat, word: string): LogFormat | undefined {
  if (word === 'year') return { ...format, showsYear: true };
  const layout = layouts.find((name) => name === word);
  return layout && { ...format, layout };
}

/** The entry's lines with newlines; each line of a multi-line message has the header. */
export function formatEntry(entry: LogEntry, format: LogFormat): string {
  const header = headerOf(entry, format);
  // A trailing newline starts no extra line; an empty message is one line.
  const lines = entry.message.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${header}${line}\n`).join('');
}

/** Bytes of `struct logger_entry` (liblog/include/log/log_read.h, version 4). */
const binaryHeaderBytes = 28;

/** The entry as `logcat -B` writes it: the struct, then the priority, the tag and the message. */
function encodeEntry({ buffer, epochMs, pid, tid, level, tag, message }: LogEntry): Uint8Array {
  // ANDROID_LOG_VERBOSE is 2.
  const priority = Uint8Array.of(severity.indexOf(level) + 2);
  const payload = concat([priority, encodeLogText(`${tag}\0${message}\0`)]);
  const header = new DataView(new ArrayBuffer(binaryHeaderBytes));
  header.setUint16(0, payload.length, true);
  header.setUint16(2, binaryHeaderBytes, true);
  const seconds = Math.floor(epochMs / 1_000);
  const nanoseconds = Math.round((epochMs % 1_000) * 1_000_000);
  const numbers = [pid, tid, seconds, nanoseconds, logBufferNames.indexOf(buffer), systemUid];
  for (const [at, number] of numbers.entries()) header.setUint32(4 + 4 * at, number, true);
  return concat([new Uint8Array(header.buffer), payload]);
}

/** The log does not keep who wrote an entry; most are the system's (AID_SYSTEM). */
const systemUid = 1_000;

function headerOf({ level, epochMs, ...entry }: LogEntry, format: LogFormat): string {
  const tag = entry.tag.padEnd(8);
  const pid = String(entry.pid).padStart(5);
  const tid = String(entry.tid).padStart(5);
  // `YYYY-MM-DD hh:mm:ss.mmm` in UTC, the demo phone's time zone.
  const dateTime = new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
  const time = format.showsYear ? dateTime : dateTime.slice('YYYY-'.length);
  return {
    raw: '',
    brief: `${level}/${tag}(${pid}): `,
    tag: `${level}/${tag}: `,
    time: `${time} ${level}/${tag}(${pid}): `,
    threadtime: `${time} ${pid} ${tid} ${level} ${tag}: `,
  }[format.layout];
}

/** The parsed options of `logcat`. */
interface LogcatOptions {
  readonly action: 'print' | 'clear' | 'help';
  /** Whether it exits after the past entries (`-d`, `-t`). */
  readonly dump: boolean;
  /** Only the last `count` entries, or those since a time. */
  readonly tail: { readonly count: number } | { readonly sinceEpochMs: number } | undefined;
  readonly buffers: ReadonlySet<LogBufferName>;
  /** Whether entries are written as structs (`-B`). */
  readonly isBinary: boolean;
  readonly format: LogFormat;
  readonly pid: string | undefined;
  /** Minimum level by tag; `*` is every other tag. */
  readonly levels: ReadonlyMap<string, LogLevel | 'S'>;
}

/** Ends logcat with this message on stderr and exit code 1. */
class LogcatError extends Error {}

const optionsWithValue = ['t', 'T', 'v', 'b', '--pid'];
const knownOptions = new Set(['B', 'c', 'd', 'h', 's', '--help', ...optionsWithValue]);
const defaultBuffers: readonly LogBufferName[] = ['main', 'system', 'crash'];

/** Reads the arguments: system/logging/logcat/logcat.cpp. Throws `LogcatError`. */
function parseLogcatOptions(args: readonly string[], nowEpochMs: number): LogcatOptions {
  const { flagList, flags, operands } = parseProgramArguments(args, optionsWithValue);
  for (const [option, value] of flagList) {
    const spelling = option.length === 1 ? `-${option}` : option;
    if (!knownOptions.has(option)) throw new LogcatError(`Unknown option '${spelling}'.`);
    if (optionsWithValue.includes(option) && value === undefined)
      throw new LogcatError(`Option '${spelling}' needs an argument.`);
  }
  const partsOf = (name: string): string[] =>
    flagList.flatMap(([option, value = '']) => (option === name ? value.split(/[,:; ]/) : []));
  const pid = flagList.findLast(([option]) => option === '--pid')?.[1];
  if (pid !== undefined && !/^[1-9]\d*$/.test(pid))
    throw new LogcatError(`pid '${pid}' out of range.`);
  const tail = flagList.findLast(([option]) => option === 't' || option === 'T');
  return {
    action: flags.has('h') || flags.has('--help') ? 'help' : flags.has('c') ? 'clear' : 'print',
    dump: flags.has('d') || flags.has('t'),
    tail: tail && tailOf(tail[0], tail[1] ?? '', nowEpochMs),
    buffers: buffersOf(partsOf('b')),
    isBinary: flags.has('B'),
    format: formatOf(partsOf('v')),
    pid,
    levels: levelsOf(operands, flags.has('s')),
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
    { layout: 'threadtime', showsYear: false },
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
function isSelected(entry: LogEntry, { buffers, pid }: LogcatOptions): boolean {
  return buffers.has(entry.buffer) && (pid === undefined || pid === String(entry.pid));
}

/** The levels in ascending order; `S` is silent. */
const severity = 'VDIWEFS';

/** Whether logcat prints a delivered entry. */
function isShown({ tag, level }: LogEntry, { levels }: LogcatOptions): boolean {
  const lowest = levels.get(tag) ?? levels.get('*') ?? 'V';
  return severity.indexOf(level) >= severity.indexOf(lowest);
}

/** Time in ms for a small native program to start and read some hundred lines. Guess. */
const startMs = 60;

/** `logcat`: system/logging/logcat. Without `-d` it follows until the host closes the socket. */
export const logcat: Program = {
  names: ['logcat'],
  main: async (context) => {
    const { argv, system, simulateLatency, out, err } = context;
    await simulateLatency(startMs);
    try {
      const options = parseLogcatOptions(argv.slice(1), Date.now());
      if (options.action === 'help') await out('Usage: logcat [OPTION]... [FILTERSPEC]...\n');
      else if (options.action === 'clear') system.log.clear(options.buffers);
      else if (options.dump) await createPrinter(context, options)(pastEntries(context, options));
      else await followLog(context, options);
      return 0;
    } catch (error) {
      if (!(error instanceof LogcatError)) throw error;
      // Since about Android 9 it uses error(3), which adds the program name. Guess: older versions print the same messages.
      await err(`${system.android >= 11 ? 'logcat: ' : ''}${error.message}\n`);
      return 1;
    }
  },
};

/** `log [-p PRI] [-t TAG] [MESSAGE…]`: writes the message, or each line of stdin (toybox, toys/android/log.c). */
export const logProgram: Program = {
  names: ['log'],
  main: async (context) => {
    const { values, operands } = parseToyboxArguments(context, '', 'pt');
    const priority = (values.get('p') ?? 'i').toUpperCase();
    const level = (['D', 'E', 'F', 'I', 'V', 'W'] as const).find((letter) => letter === priority);
    if (level === undefined) throw new UsageError(`bad -p '${values.get('p')}'`, 1);
    const { system, pid, stdin } = context;
    const write = (message: string): void =>
      system.log.write({ buffer: 'main', pid, level, tag: values.get('t') ?? 'log', message });
    if (operands.length > 0) write(operands.join(' '));
    else
      for (let line = await stdin.readLine(); line !== undefined; line = await stdin.readLine())
        write(decodeUtf8(line).replace(/\n$/, ''));
    return 0;
  },
};

/** Number of new lines after which the fault `logcat-dies` ends logcat. */
const linesBeforeDeath = 50;

/** The message of logcat when logd disconnects a slow reader (logcat.cpp). */
const unexpectedEnd =
  'Unexpected EOF!\n\nThis means that either the device shut down, logd crashed, or this instance of logcat was unable to read log\nmessages as quickly as they were being produced.\n\nIf you have enabled significant logging, look into using the -G option to increase log buffer sizes.';

/** Returns what prints entries, with a divider before the first entry of each buffer. */
function createPrinter({ system, out }: ProgramContext, options: LogcatOptions) {
  const announcedBuffers = new Set<LogBufferName>();
  const textOf = (entry: LogEntry): string => {
    const text = isShown(entry, options) ? formatEntry(entry, options.format) : '';
    // Guess: since Android 12 a buffer without shown entries has no divider.
    if (announcedBuffers.has(entry.buffer) || (text === '' && system.android >= 12)) return text;
    announcedBuffers.add(entry.buffer);
    return `--------- beginning of ${entry.buffer}\n${text}`;
  };
  return async (entries: readonly LogEntry[]): Promise<void> => {
    const bytes = options.isBinary
      ? concat(entries.map(encodeEntry))
      : encodeLogText(entries.map(textOf).join(''));
    if (bytes.length > 0) await out(bytes);
  };
}

/** The past entries that logd delivers; the tail is counted before logcat filters by tag and level. */
function pastEntries({ system }: ProgramContext, options: LogcatOptions): readonly LogEntry[] {
  const selected = system.log.entries().filter((entry) => isSelected(entry, options));
  const { tail } = options;
  if (tail === undefined) return selected;
  if ('count' in tail) return selected.slice(-tail.count);
  return selected.filter(({ epochMs }) => epochMs >= tail.sinceEpochMs);
}

async function followLog(context: ProgramContext, options: LogcatOptions): Promise<never> {
  const { signal, system } = context;
  const print = createPrinter(context, options);
  const pending: LogEntry[] = [...pastEntries(context, options)];
  let wake = (): void => {};
  const unfollow = system.log.follow((entry) => {
    if (isSelected(entry, options)) pending.push(entry);
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    const last = system.faults.has('logcat-dies') ? pending.length + linesBeforeDeath : Infinity;
    for (let printed = 0; ;) {
      if (signal.aborted) throw new AbortedError();
      const entries = pending.splice(0, last - printed);
      await print(entries);
      printed += entries.length;
      if (printed >= last) throw new LogcatError(unexpectedEnd);
      if (pending.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', onAbort);
  }
}
