import { HandsetError } from '../../errors.ts';
import type { Point, Rect } from '../../geometry.ts';
import { waitFor } from '../time.ts';
import type { Pinch } from './ui/view.ts';
import type { UiWindow } from './window.ts';

/** android.widget.OverScroller and ViewConfiguration: how a flung list slows down. */
const friction = 0.015;
const inflexion = 0.35;
const decelerationRate = Math.log(0.78) / Math.log(0.9);
/** m/s², inches per metre and OverScroller's "look and feel tuning". */
const gravity = 9.80665 * 39.37 * 0.84;
const dotsPerDp = 160;
/** dp/s (ViewConfiguration.MINIMUM_FLING_VELOCITY and MAXIMUM_FLING_VELOCITY). */
const slowest = 50;
const fastest = 8000;
/** ms between two pictures of a display at 60 Hz. */
const frameMs = 16;

/** What goes on by itself: how far in all, and for how long. */
interface FlingCourse {
  /** px, with the sign of the velocity. */
  readonly distance: number;
  readonly durationMs: number;
}

/** Where a list that is let go at this speed comes to rest; undefined when it is too slow to fling. */
export function flingCourse(velocityPx: number, density: number): FlingCourse | undefined {
  const speed = Math.min(Math.abs(velocityPx), fastest * density);
  if (speed < slowest * density) return undefined;
  const resistance = friction * gravity * dotsPerDp * density;
  const deceleration = Math.log((inflexion * speed) / resistance);
  const rest = decelerationRate - 1;
  return {
    distance:
      Math.sign(velocityPx) * resistance * Math.exp((decelerationRate / rest) * deceleration),
    durationMs: 1000 * Math.exp(deceleration / rest),
  };
}

/** A list that was let go while it moved. */
interface FlungList {
  readonly window: UiWindow;
  /** `View.scroll` of the list. */
  readonly key: string;
  /** px: where it stands, and its far end. */
  readonly offset: number;
  readonly max: number;
  readonly density: number;
  /** The part of the display it is seen in. */
  readonly visible: Rect;
}

/** Lets lists run on in real time. One list moves at a time. */
export class Flings {
  readonly #change: (act: () => void) => void;
  readonly #enabled: boolean;
  readonly #waiting = new Set<() => void>();
  #list: FlungList | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `change` runs what changes the picture and tells the world's listeners. */
  constructor(enabled: boolean, change: (act: () => void) => void) {
    this.#enabled = enabled;
    this.#change = change;
  }

  /** The list that is moving. */
  get list(): FlungList | undefined {
    return this.#list;
  }

  /** Lets a list go; px/s, positive towards its far end. */
  start(list: FlungList, velocityPx: number): void {
    const course = this.#enabled ? flingCourse(velocityPx, list.density) : undefined;
    if (course === undefined) return this.stop();
    clearTimeout(this.#timer);
    this.#list = list;
    this.#next(list, course, performance.now());
  }

  /** Stops what moves where it is. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#list = undefined;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when nothing moves. Rejects with `cancelled` when the signal aborts. */
  whenStill(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', abort);
        settle();
      };
      const wake = end(resolve);
      const abort = end(() =>
        reject(
          new HandsetError('cancelled', 'Nobody waits any more for the demo phone to be still.', {
            cause: signal.reason,
          }),
        ),
      );
      if (signal.aborted) return abort();
      if (this.#list === undefined) return resolve();
      this.#waiting.add(wake);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  #next(list: FlungList, course: FlingCourse, startedAtMs: number): void {
    this.#timer = setTimeout(() => {
      const share = Math.min(1, (performance.now() - startedAtMs) / course.durationMs);
      // OverScroller's spline, closely: it loses speed all the way to its end.
      const gone = course.distance * (1 - (1 - share) ** decelerationRate);
      const wanted = list.offset + gone;
      const offset = Math.max(0, Math.min(list.max, wanted));
      const ends = share === 1 || offset !== wanted;
      this.#change(() => list.window.scrollTo(list.key, offset, list.density));
      // A listener may have touched the screen meanwhile.
      if (this.#list !== list) return;
      if (ends) this.stop();
      else this.#next(list, course, startedAtMs);
    }, frameMs);
  }
}

