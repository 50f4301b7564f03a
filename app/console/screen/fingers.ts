import type { Point } from '../../../core/geometry.ts';
import type { PersonInput } from '../../../core/link/live.ts';

type TouchInput = Extract<PersonInput, { kind: 'touch' }>;

/** What a second finger does: nothing, the same as seen in a mirror (pinch), or the same beside the first. */
export type Second = 'none' | 'mirrored' | 'beside';

/** A finger on the picture; fractions of it. */
export interface Finger extends Point {
  readonly finger: number;
}

/** As many as a phone tells apart. */
const mostFingers = 10;
/** How far beside the first the second finger goes down, as a fraction of the width. */
const beside = 0.25;

/** One pointer of the browser's, which may be two fingers. */
interface Held {
  readonly first: number;
  at: Point;
  readonly second: { readonly finger: number; readonly follow: (at: Point) => Point } | null;
}

/**
 * Turns the browser's pointers into fingers on the phone. Moves are kept until `flush`, so that a
 * mouse of 1000 Hz makes no more of them than are seen; coming and leaving are told at once, what
 * moved before that first. Places are fractions of the picture, brought to its edge where they
 * lie beyond.
 */
export class Fingers {
  readonly #send: (input: TouchInput) => void;
  readonly #held = new Map<number, Held>();
  readonly #moved = new Set<Held>();

  constructor(send: (input: TouchInput) => void) {
    this.#send = send;
  }

  /** Every finger that is down. */
  get all(): readonly Finger[] {
    return [...this.#held.values()].flatMap(placesOf);
  }

  /** Whether moves wait for `flush`. */
  get isMoved(): boolean {
    return this.#moved.size > 0;
  }

  /** False when the pointer is down already, or there are too many fingers. */
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
    // A finger that only leaves has not moved.
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

  /** Tells where the fingers are that have moved since the last time. */
  flush(): void {
    const moved = [...this.#moved];
    this.#moved.clear();
    for (const held of moved) this.#tell('move', held);
  }

  /** Lifts all of them. */
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

/** About the middle of the picture, as scrcpy does it. */
function mirrored({ x, y }: Point): Point {
  return { x: 1 - x, y: 1 - y };
}

/** On the side of the finger where there is more room. */
function besideOf(start: Point): (at: Point) => Point {
  const by = start.x < 0.5 ? beside : -beside;
  return ({ x, y }) => onPicture({ x: x + by, y });
}
