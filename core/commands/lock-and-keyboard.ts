import type { InputMethod, LockState } from '../phone.ts';
import { stdoutText, type Command } from './command.ts';

/** Reads which keyboard app is in use, and whether the lock screen is shown. */

/**
 * Reads the lock screen's state (KeyguardServiceDelegate.dump) and whether the phone is locked for the
 * current user (TrustManagerService.dumpUser); Android 7 and later. Null if the phone does not say.
 */
export const readLock: Command<LockState | null> = {
  purpose: 'reading whether the phone is locked',
  line: `dumpsys window policy | grep -E '^ *showing='; dumpsys trust | grep -E '\\(current\\).*deviceLocked='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const text = stdoutText(output);
    const showing = flagOf(/^ *showing=(true|false)/m.exec(text));
    const locked = flagOf(/\(current\).*\bdeviceLocked=([01])/.exec(text));
    return showing === null && locked === null ? null : { showing: showing ?? false, locked };
  },
};

function flagOf(match: RegExpExecArray | null): boolean | null {
  return match === null ? null : match[1] === 'true' || match[1] === '1';
}

/** Reads the keyboard app from the settings, and InputMethodManagerService's opinion on whether it is shown. */
export const readInputMethod: Command<InputMethod> = {
  purpose: 'reading which keyboard is used',
  line: `settings get secure default_input_method; dumpsys input_method | grep -E 'mInputShown='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const text = stdoutText(output);
    const id = /^[\w.]+\/[\w.$]+(?=\r?$)/m.exec(text)?.[0] ?? null;
    return { id, shown: /\bmInputShown=true\b/.test(text) };
  },
};
