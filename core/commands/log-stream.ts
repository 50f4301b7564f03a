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
