import { HandsetError } from '../../errors.ts';
import { wakeHint } from '../../format/missing-content.ts';
import { isAppChooser, type SentIntent } from '../../phone/intents.ts';
import type { Phone } from '../../phone/phone.ts';
import type { Focus } from '../../screen/screen.ts';
import type { ToolReply } from './tool.ts';
import { pollUntil } from './poll-until.ts';

/** How long an app may take until it is in the foreground; a cold start on a slow phone takes half of it. */
const startTimeoutMs = 10_000;
/** How long an app other than the started one must be in front to count as the result. */
const otherAppStaysMs = 2_000;
/** How long another activity of the foreground app may take to appear. */
const sameAppMs = 1_500;

/** What is in the foreground before something is started. Rejects with `display-off`. */
export async function readFrontBeforeStart(phone: Phone, signal: AbortSignal): Promise<Focus> {
  const [awake, focus] = await Promise.all([phone.readAwake(signal), phone.readFocus(signal)]);
  if (awake !== false) return focus;
  const message = "The phone's display is off, so nothing would be visible. Nothing was sent.";
  throw new HandsetError('display-off', message, {
    hint: wakeHint,
  });
}

/** The result of starting something: which app is in the foreground. */
interface FrontApp {
  /** A sentence that names the foreground app. */
  readonly text: string;
  /** Whether the system shows a question (which app, a permission) in front of the app. */
  readonly isQuestion: boolean;
}

interface StartedActivity {
  /** The activity that the phone started; null if it does not report one. */
  readonly receiver: SentIntent['receiver'];
  readonly before: Focus;
}

/**
 * Waits until the started activity's app is in the foreground, and says what is. The
 * system's list of apps and its question for a permission count, and so does another app that the
 * started one called. Rejects with `action-failed` if what was in the foreground still is.
 */
export async function waitForFrontApp(
  phone: Phone,
  started: StartedActivity,
  reply: Pick<ToolReply, 'progress'>,
  signal: AbortSignal,
): Promise<FrontApp> {
  const watch = new FrontWatch(started);
  const { result } = await pollUntil(
    {
      timeoutMs: startTimeoutMs,
      read: (readSignal) => phone.readFocus(readSignal),
      check: (focus) => watch.resultFor(focus),
      onAttempt: ({ elapsedMs }) =>
        reply.progress({
          done: elapsedMs,
          total: startTimeoutMs,
          message: 'waiting until the app is in the foreground',
        }),
    },
    signal,
  );
  if (result !== undefined) return result;
  if (watch.last.packageName === null) {
    const text = 'sent, not verified: the phone does not report which app is in the foreground.';
    return { text, isQuestion: false };
  }
  const { receiver } = started;
  const taker = receiver === null ? 'An app' : receiver.packageName;
  const seconds = startTimeoutMs / 1000;
  throw new HandsetError(
    'action-failed',
    `${taker} was started, but after ${seconds} seconds ${componentOf(watch.last)} is in the foreground.`,
    { hint: 'Look at the screen: the phone may be locked, or the app slow or without a screen.' },
  );
}

/** Determines the result of a start from successive readings of the foreground app. */
class FrontWatch {
  last: Focus = { packageName: null, activity: null };
  readonly #started: StartedActivity;
  readonly #startMs = performance.now();
  #lastSinceMs = this.#startMs;

  constructor(started: StartedActivity) {
    this.#started = started;
  }

  /** The result; undefined while it is not decided yet. */
  resultFor(focus: Focus): FrontApp | undefined {
    const nowMs = performance.now();
    if (!isSameFocus(focus, this.last)) this.#lastSinceMs = nowMs;
    this.last = focus;
    if (focus.packageName === null) return undefined;
    const { receiver, before } = this.#started;
    const isUnchanged = isSameFocus(focus, before);
    const question = isUnchanged ? undefined : systemQuestion(focus, receiver?.packageName);
    const inFront = `In the foreground: ${componentOf(focus)}`;
    if (question !== undefined) return { text: `${inFront}: ${question}`, isQuestion: true };
    const app = { text: `${inFront}.`, isQuestion: false };
    if (focus.packageName === receiver?.packageName) {
      const mayStillChange = isUnchanged && focus.activity !== receiver.activity;
      return mayStillChange && nowMs - this.#startMs < sameAppMs ? undefined : app;
    }
    if (isUnchanged) return undefined;
    if (receiver === null) return app;
    if (nowMs - this.#lastSinceMs < otherAppStaysMs) return undefined;
    return { ...app, text: `${inFront}, opened by ${receiver.packageName}.` };
  }
}

/**
 * What the system asks instead of showing the app with this package; undefined if it shows none of
 * its questions.
 */
export function systemQuestion({ activity }: Focus, packageName = 'the app'): string | undefined {
  if (activity === null) return undefined;
  if (isAppChooser(activity))
    return 'the phone asks which app to open it with. Choose one on the screen.';
  if (!activity.endsWith('GrantPermissionsActivity')) return undefined;
  return `the phone asks whether to grant ${packageName} a permission. That is for the user to decide.`;
}

/** Whether both readings show the same activity. */
export function isSameFocus(a: Focus, b: Focus): boolean {
  return a.packageName === b.packageName && a.activity === b.activity;
}

/** `package/activity` as Android prints them. */
export function componentOf({ packageName, activity }: Focus): string {
  return `${packageName ?? ''}/${activity ?? ''}`;
}
