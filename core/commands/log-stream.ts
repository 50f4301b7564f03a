import { type Command, stdoutText } from './command.ts';
import { type ShellText, sh } from './shell-text.ts';

/** Where the stream begins: this many entries back, or at a time, `MM-DD hh:mm:ss.mmm`. */
export type LogStreamStart = { readonly lastLines: number } | { readonly since: string };

/** The shell line of a logcat that prints `threadtime` from there on and does not exit by itself. */
export function logStreamLine(start: LogStreamStart): string {
  const from: ShellText = 'since' in start ? sh`${start.since}` : sh`${start.lastLines}`;
  return sh`logcat -v threadtime -T ${from}`.line;
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

/** Year, time, a uid on some phones, process, thread, level, tag, message. */
const entryPattern =
  /^(?:\d{4}-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d* +(?:[A-Za-z_]\w* +)?(\d+) +(\d+) ([VDIWEFS]) (.*?) *:(?: (.*))?$/s;
/** `--------- beginning of main` and the like, printed where logcat switches to another buffer. */
const divider = /^-{9} (?:beginning of|switch to) \w+$/;
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
  const match = entryPattern.exec(line);
  if (!match) return undefined;
  const [, time = '', pid, tid, letter, tag = '', text = ''] = match;
  // Apps never write level S (silent); if it occurs, it ranks highest.
  const level = levels.find((known) => known === letter) ?? 'F';
  return { time, pid: Number(pid), tid: Number(tid), level, tag, text };
}

/** From Android 8 on, `ps` lists all processes only with -A; older versions know no options. */
const psLine =
  '[ "$(getprop ro.build.version.sdk)" -ge 26 ] && ps -A -o PID,NAME 2>/dev/null || ps';

/** The name of a process that the zygote has forked but not yet named. */
const unnamedProcess = '<pre-initialized>';

/** The names of all running processes by process id; an app's begin with its package name. */
export const readProcesses: Command<ReadonlyMap<number, string>> = {
  purpose: 'reading the names of the processes',
  line: psLine,
  deadlineMs: 10_000,
  parse: (output) => {
    const [header = '', ...rows] = stdoutText(output).split(/\r?\n/);
    const column = header.trim().split(/\s+/).indexOf('PID');
    return new Map(rows.flatMap((row) => parseProcess(row, column)));
  },
};

/** The name is the last column; Android 7 prints one more column than headers, before the name. */
function parseProcess(row: string, column: number): (readonly [number, string])[] {
  const cells = row.trim().split(/\s+/);
  const pid = Number(cells[column]);
  const name = cells.slice(column + 1).at(-1) ?? '';
  return Number.isInteger(pid) && name !== '' && name !== unnamedProcess ? [[pid, name]] : [];
}
