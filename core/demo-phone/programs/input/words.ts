import type { ProgramContext } from '../../shell/program.ts';

/** A word is missing, or it is not what its place asks for. The message is the Java exception's. */
export class BadArgument extends Error {}

/** The INJECT_EVENTS permission is missing. */
export class InjectionDenied extends Error {
  /** The method of `input` that was refused. */
  readonly method: 'injectMotionEvent' | 'injectKeyEvent';
  constructor(method: InjectionDenied['method']) {
    super(method);
    this.method = method;
  }
}

/** Throws `InjectionDenied` on a phone that refuses; called just before the first event. */
export function askPermission({ system }: ProgramContext, method: InjectionDenied['method']): void {
  if (system.faults.has('input-denied')) throw new InjectionDenied(method);
}

/** The words of a command of `input`, taken one by one as android.os.ShellCommand gives them. */
export class ArgumentReader {
  private at = 0;
  private readonly command: string;
  private readonly words: readonly string[];

  constructor(command: string, words: readonly string[]) {
    this.command = command;
    this.words = words;
  }

  /** The next word; undefined at the end. */
  next(): string | undefined {
    return this.words[this.at++];
  }

  /** The next word; throws `BadArgument` at the end (BasicShellCommandHandler.getNextArgRequired). */
  required(): string {
    const word = this.next();
    if (word !== undefined) return word;
    throw new BadArgument(`Argument expected after "${this.words.at(-1) ?? this.command}"`);
  }

  /** Float.parseFloat of the next word. */
  float(): number {
    const word = this.required().trim();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[fd]?$/i.test(word)) this.fail();
    return parseFloat(word);
  }

  /** Integer.parseInt of the next word, which knows no fractions. */
  integer(): number {
    const word = this.required();
    if (!/^[-+]?\d+$/.test(word)) this.fail();
    return Number(word);
  }

  /** Whether words are left. */
  get hasMore(): boolean {
    return this.at < this.words.length;
  }

  /** What a NumberFormatException becomes. */
  private fail(): never {
    throw new BadArgument(`Error: Invalid arguments for command: ${this.command}`);
  }
}

/**
 * Lets time pass while events are injected, at every latency. It can't be cut short: the phone
 * finishes a gesture that it has begun, whether or not the host still listens (system_server
 * injects it from Android 11 on, and before that nothing ends the process of `input`).
 */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What one injected event takes until the app has taken it; nothing at latency `none`. */
export async function settle({ system }: ProgramContext, milliseconds: number): Promise<void> {
  if (system.latency === 'real') await sleep(milliseconds);
}
