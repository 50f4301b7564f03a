import type { Point } from '../../../core/geometry.ts';
import type { UserInputEvent } from '../../../core/link/live.ts';

type TouchInput = Extract<UserInputEvent, { kind: 'touch' }>;

/** How a second finger follows the first: not at all, mirrored at the picture's center (pinch), or beside it. */
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
  readonly first: number;
  at: Point;
  readonly second: { readonly finger: number; readonly follow: (at: Point) => Point } | null;
}

/**
 * Turns the browser's pointers into fingers on the phone. Moves wait for `flush`, so that a 1000 Hz
 * mouse sends one per frame; down and up are sent at once, after any pending moves. Positions are
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

  /** Returns false when the pointer is already down, or ten fingers are. */
  down(pointer: number, place: Point, second: SecondFinger = 'none'): boolean {
    const at = clampToPicture(place);
    const [first, secondNumber] = this.#freeFingers();
    if (this.#heldPointers.has(pointer) || first === undefined) return false;
    const wantsSecond = second !== 'none' && secondNumber !== undefined;
    const follow = second === 'mirrored' ? mirroredAt : followBeside(at);
    const heldPointer: HeldPointer = {
      first,
      at,
      second: wantsSecond ? { finger: secondNumber, follow } : null,
    };
    this.flush();
    this.#heldPointers.set(pointer, heldPointer);
    this.#sendPhase('down', heldPointer);
    return true;
  }

  move(pointer: number, place: Point): void {
    const heldPointer = this.#heldPointers.get(pointer);
    const at = clampToPicture(place);
    // `up` reports a position too, often the last one.
    if (heldPointer === undefined || (heldPointer.at.x === at.x && heldPointer.at.y === at.y))
      return;
    heldPointer.at = at;
    this.#moved.add(heldPointer);
  }

  up(pointer: number, place: Point): void {
    const heldPointer = this.#heldPointers.get(pointer);
    if (heldPointer === undefined) return;
    this.move(pointer, place);
    this.flush();
    this.#heldPointers.delete(pointer);
    this.#sendPhase('up', heldPointer);
  }

  /** Sends the positions of the fingers that have moved since the last flush. */
  flush(): void {
    const moved = [...this.#moved];
    this.#moved.clear();
    for (const heldPointer of moved) this.#sendPhase('move', heldPointer);
  }

  /** Lifts all fingers. */
  cancel(): void {
    if (this.#heldPointers.size === 0) return;
    this.#heldPointers.clear();
    this.#moved.clear();
    this.#send({ kind: 'touch', phase: 'cancel', finger: 0, x: 0, y: 0 });
  }

  #sendPhase(phase: 'down' | 'move' | 'up', heldPointer: HeldPointer): void {
    for (const { finger, x, y } of fingersOf(heldPointer))
      this.#send({ kind: 'touch', phase, finger, x, y });
  }

  #freeFingers(): readonly number[] {
    const used = new Set(this.active.map(({ finger }) => finger));
    return Array.from({ length: maxFingers }, (_, i) => i).filter((i) => !used.has(i));
  }
}

function fingersOf({ first, at, second }: HeldPointer): readonly Finger[] {
  const one = { finger: first, ...at };
  return second === null ? [one] : [one, { finger: second.finger, ...second.follow(at) }];
}

function clampToPicture({ x, y }: Point): Point {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
}

/** Mirrors at the center of the picture, as scrcpy does. */
function mirroredAt({ x, y }: Point): Point {
  return { x: 1 - x, y: 1 - y };
}

/** Follows on the side of the first finger that has more room. */
function followBeside(start: Point): (at: Point) => Point {
  const by = start.x < 0.5 ? besideDistance : -besideDistance;
  return ({ x, y }) => clampToPicture({ x: x + by, y });
}
