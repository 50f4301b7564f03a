import { type HandsetError, toHandsetError } from '#core/errors.ts';
import type { Point, Size } from '#core/geometry.ts';
import type { FingerStep } from '#core/gestures/finger-steps.ts';
import type { StrokePoint } from '#core/gestures/gesture.ts';
import { recognizeGesture } from '#core/gestures/recognize-gesture.ts';
import { keyCodes, type AndroidKey } from '#core/input/keys.ts';
import type { ShownText } from '#core/link/call.ts';
import type { Call } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { Screen } from '#core/screen/screen.ts';
import { readScreen, recentScreenOf } from '#core/tools/shared/read-screen.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
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

/** How long a touch waits for the elements of its screen, if they are not known yet. A longer wait would be felt as a fault. */
const readTimeoutMs = 1_500;
/** Texts and turns of the wheel with shorter pauses than this are one step; also the time in which two taps are a double tap. */
const pauseMs = { text: 1_500, wheel: 600, tap: 300 } as const;

/** An event of one of the user's fingers. */
export interface UserFingerStep extends FingerStep {
  /** When the user made it, by `performance.now`. */
  readonly atMs: number;
  /** The screen's size at that time. */
  readonly area: Size;
}

/** A step that has begun: its place among all calls, and the screen before it. */
interface BegunStep {
  readonly id: number;
  readonly startedAtEpochMs: number;
  readonly before: Promise<PictureData | null>;
  /** One of these rejects when the phone has not got what the user did. */
  readonly done: readonly Promise<unknown>[];
}

/** The last step, which what the user does next may extend. */
type OpenStep = BegunStep & { readonly timer: ReturnType<typeof setTimeout> } &
  /** At a place. Presses of an element are steps of their own, as on a button that counts them. */
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

/** Where a text was typed. */
interface TypedInto {
  readonly selector: string | undefined;
  /** Whether it may be a password: unless a field for other texts was seen, or that there was none for any. */
  readonly isSecret: boolean;
  /** Whether the screen was read and no field had the focus: then no tool can type the text again. */
  readonly isNowhere: boolean;
}

/** The gesture of the fingers that are down. */
interface OpenGesture extends BegunStep {
  readonly on: TouchedScreen;
  readonly startMs: number;
  readonly strokes: StrokePoint[][];
  readonly down: Map<number, StrokePoint[]>;
}

/** Where recorded steps go. */
interface StepRecorderOptions {
  /** An id above those of all calls so far. */
  nextId(): number;
  /** The user, as their own calls name them. */
  readonly caller: Pick<Call, 'agent' | 'from'>;
  /** Takes the screen before and after, as of a call. */
  readonly pictures: {
    begin(effect: 'act'): Promise<PictureData | null>;
    ended(id: number, recorded: Promise<unknown>): void;
  };
  /** The secrets are typed passwords, to be masked. */
  onCall(
    call: Call,
    secrets: { readonly texts: readonly string[]; readonly arePresumed: false },
  ): void;
}

/**
 * Records what the user does on the picture as calls of the tools that do the same, while it is
 * switched on. The phone gets the input as always; only a touch may wait until the elements below it
 * are known, as long as its finger does not move. What the phone has not got becomes a failed step.
 */
export class StepRecorder {
  readonly #options: StepRecorderOptions;
  #isOn = false;
  #gesture: OpenGesture | null = null;
  #open: OpenStep | null = null;
  /** The screen that was touched last, and its phone. */
  #before: { readonly phone: AdbPhone; readonly screen: Screen } | null = null;
  #begunSteps = 0;
  /** Whether the last touch was on a password field, which then gets what is typed. */
  #isPasswordPressed = false;
  /** The field that was tapped just now, which gets what is typed at once, before a reading shows its focus. */
  #tappedField: ReturnType<typeof fieldAt> = null;
  /** The steps whose records are still to be sent. */
  readonly #sending = new Set<Promise<unknown>>();

