import type { ProgramContext } from '../../shell/program.ts';

/** An argument is missing or malformed. The message is that of the Java exception. */
export class BadArgumentError extends Error {}

/** The INJECT_EVENTS permission is missing. */
export class InjectionDeniedError extends Error {
  /** The method of `input` that threw. */
  readonly method: 'injectMotionEvent' | 'injectKeyEvent';
  constructor(method: InjectionDeniedError['method']) {
    super(method);
    this.method = method;
  }
}

/** Throws `InjectionDeniedError` if the phone has the fault `input-denied`; called before the first event. */
export function requireInjectPermission(
  { system }: ProgramContext,
  method: InjectionDeniedError['method'],
): void {
  if (system.faults.has('input-denied')) throw new InjectionDeniedError(method);
}

/** Reads the arguments of an `input` command one by one, as android.os.ShellCommand does. */
export class ArgumentReader {
  private index = 0;
  private readonly command: string;
  private readonly args: readonly string[];

  constructor(command: string, args: readonly string[]) {
    this.command = command;
    this.args = args;
  }

  /** The next argument; undefined at the end. */
  next(): string | undefined {
    return this.args[this.index++];
  }

  /** The next argument; throws `BadArgumentError` at the end (BasicShellCommandHandler.getNextArgRequired). */
  required(): string {
    const arg = this.next();
    if (arg !== undefined) return arg;
    throw new BadArgumentError(`Argument expected after "${this.args.at(-1) ?? this.command}"`);
  }

  /** The next argument, parsed like Float.parseFloat; throws `BadArgumentError`. */
  float(): number {
    const arg = this.required().trim();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[fd]?$/i.test(arg)) this.fail();
    return parseFloat(arg);
  }

  /** The next argument, parsed like Integer.parseInt; throws `BadArgumentError`. */
  integer(): number {
    const arg = this.required();
    if (!/^[-+]?\d+$/.test(arg)) this.fail();
    return Number(arg);
  }

  /** Whether arguments are left. */
  get hasMore(): boolean {
    return this.index < this.args.length;
  }

  /** Throws what a NumberFormatException is turned into. */
  private fail(): never {
    throw new BadArgumentError(`Error: Invalid arguments for command: ${this.command}`);
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
export async function waitForApp({ system }: ProgramContext, milliseconds: number): Promise<void> {
  if (system.latency === 'real') await sleep(milliseconds);
}
