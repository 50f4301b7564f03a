import { HandsetError } from '../errors.ts';
import type { StatusBarPanel } from '../phone.ts';
import { type Command, type CommandOutput, phoneMessage, stdoutText } from './command.ts';

const statusbarCommands = {
  notifications: 'expand-notifications',
  'quick-settings': 'expand-settings',
} as const satisfies Record<StatusBarPanel, string>;

/** Opens a panel of the status bar. Rejects with `command-failed`, quoting the phone's message. */
export function openPanel(panel: StatusBarPanel): Command<null> {
  return {
    purpose: `opening the ${panel.replace('-', ' ')}`,
    line: `cmd statusbar ${statusbarCommands[panel]}`,
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
    `The phone did not open its ${name}; it said: ${phoneMessage(output)}.`,
    { hint: 'Unlock it and try again, or swipe down from the top edge of its screen.' },
  );
}
