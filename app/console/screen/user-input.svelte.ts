import { type ErrorCode, type WireError, fromWire, toWire } from '#core/errors.ts';
import type { Point } from '#core/geometry.ts';
import type { UserInputEvent } from '#core/link/live.ts';
import type { Visibility } from '../../browser-agents/visibility.svelte.ts';
import {
  FingerTracker,
  HeldKeys,
  wheelNotches,
  type Finger,
  type SecondFinger,
} from './input-events.ts';
import type { LiveState } from './live.svelte.ts';
import { fractionOf } from './picture.ts';
import { screenStrings } from './strings.ts';

type PhoneButton = Extract<UserInputEvent, { kind: 'button' }>['button'];
type WheelInput = Extract<UserInputEvent, { kind: 'wheel' }>;

/** How long a note stays: at least this long, and this long per character, for slow readers. */
const noteMs = { least: 6_000, perCharacter: 75 } as const;
/** How often to check for a focused field after the user began to type, and for how long if the elements are not read again. */
const fieldCheckMs = { every: 500, last: 2_000 } as const;
/** Input that takes longer than this waits for something; an idle phone needs only milliseconds. */
const usualInputMs = 400;
/** Errors that the phone's status already shows, or that the user caused. */
const silentErrors: ReadonlySet<ErrorCode> = new Set(['no-phone', 'phone-lost', 'cancelled']);

/** A short message about the last input. */
interface InputNote {
  readonly text: string;
  readonly tone: 'plain' | 'bad';
}

/** Sends the user's input on the picture to the phone and reports failures. */
export class UserInputState {
  /** The fingers that are down. */
  fingers = $state.raw<readonly Finger[]>([]);
  note = $state.raw<InputNote | null>(null);
  /** Why the phone refuses all touches and keys; null unless it refused the last touch. */
  refusal = $state.raw<WireError | null>(null);
  /** Whether input is taking longer than usual, such as while a call uses the phone. */
  isWaiting = $state(false);

  readonly keys = new HeldKeys(
    (input) => this.#sendInput(input),
    () => this.#acceptsInput(),
  );
  readonly #live: LiveState;
  readonly #visibility: Pick<Visibility, 'isSettled'>;
  readonly #fingerTracker = new FingerTracker((input) => this.#sendInput(input));
  #wheel: WheelInput | null = null;
  #isFrameRequested = false;
  #pendingCount = 0;
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #fieldTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #viewOf: () => Window;
  readonly #screenWithoutFocus: (sinceEpochMs: number) => string | null;
  readonly #hasFocusedField: () => boolean;
  /** The screen for which the note that no field has focus was last shown. */
  #notedScreen = '';

  /**
   * `visibility` is that of the picture: while it may be covered, no input is accepted. `viewOf` returns the window
   * that shows the picture, because a window in the background draws no frames. `screenWithoutFocus` names the screen if it is
   * known that nothing on it has had focus since this time, else null. `hasFocusedField` returns
   * whether a text field had the focus when the screen was last read.
   */
  constructor(
    live: LiveState,
    visibility: Pick<Visibility, 'isSettled'>,
    {
      viewOf = () => window,
      screenWithoutFocus = () => null,
      hasFocusedField = () => false,
    }: {
      readonly viewOf?: () => Window;
      readonly screenWithoutFocus?: (sinceEpochMs: number) => string | null;
      readonly hasFocusedField?: () => boolean;
    } = {},
  ) {
    this.#live = live;
    this.#visibility = visibility;
    this.#viewOf = viewOf;
    this.#screenWithoutFocus = screenWithoutFocus;
    this.#hasFocusedField = hasFocusedField;
  }

  /** Whether a text field of the phone has the focus, as far as is known. */
  get hasFocusedField(): boolean {
    return this.#hasFocusedField();
  }

