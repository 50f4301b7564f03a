/**
 * The result of get_screen_state with a screenshot under each fault of the demo phone. The tests
 * check this table, and the README shows it.
 */
import assert from 'node:assert/strict';
import type { Agent, ToolCallResult } from '../../mcp/testing/agent.ts';
import { decodePixels } from '../../testing/pixels.ts';
import type { FaultName } from '../options.ts';
import { expectedScreen, withoutSnapshot } from './expected-screen.ts';

interface FaultOutcome {
  /** The README's text. */
  readonly readmeText: string;
  readonly isError: boolean;
  readonly elements: 'all' | 'none';
  readonly picture: 'marked' | 'clean' | 'black' | 'none';
  /**
   * The whole error text, or the line that the result's text contains; `…` matches any characters.
   * Absent if nothing is reported.
   */
  readonly reportedText?: string;
}

const correct = {
  readmeText: 'The correct screen.',
  isError: false,
  elements: 'all',
  picture: 'marked',
} as const satisfies FaultOutcome;

const withoutElements = { isError: false, elements: 'none', picture: 'clean' } as const;
const failed = { isError: true, elements: 'none', picture: 'none' } as const;

export const faultOutcomes: Readonly<Record<FaultName, FaultOutcome>> = {
  'no-idle': { ...correct, readmeText: 'The correct screen, by yadb instead of uiautomator.' },
  'dump-killed': { ...correct, readmeText: 'The correct screen, by yadb instead of uiautomator.' },
  'null-root': {
    ...withoutElements,
    readmeText: 'The picture, without boxes, and the reason why there is no element list.',
    reportedText:
      "note:The element list couldn't be read: ERROR: null root node returned by UiTestAutomationBridge. Try again in a moment.",
  },
  'automation-taken': {
    ...withoutElements,
    readmeText: 'The picture, without boxes, and the reason why there is no element list.',
    reportedText:
      "note:The element list couldn't be read: uiautomator was killed, because UiAutomation is taken. Another program (Appium, uiautomator2, a test runner) is reading the screen; stop it and try again.",
  },
  'no-reader': { ...correct, readmeText: 'The correct screen, from a dump.' },
  'reader-dies': { ...correct, readmeText: 'The correct screen, from a dump.' },
  'reader-hangs': {
    ...correct,
    readmeText: 'The correct screen, from a dump some seconds later.',
  },
  'reader-ends': correct,
  'reader-lies': { ...correct, readmeText: 'The correct screen, from a dump.' },
  'reader-stale': {
    ...correct,
    readmeText: 'The correct screen. An old one is noticed by a dump after an action.',
  },
  'stale-dump': correct,
  'multi-display': correct,
  'focus-elsewhere': {
    ...withoutElements,
    readmeText:
      'By the element reader the correct screen; where only dumps are used, the picture and the reason. A touch, or opening an app, gives the phone’s own screen the focus.',
    reportedText:
      "note:The element list couldn't be read: the focused window is on display 2, and a dump reads only that one. Give the phone's own screen the focus: open an app with open_app, or tap the screen. Then try again.",
  },
  'picture-in-picture': {
    ...correct,
    readmeText: 'The correct screen, and which app is in the window that covers a part of it.',
    reportedText:
      'note:com.example.video shows in a picture-in-picture window over the app. It is not listed, and touches on it go to it: …. If it is in the way, drag it aside.',
  },
  'beyond-display': correct,
  'dark-panel': correct,
  'keyboard-covers': {
    ...correct,
    readmeText: 'The correct screen. What lies under the open keyboard is marked, and not touched.',
  },
  landscape: { ...correct, readmeText: 'The correct screen, wider than tall.' },
  'override-size': { ...correct, readmeText: 'The correct screen, in the size that is set.' },
  'secure-window': {
    ...correct,
    readmeText: 'All elements, a picture in which the app is black, and the reason for that.',
    picture: 'black',
    reportedText:
      'note:The screenshot is black, most likely because the foreground app forbids screenshots (FLAG_SECURE).',
  },
  'input-denied': { ...correct, readmeText: 'The correct screen: only touching and typing fail.' },
  'input-ignored': {
    ...correct,
    readmeText: 'The correct screen: only touching and typing fail.',
  },
  'adb-restricted': {
    ...correct,
    readmeText: 'The correct screen: only changing settings, permissions and data of apps fails.',
  },
  'no-scrcpy': {
    ...correct,
    readmeText:
      'The correct screen. Touching and typing go through the shell, without several fingers.',
  },
  'scrcpy-dies': {
    ...correct,
    readmeText:
      'The correct screen. The action in flight may or may not have run; the next one works.',
  },
  'no-video': {
    ...correct,
    readmeText: 'The correct screen, from a screenshot; only the live view is slower.',
  },
  'deaf-video': {
    ...correct,
    readmeText:
      'The correct screen. The live view starts again when its shape is no longer the screen’s.',
  },
  'shell-clipboard': correct,
  'drops-typing': {
    ...correct,
    readmeText:
      'The correct screen. Typed text is read back, and typed again when some of it was lost.',
  },
  momentum: { ...correct, readmeText: 'The correct screen, once the list has come to rest.' },
  'screen-off': {
    ...correct,
    readmeText:
      'All elements, a black picture and the reason for that. Touching fails, and says why.',
    picture: 'black',
    reportedText: "note:The screenshot is black because the phone's display is off.",
  },
  slow: { ...correct, readmeText: 'The correct screen, later.' },
  'unplug-mid-transfer': {
    ...failed,
    readmeText: 'An error; once the phone is plugged in again, calls work by themselves.',
    reportedText:
      'Handset 14 was disconnected.…Plug it in again; the console reconnects automatically. Then try again.',
  },
  'auth-refused': {
    ...failed,
    readmeText: 'An error.',
    reportedText:
      "Handset 14 refused this computer. Click Retry and tap Allow on the phone. If it doesn't ask, tap “Revoke USB debugging authorizations” in its developer options, then click Retry.",
  },
  'auth-ignored': {
    ...failed,
    readmeText: 'An error.',
    reportedText:
      'Handset 14 is waiting for someone to tap Allow on its screen. Unlock the phone, tick “Always allow from this computer” and tap Allow; then try again.',
  },
  'install-blocked': {
    ...correct,
    readmeText: 'The correct screen: only installing an app fails.',
  },
  'log-flood': correct,
  'logcat-dies': {
    ...correct,
    readmeText: 'The correct screen. The console’s log goes on by itself, and says so.',
  },
  'no-shell-v2': correct,
  'usb-busy': {
    ...failed,
    readmeText: 'An error.',
    reportedText:
      'Another program is using Handset 14. Click “Use it through adb” if the console offers it. Otherwise close Android Studio, scrcpy and other tabs that use the phone, then run `adb kill-server`. The console connects as soon as the phone is free.',
  },
  'usb-denied': {
    ...failed,
    readmeText: 'An error.',
    reportedText:
      'The computer refused access to Handset 14. Add a udev rule for the phone, plug it in again and retry.',
  },
  'truncated-png': {
    ...correct,
    readmeText: 'The correct screen: a picture that was cut short is taken again.',
  },
};

