import type { AndroidVersion } from '../../options.ts';
import { expandGlob, hasPattern } from '../../shell/expand.ts';
import type { Program, ProgramContext } from '../../shell/program.ts';
import { keyCombination, keyEvents, TextWithoutKeys, typeText } from './keys.ts';
import { drag, motionEvent, swipe, tap } from './touch.ts';
import { ArgumentReader, BadArgument, InjectionDenied } from './words.ts';

/**
 * How long `input` takes to start. Android 8 starts a Java process each time; later a small native
 * one asks system_server. Guess: mid-range phones.
 */
const startMs = { 8: 700, 11: 90, 14: 70, 16: 60 } as const satisfies Record<
  AndroidVersion,
  number
>;

const sources =
  /^(?:keyboard|mouse|joystick|touchnavigation|touchpad|trackball|stylus|dpad|gamepad|touchscreen)$/;

interface Action {
  /** The Android version that introduced it. */
  readonly since: number;
  /** The numbers of arguments that Input.java accepts; InputShellCommand ignores extra ones. */
  readonly counts?: readonly number[];
  /** Parses the arguments, then injects the events. Throws `BadArgumentError`, `InjectionDeniedError` or `UntypableTextError`. */
  run(context: ProgramContext, words: ArgumentReader): Promise<void> | void;
}

const actions: Readonly<Record<string, Action>> = {
  text: { since: 1, counts: [1], run: typeText },
  keyevent: { since: 1, run: keyEvents },
  tap: { since: 1, counts: [2], run: tap },
  swipe: { since: 1, counts: [4, 5], run: swipe },
  draganddrop: { since: 8, counts: [4, 5], run: drag },
  motionevent: { since: 10, run: motionEvent },
  keycombination: { since: 12, run: keyCombination },
};

/** `input`: Input.java before Android 11, InputShellCommand.java from then on. */
export const input: Program = {
  names: ['input'],
  run: async (context) => {
    const { android } = context.system;
    const words = wordsOf(context);
    await context.pace(startMs[android]);
    const first = words[0] ?? '';
    if (sources.test(first)) words.shift();
    // `-d ID`: no window on another display could receive events.
    const hasDisplay = android >= 11 && words[0] === '-d';
    const elsewhere = hasDisplay && Number(words.splice(0, 2)[1]) > 0;
    const [command, ...rest] = words;
    const action =
      command !== undefined && Object.hasOwn(actions, command) ? actions[command] : undefined;
    if (command === undefined || action === undefined || android < action.since)
      return unknown(context, command);
    if (elsewhere) return 0;
    try {
      if (android < 11 && action.counts?.includes(rest.length) === false) throw new BadArgument();
      await action.run(context, new ArgumentReader(command, rest));
      return 0;
    } catch (error) {
      return explain(context, { error, first, command });
    }
  },
};

/**
 * The arguments of `input`. Up to Android 10 it is a script that starts Java with `$*` instead of
 * `"$@"`, so quoted arguments are split at blanks again and globs are expanded. Guess: the version
 * that fixed it.
 */
function wordsOf({ argv: [, ...words], system, directory }: ProgramContext): string[] {
  if (system.android >= 11) return words;
  const scope = { files: system.files, directory };
  return words
    .flatMap((word) => word.split(/[ \t\n]+/))
    .filter((word) => word !== '')
    .flatMap((word) => {
      const pattern = word.replaceAll('\\', '\\\\');
      const found = hasPattern(pattern) ? expandGlob(pattern, scope) : [];
      return found.length === 0 ? [word] : found;
    });
}

const usage = 'Usage: input [<source>] <command> [<arg>...]\n';

/** Reports a missing or unknown command with exit code 0; on stderr before InputShellCommand (Android 11). */
async function unknown(
  { system, out, err }: ProgramContext,
  command: string | undefined,
): Promise<number> {
  if (system.android < 11)
    await err(command === undefined ? usage : `Error: Unknown command: ${command}\n${usage}`);
  else if (command === undefined || /^(?:help|-h)$/.test(command)) await out(usage);
  else await out(`Unknown command: ${command}\n`);
  return 0;
}

/** Reports an error of a command. `firstArg` is the word after `input`, which Android 11 and later print as the command even if it is a source. */
async function explain(
  context: ProgramContext,
  { error, first, command }: { error: unknown; first: string; command: string },
): Promise<number> {
  const modern = context.system.android >= 12;
  if (error instanceof InjectionDenied) {
    // The message of a Xiaomi phone until "USB debugging (Security settings)" is on.
    const words = modern
      ? 'Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.'
      : 'Injecting to another application requires INJECT_EVENTS permission';
    return fail(context, first, [`java.lang.SecurityException: ${words}`, error.method]);
  }
  if (error instanceof TextWithoutKeys) {
    const exception = 'java.lang.NullPointerException: Attempt to get length of null array';
    return fail(context, first, [exception, 'sendText']);
  }
  if (!(error instanceof BadArgument)) throw error;
  if (context.system.android < 11) {
    await context.err(`Error: Invalid arguments for command: ${command}\n${usage}`);
    return 0;
  }
  return fail(context, first, [
    `java.lang.IllegalArgumentException: ${error.message}`,
    'onCommand',
  ]);
}

/** Prints a Java exception of `input` in the format of the Android version. Line numbers as in bug reports. */
async function fail(
  { system, err }: ProgramContext,
  command: string,
  [exception, method]: readonly [string, string],
): Promise<number> {
  const traced = (frames: readonly string[]): string =>
    [exception, ...frames.map((frame) => `\tat ${frame}`)].join('\n');
  if (system.android < 11) {
    // Input.java runs in its own process, which the exception ends. Guess: exit code 1.
    const own = 'com.android.commands.input.Input';
    const frames = [`${own}.${method}(Input.java:153)`, `${own}.run(Input.java:81)`];
    await err(`${traced([...frames, `${own}.main(Input.java:62)`])}\n`);
    return 1;
  }
  // BasicShellCommandHandler.exec prints the exception and returns -1.
  const own = 'com.android.server.input.InputShellCommand';
  const frames = [
    `${own}.${method}(InputShellCommand.java:319)`,
    `${own}.onCommand(InputShellCommand.java:232)`,
    'com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)',
    'android.os.ShellCommand.exec(ShellCommand.java:38)',
  ];
  await err(`\nException occurred while executing '${command}':\n${traced(frames)}\n`);
  return 255;
}
