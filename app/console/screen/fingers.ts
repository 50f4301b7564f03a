import type { Point } from '../../../core/geometry.ts';
import type { PersonInput } from '../../../core/link/live.ts';

type TouchInput = Extract<PersonInput, { kind: 'touch' }>;

/** How a second finger follows the first: not at all, mirrored at the picture's center (pinch), or beside it. */
export type Second = 'none' | 'mirrored' | 'beside';

/** A finger on the picture; x and y are fractions of the picture. */
export interface Finger extends Point {
  readonly finger: number;
}

/** The worker accepts finger numbers 0 to 9. */
const mostFingers = 10;
/** Horizontal distance of the second finger, as a fraction of the picture's width. */
const beside = 0.25;

/** A browser pointer that is down; it controls one or two fingers. */
interface Held {
  readonly first: number;
  at: Point;
  readonly second: { readonly finger: number; readonly follow: (at: Point) => Point } | null;
}

/**
 * Turns the browser's pointers into fingers on the phone. Moves wait for `flush`, so that a 1000 Hz
 * mouse sends one per frame; down and up are sent at once, after any pending moves. Positions are
 * fractions of the picture, clamped to it.
 */
export class Fingers {
  readonly #send: (input: TouchInput) => void;
  readonly #held = new Map<number, Held>();
  readonly #moved = new Set<Held>();

  constructor(send: (input: TouchInput) => void) {
    this.#send = send;
  }

  /** The fingers that are down. */
  get all(): readonly Finger[] {
    return [...this.#held.values()].flatMap(placesOf);
  }

  /** Whether moves wait for `flush`. */
  get isMoved(): boolean {
    return this.#moved.size > 0;
  }

  /** Returns false when the pointer is already down, or ten fingers are. */
  down(pointer: number, place: Point, second: Second = 'none'): boolean {
    const at = onPicture(place);
    const [first, other] = this.#freeFingers();
    if (this.#held.has(pointer) || first === undefined) return false;
    const wantsSecond = second !== 'none' && other !== undefined;
    const follow = second === 'mirrored' ? mirrored : besideOf(at);
    const held: Held = { first, at, second: wantsSecond ? { finger: other, follow } : null };
    this.flush();
    this.#held.set(pointer, held);
    this.#tell('down', held);
    return true;
  }

  move(pointer: number, place: Point): void {
    const held = this.#held.get(pointer);
    const at = onPicture(place);
    // `up` reports a position too, often the last one.
    if (held === undefined || (held.at.x === at.x && held.at.y === at.y)) return;
    held.at = at;
    this.#moved.add(held);
  }

  up(pointer: number, place: Point): void {
    const held = this.#held.get(pointer);
    if (held === undefined) return;
    this.move(pointer, place);
    this.flush();
    this.#held.delete(pointer);
    this.#tell('up', held);
  }

  /** Sends the positions of the fingers that have moved since the last flush. */
  flush(): void {
    const moved = [...this.#moved];
    this.#moved.clear();
    for (const held of moved) this.#tell('move', held);
  }

  /** Lifts all fingers. */
  cancel(): void {
    if (this.#held.size === 0) return;
    this.#held.clear();
    this.#moved.clear();
    this.#send({ kind: 'touch', phase: 'cancel', finger: 0, x: 0, y: 0 });
  }

  #tell(phase: 'down' | 'move' | 'up', held: Held): void {
    for (const { finger, x, y } of placesOf(held))
      this.#send({ kind: 'touch', phase, finger, x, y });
  }

  #freeFingers(): readonly number[] {
    const used = new Set(this.all.map(({ finger }) => finger));
    return Array.from({ length: mostFingers }, (_, i) => i).filter((i) => !used.has(i));
  }
}

function placesOf({ first, at, second }: Held): readonly Finger[] {
  const one = { finger: first, ...at };
  return second === null ? [one] : [one, { finger: second.finger, ...second.follow(at) }];
}

function onPicture({ x, y }: Point): Point {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) };
}

/** Mirrors at the center of the picture, as scrcpy does. */
function mirrored({ x, y }: Point): Point {
  return { x: 1 - x, y: 1 - y };
}

/** Follows on the side of the first finger that has more room. */
function besideOf(start: Point): (at: Point) => Point {
  const by = start.x < 0.5 ? beside : -beside;
  return ({ x, y }) => onPicture({ x: x + by, y });
}