/** The app in front of a phone with a fault. */
export const activity = 'com.android.calculator2/.Calculator';

/** Asserts that an agent of a phone with this fault gets what the table says. */
export async function assertOutcome(fault: FaultName, agent: Agent): Promise<void> {
  const outcome = faultOutcomes[fault];
  const answer = await agent.call('get_screen_state', { include_screenshot: true });
  assert.match(withoutSnapshot(answer.text), await expectedText(fault, outcome));
  assert.equal(answer.isError, outcome.isError);
  assert.equal(await classifyPicture(answer), outcome.picture);
}

/** A pattern for the whole expected text of an outcome. */
async function expectedText(name: FaultName, outcome: FaultOutcome): Promise<RegExp> {
  const { elements, reportedText } = outcome;
  const lines = reportedText === undefined ? [] : [reportedText];
  if (elements === 'none') return pattern(lines, outcome.isError ? '' : '\n[^]*');
  const { text } = await expectedScreen({ android: 14, faults: new Set([name]), activity });
  return pattern([text, ...lines]);
}

function pattern(lines: readonly string[], rest = ''): RegExp {
  const escaped = lines.join('\n').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('…', '.*')}${rest}$`);
}

/** Classifies a screenshot by its red pixels (element boxes) and its brightness. */
async function classifyPicture({ images }: ToolCallResult): Promise<FaultOutcome['picture']> {
  const [image] = images;
  if (image === undefined) return 'none';
  const { size, redness, brightness } = await decodePixels(image.bytes);
  let red = 0;
  let bright = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      if ((redness(x, y) ?? 0) > 120) red++;
      if ((brightness(x, y) ?? 0) > 100) bright++;
    }
  }
  const all = size.width * size.height;
  // Boxes cover about 5 % of the calculator, which has no red and is bright everywhere.
  if (bright < 0.3 * all) return 'black';
  return red > 0.01 * all ? 'marked' : 'clean';
}
