/** Puts the rotation lock back after a program that reads the screen by Android's UiAutomation. */
import { stdoutText, type Command } from './command.ts';
import { sh } from './shell-text.ts';

const list = sh`settings list system | grep -E '^(accelerometer_rotation|user_rotation)='`;

/** The rotation lock. */
export interface RotationLock {
  /** The two settings as the phone lists them. */
  readonly lines: string;
  readonly isLocked: boolean;
  /** `user_rotation`: the rotation to which it is locked. */
  readonly rotation: string;
}

/** Reads the rotation lock. Null if the phone does not say. */
export const readRotationLock: Command<RotationLock | null> = {
  purpose: 'reading the rotation lock',
  line: list,
  deadlineMs: 10_000,
  parse: (output) => {
    const lines = stdoutText(output).replaceAll('\r', '').trim();
    const automatic = /^accelerometer_rotation=([01])$/m.exec(lines)?.[1];
    const rotation = /^user_rotation=([0-3])$/m.exec(lines)?.[1] ?? '0';
    return automatic === undefined ? null : { lines, isLocked: automatic === '0', rotation };
  },
};

/**
 * Restores the rotation lock if it has changed. A program that leaves UiAutomation unlocks it, or
 * locks it to the rotation that an app had forced (UiAutomationConnection.restoreRotationStateLocked).
 */
export function restoreRotationLock({ lines, isLocked, rotation }: RotationLock): Command<null> {
  const lock = sh`settings put system user_rotation ${rotation}; settings put system accelerometer_rotation 0`;
  const free = sh`settings put system accelerometer_rotation 1`;
  return {
    purpose: 'putting the rotation lock back',
    line: sh`[ "$(${list})" = ${lines} ] || { ${isLocked ? lock : free}; }`,
    deadlineMs: 10_000,
    parse: () => null,
  };
}
