import type { AndroidVersion } from '../../options.ts';
import { expandGlob, hasPattern } from '../../shell/glob.ts';
import type { Program, ProgramContext } from '../program.ts';
import { ArgumentReader, BadArgument } from './argument-reader.ts';
import { deny, fail, InjectionDenied, TextWithoutKeys } from './failures.ts';
import { keyCombination, keyEvents } from './keys.ts';
import { typeText } from './text.ts';
import { drag, motionEvent, press, roll, scroll, swipe, tap } from './touch.ts';
import { help, misused, unknown } from './usage.ts';

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

/** Reads its words, then injects. Throws `BadArgument`, `InjectionDenied` or `TextWithoutKeys`. */
type Action = (
  context: ProgramContext,
  words: ArgumentReader,
  source: string | undefined,
) => Promise<void> | void;

/** The commands with the Android version that brought them. Guess: that of `scroll`. */
const actions: Readonly<Record<string, { readonly since: number; readonly run: Action }>> = {
  text: { since: 1, run: typeText },
  keyevent: { since: 1, run: keyEvents },
  tap: { since: 1, run: tap },
  swipe: { since: 1, run: swipe },
  draganddrop: { since: 8, run: drag },
  press: { since: 1, run: press },
  roll: { since: 1, run: roll },
  motionevent: { since: 10, run: motionEvent },
  keycombination: { since: 12, run: keyCombination },
  scroll: { since: 16, run: scroll },
};

/** `input`: Input.java before Android 11, InputShellCommand.java from then on. */
export const input: Program = {
  names: ['input'],
  run: async (context) => {
    const { android } = context.system;
    const words = wordsOf(context);
    await context.pace(startMs[android]);
    const first = words[0] ?? '';
    const source = sources.test(first) ? words.shift() : undefined;
    const elsewhere = android >= 11 && takeDisplay(words);
    const [command, ...rest] = words;
    if (command === undefined || (android >= 11 && /^(?:help|-h)$/.test(command)))
      return help(context);
    const action = Object.hasOwn(actions, command) ? actions[command] : undefined;
    if (action === undefined || android < action.since) return unknown(context, command);
    // Nothing is on the other displays that could take an event.
    if (elsewhere) return 0;
    const reader = new ArgumentReader(command, rest);
    try {
      checkCount(android, command, rest);
      await action.run(context, reader, source);
      return 0;
    } catch (error) {
      return explain(context, { error, first, command });
    }
  },
};

/**
 * Android 8's `input` is a script that starts Java with `$*` and not `"$@"`: what was quoted is
 * split at blanks once more, and matched against files. Guess: the version that mended it.
 */
function wordsOf({ argv: [, ...words], system, directory }: ProgramContext): string[] {
  if (system.android >= 11) return words;
  return words
    .flatMap((word) => word.split(/[ \t\n]+/))
    .filter((word) => word !== '')
    .flatMap((word) => {
      const pattern = word.replaceAll('\\', '\\\\');
      const found = hasPattern(pattern)
        ? expandGlob(pattern, { files: system.files, directory })
        : [];
      return found.length === 0 ? [word] : found;
    });
}

/** `-d ID`: whether the event goes to another display. */
function takeDisplay(words: string[]): boolean {
  if (words[0] !== '-d') return false;
  const [, display = ''] = words.splice(0, 2);
  return Number(display) > 0;
}

/** How many words Input.java's commands take; its successor leaves those that are too many. */
const counts: Readonly<Record<string, readonly number[]>> = {
  text: [1],
  tap: [2],
  swipe: [4, 5],
  draganddrop: [4, 5],
  press: [0],
  roll: [2],
};

function checkCount(android: AndroidVersion, command: string, words: readonly string[]): void {
  const wanted = counts[command];
  if (android >= 11 || wanted === undefined || wanted.includes(words.length)) return;
  throw new BadArgument();
}

/** `first` is the word after `input`, by which Android 11 and later name the command, source or not. */
async function explain(
  context: ProgramContext,
  { error, first, command }: { error: unknown; first: string; command: string },
): Promise<number> {
  if (error instanceof InjectionDenied) {
    return deny(context, { command: first, method: error.method });
  }
  if (error instanceof TextWithoutKeys) {
    const exception = 'java.lang.NullPointerException: Attempt to get length of null array';
    return fail(context, { command: first, exception, method: 'sendText' });
  }
  if (!(error instanceof BadArgument)) throw error;
  if (context.system.android < 11) return misused(context, command);
  const exception = `java.lang.IllegalArgumentException: ${error.message}`;
  return fail(context, { command: first, exception, method: 'onCommand' });
}
