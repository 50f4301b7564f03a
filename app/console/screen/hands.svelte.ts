import { type ErrorCode, toWire } from '../../../core/errors.ts';
import type { Point } from '../../../core/geometry.ts';
import type { PersonInput } from '../../../core/link/live.ts';
import type { Sight } from '../../browser-agents/sight.svelte.ts';
import { screenWords } from './strings.ts';
import { type Finger, Fingers, type Second } from './fingers.ts';
import { HeldKeys } from './held-keys.ts';
import type { LiveState } from './live.svelte.ts';

type Button = Extract<PersonInput, { kind: 'button' }>['button'];
type Wheel = Extract<PersonInput, { kind: 'wheel' }>;

/** How long a note stays. */
const noteMs = 6_000;
/** Input that takes longer than this waits for an agent's call; an idle phone takes milliseconds. */
const waitingMs = 400;
/** Errors that the phone's status already shows, or that the person caused. */
const saidElsewhere: ReadonlySet<ErrorCode> = new Set(['no-phone', 'phone-lost', 'cancelled']);

/** A short message about the last input. */
interface Note {
  readonly text: string;
  readonly tone: 'plain' | 'bad';
}

/** Sends the person's input on the picture to the phone and reports failures. */
export class HandsState {
  /** The fingers that are down. */
  fingers = $state.raw<readonly Finger[]>([]);
  note = $state.raw<Note | null>(null);
  /** Whether input is waiting for an agent's call to end. */
  waiting = $state(false);

  readonly keys = new HeldKeys(
    (input) => this.#send(input),
    () => this.#mayBegin(),
  );
  readonly #live: LiveState;
  readonly #sight: Pick<Sight, 'isNoticed'>;
  readonly #down = new Fingers((input) => this.#send(input));
  #wheel: Wheel | null = null;
  #isFrameAsked = false;
  #underWay = 0;
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;

  /** `visibility` is the picture's: while it may be covered, no input is accepted. */
  constructor(live: LiveState, sight: Pick<Sight, 'isNoticed'>) {
    this.#live = live;
    this.#sight = sight;
  }

  /** A pointer goes down; `at` is in fractions of the picture. */
  down(pointer: number, at: Point, second: Second): void {
    if (!this.#mayBegin()) return;
    this.#down.down(pointer, at, second);
    this.fingers = this.#down.all;
  }

  move(pointer: number, at: Point): void {
    this.#down.move(pointer, at);
    if (this.#down.isMoved) this.#soon();
  }

  up(pointer: number, at: Point): void {
    this.#down.up(pointer, at);
    this.fingers = this.#down.all;
  }

  /** Scrolls by wheel notches; those within a frame are added up. */
  turn(at: Point, right: number, down: number): void {
    if (!this.#mayBegin()) return;
    const before = this.#wheel ?? { right: 0, down: 0 };
    const [sumRight, sumDown] = [before.right + right, before.down + down];
    this.#wheel = { kind: 'wheel', x: at.x, y: at.y, right: sumRight, down: sumDown };
    this.#soon();
  }

  press(button: Button): void {
    if (this.#mayBegin()) this.#send({ kind: 'button', button });
  }

  type(text: string): void {
    if (text !== '' && this.#mayBegin()) this.#send({ kind: 'text', text });
  }

  /** Copies or cuts the phone's selection, also to this computer's clipboard if the browser allows it. */
  async copySelection(how: 'copy' | 'cut'): Promise<void> {
    if (!this.#mayBegin()) return;
    try {
      const text = await this.#counted(this.#live.copySelection(how));
      if (text === null) this.tell(screenWords.nothingCopied);
      else this.tell(await keptHere(text));
    } catch (error) {
      this.#tellFailure(error);
    }
  }

  /** Releases all fingers and keys. */
  letGo(): void {
    this.keys.letGo();
    this.#down.cancel();
    this.fingers = [];
  }

  /** Shows a note for `noteMs`. */
  tell(text: string, tone: Note['tone'] = 'plain'): void {
    this.note = { text, tone };
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => (this.note = null), noteMs);
  }

  /** Guards against clickjacking: a site that frames this page could cover the picture and steer the person's clicks. */
  #mayBegin(): boolean {
    if (!this.#sight.isNoticed) this.tell(screenWords.covered);
    return this.#sight.isNoticed;
  }

  /** Sends moves and wheel notches at the next animation frame. */
  #soon(): void {
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    requestAnimationFrame(() => {
      this.#isFrameAsked = false;
      this.#down.flush();
      this.fingers = this.#down.all;
      if (this.#wheel !== null) this.#send(this.#wheel);
      this.#wheel = null;
    });
  }

  #send(input: PersonInput): void {
    this.#counted(this.#live.send(input)).catch((error: unknown) => this.#tellFailure(error));
  }

  async #counted<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay++;
    this.#waitingTimer ??= setTimeout(() => (this.waiting = true), waitingMs);
    try {
      return await work;
    } finally {
      this.#underWay--;
      if (this.#underWay === 0) {
        clearTimeout(this.#waitingTimer);
        this.#waitingTimer = undefined;
        this.waiting = false;
      }
    }
  }

  #tellFailure(thrown: unknown): void {
    const { code, message } = toWire(thrown);
    if (!saidElsewhere.has(code)) this.tell(screenWords.notDone(message), 'bad');
  }
}

/** Writes the text to this computer's clipboard; returns the note to show. */
async function keptHere(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return screenWords.copiedHere;
  } catch {
    return screenWords.copiedThere;
  }
}
