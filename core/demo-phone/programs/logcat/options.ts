import { triesWithoutEnd } from '../../../slow-pattern.ts';
import type { AndroidVersion } from '../../options.ts';
import { LogcatFailure, wordingOf } from './complaints.ts';
import { type LogFormat, parseFormat } from './format.ts';
import { getopt, type Option, type OptionSet } from './getopt.ts';
import type { LogBufferName, LogEntry, LogLevel } from './log-buffer.ts';
import { parseMoment } from './moment.ts';

/** What a call of `logcat` asks for. */
export interface LogcatOptions {
  readonly does: 'print' | 'clear' | 'sizes' | 'statistics' | 'help';
  /** Ends after what is there (`-d`, `-t`). */
  readonly dump: boolean;
  /** Only the last so many entries, or those from a moment on. */
  readonly tail: { readonly count: number } | { readonly sinceEpochMs: number } | undefined;
  readonly buffers: ReadonlySet<LogBufferName>;
  readonly format: LogFormat;
  readonly pid: number | undefined;
  readonly uids: readonly number[] | undefined;
  readonly pattern: RegExp | undefined;
  readonly most: number | undefined;
  /** `--print`: lines that do not match the pattern too. */
  readonly printsAll: boolean;
  /** `-D`: a line at each change of buffer. */
  readonly dividers: boolean;
  /** Lowest level by tag; `*` is every other tag. */
  readonly levels: ReadonlyMap<string, LogLevel | 'S'>;
  /** For stderr; they change nothing else. */
  readonly warnings: readonly string[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const bufferNames = [
  'main',
  'radio',
  'events',
  'system',
  'crash',
  'stats',
  'security',
  'kernel',
] as const satisfies readonly LogBufferName[];
const usual: readonly LogBufferName[] = ['main', 'system', 'crash'];
/** What stands between the words of a value (logcat.cpp's `delimiters`). */
const delimiters = /[,:; \t\n\r\f]/;

/** `--uid` came with Android 12. Guess: the exact release. */
function optionSet(android: AndroidVersion): OptionSet {
  const value = (name: string) => ({ name, takes: 'value' as const });
  const flag = (name: string) => ({ name, takes: 'nothing' as const });
  return {
    short: 'cdDhLt:T:gG:sv:b:Spe:m:',
    long: {
      buffer: value('-b'),
      'buffer-size': { name: '-g', takes: 'maybe' },
      clear: flag('-c'),
      dividers: flag('-D'),
      format: value('-v'),
      grep: value('-e'),
      head: value('-m'),
      ...(android >= 11 && { help: flag('-h') }),
      last: flag('-L'),
      'max-count': value('-m'),
      pid: value('--pid'),
      print: flag('--print'),
      regex: value('-e'),
      statistics: flag('-S'),
      tail: value('-t'),
      ...(android >= 12 && { uid: value('--uid') }),
      wrap: { name: '-d', takes: 'maybe' },
    },
  };
}

/** Reads the arguments. Throws `LogcatFailure`. */
export function parseOptions(
  words: readonly string[],
  { nowEpochMs, android }: { readonly nowEpochMs: number; readonly android: AndroidVersion },
): LogcatOptions {
  const { options: given, operands } = getopt(words, optionSet(android));
  const taking = new Taking(android, nowEpochMs);
  for (const option of given) taking.take(option);
  for (const operand of operands) taking.filter(operand);
  return taking.done();
}

/** Options as they are read, one after the other; the later one wins. */
class Taking {
  private readonly android: AndroidVersion;
  private readonly nowEpochMs: number;
  private readonly buffers = new Set<LogBufferName>();
  private readonly levels = new Map<string, LogLevel | 'S'>();
  private readonly warnings: string[] = [];
  private readonly options: Mutable<LogcatOptions>;
  /** `-t` was among them. */
  private tails = false;

  constructor(android: AndroidVersion, nowEpochMs: number) {
    this.android = android;
    this.nowEpochMs = nowEpochMs;
    const { buffers, levels, warnings } = this;
    this.options = {
      does: 'print',
      dump: false,
      tail: undefined,
      format: { layout: 'threadtime', modifiers: new Set() },
      pid: undefined,
      uids: undefined,
      pattern: undefined,
      most: undefined,
      printsAll: false,
      dividers: false,
      ...{ buffers, levels, warnings },
    };
  }

  take(option: Option): void {
    const { name, value = '', wrong, next = '(null)' } = option;
    const words = wordingOf(this.android);
    if (wrong === 'unknown') throw new LogcatFailure(words.unknown(name, next), true);
    if (wrong !== undefined) throw new LogcatFailure(words.needsArgument(name), true);
    this.takers[name]?.(value, name);
  }

  private readonly takers: Readonly<Record<string, (value: string, name: string) => void>> = {
    '-c': () => (this.options.does = 'clear'),
    '-g': () => (this.options.does = 'sizes'),
    '-S': () => (this.options.does = 'statistics'),
    '-h': () => (this.options.does = 'help'),
    '-d': () => (this.options.dump = true),
    '-L': () => (this.options.dump = true),
    '-D': () => (this.options.dividers = true),
    '-s': () => this.levels.set('*', 'S'),
    '-t': (value, name) => {
      this.options.dump = true;
      this.tails = true;
      this.takeTail(value, name);
    },
    '-T': (value, name) => this.takeTail(value, name),
    '-v': (value) => this.takeFormat(value),
    '-b': (value) => this.takeBuffers(value),
    '-e': (value) => this.takePattern(value),
    '-m': (value, name) => this.takeMost(value, name),
    '--pid': (value) => this.takePid(value),
    '--uid': (value) => this.takeUids(value),
    '--print': () => (this.options.printsAll = true),
  };

  private takeTail(value: string, name: string): void {
    const words = wordingOf(this.android);
    if (/^\d+$/.test(value)) {
      const count = Number(value);
      if (count < 1) this.warnings.push(`WARNING: ${name} ${value} invalid, setting to 1`);
      // A moment that was told as well has the say.
      if (this.options.tail === undefined || 'count' in this.options.tail)
        this.options.tail = { count: Math.max(1, count) };
      return;
    }
    const moment = parseMoment(value, this.nowEpochMs);
    if (moment === undefined) throw new LogcatFailure(words.time(name, value));
    if (moment.rest !== '') {
      const used = value.slice(0, -moment.rest.length);
      this.warnings.push(words.truncated(name, used, moment.rest));
    }
    this.options.tail = { sinceEpochMs: moment.epochMs };
  }

  private takeFormat(value: string): void {
    for (const word of value.split(delimiters)) {
      const format = parseFormat(this.options.format, word);
      if (format === undefined) throw new LogcatFailure(wordingOf(this.android).format(word), true);
      this.options.format = format;
    }
  }

  private takeBuffers(value: string): void {
    for (const name of value.split(delimiters)) {
      const found = bufferNames.find((buffer) => buffer === name);
      if (name !== 'all' && name !== 'default' && found === undefined)
        throw new LogcatFailure(wordingOf(this.android).buffer(name));
      const named = found === undefined ? [] : [found];
      for (const one of name === 'all' ? bufferNames : name === 'default' ? usual : named)
        this.buffers.add(one);
    }
  }

  private takePattern(value: string): void {
    try {
      if (triesWithoutEnd(value)) throw new SyntaxError('too complex');
      // What is left needs no time worth speaking of for a line of the log.
      this.options.pattern = new RegExp(value);
    } catch {
      // Guess: std::regex throws, nobody catches it, and the process aborts.
      throw new LogcatFailure(`terminating due to uncaught exception of type std::regex_error`);
    }
  }

  private takeMost(value: string, name: string): void {
    if (!/^[1-9]\d*$/.test(value))
      throw new LogcatFailure(wordingOf(this.android).count(name, value));
    this.options.most = Number(value);
  }

  private takePid(value: string): void {
    if (this.options.pid !== undefined && this.android >= 11)
      throw new LogcatFailure('Only one --pid argument can be provided.');
    if (!/^[1-9]\d*$/.test(value))
      throw new LogcatFailure(wordingOf(this.android).pid(value), true);
    this.options.pid = Number(value);
  }

  private takeUids(value: string): void {
    const uids = value.split(delimiters);
    const wrong = uids.find((uid) => !/^\d+$/.test(uid));
    if (wrong !== undefined) throw new LogcatFailure(`Unable to parse UID '${wrong}'`);
    this.options.uids = [...(this.options.uids ?? []), ...uids.map(Number)];
  }

  /** `TAG`, `TAG:LEVEL`; a tag alone is shown whole, a star alone from Debug on. */
  filter(word: string): void {
    for (const filter of word.split(/[ \t,]+/).filter((part) => part !== '')) {
      const match = /^([^:]+)(?::([VDIWEFS*]))?$/i.exec(filter);
      if (!match) throw new LogcatFailure(wordingOf(this.android).filter(word));
      const tag = match[1] ?? '*';
      const letter = (match[2] ?? '*').toUpperCase().replace('*', tag === '*' ? 'D' : 'V');
      this.levels.set(tag, letter as LogLevel | 'S'); // The pattern admits nothing else.
    }
  }

  done(): LogcatOptions {
    const { options } = this;
    if (options.most !== undefined && this.tails)
      throw new LogcatFailure('Cannot use -m (--max-count) and -t together.', true);
    if (this.buffers.size === 0) for (const name of usual) this.buffers.add(name);
    return options;
  }
}

const levelOrder = 'VDIWEFS';

/** Whether logd hands an entry out: it knows buffers and processes only. */
export function isRead({ buffer, pid }: LogEntry, options: LogcatOptions): boolean {
  return options.buffers.has(buffer) && (options.pid === undefined || pid === options.pid);
}

/** Whether logcat prints an entry that it has read, the pattern aside. */
export function isShown({ tag, level, uid }: LogEntry, { uids, levels }: LogcatOptions): boolean {
  if (uids !== undefined && !uids.includes(uid)) return false;
  const least = levels.get(tag) ?? levels.get('*') ?? 'V';
  return levelOrder.indexOf(level) >= levelOrder.indexOf(least);
}
