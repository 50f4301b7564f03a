import type { Point } from '../geometry.ts';
import type { Command } from './command.ts';
import { checkInput } from './input-failure.ts';
import { sh } from './shell-text.ts';

/**
 * Ends a gesture that was begun by somebody who is gone, as if it had not been; a place of it in
 * device pixels. Android keeps one gesture of everything that is injected. Rejects with
 * `unsupported` before Android 10, `input-denied`, `command-failed`.
 */
export function cancelTouch({ x, y }: Point): Command<null> {
  return {
    purpose: 'ending a gesture',
    line: sh`input motionevent CANCEL ${Math.floor(x)} ${Math.floor(y)}`.line,
    deadlineMs: 5_000,
    parse: checkInput,
  };
}
