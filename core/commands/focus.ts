import type { Focus } from '../screen/screen.ts';
import { type Command, stdoutText } from './command.ts';

/**
 * Prints the lines that name the app in front. From Android 10 on the displays have them, before that
 * the windows; the activities are the last resort (no window has focus while one closes). A step runs
 * only if the one before found nothing, since every dumpsys takes a tenth of a second on a phone.
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
  parse: (output) => parseFocus(stdoutText(output)),
};

/**
 * The focused window's activity. If several displays each have one, the one that is also a focused app
 * wins. For a window without an activity (a pop-up, the notification shade, "Application Not
 * Responding") it is the focused app, else the resumed activity.
 */
export function parseFocus(text: string): Focus {
  const componentsIn = (pattern: RegExp): Focus[] =>
    text.split(/\r?\n/).flatMap((line) => (pattern.test(line) ? componentIn(line) : []));
  const windows = componentsIn(/mCurrentFocus=/);
  const apps = componentsIn(/mFocusedApp=/);
  const resumed = componentsIn(/ResumedActivity[:=]/);
  const focusedInBoth = windows.find((window) => apps.some((app) => isSame(app, window)));
  return (
    focusedInBoth ?? windows[0] ?? apps[0] ?? resumed[0] ?? { packageName: null, activity: null }
  );
}

function componentIn(line: string): Focus[] {
  // The lookbehind avoids retrying at every letter of a long word, as in an app's title.
  const match = /(?<![\w.])([A-Za-z]\w*(?:\.\w+)*)\/([\w.$]+)/.exec(line);
  const [, packageName, className] = match ?? [];
  if (packageName === undefined || className === undefined) return [];
  const isInPackage = className.startsWith(`${packageName}.`);
  return [{ packageName, activity: isInPackage ? className.slice(packageName.length) : className }];
}

function isSame(a: Focus, b: Focus): boolean {
  return a.packageName === b.packageName && a.activity === b.activity;
}
