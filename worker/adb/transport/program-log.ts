import type { ReadableStream } from '@yume-chan/stream-extra';
import { HandsetError } from '#core/errors.ts';
import { maxLineLength } from './limits.ts';
import { linesOf } from './lines.ts';

/** Enough for the first lines of a Java stack trace. */
const keptLines = 12;
/** For messages: after its first line a stack trace says nothing to an agent. */
const maxMessageLength = 200;

/** The output of a program of ours on the phone, while it runs. */
export class ProgramLog {
  readonly #lines: string[] = [];
  readonly #errors: string[] = [];
  #onLine: (line: string) => boolean = () => true;

  /** Calls back for every line from now on; one for which it returns false is not kept. */
  onLogLine(onLine: (line: string) => boolean): void {
    this.#onLine = onLine;
  }

  /** The line that best explains why the program ended; empty without output. */
  get endReason(): string {
    const messages = this.#lines.filter((line) => !/^\s*at |^\s*\.\.\. \d+ more/.test(line));
    const cause =
      messages.findLast((line) => /error|exception|killed|abort/i.test(line)) ?? messages.at(-1);
    return (cause ?? '').trim().slice(0, maxMessageLength);
  }

  /** The first match in the first lines that name an error; null without one. */
  findError(pattern: RegExp): string | null {
    for (const line of this.#errors) {
      const [found] = pattern.exec(line) ?? [];
      if (found !== undefined) return found.slice(0, maxMessageLength);
    }
    return null;
  }

  /** Reads one of the program's outputs to its end, or to a line that is too long. Never rejects: an error counts as the end. */
  async read(output: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const line of linesOf(output, maxLineLength)) this.addLine(line);
    } catch (error) {
      // Others: the phone is lost, which callers learn from the connection.
      if (error instanceof HandsetError) this.addLine(error.message);
    }
  }

  addLine(text: string): void {
    const line = text.slice(0, maxLineLength);
    if (line.trim() === '' || !this.#onLine(line)) return;
    if (line.includes('ERROR') && this.#errors.length < keptLines) this.#errors.push(line);
    this.#lines.push(line);
    if (this.#lines.length > keptLines) this.#lines.shift();
  }
}
