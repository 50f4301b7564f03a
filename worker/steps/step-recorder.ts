import { type HandsetError, toHandsetError } from '#core/errors.ts';
import type { Point, Size } from '#core/geometry.ts';
import type { FingerStep } from '#core/gestures/finger-steps.ts';
import type { StrokePoint } from '#core/gestures/gesture.ts';
import { recognizeGesture } from '#core/gestures/recognize-gesture.ts';
import { keyCodes, type AndroidKey } from '#core/input/keys.ts';
import type { ShownText } from '#core/link/call.ts';
import type { Call } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { Focus, Screen } from '#core/screen/screen.ts';
import { pollUntil } from '#core/tools/shared/poll-until.ts';
import { readScreen, recentOrReadScreen, recentScreenOf } from '#core/tools/shared/read-screen.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import { pause } from '../waits/deadline.ts';
import {
  callOfGesture,
  callOfKey,
  callOfLostText,
  callOfWheel,
  fieldAt,
  fieldOn,
  focusedField,
  goneTexts,
  isDoubleTap,
  isDoubleTapAt,
  isPasswordAt,
  type RecordedCall,
  type TouchedScreen,
} from './recorded-call.ts';

/** How long a touch waits for the elements of its screen, if they are not known yet. A longer wait would seem like a fault. */
const readTimeoutMs = 1_500;
/** How long an app may take to come to the foreground after its icon was pressed. */
const openTimeoutMs = 3_000;
/**
 * Texts and turns of the wheel with shorter pauses are recorded as one step, and two taps as a double tap.
 * For texts and the wheel the pause begins when the phone has received the input: what the user does while
 * a slow phone receives it waits in the queue.
 */
const pauseMs = { text: 1_500, wheel: 600, tap: 300 } as const;

/** An event of one of the user's fingers. */
export interface UserFingerStep extends FingerStep {
  /** When the user made it, by `performance.now`. */
  readonly atMs: number;
  /** The screen's size at that time, in device pixels. */
  readonly area: Size;
}

/** A step that has begun. */
interface StartedStep {
  readonly id: number;
  readonly startedAtEpochMs: number;
  /** The same on the monotonic clock, which nobody can set. */
  readonly startedMs: number;
  readonly before: Promise<PictureData | null>;
  /** One of these rejects if the input did not reach the phone. */
  readonly done: readonly Promise<unknown>[];
}

/** The last step; the user's next input may extend it. */
type OpenStep = StartedStep & {
  /** Aborted when the step is extended or sent. */
  readonly closing: AbortController;
} &
  /** A tap at a point. Each press of an element is its own step, because it may be a button that counts. */
  (
    | { readonly kind: 'tap'; readonly call: RecordedCall; readonly on: TouchedScreen }
    | { readonly kind: 'text'; readonly text: string; readonly fields: Promise<TypedInto> }
    | {
        readonly kind: 'wheel';
        readonly at: { readonly x: number; readonly y: number };
        readonly notches: { readonly right: number; readonly down: number };
        readonly on: TouchedScreen;
      }
  );

/** The field into which a text was typed. */
interface TypedInto {
  readonly selector: string | undefined;
  /** Whether the text may be a password: true unless the screen showed another field, or no field at all. */
  readonly isSecret: boolean;
  /** Whether the screen was read and no field had focus, so that no tool can type the text again. */
  readonly isNowhere: boolean;
}

/** The gesture of the fingers that are down. */
interface OpenGesture extends StartedStep {
  readonly phone: AdbPhone;
  readonly on: TouchedScreen;
  readonly startMs: number;
  readonly strokes: StrokePoint[][];
  readonly down: Map<number, StrokePoint[]>;
}

/** The source of ids and pictures, and the receiver of the recorded steps. */
interface StepRecorderOptions {
  /** An id above those of all calls so far. */
  nextId(): number;
  /** The user, as in their own calls. */
  readonly caller: Pick<Call, 'agent' | 'from'>;
  /** Captures the screen before and after a step, as for a call. */
  readonly pictures: {
    begin(effect: 'act'): Promise<PictureData | null>;
    ended(id: number, recorded: Promise<unknown>): void;
    screenRead(screen: Screen): void;
  };
  /** The secrets are typed passwords, to be masked. */
  onCall(
    call: Call,
    secrets: { readonly texts: readonly string[]; readonly arePresumed: false },
  ): void;
}

