import { HandsetError } from '../errors.ts';
import { phoneMessage, stdoutText, type Command } from './command.ts';
import { sh } from './shell-text.ts';

/** The languages of one app (LocaleManagerShellCommand), since Android 13. */

/** Reads an app's languages as BCP 47 tags with commas between them; empty for the phone's own. Rejects with `command-failed`. */
export function readAppLanguages(packageName: string): Command<string> {
  return {
    purpose: `reading the language of ${packageName}`,
    line: sh`cmd locale get-app-locales ${packageName}`.line,
    deadlineMs: 10_000,
    parse: (output) => {
      const tags = /^Locales for .* are \[([^\]\n]*)\]/m.exec(stdoutText(output))?.[1];
      if (tags !== undefined) return tags;
      const message = `The phone did not tell the language of ${packageName}; it said: ${phoneMessage(output)}.`;
      throw new HandsetError('command-failed', message, {
        hint: 'Check the package name of the app.',
      });
    },
  };
}

/** Sets an app's languages. Read them afterwards to learn whether Android accepted them. */
export function writeAppLanguages(packageName: string, tags: string): Command<null> {
  const locales = tags === '' ? sh`` : sh` --locales ${tags}`;
  return {
    purpose: `setting the language of ${packageName}`,
    line: sh`cmd locale set-app-locales ${packageName}${locales}`.line,
    deadlineMs: 10_000,
    parse: () => null,
  };
}
