import { HandsetError } from '../errors.ts';
import { type Command, type CommandOutput, phoneWords, textOf } from './command.ts';
import { sh } from './shell-text.ts';

/**
 * Reads the clipboard's text with `cmd clipboard`, which Android itself has not and some makers'
 * builds do; null when it is empty. Rejects with `unsupported`, the phone's words in the message.
 */
export const readClipboard: Command<string | null> = {
  purpose: 'reading the clipboard',
  line: 'cmd clipboard get text',
  deadlineMs: 10_000,
  parse: (output) => {
    checkKnown(output);
    // The line end is println's; the text's own are kept.
    const text = textOf(output).replace(/\r?\n$/, '');
    return text === '' ? null : text;
  },
};

/** Puts a text on the clipboard; an empty one too. Rejects with `unsupported`; throws `invalid-argument` for NUL. */
export function writeClipboard(text: string): Command<null> {
  return {
    purpose: 'writing the clipboard',
    line: sh`cmd clipboard set text ${text}`.line,
    deadlineMs: 10_000,
    parse: (output) => {
      checkKnown(output);
      return null;
    },
  };
}

/**
 * Without such a command the service answers "No shell command implementation." on stderr and
 * ends with 0 (Binder.onShellCommand). What stands on stdout is the clipboard's text, which may
 * say anything, so a complaint is looked for there only where stderr is merged into it.
 */
function checkKnown(output: CommandOutput): void {
  const { stderr, exitCode } = output;
  const complaint = exitCode === null ? textOf(output) : stderr;
  const failed = exitCode !== null && exitCode !== 0;
  if (!failed && !/^\s*(?:No shell command|Unknown command|cmd: )/.test(complaint)) return;
  const message = `This phone's shell has no clipboard; it said: ${phoneWords(output)}.`;
  throw new HandsetError('unsupported', message, {
    hint: 'The clipboard works through the scrcpy server, where that can run.',
  });
}
