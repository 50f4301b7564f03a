import type { Point } from '#core/geometry.ts';
import type { KeyInput, TouchInput } from '#core/link/live.ts';

/** Whether and how a second finger follows the first: mirrored at the picture's center (pinch), or beside it. */
export type SecondFinger = 'none' | 'mirrored' | 'beside';

/** A finger on the picture; x and y are fractions of the picture. */
export interface Finger extends Point {
  readonly finger: number;
}

/** The worker accepts finger numbers 0 to 9. */
const maxFingers = 10;
/** Horizontal distance of the second finger, as a fraction of the picture's width. */
const besideDistance = 0.25;

/** A browser pointer that is down; it controls one or two fingers. */
interface HeldPointer {
  readonly finger: number;
  at: Point;
  readonly second: { readonly finger: number; readonly follow: (at: Point) => Point } | null;
}

/**
 * Converts the browser's pointers to fingers on the phone. Moves wait for `flush`, so that a 1000 Hz
 * mouse sends one move per frame; down and up are sent at once, after any pending moves. Positions are
 * fractions of the picture, clamped to it.
 */
export class FingerTracker {
  readonly #send: (input: TouchInput) => void;
  readonly #heldPointers = new Map<number, HeldPointer>();
  readonly #moved = new Set<HeldPointer>();

  constructor(send: (input: TouchInput) => void) {
    this.#send = send;
  }

