import type { ProgramContext } from '../../shell/program.ts';

/** An argument is missing or malformed. The message is that of the Java exception. */
export class BadArgument extends Error {}

/** The INJECT_EVENTS permission is missing. */
export class InjectionDenied extends Error {
  /** The method of `input` that threw. */
  readonly method: 'injectMotionEvent' | 'injectKeyEvent';
  constructor(method: InjectionDenied['method']) {
    super(method);
    this.method = method;
  }
}

/** Throws `InjectionDeniedError` if the phone has the fault `input-denied`; called before the first event. */
export function askPermission({ system }: ProgramContext, method: InjectionDenied['method']): void {
  if (system.faults.has('input-denied')) throw new InjectionDenied(method);
}

/** Reads the arguments of an `input` command one by one, as android.os.ShellCommand does. */
export class ArgumentReader {
  private at = 0;
  private readonly command: string;
  private readonly words: readonly string[];

  constructor(command: string, words: readonly string[]) {
    this.command = command;
    this.words = words;
  }

  /** The next argument; undefined at the end. */
  next(): string | undefined {
    return this.words[this.at++];
  }

  /** The next argument; throws `BadArgumentError` at the end (BasicShellCommandHandler.getNextArgRequired). */
  required(): string {
    const word = this.next();
    if (word !== undefined) return word;
    throw new BadArgument(`Argument expected after "${this.words.at(-1) ?? this.command}"`);
  }

  /** The next argument, parsed like Float.parseFloat; throws `BadArgumentError`. */
  float(): number {
    const word = this.required().trim();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[fd]?$/i.test(word)) this.fail();
    return parseFloat(word);
  }

  /** The next argument, parsed like Integer.parseInt; throws `BadArgumentError`. */
  integer(): number {
    const word = this.required();
    if (!/^[-+]?\d+$/.test(word)) this.fail();
    return Number(word);
  }

  /** Whether arguments are left. */
  get hasMore(): boolean {
    return this.at < this.words.length;
  }

  /** Throws what a NumberFormatException is turned into. */
  private fail(): never {
    throw new BadArgument(`Error: Invalid arguments for command: ${this.command}`);
  }
}

/**
 * Waits between injected events, at every latency setting. It cannot be aborted: a phone finishes a
 * gesture even if the host disconnects (since Android 11 system_server injects it, and before that
 * nothing ends the `input` process).
 */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until the app has handled an injected event; returns at once at latency `none`. */
export async function settle({ system }: ProgramContext, milliseconds: number): Promise<void> {
  if (system.latency === 'real') await sleep(milliseconds);
}