  /** A pointer goes down; `at` is in fractions of the picture. */
  down(pointer: number, at: Point, second: SecondFinger): void {
    if (!this.#acceptsInput()) return;
    this.#endNote();
    this.#fingerTracker.down(pointer, at, second);
    this.fingers = this.#fingerTracker.active;
  }

  move(pointer: number, at: Point): void {
    this.#fingerTracker.move(pointer, at);
    if (this.#fingerTracker.hasPendingMoves) this.#scheduleFlush();
  }

  up(pointer: number, at: Point): void {
    this.#fingerTracker.up(pointer, at);
    this.fingers = this.#fingerTracker.active;
  }

  /** Scrolls by wheel notches; notches within a frame are added up. */
  turnWheel(at: Point, right: number, down: number): void {
    if (!this.#acceptsInput()) return;
    const before = this.#wheel ?? { right: 0, down: 0 };
    const sumRight = before.right + right;
    const sumDown = before.down + down;
    this.#wheel = { kind: 'wheel', x: at.x, y: at.y, right: sumRight, down: sumDown };
    this.#scheduleFlush();
  }

  /** Lets the wheel scroll the phone over this element, which shows the picture; returns a function that stops it. */
  readonly listenToWheel = (element: HTMLElement): (() => void) => {
    const handleWheel = (event: WheelEvent): void => {
      // Ctrl+wheel zooms the page, as usual.
      if (event.ctrlKey) return;
      event.preventDefault();
      const { right, down } = wheelNotches(event);
      this.turnWheel(fractionOf(event, element), right, down);
    };
    // A passive listener, the browser's default, can't call preventDefault.
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  };

  pressButton(button: PhoneButton): void {
    if (!this.#acceptsInput()) return;
    this.#endNote();
    this.#sendInput({ kind: 'button', button });
  }

  typeText(text: string): void {
    if (text === '' || !this.#acceptsInput()) return;
    this.#sendInput({ kind: 'text', text });
    const nowEpochMs = Date.now();
    if (this.#fieldTimer === undefined) this.#checkFocusSoon(nowEpochMs);
  }

  #checkFocusSoon(typedAtEpochMs: number): void {
    this.#fieldTimer = setTimeout(() => this.#checkFocus(typedAtEpochMs), fieldCheckMs.every);
  }

  /** Notes, once per screen, that typed text has no effect because no field has focus. */
  #checkFocus(typedAtEpochMs: number): void {
    this.#fieldTimer = undefined;
    const screen = this.#screenWithoutFocus(typedAtEpochMs);
    if (screen === null && Date.now() < typedAtEpochMs + fieldCheckMs.last)
      this.#checkFocusSoon(typedAtEpochMs);
    if (screen === null || screen === this.#notedScreen) return;
    this.#notedScreen = screen;
    this.showNote(screenStrings.noField);
  }

  /**
   * Copies or cuts the phone's selection, also to this computer's clipboard if the browser allows
   * it.
   */
  async copySelection(mode: 'copy' | 'cut'): Promise<void> {
    if (!this.#acceptsInput()) return;
    try {
      const text = await this.#trackPending(this.#live.copySelection(mode));
      if (text === null) this.showNote(screenStrings.nothingCopied);
      else this.showNote(await copyToClipboard(text));
    } catch (error) {
      this.#showFailure(error);
    }
  }

  /** Releases all fingers and keys. */
  releaseAll(): void {
    this.keys.releaseAll();
    this.#fingerTracker.cancel();
    this.fingers = [];
  }

  /** Shows a note for as long as it takes to read. */
  showNote(text: string, tone: InputNote['tone'] = 'plain'): void {
    this.note = { text, tone };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(
      () => (this.note = null),
      Math.max(noteMs.least, text.length * noteMs.perCharacter),
    );
  }

  /** Hides a note that may no longer be true after the next press; failures stay. */
  #endNote(): void {
    clearTimeout(this.#fieldTimer);
    this.#fieldTimer = undefined;
    if (this.note?.tone !== 'bad') this.note = null;
  }

  /**
   * Guards against clickjacking: a site that frames this page could cover the picture and misuse the
   * user's clicks.
   */
  #acceptsInput(): boolean {
    if (!this.#visibility.isSettled) this.showNote(screenStrings.covered);
    return this.#visibility.isSettled;
  }

  /** Sends moves and wheel notches at the next animation frame. */
  #scheduleFlush(): void {
    if (this.#isFrameRequested) return;
    this.#isFrameRequested = true;
    this.#viewOf().requestAnimationFrame(() => {
      this.#isFrameRequested = false;
      this.#fingerTracker.flush();
      this.fingers = this.#fingerTracker.active;
      if (this.#wheel !== null) this.#sendInput(this.#wheel);
      this.#wheel = null;
    });
  }

  #sendInput(input: UserInputEvent): void {
    this.#trackPending(this.#live.send(input)).then(
      () => {
        if (input.kind === 'touch' && input.action === 'down') this.refusal = null;
      },
      (error: unknown) => this.#showFailure(error),
    );
  }

  async #trackPending<Result>(work: Promise<Result>): Promise<Result> {
    this.#pendingCount++;
    this.#waitingTimer ??= setTimeout(() => (this.isWaiting = true), usualInputMs);
    try {
      return await work;
    } finally {
      this.#pendingCount--;
      if (this.#pendingCount === 0) {
        clearTimeout(this.#waitingTimer);
        this.#waitingTimer = undefined;
        this.isWaiting = false;
      }
    }
  }

  /** Shows the note to which the work resolves, if any, or why it failed. */
  async showOutcome(work: unknown): Promise<void> {
    try {
      const note = await work;
      if (typeof note === 'string' && note !== '') this.showNote(note);
    } catch (thrown) {
      this.#showFailure(thrown);
    }
  }

  #showFailure(thrown: unknown): void {
    const error = toWire(thrown);
    if (error.code === 'input-denied') this.refusal = error;
    else if (!silentErrors.has(error.code)) {
      this.showNote(screenStrings.failed(fromWire(error).fullText), 'bad');
    }
  }
}

/** Writes the text to this computer's clipboard; returns the note to show. */
async function copyToClipboard(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return screenStrings.copiedToComputer;
  } catch {
    return screenStrings.copiedOnPhoneOnly;
  }
}
