import type { PlainGesture } from '../gestures/plain-form.ts';
import type { Command } from './command.ts';
import { checkInput } from './input-failure.ts';
import { type ShellText, sh } from './shell-text.ts';

/** What starting `input` may take on a slow phone before Android 11, where it is a Java process. */
const startMs = 10_000;

/**
 * Does the gesture with the phone's own `input`. Rejects with `input-denied`, `unsupported`,
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
  // Two processes, so that the time one needs to start is not added to the gap.
  return sh`${tap} & sleep ${Math.round(plain.gapMs) / 1000}; ${tap}; wait`;
}

function lengthMs(plain: PlainGesture): number {
  if (plain.kind === 'tap') return 0;
  return Math.ceil(plain.kind === 'swipe' ? plain.durationMs : plain.gapMs);
}

/** The pixel that the place lies in; rounding could leave the screen. */
function px(place: number): number {
  return Math.floor(place);
}