  constructor(options: StepRecorderOptions) {
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Switches recording on or off; resolves when all steps so far were reported. */
  async setOn(on: boolean): Promise<void> {
    this.#closeStep();
    this.#gesture = null;
    if (on && !this.#isOn) this.#before = null;
    this.#isOn = on;
    await Promise.all(this.#sending);
  }

  /** Texts that were there before the last touch and are no longer. Never rejects. */
  async goneTexts(signal: AbortSignal): Promise<readonly ShownText[]> {
    if (this.#before === null) return [];
    const { phone, screen } = this.#before;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
    const now = await readScreen(phone, inTime).catch(() => null);
    return now === null ? [] : goneTexts(screen, now);
  }

  /** To be awaited before the first finger goes down: reads the screen below it. Never rejects. */
  async beforeTouch(
    phone: AdbPhone,
    { size, at }: { readonly size: Size; readonly at: Point },
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.#isOn) return;
    const open = this.#open?.kind === 'tap' ? this.#open : null;
    const first = open !== null && isDoubleTapAt(open.call.touch, at) ? open : null;
    if (first !== null) clearTimeout(first.timer);
    // The second tap of two waits for nothing: for the phone, too, they are one gesture only in quick succession.
    const on = first?.on ?? (await touchedScreen(phone, size, signal));
    // It may have been switched off meanwhile; the compiler takes it for unchanged.
    if (!this.isOn) return;
    if (first === null) this.#closeStep();
    if (on.screen !== null) this.#before = { phone, screen: on.screen };
    const lists = { strokes: [], down: new Map<number, StrokePoint[]>() };
    this.#gesture = { ...this.#begin([]), on, startMs: NaN, ...lists };
  }

  /** A finger event that the phone has got; `done` rejects if it refuses it after all. */
  touch({ finger, action, x, y, atMs }: UserFingerStep, done: Promise<unknown>): void {
    if (this.#gesture === null) return;
    // The phone has not got the touch of this finger.
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

  /** The fingers were lifted without an event of their own. */
  cancelTouch(): void {
    if (this.#gesture === null) return;
    this.#gesture = null;
    this.#closeStep();
  }

  /** A turn of the wheel; before it is sent. */
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
    if (last !== null) clearTimeout(last.timer);
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
      timer: this.#timer('wheel'),
    };
  }

  /** A text; before it is sent. */
  text(phone: AdbPhone, text: string, done: Promise<unknown>): void {
    if (!this.#isOn) return;
    const last = this.#open?.kind === 'text' ? this.#open : null;
    if (last !== null) clearTimeout(last.timer);
    else this.#closeStep();
    const tapped = this.#tappedField;
    const begun = last ?? { ...this.#begin([]), text: '', fields: this.#typedInto(phone, tapped) };
    const sum = { text: begun.text + text, done: [...begun.done, done] };
    this.#open = { ...begun, kind: 'text', ...sum, timer: this.#timer('text') };
  }

  /** The press of a key or a button; before it is sent. */
  key(key: AndroidKey, done: Promise<unknown>): void {
    if (!this.#isOn) return;
    this.#tappedField = null;
    if (key.keyCode === keyCodes.TAB) this.#isPasswordPressed = false;
    const call = callOfKey(key);
    if (call !== null && !this.#eraseTyped(call, done)) this.#record(call, done);
  }

  /** The screen is turned; before it is. */
  rotate(size: Size | null, done: Promise<unknown>): void {
    if (!this.#isOn || size === null) return;
    const orientation = size.width > size.height ? 'portrait' : 'landscape';
    this.#record({ tool: 'set_device', args: { orientation }, touch: null }, done);
  }

  #record(call: RecordedCall, done: Promise<unknown>): void {
    this.#closeStep();
    this.#sendCall(this.#begin([done]), call);
  }

  /** Backspace takes the last letter of a text that was just typed; whether it did. */
  #eraseTyped({ tool, args }: RecordedCall, done: Promise<unknown>): boolean {
    const open = this.#open;
    if (open?.kind !== 'text' || tool !== 'press_key' || args['key'] !== 'DEL') return false;
    if ('modifiers' in args) return false;
    const letters = [...new Intl.Segmenter().segment(open.text)].map(({ segment }) => segment);
    clearTimeout(open.timer);
    const rest = { text: letters.slice(0, -1).join(''), done: [...open.done, done] };
    this.#open = { ...open, ...rest, timer: this.#timer('text') };
    return letters.length > 0;
  }

  #endGesture({ strokes, on, ...begun }: OpenGesture): void {
    this.#gesture = null;
    const gesture = recognizeGesture({ strokes }, on.size);
    const call = callOfGesture(gesture, on);
    this.#isPasswordPressed = gesture.kind === 'tap' && isPasswordAt(on.screen, gesture.at);
    this.#tappedField = gesture.kind === 'tap' ? fieldAt(on, gesture.at) : null;
    const first = this.#open?.kind === 'tap' ? this.#open : null;
    if (first !== null && isDoubleTap(first.call, call)) {
      clearTimeout(first.timer);
      this.#open = null;
      const done = [...first.done, ...begun.done];
      this.#sendCall({ ...first, done }, { ...first.call, tool: 'double_tap' });
      return;
    }
    this.#closeStep();
    if (call.tool === 'tap')
      this.#open = { ...begun, kind: 'tap', call, on, timer: this.#timer('tap') };
    else this.#sendCall(begun, call);
  }

  #begin(done: BegunStep['done']): BegunStep {
    const { nextId, pictures } = this.#options;
    this.#begunSteps += 1;
    this.#tappedField = null;
    return { id: nextId(), startedAtEpochMs: Date.now(), before: pictures.begin('act'), done };
  }

  #timer(kind: keyof typeof pauseMs): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#closeStep(), pauseMs[kind]);
  }

  /** Sends the last step as it is now. */
  #closeStep(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    clearTimeout(open.timer);
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

  #sendCall(begun: BegunStep, call: RecordedCall): void {
    this.#send(begun, Promise.resolve({ call, secrets: [], error: null }));
  }

  /** Reports the step once its call and its picture are there. */
  #send(
    { id, startedAtEpochMs, before, done }: BegunStep,
    step: Promise<{
      readonly call: RecordedCall;
      readonly secrets: readonly string[];
      readonly error: HandsetError | null;
    }>,
  ): void {
    const { pictures, onCall, caller } = this.#options;
    const durationMs = Date.now() - startedAtEpochMs;
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
            // A failed call is neither run nor exported.
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

  /** The field that gets the text: what the screen showed before, and what it shows now. Never rejects. */
  async #typedInto(phone: AdbPhone, tapped: ReturnType<typeof fieldAt>): Promise<TypedInto> {
    const recent = recentScreenOf(phone);
    const begunSteps = this.#begunSteps;
    const isPasswordPressed = this.#isPasswordPressed;
    const now = await readScreen(phone, AbortSignal.timeout(readTimeoutMs)).catch(() => null);
    const screens = [recent, now].filter((screen) => screen !== null);
    const before = fieldOn(recent);
    const after = fieldOn(now);
    const hasField = before !== null || after !== null;
    // The one screen may be from before a tap into another field, the other from after a Tab out of it.
    const isCurrent = begunSteps === this.#begunSteps;
    const isSure = isCurrent || after === null || after.selector === before?.selector;
    const typed = (isCurrent ? (after ?? before) : before) ?? (hasField ? null : tapped);
    // A screen that is read only now may have come after a PIN that was complete with its last digit.
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

/** The screen below a touch: as last read if that still holds, else read now. Never rejects. */
async function touchedScreen(
  phone: AdbPhone,
  size: Size,
  signal: AbortSignal,
): Promise<TouchedScreen> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]);
  const screen: Screen | null =
    recentScreenOf(phone) ?? (await readScreen(phone, inTime).catch(() => null));
  // Only where a field has the focus the keyboard may be open.
  const mayHaveKeyboard = screen !== null && focusedField(screen) !== null;
  const keyboard = mayHaveKeyboard ? await phone.readKeyboard(inTime).catch(() => null) : null;
  return { size, screen, keyboard };
}