/**
 * Records the user's input on the picture as calls of the tools that do the same, while it is
 * switched on. Input is sent to the phone as usual, but a touch may wait until the elements below it
 * are known, as long as its finger does not move. Input that the phone refuses becomes a failed step.
 */
export class StepRecorder {
  readonly #options: StepRecorderOptions;
  #isOn = false;
  #gesture: OpenGesture | null = null;
  #open: OpenStep | null = null;
  /** The screen before the last touch, and its phone. */
  #before: { readonly phone: AdbPhone; readonly screen: Screen } | null = null;
  #startedSteps = 0;
  /** Whether the last touch was on a password field, so that it receives typed text. */
  #isPasswordPressed = false;
  /** The field of the last tap, which receives text that is typed before a reading shows its focus. */
  #tappedField: ReturnType<typeof fieldAt> = null;
  /** The packages of the apps that the steps used so far: any other one starts afresh when the steps are run. */
  #usedApps = new Set<string>();
  /** The launcher activities of the apps that were running when the recording began, by their packages. */
  #leftOpen: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  /** The steps that are still to be reported. */
  readonly #sending = new Set<Promise<unknown>>();

  constructor(options: StepRecorderOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Switches recording on or off; resolves when all steps so far have been reported. Earlier steps used `usedApps`. */
  async setOn(
    on: boolean,
    {
      phone,
      usedApps,
    }: { readonly phone?: AdbPhone | null; readonly usedApps?: readonly string[] } = {},
  ): Promise<void> {
    this.#closeStep();
    this.#gesture = null;
    if (on && !this.#isOn) {
      this.#before = null;
      this.#usedApps = new Set(usedApps);
      this.#leftOpen = phone ? launchersOfRunning(phone) : Promise.resolve(new Map());
    }
    this.#isOn = on;
    await Promise.all(this.#sending);
  }

  /** Texts that have disappeared since the last touch. Never rejects. */
  async goneTexts(signal: AbortSignal): Promise<readonly ShownText[]> {
    if (this.#before === null) return [];
    const { phone, screen } = this.#before;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
    const now = await readScreen(phone, inTime).catch(() => null);
    return now === null ? [] : goneTexts(screen, now);
  }

  /** Reads the screen below the first finger; await it before the finger goes down. Never rejects. */
  async beforeTouch(
    phone: AdbPhone,
    { size, at }: { readonly size: Size; readonly at: Point },
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.#isOn) return;
    const open = this.#open?.kind === 'tap' ? this.#open : null;
    const first = open !== null && isDoubleTapAt(open.call.touch, at) ? open : null;
    first?.closing.abort();
    // The second of two taps does not wait, because the phone too recognizes only quick taps as a double tap.
    const on = first?.on ?? (await touchedScreen(phone, size, signal));
    // May have been switched off meanwhile; the getter prevents TypeScript from narrowing the field.
    if (!this.isOn) return;
    if (first === null) this.#closeStep();
    if (on.screen !== null) {
      this.#before = { phone, screen: on.screen };
      if (first === null) this.#options.pictures.screenRead(on.screen);
    }
    const lists = { strokes: [], down: new Map<number, StrokePoint[]>() };
    this.#gesture = { ...this.#begin([]), phone, on, startMs: NaN, ...lists };
  }

  /** Records a finger event that was sent to the phone; `done` rejects if the phone refuses it. */
  touch({ finger, action, x, y, atMs }: UserFingerStep, done: Promise<unknown>): void {
    if (this.#gesture === null) return;
    // This finger's touch did not reach the phone.
    if (action !== 'down' && !this.#gesture.down.has(finger)) return;
    if (Number.isNaN(this.#gesture.startMs)) this.#gesture = { ...this.#gesture, startMs: atMs };
    const { startMs, strokes, down } = this.#gesture;
    const stroke = down.get(finger) ?? [];
    if (action === 'down') {
      strokes.push(stroke);
      down.set(finger, stroke);
    }
    stroke.push({ x, y, timeMs: atMs - startMs });
    if (action === 'up') down.delete(finger);
    if (action === 'up' && down.size === 0) this.#endGesture({ ...this.#gesture, done: [done] });
  }

  /** Call if the fingers were lifted without finger events. */
  cancelTouch(): void {
    if (this.#gesture === null) return;
    this.#gesture = null;
    this.#closeStep();
  }

  /** Records a turn of the wheel; call before it is sent. */
  wheel(
    phone: AdbPhone,
    turn: {
      readonly x: number;
      readonly y: number;
      readonly right: number;
      readonly down: number;
      readonly area: Size;
      readonly done: Promise<unknown>;
    },
  ): void {
    if (!this.#isOn) return;
    const { x, y, right, down, area, done } = turn;
    const last = this.#open?.kind === 'wheel' ? this.#open : null;
    if (last !== null) last.closing.abort();
    else this.#closeStep();
    const { notches, ...begun } = last ?? {
      ...this.#begin([]),
      notches: { right: 0, down: 0 },
      on: { size: area, screen: recentScreenOf(phone), keyboard: null },
    };
    const sum = { right: notches.right + right, down: notches.down + down };
    this.#open = {
      kind: 'wheel',
      at: { x, y },
      ...begun,
      done: [...begun.done, done],
      notches: sum,
      closing: this.#closeAfterPause('wheel', done),
    };
  }

  /** Records a typed text; call before it is sent. */
  text(phone: AdbPhone, text: string, done: Promise<unknown>): void {
    if (!this.#isOn) return;
    const last = this.#open?.kind === 'text' ? this.#open : null;
    if (last !== null) last.closing.abort();
    else this.#closeStep();
    const tapped = this.#tappedField;
    const begun = last ?? { ...this.#begin([]), text: '', fields: this.#typedInto(phone, tapped) };
    const sum = { text: begun.text + text, done: [...begun.done, done] };
    this.#open = { ...begun, kind: 'text', ...sum, closing: this.#closeAfterPause('text', done) };
  }

  /** Records the press of a key or a button; call before it is sent. */
  key(key: AndroidKey, done: Promise<unknown>): void {
    if (!this.#isOn) return;
    this.#tappedField = null;
    if (key.keyCode === keyCodes.TAB) this.#isPasswordPressed = false;
    const call = callOfKey(key);
    if (call !== null && !this.#eraseTyped(call, done)) this.#record(call, done);
  }

  /** Records a rotation of the screen; call before it happens. */
  rotate(size: Size | null, done: Promise<unknown>): void {
    if (!this.#isOn || size === null) return;
    const orientation = size.width > size.height ? 'portrait' : 'landscape';
    this.#record({ tool: 'set_device', args: { orientation }, touch: null }, done);
  }

  #record(call: RecordedCall, done: Promise<unknown>): void {
    this.#closeStep();
    this.#sendCall(this.#begin([done]), call);
  }

  /** Removes the last letter of a text that was just typed if the call is Backspace; returns whether it did. */
  #eraseTyped({ tool, args }: RecordedCall, done: Promise<unknown>): boolean {
    const open = this.#open;
    if (open?.kind !== 'text' || tool !== 'press_key' || args['key'] !== 'DEL') return false;
    if ('modifiers' in args) return false;
    const letters = [...new Intl.Segmenter().segment(open.text)].map(({ segment }) => segment);
    open.closing.abort();
    const rest = { text: letters.slice(0, -1).join(''), done: [...open.done, done] };
    this.#open = { ...open, ...rest, closing: this.#closeAfterPause('text', done) };
    return letters.length > 0;
  }

  #endGesture({ phone, strokes, on, ...begun }: OpenGesture): void {
    this.#gesture = null;
    const gesture = recognizeGesture({ strokes }, on.size);
    const call = callOfGesture(gesture, on);
    if (call.touch?.packageName !== undefined) this.#usedApps.add(call.touch.packageName);
    this.#isPasswordPressed = gesture.kind === 'tap' && isPasswordAt(on.screen, gesture.at);
    this.#tappedField = gesture.kind === 'tap' ? fieldAt(on, gesture.at) : null;
    const first = this.#open?.kind === 'tap' ? this.#open : null;
    if (first !== null && isDoubleTap(first.call, call)) {
      first.closing.abort();
      this.#open = null;
      const done = [...first.done, ...begun.done];
      this.#sendCall({ ...first, done }, { ...first.call, tool: 'double_tap' });
      return;
    }
    this.#closeStep();
    if (call.tool === 'tap')
      this.#open = { ...begun, kind: 'tap', call, on, closing: this.#closeAfterPause('tap') };
    else if (call.tool === 'click_element' && call.icon !== undefined)
      this.#send(begun, this.#opening(phone, call, begun.done).then(asDone));
    else this.#sendCall(begun, call);
  }

  /** The call that opens the app whose icon was pressed; the press itself if no app of that name opens soon. Never rejects. */
  async #opening(
    phone: AdbPhone,
    press: RecordedCall,
    done: StartedStep['done'],
  ): Promise<RecordedCall> {
    const startedSteps = this.#startedSteps;
    const wait = {
      timeoutMs: openTimeoutMs,
      read: (signal: AbortSignal) => phone.readFocus(signal),
      check: ({ packageName }: Focus) => {
        if (packageName !== null && packageName !== press.touch?.packageName) return packageName;
        // What the user does next may open another app.
        return startedSteps === this.#startedSteps ? undefined : '';
      },
    };
    const opening = pollUntil<Focus, string>(wait, AbortSignal.timeout(2 * openTimeoutMs));
    const app = await Promise.all([opening, ...done]).then(
      ([{ result }]) => result,
      () => undefined,
    );
    const name = app ? await phone.apps.nameOf(app) : null;
    if (!app || name?.toLowerCase() !== press.icon?.toLowerCase()) return press;
    const activity = (await this.#leftOpen).get(app);
    const isNew = !this.#usedApps.has(app);
    this.#usedApps.add(app);
    // It may have come back on another screen than the one on which a run of the steps begins.
    if (isNew && activity !== undefined && startedSteps === this.#startedSteps) {
      await phone.apps
        .start({ activity, fresh: true }, AbortSignal.timeout(openTimeoutMs))
        .catch(() => undefined);
      phone.screenMayHaveChanged();
    }
    return { tool: 'open_app', args: { package_id: app }, touch: press.touch };
  }

  #begin(done: StartedStep['done']): StartedStep {
    const { nextId, pictures } = this.#options;
    this.#startedSteps += 1;
    this.#tappedField = null;
    return {
      id: nextId(),
      startedAtEpochMs: Date.now(),
      startedMs: performance.now(),
      before: pictures.begin('act'),
      done,
    };
  }

  /** Sends the open step after its pause, which begins when the phone has received the input. */
  #closeAfterPause(kind: keyof typeof pauseMs, received?: Promise<unknown>): AbortController {
    const closing = new AbortController();
    void Promise.allSettled([received])
      .then(() => pause(pauseMs[kind], closing.signal))
      .then(() => {
        if (!closing.signal.aborted) this.#closeStep();
      });
    return closing;
  }

  /** Sends the last step as it is now. */
  #closeStep(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    open.closing.abort();
    if (open.kind === 'tap') this.#sendCall(open, open.call);
    else if (open.kind === 'wheel')
      this.#sendCall(open, callOfWheel(open.at, open.notches, open.on));
    else if (open.text !== '') {
      const { text } = open;
      const typed = open.fields.then(({ selector, isSecret, isNowhere }) => {
        if (isNowhere) return { ...callOfLostText(text, isSecret), secrets: [] };
        const args = { text, ...(selector !== undefined && { selector }) };
        const call = { tool: 'input_text', args, touch: null };
        return { call, error: null, secrets: isSecret ? [text] : [] };
      });
      this.#send(open, typed);
    }
  }

  #sendCall(begun: StartedStep, call: RecordedCall): void {
    this.#send(begun, Promise.resolve(asDone(call)));
  }

  /** Reports the step once its call and its picture are available. */
  #send(
    { id, startedAtEpochMs, startedMs, before, done }: StartedStep,
    step: Promise<{
      readonly call: RecordedCall;
      readonly secrets: readonly string[];
      readonly error: HandsetError | null;
    }>,
  ): void {
    const { pictures, onCall, caller } = this.#options;
    const durationMs = Math.round(performance.now() - startedMs);
    const failing = Promise.all(done).then(() => null, toHandsetError);
    const recorded = Promise.all([step, before, failing]).then(
      ([{ call, secrets, error: refusal }, ...rest]) => {
        const { tool, args, touch } = call;
        const [picture, failure] = rest;
        const error = failure ?? refusal;
        onCall(
          {
            id,
            ...caller,
            tool,
            effect: 'act',
            arguments: args,
            startedAtEpochMs,
            durationMs,
            // A failed step is neither run nor exported by default.
            isError: error !== null,
            text: error?.fullText ?? '',
            pictures: [],
            before: picture,
            after: null,
            touch,
            droppedPictures: 0,
          },
          { texts: secrets, arePresumed: false },
        );
      },
    );
    pictures.ended(id, recorded);
    this.#sending.add(recorded);
    void recorded.finally(() => this.#sending.delete(recorded));
  }

  /** Determines the field that receives the text from the screens before and after. Never rejects. */
  async #typedInto(phone: AdbPhone, tapped: ReturnType<typeof fieldAt>): Promise<TypedInto> {
    const recent = recentScreenOf(phone);
    const startedSteps = this.#startedSteps;
    const isPasswordPressed = this.#isPasswordPressed;
    const now = await readScreen(phone, AbortSignal.timeout(readTimeoutMs)).catch(() => null);
    const screens = [recent, now].filter((screen) => screen !== null);
    const before = fieldOn(recent);
    const after = fieldOn(now);
    const hasField = before !== null || after !== null;
    // One screen may be from before a tap on another field, the other from after Tab left the field.
    const isCurrent = startedSteps === this.#startedSteps;
    const isSure = isCurrent || after === null || after.selector === before?.selector;
    const typed = (isCurrent ? (after ?? before) : before) ?? (hasField ? null : tapped);
    // A screen that is read only now may be the one after a PIN that was complete with its last digit.
    const mayBeHidden = recent === null || screens.some((screen) => isPasswordAt(screen));
    const isSecret =
      isPasswordPressed ||
      (hasField
        ? before?.password === true || after?.password === true
        : tapped === null && mayBeHidden);
    const isNowhere = screens.length > 0 && !hasField && !isPasswordPressed && tapped === null;
    return { selector: isSure ? typed?.selector : undefined, isSecret, isNowhere };
  }
}

/** A step that was done and holds no secret. */
function asDone(call: RecordedCall) {
  return { call, secrets: [], error: null };
}

/** Never rejects. */
async function launchersOfRunning(phone: AdbPhone): Promise<ReadonlyMap<string, string>> {
  const timeout = AbortSignal.timeout(openTimeoutMs);
  const { apps } = await phone.apps
    .list({ withNames: false }, timeout)
    .catch(() => ({ apps: [] as const }));
  const running = apps.flatMap(({ isRunning, packageName, launcherActivity }) =>
    isRunning && launcherActivity !== null ? [[packageName, launcherActivity] as const] : [],
  );
  return new Map(running);
}

/** The screen below a touch: as last read if that is recent, else read now. Never rejects. */
async function touchedScreen(
  phone: AdbPhone,
  size: Size,
  signal: AbortSignal,
): Promise<TouchedScreen> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
  const screen = await recentOrReadScreen(phone, inTime);
  // The keyboard can be open only if a field has focus.
  const mayHaveKeyboard = screen !== null && focusedField(screen) !== null;
  const keyboard = mayHaveKeyboard ? await phone.readKeyboard(inTime).catch(() => null) : null;
  return { size, screen, keyboard };
}
