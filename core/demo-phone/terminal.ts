import { encodeUtf8 } from './bytes.ts';

/** The control characters that the line discipline handles. */
const control = { interrupt: 0x03, end: 0x04, backspace: 0x08, kill: 0x15, erase: 0x7f } as const;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * A pseudo-terminal with the kernel's line discipline between the host's keys and the programs. At first it
 * is in canonical mode: it echoes, collects lines that can be edited, and turns Ctrl+C into `onInterrupt`.
 */
export class Terminal {
  /** As the host set them with the last resize; 0 before the first. */
  columns = 0;
  rows = 0;
  /** Called at Ctrl+C in canonical mode: SIGINT for the program in the foreground. */
  onInterrupt: () => void = () => undefined;
  readonly #print: (bytes: Uint8Array) => Promise<void>;
  /** What no program has read yet; an empty chunk is the end of the input (Ctrl+D). */
  readonly #typed: Uint8Array[] = [];
  /** The line that is being typed in canonical mode. */
  #line: number[] = [];
  #isRaw = false;
  #echoed: number[] = [];
  #isClosed = false;
  #wake: () => void = () => undefined;

  /** `print` sends bytes to the host and resolves when it has taken them. */
  constructor(print: (bytes: Uint8Array) => Promise<void>) {
    this.#print = print;
  }

  /** In raw mode each key reaches the program as it is, unechoed. So does what was typed of an unfinished line (n_tty_set_termios). */
  set isRaw(isRaw: boolean) {
    this.#isRaw = isRaw;
    if (isRaw && this.#line.length > 0) this.#pass(Uint8Array.from(this.#line.splice(0)));
  }

  /** Accepts keys from the host, without waiting for a program. */
  receive(keys: Uint8Array): void {
    if (this.#isRaw) this.#pass(keys.slice());
    else for (const key of keys) this.#edit(key);
    this.#sendEcho();
  }

  /** Accepts the size from the host: `ROWSxCOLUMNS,WIDTHxHEIGHT`. */
  resize(size: string): void {
    const [, rows, columns] = /^(\d+)x(\d+),/.exec(size) ?? [];
    this.rows = Number(rows ?? this.rows);
    this.columns = Number(columns ?? this.columns);
  }

  /** No more keys will come. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** What is typed, for one reader at a time, until Ctrl+D, the signal's abort or the end of the terminal. */
  async *input(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    while (!signal.aborted) {
      const chunk = this.#typed.shift();
      if (chunk?.length === 0 || (chunk === undefined && this.#isClosed)) return;
      if (chunk !== undefined) yield chunk;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
    }
  }

  /** Gives back what a reader has read too much of. */
  unread(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#typed.unshift(bytes);
  }

  /** Prints a program's output; each LF becomes CR LF (ONLCR). Resolves when the host has taken it. */
  async write(bytes: Uint8Array): Promise<void> {
    const lineEnds = bytes.reduce((count, byte) => count + Number(byte === lineFeed), 0);
    const printed = new Uint8Array(bytes.length + lineEnds);
    let at = 0;
    for (const byte of bytes) {
      if (byte === lineFeed) printed[at++] = carriageReturn;
      printed[at++] = byte;
    }
    await this.#print(printed);
  }

  #pass(bytes: Uint8Array): void {
    this.#typed.push(bytes);
    this.#wake();
  }

  #edit(key: number): void {
    if (key === carriageReturn || key === lineFeed) {
      this.#echo('\r\n');
      this.#pass(Uint8Array.of(...this.#line.splice(0), lineFeed));
    } else if (key === control.interrupt) {
      this.#echo('^C\r\n');
      this.#line = [];
      this.#typed.length = 0;
      this.#sendEcho();
      this.onInterrupt();
    } else if (key === control.backspace || key === control.erase) {
      this.#erase(1);
    } else if (key === control.kill) {
      this.#erase(this.#line.length);
    } else if (key === control.end) {
      this.#pass(Uint8Array.from(this.#line.splice(0)));
    } else {
      this.#line.push(key);
      const isControl = key < 0x20 && key !== 0x09;
      // ECHOCTL: the terminal must not take a typed control character for its own.
      if (isControl) this.#echo(`^${String.fromCharCode(key + 64)}`);
      else this.#echoed.push(key);
    }
  }

  /** Erases the last characters of the line; one of UTF-8 has several bytes. */
  #erase(count: number): void {
    for (let left = count; left > 0 && this.#line.length > 0; left--) {
      let byte = this.#line.pop() ?? 0;
      while ((byte & 0xc0) === 0x80) byte = this.#line.pop() ?? 0;
      this.#echo(byte < 0x20 ? '\b\b  \b\b' : '\b \b');
    }
  }

  #echo(text: string): void {
    this.#echoed.push(...encodeUtf8(text));
  }

  #sendEcho(): void {
    if (this.#echoed.length === 0) return;
    // A host that is gone needs no echo.
    void this.#print(Uint8Array.from(this.#echoed.splice(0))).catch(() => undefined);
  }
}
