import type { ReadableStream } from '@yume-chan/stream-extra';

/** Enough for a Java stack trace's first lines. */
const keptLines = 12;
/** For messages; a stack trace says nothing to an agent after its first line. */
const tailLength = 200;

/** What the server prints while it runs. */
export class ServerLog {
  readonly #lines: string[] = [];
  readonly #errors: string[] = [];
  #onLine: (line: string) => void = () => undefined;

  /** Calls back for every line from now on. */
  listen(onLine: (line: string) => void): void {
    this.#onLine = onLine;
  }

  /** The line that best says why the server ended; empty when it said nothing. */
  get lastWords(): string {
    const told = this.#lines.filter((line) => !/^\s*at |^\s*\.\.\. \d+ more/.test(line));
    const why = told.findLast((line) => /error|exception|killed|abort/i.test(line)) ?? told.at(-1);
    return (why ?? '').trim().slice(0, tailLength);
  }

  /** What matches in the first lines that name an error; null where nothing does. */
  find(pattern: RegExp): string | null {
    for (const line of this.#errors) {
      const [found] = pattern.exec(line) ?? [];
      if (found !== undefined) return found.slice(0, tailLength);
    }
    return null;
  }

  /** Reads one of the server's outputs to its end. Never rejects: an output that breaks has ended. */
  async read(output: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of output) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(line);
      }
    } catch {
      // The phone is gone; whoever waits for the server learns it from the connection.
    }
    this.#take(rest);
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    if (line.includes('ERROR') && this.#errors.length < keptLines) this.#errors.push(line);
    this.#lines.push(line);
    if (this.#lines.length > keptLines) this.#lines.shift();
    this.#onLine(line);
  }
}
