import type { OtherApp, Screen } from '../screen/screen.ts';
import type { MissingContent } from '../screen/summary/missing-content.ts';
import { summarize, type Summary } from '../screen/summary/summary.ts';

/** What an agent can do about a display that is off. */
export const wakeHint =
  'press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.';

const picture = 'get_screen_state with include_screenshot true shows it';

/** Says what the tree does not have, and what to do. Tool names appear in notes only. */
export const missingContentNotes = {
  'display off': `note:The display is off, and touches do nothing: ${wakeHint}`,
  'always-on display': `note:This is the always-on display, and touches do nothing: ${wakeHint}`,
  'locked apps':
    'note:The lock screen covers the apps. Swipe up to open it; if it then asks for a PIN, pattern or password, ask the user to unlock the phone.',
  'other app': `note:The app takes up only a part of the screen; what is beside it, such as another app in a split screen, is not listed: ${picture}. To work with the other app, tap it first.`,
  'web page': `note:The browser has not reported its page yet: read the screen again in a moment; if the page is still missing, ${picture}.`,
  drawing: `note:Drawings, games and video are not included: ${picture}.`,
  everything: `note:The app does not describe what it shows: ${picture}; tap by coordinates.`,
} as const satisfies Record<MissingContent, string>;

/** For a web page that the browser has reported. */
export const latePageNote = `note:Web pages report their content late or only in part: if something is missing, ${picture}.`;

/** The notes on what is missing on this screen. */
export function formatMissingContent(screen: Screen): string[] {
  return missingContentLines(summarize(screen));
}

/** The same for a summary. */
export function missingContentLines({
  missing,
  focus: { otherApps = [] },
}: Pick<Summary, 'missing' | 'focus'>): string[] {
  const named = otherApps.map(otherAppNote);
  const isNamed = otherApps.some((app) => !app.isPictureInPicture);
  if (missing === null || (missing === 'other app' && isNamed)) return named;
  return [missingContentNotes[missing], ...named];
}

function otherAppNote({ packageName, isPictureInPicture }: OtherApp): string {
  return isPictureInPicture
    ? `note:${packageName} shows in a picture-in-picture window over the app. It is not listed, and touches on it go to it: ${picture}. If it is in the way, drag it aside.`
    : `note:${packageName} shows in another window, as in a split screen, and is not listed: ${picture}. To work with it, tap it first.`;
}
