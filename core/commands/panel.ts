import { HandsetError } from '../errors.ts';
import type { Panel } from '../phone.ts';
import { type Command, type CommandOutput, phoneWords, textOf } from './command.ts';

const commands = {
  notifications: 'expand-notifications',
  'quick-settings': 'expand-settings',
} as const satisfies Record<Panel, string>;

/** Opens a panel of the status bar. Rejects with `command-failed`, quoting the phone's message. */
export function openPanel(panel: Panel): Command<null> {
  return {
    purpose: `opening the ${panel.replace('-', ' ')}`,
    line: `cmd statusbar ${commands[panel]}`,
    deadlineMs: 10_000,
    parse: (output) => checkOpened(panel, output),
  };
}

/** Throws if it failed. StatusBarShellCommand prints nothing on success, but other programs may print warnings. */
function checkOpened(panel: Panel, output: CommandOutput): null {
  const complaint = /Unknown command|Exception|No shell command|Can't find service|not found/;
  const complains = complaint.test(`${output.stderr}\n${textOf(output)}`);
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (!failed && !complains) return null;
  const name = panel.replace('-', ' ');
  throw new HandsetError(
    'command-failed',
    `The phone did not open its ${name}; it said: ${phoneWords(output)}.`,
    { hint: 'Unlock it and try again, or swipe down from the top edge of its screen.' },
  );
}
