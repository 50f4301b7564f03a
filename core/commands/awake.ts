import { type Command, textOf } from './command.ts';

/** Whether the display is on; null when the phone does not say. */
export const readAwake: Command<boolean | null> = {
  purpose: 'reading whether the display is on',
  line: `dumpsys power | grep -E 'mWakefulness='`,
  deadlineMs: 10_000,
  parse: (output) => {
    const state = /mWakefulness=(\w+)/.exec(textOf(output))?.[1];
    return state === undefined ? null : state === 'Awake';
  },
};
