import { type Command, textOf } from './command.ts';
import { type ShellText, sh } from './shell-text.ts';

/** Where a stream of the log begins: so many entries back, or at a moment, `MM-DD hh:mm:ss.mmm`. */
export type LogStart = { readonly lastLines: number } | { readonly since: string };

/** The shell line of a logcat that prints `threadtime` from there on and does not end by itself. */
export function streamLogs(start: LogStart): string {
  const from: ShellText = 'since' in start ? sh`${start.since}` : sh`${start.lastLines}`;
  return sh`logcat -v threadtime -T ${from}`.line;
}

const levels = ['V', 'D', 'I', 'W', 'E', 'F'] as const;

/** One line of `threadtime`. */
export interface StreamedLine {
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`; empty for a line before the first that has one. */
  readonly time: string;
  readonly pid: number;
  readonly tid: number;
  readonly level: (typeof levels)[number];
  readonly tag: string;
  readonly text: string;
}

/** Year, moment, a uid that some phones add, process, thread, level, tag, message. */
const entry =
  /^(?:\d{4}-)?(\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})\d* +(?:[A-Za-z_]\w* +)?(\d+) +(\d+) ([VDIWEFS]) (.*?) *:(?: (.*))?$/s;
/** `--------- beginning of main` and the like stand where logcat goes over to another buffer. */
const divider = /^-{9} (?:beginning of|switch to) \w+$/;
/** logd's entries end at 4 KB, so a longer line is none of its; it is cut, for nobody knows where it ends. */
const longest = 64 * 1024;

/**
 * Makes lines of the bytes of `streamLogs`, in whatever pieces they come. Bytes that are no UTF-8
 * become U+FFFD; dividers and blank lines are left out; a line that is no entry goes with the one
 * before it, with that one's time, process and tag.
 */
export class LogStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #last: StreamedLine = { time: '', pid: 0, tid: 0, level: 'I', tag: '', text: '' };

  /** The lines that these bytes complete. */
  push(bytes: Uint8Array): readonly StreamedLine[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The line that the stream ended in, if it lacked its end. */
  end(): readonly StreamedLine[] {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = '';
    return rest === '' ? [] : this.#take(`${rest}\n`);
  }

  #take(text: string): readonly StreamedLine[] {
    const lines: StreamedLine[] = [];
    const whole = `${this.#rest}${text}`.split('\n');
    this.#rest = whole.pop() ?? '';
    for (const line of whole) this.#add(line.endsWith('\r') ? line.slice(0, -1) : line, lines);
    // One more, for its end may be a return.
    while (this.#rest.length > longest + 1) {
      this.#addPiece(this.#rest.slice(0, longest), lines);
      this.#rest = this.#rest.slice(longest);
    }
    return lines;
  }

  #add(line: string, lines: StreamedLine[]): void {
    let rest = line;
    for (; rest.length > longest; rest = rest.slice(longest)) {
      this.#addPiece(rest.slice(0, longest), lines);
    }
    this.#addPiece(rest, lines);
  }

  #addPiece(line: string, lines: StreamedLine[]): void {
    if (line.trim() === '' || divider.test(line)) return;
    this.#last = entryOf(line) ?? { ...this.#last, text: line };
    lines.push(this.#last);
  }
}

function entryOf(line: string): StreamedLine | undefined {
  const match = entry.exec(line);
  if (!match) return undefined;
  const [, time = '', pid, tid, letter, tag = '', text = ''] = match;
  // S is never written by an app; should it be, it stands above all others.
  const level = levels.find((known) => known === letter) ?? 'F';
  return { time, pid: Number(pid), tid: Number(tid), level, tag, text };
}

/** From Android 8 on `ps` shows only its own processes unless told otherwise, and before it knows no options. */
const psLine =
  '[ "$(getprop ro.build.version.sdk)" -ge 26 ] && ps -A -o PID,NAME 2>/dev/null || ps';

/** What a process is called before it has become an app's. */
const notYet = '<pre-initialized>';

/** The names of the processes that run, by process id: an app's begins with its package's. */
export const readProcesses: Command<ReadonlyMap<number, string>> = {
  purpose: 'reading the names of the processes',
  line: psLine,
  deadlineMs: 10_000,
  parse: (output) => {
    const [header = '', ...rows] = textOf(output).split(/\r?\n/);
    const column = header.trim().split(/\s+/).indexOf('PID');
    return new Map(rows.flatMap((row) => processIn(row, column)));
  },
};

/** The name stands last; Android 7's rows have one column more than their header, before it. */
function processIn(row: string, column: number): (readonly [number, string])[] {
  const cells = row.trim().split(/\s+/);
  const pid = Number(cells[column]);
  const name = cells.slice(column + 1).at(-1) ?? '';
  return Number.isInteger(pid) && name !== '' && name !== notYet ? [[pid, name]] : [];
}
