import { HandsetError } from '../errors.ts';
import { phoneMessage, stdoutText, type Command, type CommandOutput } from './command.ts';
import { sh } from './shell-text.ts';
import type { StatusBarPanel } from '../phone.ts';

/**
 * Reads the clipboard's text with `cmd clipboard`, which AOSP lacks and some makers' builds have; null
 * when it is empty. Rejects with `unsupported`, quoting the phone's message.
 */
export const readClipboard: Command<string | null> = {
  purpose: 'reading the clipboard',
  line: 'cmd clipboard get text',
  deadlineMs: 10_000,
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
    line: sh`cmd clipboard set text ${text}`.line,
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