/** ms between two pictures of a display at 60 Hz. */
const pictureMs = 1000 / 60;

/** Draws anew what moves as long as it is looked at, such as a stopwatch, for every picture of the display. */
export class FrameTicker {
  readonly #isWanted: () => boolean;
  readonly #change: (act: () => void) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = 0;

  /** `change` tells the world's listeners, and leads back to `look`. */
  constructor(isWanted: () => boolean, change: (act: () => void) => void) {
    this.#isWanted = isWanted;
    this.#change = change;
  }

  get ticking(): boolean {
    return this.#timer !== undefined;
  }

  /** To be called after everything that may have begun or ended a movement. */
  look(): void {
    if (this.#timer !== undefined || !this.#isWanted()) return;
    const now = performance.now();
    // A timer comes late; the next one makes up for it.
    this.#dueAtMs = Math.max(this.#dueAtMs + pictureMs, now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted()) this.#change(() => undefined);
    }, this.#dueAtMs - now);
  }

  /** Resolves when nothing moves. Rejects with `Stopped` when the signal aborts. */
  async whenStill(signal: AbortSignal): Promise<void> {
    while (this.ticking) await waitFor(pictureMs, signal);
  }
}

/** One finger on the glass, in device pixels. */
export interface FingerOn {
  readonly id: number;
  readonly from: Point;
  readonly at: Point;
}

/** What two or more fingers span. */
export interface Spread {
  readonly focus: Point;
  /** px between the fingers, or their mean distance from the middle, twice. */
  readonly span: number;
  /** Radians of the line between the first two. */
  readonly angle: number;
}

/** Measures fingers as android.view.ScaleGestureDetector does: their middle, and how far they are from it. */
export function spreadOf(fingers: readonly FingerOn[]): Spread {
  const count = Math.max(1, fingers.length);
  const mean = (side: 'x' | 'y') => fingers.reduce((sum, { at }) => sum + at[side], 0) / count;
  const focus = { x: mean('x'), y: mean('y') };
  const distances = fingers.map(({ at }) => Math.hypot(at.x - focus.x, at.y - focus.y));
  const [first, second] = fingers;
  const angle =
    first === undefined || second === undefined
      ? 0
      : Math.atan2(second.at.y - first.at.y, second.at.x - first.at.x);
  return { focus, span: (2 * distances.reduce((a, b) => a + b, 0)) / count, angle };
}

/** What happened between two measurements of the same fingers. */
export function pinchBetween(
  before: Spread,
  after: Spread,
): Pick<Pinch, 'focus' | 'by' | 'scale' | 'rotation'> {
  const turn = after.angle - before.angle;
  // The short way round: fingers do not spin within one event.
  const short = Math.atan2(Math.sin(turn), Math.cos(turn));
  return {
    focus: after.focus,
    by: { x: after.focus.x - before.focus.x, y: after.focus.y - before.focus.y },
    // Fingers at one point span nothing to compare with.
    scale: before.span < 1 || after.span < 1 ? 1 : after.span / before.span,
    rotation: (short * 180) / Math.PI,
  };
}

interface Sample extends Point {
  readonly timeMs: number;
}

/** ms; android.view.VelocityTracker looks this far back, and takes a longer rest for a stop. */
const horizonMs = 100;
const restMs = 40;

/** How fast a finger is when it is lifted. */
export class Speedometer {
  #samples: Sample[] = [];

  add(sample: Sample): void {
    this.#samples.push(sample);
    this.#samples = this.#samples.filter(({ timeMs }) => sample.timeMs - timeMs <= horizonMs);
  }

  /** px/s at that moment; nothing for a finger that rested before it was lifted. */
  velocity(timeMs: number): Point {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    const seconds = ((last?.timeMs ?? 0) - (first?.timeMs ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds <= 0) return { x: 0, y: 0 };
    if (timeMs - last.timeMs > restMs) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}
