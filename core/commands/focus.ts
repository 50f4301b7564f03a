import type { Focus } from '../screen/screen.ts';
import { type Command, textOf } from './command.ts';

/**
 * Prints the lines that name the app in front. Where they stand differs by version: from
 * Android 10 the displays carry them, before that the windows do; the activities are the last
 * resort (no window has focus while one closes). Each step is taken only if the one before
 * found nothing, since every dumpsys costs a tenth of a second on a phone.
 */
export const focusLine = [
  String.raw`dumpsys window displays | grep -E 'mCurrentFocus=Window|mFocusedApp=[A-Z]'`,
  String.raw`dumpsys window windows | grep -E 'mCurrentFocus=Window|mFocusedApp=[A-Z]'`,
  String.raw`dumpsys activity activities | grep -E 'ResumedActivity[:=]'`,
].join(' || ');

/** Reads the app in front. */
export const readFocus: Command<Focus> = {
  purpose: 'reading which app is in front',
  line: focusLine,
  deadlineMs: 10_000,
  parse: (output) => parseFocus(textOf(output)),
};

/**
 * The focused window's activity. With several displays there are several; then the one that is
 * also the focused app of a display wins. Windows without an activity (a pop-up, the
 * notification shade, "Application Not Responding") leave the word to the focused app, then to
 * the resumed activity.
 */
export function parseFocus(text: string): Focus {
  const found = (pattern: RegExp): Focus[] =>
    text.split(/\r?\n/).flatMap((line) => (pattern.test(line) ? componentIn(line) : []));
  const windows = found(/mCurrentFocus=/);
  const apps = found(/mFocusedApp=/);
  const resumed = found(/ResumedActivity[:=]/);
  const both = windows.find((window) => apps.some((app) => isSame(app, window)));
  return both ?? windows[0] ?? apps[0] ?? resumed[0] ?? { packageName: null, activity: null };
}

function componentIn(line: string): Focus[] {
  // The look behind: an app's title may be a long word, which is not to be tried at every letter.
  const match = /(?<![\w.])([A-Za-z]\w*(?:\.\w+)*)\/([\w.$]+)/.exec(line);
  const [, packageName, className] = match ?? [];
  if (packageName === undefined || className === undefined) return [];
  const isBelow = className.startsWith(`${packageName}.`);
  return [{ packageName, activity: isBelow ? className.slice(packageName.length) : className }];
}

function isSame(a: Focus, b: Focus): boolean {
  return a.packageName === b.packageName && a.activity === b.activity;
}
