import { HandsetError } from '../errors.ts';
import { type CommandOutput, firstLine, phoneWords, textOf } from './command.ts';

/**
 * Throws what `input` complained about. Its exit code does not tell: older versions end with 0
 * after an exception, newer ones after a command they don't know. `input-denied` where the phone
 * refuses injected touches and keys, `unsupported` where its `input` is too old, `command-failed`
 * for the rest.
 */
export function checkInput(output: CommandOutput): null {
  const said = `${textOf(output)}\n${output.stderr}`;
  if (/INJECT_EVENTS/.test(said)) throw inputDenied(said);
  const unknown = /Unknown command: *(\S+)/.exec(said)?.[1];
  if (unknown !== undefined) {
    throw new HandsetError('unsupported', `This phone's input command has no "${unknown}".`, {
      hint: 'Its Android is too old for it; where the scrcpy server runs it is not needed.',
    });
  }
  const complaint = /^.*(?:Exception\b|Error: ).*$/m.exec(
    said.replace(/^.*while executing.*$/m, ''),
  );
  const failed = output.exitCode !== null && output.exitCode !== 0;
  if (complaint === null && !failed) return null;
  const words = complaint === null ? phoneWords(output) : firstLine(complaint[0]);
  throw new HandsetError('command-failed', `The phone refused the input; it said: ${words}.`, {
    hint: 'Look at the screen, then try again; if it stays, restart the phone.',
  });
}

/** `input-denied`, with the phone's sentence that names INJECT_EVENTS. */
export function inputDenied(said: string): HandsetError {
  const line = said.split('\n').find((each) => each.includes('INJECT_EVENTS')) ?? 'INJECT_EVENTS';
  const start = line.lastIndexOf(':', line.indexOf('INJECT_EVENTS')) + 1;
  const sentence = line.slice(start).trim();
  return new HandsetError(
    'input-denied',
    `The phone refuses touches and keys over ADB: ${firstLine(sentence)}.`,
    {
      hint: 'On the phone, turn on Developer options > "USB debugging (Security settings)" (Xiaomi, Redmi, POCO with HyperOS or MIUI, vivo and others) and restart the phone.',
    },
  );
}
