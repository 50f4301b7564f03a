/** Touches and keys through the phone's own `input`; the clipboard and the panels of the status bar through `cmd`. */
import { HandsetError } from '../errors.ts';
import type { Point } from '../geometry.ts';
import type { ShellGesture } from '../gestures/shell-gesture.ts';
import {
  makersSwitches,
  phoneMessage,
  reasonIn,
  stdoutText,
  type Command,
  type CommandOutput,
  listBytes,
} from './command.ts';
import { joinShell, sh, type ShellText } from './shell-text.ts';
import { keyCodes } from '../input/keys.ts';
import type { StatusBarPanel } from '../phone/phone.ts';

/** Longest start of `input` on a slow phone before Android 12, where it is a Java process. */
const inputStartDeadlineMs = 10_000;

/**
 * Throws if `input` printed an error. Its exit code is unreliable: older versions exit with 0 after an
 * exception, newer ones after an unknown command. Codes: `input-denied` if the phone refuses injected
 * touches and keys, `unsupported` if its `input` is too old, else `command-failed`.
 */
export function checkInput(output: CommandOutput): null {
  const printed = `${stdoutText(output)}\n${output.stderr}`;
  if (/INJECT_EVENTS/.test(printed)) throw inputDenied(printed);
  const unknown = /Unknown (?:command|keycode): *(\S+)/.exec(printed)?.[1];
  if (unknown !== undefined) {
    throw new HandsetError(
      'unsupported',
      `This phone's input command has no "${reasonIn(unknown)}".`,
      {
        hint: "The phone's Android is too old for it. Where the scrcpy server can run, Handset uses that instead.",
      },
    );
  }
  const errorLine = /^.*(?:Exception\b|Error: ).*$/m.exec(
    printed.replace(/^.*while executing.*$/m, ''),
  );
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (errorLine === null && !failed) return null;
  const reason = errorLine === null ? phoneMessage(output) : reasonIn(errorLine[0]);
  throw new HandsetError('command-failed', `The phone refused the input; it said: ${reason}.`, {
    hint: "Look at the screen, then try again. If that doesn't help, restart the phone.",
  });
}

/** The `input-denied` error, quoting the phone's sentence about INJECT_EVENTS. */
export function inputDenied(output: string): HandsetError {
  const line =
    output.split('\n').find((candidate) => candidate.includes('INJECT_EVENTS')) ?? 'INJECT_EVENTS';
  const start = line.lastIndexOf(':', line.indexOf('INJECT_EVENTS')) + 1;
  const sentence = line.slice(start).trim();
  return new HandsetError(
    'input-denied',
    `The phone refuses touches and keys over ADB: ${reasonIn(sentence)}.`,
    { hint: makersSwitches },
  );
}

/**
 * Performs the gesture with the phone's own `input`. Rejects with `input-denied`, `unsupported`,
 * `command-failed`.
 */
export function injectShellGesture(gesture: ShellGesture): Command<null> {
  return {
    purpose: 'touching the screen',
    line: gestureLine(gesture),
    deadlineMs: inputStartDeadlineMs + gestureMs(gesture),
    parse: checkInput,
  };
}

function gestureLine(gesture: ShellGesture): ShellText {
  if (gesture.kind === 'swipe' || gesture.kind === 'drag') {
    const { kind, from, to } = gesture;
    const durationMs = Math.max(1, Math.round(gesture.durationMs));
    const verb = kind === 'swipe' ? sh`input swipe` : sh`input draganddrop`;
    return sh`${verb} ${pixelOf(from.x)} ${pixelOf(from.y)} ${pixelOf(to.x)} ${pixelOf(to.y)} ${durationMs}`;
  }
  const tap = sh`input tap ${pixelOf(gesture.at.x)} ${pixelOf(gesture.at.y)}`;
  if (gesture.kind === 'tap') return tap;
  // Two processes, because the start time of one would add to the gap.
  return sh`${tap} & sleep ${Math.round(gesture.gapMs) / 1000}; ${tap}; wait`;
}

