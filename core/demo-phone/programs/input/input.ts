import type { AndroidVersion } from '../../options.ts';
import { expandGlob, hasPattern } from '../../shell/expand.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import { printException as printShellException } from '../shell-exception.ts';
import {
  ArgumentReader,
  BadArgumentError,
  drag,
  InjectionIgnoredError,
  InputException,
  keyCombination,
  keyEvents,
  motionEvent,
  swipe,
  tap,
  typeText,
} from './commands.ts';

/**
 * How long `input` takes to start. Until Android 11 it is a Java process each time; later a small native
 * one asks system_server. Guess: mid-range phones.
 */
const startMs = { 8: 700, 11: 500, 14: 70, 16: 60 } as const satisfies Record<
  AndroidVersion,
  number
>;

const sources =
  /^(?:keyboard|mouse|joystick|touchnavigation|touchpad|trackball|stylus|dpad|gamepad|touchscreen)$/;

interface InputCommand {
  /** The Android version that introduced it. */
  readonly sinceAndroid: number;
  /** The numbers of arguments that Android 8 accepts; later versions ignore extra ones. */
  readonly argumentCounts?: readonly number[];
  /** Parses the arguments, then injects the events. Throws `BadArgumentError`, `InjectionIgnoredError` or `InputException`. */
  execute(context: ProgramContext, args: ArgumentReader): Promise<void> | void;
}

const inputCommands: Readonly<Record<string, InputCommand>> = {
  text: { sinceAndroid: 1, argumentCounts: [1], execute: typeText },
  keyevent: { sinceAndroid: 1, execute: keyEvents },
  tap: { sinceAndroid: 1, argumentCounts: [2], execute: tap },
  swipe: { sinceAndroid: 1, argumentCounts: [4, 5], execute: swipe },
  draganddrop: { sinceAndroid: 8, argumentCounts: [4, 5], execute: drag },
  motionevent: { sinceAndroid: 10, execute: motionEvent },
  keycombination: { sinceAndroid: 12, execute: keyCombination },
};

/** `input`: Input.java until Android 11, InputShellCommand.java from then on. */
export const input: Program = {
  names: ['input'],
  main: async (context) => {
    const { android } = context.system;
    const args = inputArgs(context);
    await context.simulateLatency(startMs[android]);
    const firstArg = args[0] ?? '';
    if (sources.test(firstArg)) args.shift();
    // `-d ID`: no window on another display could receive events.
    const hasDisplay = android >= 11 && args[0] === '-d';
    const isOtherDisplay = hasDisplay && Number(args.splice(0, 2)[1]) > 0;
    const [command, ...rest] = args;
    const action =
      command !== undefined && Object.hasOwn(inputCommands, command)
        ? inputCommands[command]
        : undefined;
    if (command === undefined || action === undefined || android < action.sinceAndroid)
      return reportUnknownCommand(context, command);
    if (isOtherDisplay) return 0;
    try {
      if (android < 11 && action.argumentCounts?.includes(rest.length) === false)
        throw new BadArgumentError();
      await action.execute(context, new ArgumentReader(command, rest));
      return 0;
    } catch (error) {
      return reportError(context, { error, firstArg, command });
    }
  },
};

/**
 * The arguments of `input`. Up to Android 9 it is a script that starts Java with `$*` instead of `"$@"` (that
 * of Android 10 is right), so quoted arguments are split at blanks again and globs are expanded. Guess: that
 * the script of Android 8 and 9 is still the one of Android 7.
 */
function inputArgs({ argv: [, ...args], system, directory }: ProgramContext): string[] {
  if (system.android >= 11) return args;
  const scope = { files: system.files, directory };
  return args
    .flatMap((arg) => arg.split(/[ \t\n]+/))
    .filter((arg) => arg !== '')
    .flatMap((arg) => {
      const pattern = arg.replaceAll('\\', '\\\\');
      const found = hasPattern(pattern) ? expandGlob(pattern, scope) : [];
      return found.length === 0 ? [arg] : found;
    });
}

const usage = 'Usage: input [<source>] <command> [<arg>...]\n';

/** How Android 8 reports wrong words, and how BaseCommand does it in Android 11: exit code 0, on stderr. */
async function reportWrongWords({ system, err }: ProgramContext, message: string): Promise<number> {
  await err(system.android < 10 ? `${message}\n${usage}` : `${usage}\nError: ${message}\n`);
  return 0;
}

/** Reports a missing or unknown command with exit code 0; on stdout since InputShellCommand (Android 12). */
async function reportUnknownCommand(
  context: ProgramContext,
  command: string | undefined,
): Promise<number> {
  const { system, out, err } = context;
  if (system.android < 12 && command !== undefined)
    return await reportWrongWords(context, `Error: Unknown command: ${command}`);
  if (system.android < 10) await err(usage);
  else if (command === undefined || /^(?:help|-h)$/.test(command)) await out(usage);
  else await out(`Unknown command: ${command}\n`);
  return 0;
}

/** Reports an error of a command. `firstArg` is the word after `input`, which Android 12 and later print as the command even if it is a source. */
async function reportError(
  context: ProgramContext,
  { error, firstArg, command }: { error: unknown; firstArg: string; command: string },
): Promise<number> {
  if (error instanceof InjectionIgnoredError) {
    context.system.activityLog.logIgnoredInput(context.pid);
    return 0;
  }
  if (error instanceof InputException) return printException(context, firstArg, error);
  if (!(error instanceof BadArgumentError)) throw error;
  if (context.system.android < 10)
    return await reportWrongWords(context, `Error: Invalid arguments for command: ${command}`);
  if (context.system.android < 12) return await reportWrongWords(context, error.message);
  const exception = `java.lang.IllegalArgumentException: ${error.message}`;
  return printException(context, firstArg, { message: exception, method: 'onCommand' });
}

/** Prints a Java exception of `input` in the format of the Android version. Line numbers as in bug reports. */
async function printException(
  context: ProgramContext,
  command: string,
  { message: exception, method }: Pick<InputException, 'message' | 'method'>,
): Promise<number> {
  if (context.system.android < 12) {
    // Input.java runs in its own process, which the exception ends. Guess: exit code 1.
    const own = 'com.android.commands.input.Input';
    const frames = [`${method}(Input.java:153)`, 'run(Input.java:81)', 'main(Input.java:62)'];
    await context.err(`${exception}\n${frames.map((frame) => `\tat ${own}.${frame}\n`).join('')}`);
    return 1;
  }
  const shellCommand = `com.android.server.input.InputShellCommand.${method}(InputShellCommand.java:319)`;
  return await printShellException(context, command, `${exception}\n\tat ${shellCommand}`);
}
