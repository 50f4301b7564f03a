import { Stopped } from '../../shell/streams.ts';
import type { Program, ProgramContext } from '../program.ts';
import { failureText, LogcatFailure } from './complaints.ts';
import { formatEntry } from './format.ts';
import { encodeLogText } from './log-bytes.ts';
import type { LogBufferName, LogEntry } from './log-buffer.ts';
import { isRead, isShown, type LogcatOptions, parseOptions } from './options.ts';
import { printSizes, printStatistics } from './statistics.ts';

/** Guess: what a small native program takes to start and to read some hundred lines. */
const startMs = 60;

/** `logcat`: system/logging/logcat. Without `-d` it follows until the host closes the socket. */
export const logcat: Program = {
  names: ['logcat'],
  run: async (context) => {
    await context.pace(startMs);
    const { android } = context.system;
    try {
      return await run(context);
    } catch (error) {
      if (!(error instanceof LogcatFailure)) throw error;
      await context.err(failureText(error, android));
      return 1;
    }
  },
};

async function run(context: ProgramContext): Promise<number> {
  const { log, android } = context.system;
  const [, ...words] = context.argv;
  const options = parseOptions(words, { nowEpochMs: Date.now(), android });
  for (const warning of options.warnings) await context.err(`${warning}\n`);
  switch (options.does) {
    case 'help':
      await context.out('Usage: logcat [OPTION]... [FILTERSPEC]...\n');
      return 0;
    case 'clear':
      log.clear(options.buffers);
      return 0;
    case 'sizes':
      return printSizes(context, options.buffers);
    case 'statistics':
      return printStatistics(context, options.buffers);
    case 'print': {
      const printer = new Printer(context, options);
      if (!options.dump) return follow(context, options, printer);
      await printer.print(history(context, options));
      return 0;
    }
  }
}

/** New lines until the fault `logcat-dies` ends it. */
const linesBeforeDeath = 50;

/** What logcat says when logd cuts it off, being too slow a reader (logcat.cpp). */
const unexpectedEnd =
  'Unexpected EOF!\n\nThis means that either the device shut down, logd crashed, or this instance of logcat was unable to read log\nmessages as quickly as they were being produced.\n\nIf you have enabled significant logging, look into using the -G option to increase log buffer sizes.';

/** Prints entries, with a divider when a buffer is heard for the first time. */
class Printer {
  private readonly begun = new Set<LogBufferName>();
  private readonly context: ProgramContext;
  private readonly options: LogcatOptions;
  private last: LogBufferName | undefined;
  private matched = 0;

  constructor(context: ProgramContext, options: LogcatOptions) {
    this.context = context;
    this.options = options;
  }

  /** False when `-m` is reached. */
  async print(entries: readonly LogEntry[]): Promise<boolean> {
    let text = '';
    for (const entry of entries) {
      if (this.isFull) break;
      text += this.textOf(entry);
    }
    if (text !== '') await this.context.out(encodeLogText(text));
    return !this.isFull;
  }

  private textOf(entry: LogEntry): string {
    const { pattern, printsAll, format, most } = this.options;
    const { android, bootedAtEpochMs } = this.context.system;
    const shown = isShown(entry, this.options);
    const matches = shown && (pattern === undefined || pattern.test(entry.message));
    if (matches) this.matched++;
    const all = printsAll && pattern !== undefined && most !== undefined;
    const printed = matches || (shown && all);
    // Guess: since Android 12 a buffer of which nothing is shown has no divider.
    const divider = printed || android < 12 ? this.divider(entry.buffer) : '';
    return printed ? divider + formatEntry(entry, format, bootedAtEpochMs) : divider;
  }

  private divider(buffer: LogBufferName): string {
    if (buffer === this.last) return '';
    this.last = buffer;
    const first = !this.begun.has(buffer);
    this.begun.add(buffer);
    if (first) return `--------- beginning of ${buffer}\n`;
    return this.options.dividers ? `--------- switch to ${buffer}\n` : '';
  }

  private get isFull(): boolean {
    return this.options.most !== undefined && this.matched >= this.options.most;
  }
}

/** What logd hands out: the tail is counted before logcat looks at tags, levels and patterns. */
function history({ system }: ProgramContext, options: LogcatOptions): readonly LogEntry[] {
  const read = system.log.entries().filter((entry) => isRead(entry, options));
  const { tail } = options;
  if (tail === undefined) return read;
  if ('count' in tail) return read.slice(-tail.count);
  return read.filter(({ epochMs }) => epochMs >= tail.sinceEpochMs);
}

async function follow(
  context: ProgramContext,
  options: LogcatOptions,
  printer: Printer,
): Promise<number> {
  const { signal, system } = context;
  const fresh: LogEntry[] = [...history(context, options)];
  let wake = (): void => {};
  const stop = system.log.follow((entry) => {
    if (isRead(entry, options)) fresh.push(entry);
    wake();
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    const last = system.faults.has('logcat-dies') ? fresh.length + linesBeforeDeath : Infinity;
    for (let printed = 0; ;) {
      if (signal.aborted) throw new Stopped();
      const entries = fresh.splice(0, last - printed);
      if (!(await printer.print(entries))) return 0;
      printed += entries.length;
      if (printed >= last) throw new LogcatFailure(unexpectedEnd);
      if (fresh.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