function gestureMs(gesture: ShellGesture): number {
  if (gesture.kind === 'tap') return 0;
  return Math.ceil(gesture.kind === 'double-tap' ? gesture.gapMs : gesture.durationMs);
}

/** The pixel that contains the coordinate; rounding up could leave the screen. */
function pixelOf(coordinate: number): number {
  return Math.floor(coordinate);
}

/** How to press several keys: one after the other by default. */
export interface PressKeyCodesOptions {
  /** Holds all keys at once, the first one longest (Ctrl, A); Android 13 and later. */
  readonly combination?: boolean;
}

/** Longest time per key, because `input` waits until the app has handled it. */
const maxKeyMs = 60;
/** Limits the length of one call's arguments. */
const keysPerCall = 1000;

/**
 * Presses and releases keys in order (android.view.KeyEvent's codes), or all of them at once.
 * Rejects with `input-denied`, `unsupported` (combination before Android 13), `command-failed`.
 */
export function pressKeyCodes(
  codes: readonly number[],
  { combination = false }: PressKeyCodesOptions = {},
): Command<null> {
  // Android 12 lacks `-t` and would press the last key without the modifiers; so it is made to refuse.
  const verb = combination ? sh`input keycombination -t 0` : sh`input keyevent`;
  const calls = Array.from({ length: Math.ceil(codes.length / keysPerCall) }, (_, i) =>
    codes
      .slice(i * keysPerCall, (i + 1) * keysPerCall)
      .reduce((call, code) => sh`${call} ${code}`, verb),
  );
  return {
    purpose: 'pressing keys',
    line: calls.length === 0 ? sh`:` : joinShell('&&', calls),
    deadlineMs: inputStartDeadlineMs * Math.max(1, calls.length) + maxKeyMs * codes.length,
    parse: checkInput,
  };
}

/**
 * Cancels a gesture that an injector left unfinished when it ended, or lifts its finger at this point, in
 * device pixels: Android 10 and 11 can't cancel. Works because Android keeps one gesture state for all
 * injected events. Rejects with `unsupported` before Android 10, `input-denied`, `command-failed`.
 */
export function cancelTouch({ x, y }: Point): Command<null> {
  const point = sh`${Math.floor(x)} ${Math.floor(y)}`;
  return {
    purpose: 'ending a gesture',
    line: sh`e=$(input motionevent CANCEL ${point} 2>&1); echo "$e" | grep -q 'Unknown motionevent' && input motionevent UP ${point} || echo "$e"`,
    deadlineMs: inputStartDeadlineMs,
    parse: checkInput,
  };
}

/**
 * Xiaomi's “USB debugging (Security settings)”. While it is 0, some versions refuse touches and keys with an
 * error, and others drop them: `input` and the scrcpy server then report success.
 */
const inputSwitch = 'persist.security.adbinput';

/** Whether the phone may drop touches and keys without an error. */
export const mayDropInput: Command<boolean> = {
  purpose: 'looking whether the phone accepts input',
  line: sh`getprop ${inputSwitch}`,
  deadlineMs: 10_000,
  parse: (output) => stdoutText(output).trim() === '0',
};

/**
 * Rejects with `input-denied` if a phone that may drop touches and keys has dropped one since `startMs`
 * (`performance.now()`), as its log says.
 */
export function checkDroppedInput(startMs: number): Command<null> {
  return {
    purpose: 'looking whether the phone accepted the input',
    line: sh`[ "$(getprop ${inputSwitch})" = 0 ] && date '+now %m-%d %H:%M:%S' && logcat -d -v threadtime -s InputDispatcher | grep 'Permission denied: injecting event from pid [0-9]* uid 2000 ' | tail -n 1`,
    deadlineMs: 10_000,
    parse: (output) => {
      const text = stdoutText(output);
      const [sentence] = /Permission denied: .*/.exec(text) ?? [];
      const [now = 0, refused = 0] = Array.from(text.matchAll(monthToSecond), phoneTimeMs);
      if (sentence === undefined || now - refused > performance.now() - startMs) return null;
      throw new HandsetError(
        'input-denied',
        `The phone dropped the touch or key; its log says: ${reasonIn(sentence)}.`,
        { hint: makersSwitches },
      );
    },
  };
}

