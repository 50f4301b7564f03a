import type { Command } from './command.ts';
import { checkInput } from './input-failure.ts';
import { joinShell, sh } from './shell-text.ts';

/** How several keys are pressed: one after the other, unless told otherwise. */
export interface PressKeyCodesOptions {
  /** Holds all of them at once, the first one longest (Ctrl, A); Android 12 and later. */
  readonly combination?: boolean;
}

/** What starting `input` may take, and one key of many: each waits until the app has taken it. */
const startMs = 10_000;
const perKeyMs = 60;
/** Keys of one call; a bound for the length of its arguments. */
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
