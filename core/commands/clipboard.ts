import { HandsetError } from '../errors.ts';
import { type Command, type CommandOutput, phoneMessage, stdoutText } from './command.ts';
import { sh } from './shell-text.ts';

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