/** A time of the phone at the beginning of a line, such as `10-05 20:07:03.687`. */
const monthToSecond = /^(?:now )?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d(?:\.\d+)?)/gm;

function phoneTimeMs(match: RegExpExecArray): number {
  const [month = 1, day, hour, minute, second = 0] = match.slice(1).map(Number);
  // The log gives no year; 2000 is a leap year, and only differences matter.
  return Date.UTC(2000, month - 1, day, hour, minute) + 1_000 * second;
}

/**
 * Characters per call, a guess: some apps and keyboards drop characters of long bursts.
 */
const charactersPerCall = 100;
/** Longest start of `input` (a Java process before Android 12), and longest time per character. */
const maxCallMs = 5_000;
const maxCharacterMs = 60;
const minDeadlineMs = 10_000;

/**
 * Types with the phone's own `input`, line breaks as Enter. Does nothing for an empty text. Throws
 * `unsupported` for characters without a key; rejects with `input-denied`, `command-failed`.
 */
export function typeAscii(text: string): Command<null> {
  const untypeableCharacter = firstUntypeable(text);
  if (untypeableCharacter !== null) {
    throw new HandsetError(
      'unsupported',
      `${describeCharacter(untypeableCharacter)} has no key on the phone's keyboard.`,
    );
  }
  const calls = callsFor(text);
  return {
    purpose: 'typing text',
    line: typingLine(calls, text),
    deadlineMs: minDeadlineMs + maxCallMs * calls.length + maxCharacterMs * text.length,
    parse: checkInput,
  };
}

