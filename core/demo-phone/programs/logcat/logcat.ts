import { Aborted } from '../../time.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import {
  formatEntry,
  isSelected,
  isShown,
  LogcatError,
  parseLogcatOptions,
  type LogcatOptions,
} from './options.ts';
import { encodeLogText } from './log-buffer.ts';
import type { LogBufferName, LogEntry } from '../../system.ts';

/** Time in ms for a small native program to start and read some hundred lines. Guess. */
const startMs = 60;

/** `logcat`: system/logging/logcat. Without `-d` it follows until the host closes the socket. */
export const logcat: Program = {
  names: ['logcat'],
  main: async (context) => {
    const { argv, system, simulateLatency: pace, out, err } = context;
    await pace(startMs);
    try {
      const options = parseLogcatOptions(argv.slice(1), Date.now());
      if (options.action === 'help') await out('Usage: logcat [OPTION]... [FILTERSPEC]...\n');
      else if (options.action === 'clear') system.log.clear(options.buffers);
      else if (options.action === 'sizes') await out(bufferSizes(options));
      else if (options.dump)
        await new EntryPrinter(context, options).print(pastEntries(context, options));
      else await followLog(context, options, new EntryPrinter(context, options));
      return 0;
    } catch (error) {
      if (!(error instanceof LogcatError)) throw error;
      // Since about Android 9 it uses error(3), which adds the program name. Guess: older versions print the same messages.
      await err(`${system.android >= 11 ? 'logcat: ' : ''}${error.message}\n`);
      return 1;
    }
  },
};

/** The output of `-g`. Guess: default buffer sizes, half full. */
function bufferSizes({ buffers }: LogcatOptions): string {
  const size =
    'ring buffer is 256 KiB (128 KiB consumed, 128 KiB readable), max entry is 5120 B, max payload is 4068 B';
  return [...buffers].map((name) => `${name}: ${size}\n`).join('');
}

/** Number of new lines after which the fault `logcat-dies` ends logcat. */
const linesBeforeDeath = 50;

/** The message of logcat when logd disconnects a slow reader (logcat.cpp). */
const unexpectedEnd =
  'Unexpected EOF!\n\nThis means that either the device shut down, logd crashed, or this instance of logcat was unable to read log\nmessages as quickly as they were being produced.\n\nIf you have enabled significant logging, look into using the -G option to increase log buffer sizes.';

/** Prints entries, with a divider before the first entry of each buffer. */
class EntryPrinter {
  private readonly announcedBuffers = new Set<LogBufferName>();
  private readonly context: ProgramContext;
  private readonly options: LogcatOptions;
  private printed = 0;

  constructor(context: ProgramContext, options: LogcatOptions) {
    this.context = context;
    this.options = options;
  }

  /** Prints entries; resolves to false when the limit of `-m` is reached. */
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
    const { pattern, format } = this.options;
    const printed = isShown(entry, this.options) && pattern?.test(entry.message) !== false;
    if (printed) this.printed++;
    // Guess: since Android 12 a buffer without shown entries has no divider.
    const showsDivider = printed || this.context.system.android < 12;
    const divider = showsDivider ? this.divider(entry.buffer) : '';
    return printed ? divider + formatEntry(entry, format) : divider;
  }

  private divider(buffer: LogBufferName): string {
    if (this.announcedBuffers.has(buffer)) return '';
    this.announcedBuffers.add(buffer);
    return `--------- beginning of ${buffer}\n`;
  }

  private get isFull(): boolean {
    return this.options.maxCount !== undefined && this.printed >= this.options.maxCount;
  }
}

/** The past entries that logd delivers; the tail is counted before logcat filters by tag, level and pattern. */
function pastEntries({ system }: ProgramContext, options: LogcatOptions): readonly LogEntry[] {
  const selected = system.log.entries().filter((entry) => isSelected(entry, options));
  const { tail } = options;
  if (tail === undefined) return selected;
  if ('count' in tail) return selected.slice(-tail.count);
  return selected.filter(({ epochMs }) => epochMs >= tail.sinceEpochMs);
}

async function followLog(
  context: ProgramContext,
  options: LogcatOptions,
  printer: EntryPrinter,
): Promise<number> {
  const { signal, system } = context;
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
      if (signal.aborted) throw new Aborted();
      const entries = pending.splice(0, last - printed);
      if (!(await printer.print(entries))) return 0;
      printed += entries.length;
      if (printed >= last) throw new LogcatError(unexpectedEnd);
      if (pending.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    unfollow();
    signal.removeEventListener('abort', onAbort);
  }
}