  /** The fingers that are down. */
  get active(): readonly Finger[] {
    return [...this.#heldPointers.values()].flatMap(fingersOf);
  }

  /** Whether moves wait for `flush`. */
  get hasPendingMoves(): boolean {
    return this.#moved.size > 0;
  }

  /** Returns false if the pointer or ten fingers are already down. */
  down(pointer: number, position: Point, second: SecondFinger = 'none'): boolean {
    const at = clampToPicture(position);
    const [finger, secondNumber] = this.#freeFingers();
    if (this.#heldPointers.has(pointer) || finger === undefined) return false;
    const wantsSecond = second !== 'none' && secondNumber !== undefined;
    const follow = second === 'mirrored' ? mirroredAt : followBeside(at);
    const heldPointer: HeldPointer = {
      finger,
      at,
      second: wantsSecond ? { finger: secondNumber, follow } : null,
    };
    this.flush();
    this.#heldPointers.set(pointer, heldPointer);
    this.#sendAction('down', heldPointer);
    return true;
  }

  move(pointer: number, position: Point): void {
    const heldPointer = this.#heldPointers.get(pointer);
    const at = clampToPicture(position);
    // `up` reports a position too, often the last one.
    if (heldPointer === undefined || (heldPointer.at.x === at.x && heldPointer.at.y === at.y))
      return;
    heldPointer.at = at;
    this.#moved.add(heldPointer);
  }

  up(pointer: number, position: Point): void {
    const heldPointer = this.#heldPointers.get(pointer);
    if (heldPointer === undefined) return;
    this.move(pointer, position);
    this.flush();
    this.#heldPointers.delete(pointer);
    this.#sendAction('up', heldPointer);
  }

  /** Sends the positions of the fingers that have moved since the last flush. */
  flush(): void {
    const moved = [...this.#moved];
    this.#moved.clear();
    for (const heldPointer of moved) this.#sendAction('move', heldPointer);
  }

  /** Lifts all fingers. */
  cancel(): void {
    if (this.#heldPointers.size === 0) return;
    this.#heldPointers.clear();
    this.#moved.clear();
    this.#send({ kind: 'touch', action: 'cancel', finger: 0, x: 0, y: 0 });
  }

  #sendAction(action: 'down' | 'move' | 'up', heldPointer: HeldPointer): void {
    for (const { finger, x, y } of fingersOf(heldPointer))
      this.#send({ kind: 'touch', action, finger, x, y });
  }

  #freeFingers(): readonly number[] {
    const used = new Set(this.active.map(({ finger }) => finger));
    return Array.from({ length: maxFingers }, (_, i) => i).filter((i) => !used.has(i));
  }
}

function fingersOf({ finger, at, second }: HeldPointer): readonly Finger[] {
  const one = { finger, ...at };
  return second === null ? [one] : [one, { finger: second.finger, ...second.follow(at) }];
}

function clampToPicture({ x, y }: Point): Point {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
}

/** Mirrors at the center of the picture, as scrcpy does. */
function mirroredAt({ x, y }: Point): Point {
  return { x: 1 - x, y: 1 - y };
}

/** Follows on the side of the first finger that has more space. */
function followBeside(start: Point): (at: Point) => Point {
  const by = start.x < 0.5 ? besideDistance : -besideDistance;
  return ({ x, y }) => clampToPicture({ x: x + by, y });
}

/** The modifier keys held with a key. */
type Modifiers = Pick<KeyInput, 'shift' | 'ctrl' | 'alt' | 'meta'>;

/** Tracks the keys that are down on the phone, so that each is released. */
export class HeldKeys {
  readonly #send: (input: KeyInput) => void;
  readonly #acceptsInput: () => boolean;
  readonly #held = new Map<string, Modifiers>();

  constructor(send: (input: KeyInput) => void, acceptsInput = (): boolean => true) {
    this.#send = send;
    this.#acceptsInput = acceptsInput;
  }

  /** Sends a key press, or a repeat if the key is already down. */
  down(code: string, modifiers: Modifiers): void {
    const repeat = this.#held.has(code);
    if (!this.#acceptsInput()) return;
    this.#held.set(code, modifiers);
    this.#send({ kind: 'key', action: 'down', code, repeat, ...modifiers });
  }

  /** Releases a key; does nothing if it is not down. */
  up(code: string): void {
    const modifiers = this.#held.get(code);
    this.#held.delete(code);
    if (modifiers === undefined) return;
    this.#send({ kind: 'key', action: 'up', code, repeat: false, ...modifiers });
  }

  releaseAll(): void {
    for (const code of [...this.#held.keys()]) this.up(code);
  }
}

/** The parts of a KeyboardEvent that decide what a key does on the phone. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing'
> & { getModifierState(key: 'AltGraph'): boolean };

/** What a key press does on the phone. */
type KeyAction =
  /** Not sent as a key: text input, or a shortcut of the browser or the page. */
  | { readonly kind: 'other' }
  | { readonly kind: 'copy' | 'cut' }
  /** With `staysDown`, the key stays down until the user releases it; otherwise it is released at once. */
  | { readonly kind: 'key'; readonly code: string; readonly staysDown: boolean };

/** `KeyboardEvent.key` of the keys without a character that are sent to the phone. Tab is sent only with `sendsTab`. */
const forwardedKeys: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Escape',
]);

/** The Ctrl shortcuts of Android text fields. Ctrl+V arrives as a paste event instead. */
const ctrlShortcuts = /^Key[ABIUYZ]$/;

const notForwarded: KeyAction = { kind: 'other' };

/**
 * What the key does on the phone. Characters are `other`: they arrive as text input, regardless of the keys that type
 * them. With `sendsTab`, Tab is sent to the phone; Shift+Tab never is, so that keyboard users can leave.
 */
export function keyAction(press: KeyPress, { sendsTab = false } = {}): KeyAction {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = press;
  if (press.isComposing) return notForwarded;
  if (key === 'Tab' && sendsTab && !(shiftKey || ctrlKey || altKey || metaKey))
    return { kind: 'key', code: key, staysDown: false };
  if (forwardedKeys.has(key)) return { kind: 'key', code: key, staysDown: key !== 'Escape' };
  // On Windows, AltGr reports Ctrl and Alt, and it types characters.
  if (altKey || press.getModifierState('AltGraph') || !(ctrlKey || metaKey)) return notForwarded;
  const code = letterCode(press);
  if (code === 'KeyC' && !shiftKey) return { kind: 'copy' };
  if (code === 'KeyX' && !shiftKey) return { kind: 'cut' };
  // macOS sends no keyup for a key pressed with Cmd, so it can't be held.
  return ctrlShortcuts.test(code) ? { kind: 'key', code, staysDown: false } : notForwarded;
}

/** The code of the letter printed on the key; on layouts of other scripts, of the key's position. */
function letterCode({ key, code }: KeyPress): string {
  return /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code;
}

/** CSS pixels, lines and pages per wheel notch, indexed by `WheelEvent.deltaMode`. */
const unitsPerNotch = [100, 3, 1] as const;
/** Most notches that a phone accepts in one event. */
const maxNotches = 16;

/** Wheel notches, possibly fractions; positive is right and down. */
export function wheelNotches(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'shiftKey'>,
): { readonly right: number; readonly down: number } {
  const unit = unitsPerNotch[event.deltaMode] ?? unitsPerNotch[0];
  const right = clampNotches(event.deltaX / unit);
  const down = clampNotches(event.deltaY / unit);
  // Shift makes a vertical wheel scroll sideways; some browsers swap the deltas themselves.
  return event.shiftKey && right === 0 ? { right: down, down: 0 } : { right, down };
}

function clampNotches(notches: number): number {
  return Math.min(maxNotches, Math.max(-maxNotches, notches));
}