/** Characters that the shell script around old versions of `input` expands as file name patterns. */
const globCharacters = /[*?[]/;

/**
 * That script expands patterns even if they are quoted (`$*`). So texts with patterns are typed from
 * /data, which the shell user can't list, so that nothing matches.
 */
function typingLine(calls: readonly ShellText[], text: string): ShellText {
  if (calls.length === 0) return sh`:`;
  const line = joinShell('&&', calls);
  return globCharacters.test(text) ? sh`cd /data 2>/dev/null; ${line}` : line;
}

/** The first code point that `typeAscii` can't type: it types printable ASCII and line breaks. Null when there is none. */
export function firstUntypeable(text: string): string | null {
  return untypeable.exec(text)?.[0] ?? null;
}

/** Includes the tab: its key would move the focus, and the rest would go to the next field. */
const untypeable = /[^\x20-\x7e\n\r]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** How many characters a message names. */
const maxNamed = 5;

/** The characters that `typeAscii` can't type, for a message: `"ñ", "日" and 3 more`; empty when there are none. */
export function nameUntypeable(text: string): string {
  const all = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const untypeableCharacters = [...new Set(all.filter((character) => untypeable.test(character)))];
  const names = untypeableCharacters
    .slice(0, maxNamed)
    .map((character) => (/\p{Cc}/u.test(character) ? codeOf(character) : `"${character}"`));
  const more = untypeableCharacters.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function callsFor(text: string): ShellText[] {
  return (text.match(/\r\n?|\n|[^\r\n]+/g) ?? []).flatMap((piece) => {
    if (/[\r\n]/.test(piece)) return [sh`input keyevent ${keyCodes.ENTER}`];
    return argumentsFor(piece).map((argument) => sh`input text ${argument.replaceAll(' ', '%s')}`);
  });
}

/**
 * Splits a text into arguments of `input text`. That reads `%s` as a space, and old versions lose real
 * spaces, so spaces are written `%s` and a literal `%s` is split. A pattern is split from a path before
 * it, because `/` and `../` lead to directories that can be listed.
 */
function argumentsFor(piece: string): string[] {
  return (
    piece
      .split(/(?<=%)(?=s)/)
      // The only interpolated value is a number.
      .flatMap((part) => part.match(new RegExp(`.{1,${charactersPerCall}}`, 'g')) ?? [])
      .flatMap((part) => (globCharacters.test(part) ? splitAfterPath(part) : [part]))
  );
}

/** Splits the text after the last slash before the first pattern. */
function splitAfterPath(text: string): string[] {
  const end = text.lastIndexOf('/', text.search(globCharacters)) + 1;
  return end === 0 ? [text] : [text.slice(0, end), text.slice(end)];
}

function describeCharacter(character: string): string {
  const code = codeOf(character);
  return /\p{C}/u.test(character) ? code : `"${character}" (${code})`;
}

function codeOf(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return character === '\t' ? `${code} (tab)` : code;
}

/**
 * Reads the clipboard's text with `cmd clipboard`, which AOSP lacks and some makers' builds have; null
 * when it is empty. Rejects with `unsupported`, quoting the phone's message.
 */
export const readClipboard: Command<string | null> = {
  purpose: 'reading the clipboard',
  line: sh`cmd clipboard get text`,
  deadlineMs: 10_000,
  maxOutputBytes: listBytes,
  parse: (output) => {
    checkSupported(output);
    // Removes only the line end that println added.
    const text = stdoutText(output).replace(/\r?\n$/, '');
    return text === '' ? null : text;
  },
};

/** Sets the clipboard's text, possibly empty. Rejects with `unsupported`; throws `invalid-argument` for NUL. */
export function writeClipboard(text: string): Command<null> {
  return {
    purpose: 'writing the clipboard',
    line: sh`cmd clipboard set text ${text}`,
    deadlineMs: 10_000,
    parse: (output) => {
      checkSupported(output);
      return null;
    },
  };
}

/**
 * Throws `unsupported` if there is no such command: the service then prints "No shell command
 * implementation." on stderr and exits with 0 (Binder.onShellCommand). stdout is the clipboard's text
 * and may say anything, so it is searched for an error only if stderr is merged into it.
 */
function checkSupported(output: CommandOutput): void {
  const { stderr, exitCode } = output;
  const errorText = exitCode === null ? stdoutText(output) : stderr;
  const failed = exitCode !== null && exitCode !== 0;
  if (!failed && !/^\s*(?:No shell command|Unknown command|cmd: )/.test(errorText)) return;
  const message = `This phone's shell has no clipboard; it said: ${phoneMessage(output)}.`;
  throw new HandsetError('unsupported', message, {
    hint: 'The clipboard works through the scrcpy server, where that can run.',
  });
}

const statusbarCommands = {
  notifications: sh`cmd statusbar expand-notifications`,
  'quick-settings': sh`cmd statusbar expand-settings`,
} as const satisfies Record<StatusBarPanel, ShellText>;

/** Opens a panel of the status bar. Rejects with `command-failed`, quoting the phone's message. */
export function openPanel(panel: StatusBarPanel): Command<null> {
  return {
    purpose: `opening the ${panel.replace('-', ' ')}`,
    line: statusbarCommands[panel],
    deadlineMs: 10_000,
    parse: (output) => checkOpened(panel, output),
  };
}

/** Throws if it failed. StatusBarShellCommand prints nothing on success, but other programs may print warnings. */
function checkOpened(panel: StatusBarPanel, output: CommandOutput): null {
  const errorPattern = /Unknown command|Exception|No shell command|Can't find service|not found/;
  const hasError = errorPattern.test(`${output.stderr}\n${stdoutText(output)}`);
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (!failed && !hasError) return null;
  const name = panel.replace('-', ' ');
  throw new HandsetError(
    'command-failed',
    `Couldn't open the ${name}; the phone said: ${phoneMessage(output)}.`,
    { hint: 'Unlock it and try again, or swipe down from the top edge of its screen.' },
  );
}
