/** Touches and keys through the phone's own `input`, and its error messages. */
import { HandsetError } from '../errors.ts';
import type { Point } from '../geometry.ts';
import type { PlainGesture } from '../gestures/plain-form.ts';
import { type Command, type CommandOutput, firstLine, phoneWords, textOf } from './command.ts';
import { type ShellText, joinShell, sh } from './shell-text.ts';

/** Longest start of `input` on a slow phone before Android 11, where it is a Java process. */
const startMs = 10_000;

/**
 * Throws if `input` printed an error. Its exit code is unreliable: older versions exit with 0 after an
 * exception, newer ones after an unknown command. Codes: `input-denied` if the phone refuses injected
 * touches and keys, `unsupported` if its `input` is too old, else `command-failed`.
 */
export function checkInput(output: CommandOutput): null {
  const said = `${textOf(output)}\n${output.stderr}`;
  if (/INJECT_EVENTS/.test(said)) throw inputDenied(said);
  const unknown = /Unknown command: *(\S+)/.exec(said)?.[1];
  if (unknown !== undefined) {
    throw new HandsetError('unsupported', `This phone's input command has no "${unknown}".`, {
      hint: 'Its Android is too old for it; where the scrcpy server runs it is not needed.',
    });
  }
  const complaint = /^.*(?:Exception\b|Error: ).*$/m.exec(
    said.replace(/^.*while executing.*$/m, ''),
  );
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (complaint === null && !failed) return null;
  const words = complaint === null ? phoneWords(output) : firstLine(complaint[0]);
  throw new HandsetError('command-failed', `The phone refused the input; it said: ${words}.`, {
    hint: 'Look at the screen, then try again; if it stays, restart the phone.',
  });
}

/** The `input-denied` error, quoting the phone's sentence about INJECT_EVENTS. */
export function inputDenied(said: string): HandsetError {
  const line = said.split('\n').find((each) => each.includes('INJECT_EVENTS')) ?? 'INJECT_EVENTS';
  const start = line.lastIndexOf(':', line.indexOf('INJECT_EVENTS')) + 1;
  const sentence = line.slice(start).trim();
  return new HandsetError(
    'input-denied',
    `The phone refuses touches and keys over ADB: ${firstLine(sentence)}.`,
    {
      hint: 'On the phone, turn on Developer options > "USB debugging (Security settings)" (Xiaomi, Redmi, POCO with HyperOS or MIUI, vivo and others) and restart the phone.',
    },
  );
}

/**
 * Performs the gesture with the phone's own `input`. Rejects with `input-denied`, `unsupported`,
 * `command-failed`.
 */
export function injectPlainGesture(plain: PlainGesture): Command<null> {
  return {
    purpose: 'touching the screen',
    line: lineOf(plain).line,
    deadlineMs: startMs + lengthMs(plain),
    parse: checkInput,
  };
}

function lineOf(plain: PlainGesture): ShellText {
  if (plain.kind === 'swipe') {
    const { from, to } = plain;
    const durationMs = Math.max(1, Math.round(plain.durationMs));
    return sh`input swipe ${px(from.x)} ${px(from.y)} ${px(to.x)} ${px(to.y)} ${durationMs}`;
  }
  const tap = sh`input tap ${px(plain.at.x)} ${px(plain.at.y)}`;
  if (plain.kind === 'tap') return tap;
  // Two processes, because the start time of one would add to the gap.
  return sh`${tap} & sleep ${Math.round(plain.gapMs) / 1000}; ${tap}; wait`;
}

function lengthMs(plain: PlainGesture): number {
  if (plain.kind === 'tap') return 0;
  return Math.ceil(plain.kind === 'swipe' ? plain.durationMs : plain.gapMs);
}

/** The pixel that contains the coordinate; rounding up could leave the screen. */
function px(place: number): number {
  return Math.floor(place);
}

/** How to press several keys: one after the other by default. */
export interface PressKeyCodesOptions {
  /** Holds all keys at once, the first one longest (Ctrl, A); Android 12 and later. */
  readonly combination?: boolean;
}

/** Longest time per key, because `input` waits until the app has handled it. */
const perKeyMs = 60;
/** Limits the length of one call's arguments. */
const keysPerCall = 1000;

/**
 * Presses and releases keys in order (android.view.KeyEvent's codes), or all of them at once.
 * Rejects with `input-denied`, `unsupported` (combination before Android 12), `command-failed`.
 */
export function pressKeyCodes(
  codes: readonly number[],
  { combination = false }: PressKeyCodesOptions = {},
): Command<null> {
  const verb = combination ? sh`input keycombination` : sh`input keyevent`;
  const calls = Array.from({ length: Math.ceil(codes.length / keysPerCall) }, (_, i) =>
    codes
      .slice(i * keysPerCall, (i + 1) * keysPerCall)
      .reduce((call, code) => sh`${call} ${code}`, verb),
  );
  return {
    purpose: 'pressing keys',
    line: calls.length === 0 ? ':' : joinShell('&&', calls).line,
    deadlineMs: startMs * Math.max(1, calls.length) + perKeyMs * codes.length,
    parse: checkInput,
  };
}

/**
 * Cancels a gesture that an injector left unfinished when it ended; the point is in device pixels.
 * Works because Android keeps one gesture state for all injected events. Rejects with `unsupported`
 * before Android 10, `input-denied`, `command-failed`.
 */
export function cancelTouch({ x, y }: Point): Command<null> {
  return {
    purpose: 'ending a gesture',
    line: sh`input motionevent CANCEL ${Math.floor(x)} ${Math.floor(y)}`.line,
    deadlineMs: 5_000,
    parse: checkInput,
  };
}
