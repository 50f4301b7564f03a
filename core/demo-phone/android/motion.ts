import { HandsetError } from '../../errors.ts';
import type { Point, Rect } from '../../geometry.ts';
import { waitFor } from '../time.ts';
import type { Pinch } from './ui/view.ts';
import type { UiWindow } from './window.ts';

/** Deceleration constants of android.widget.OverScroller and ViewConfiguration. */
const friction = 0.015;
const inflexion = 0.35;
const decelerationRate = Math.log(0.78) / Math.log(0.9);
/** m/s² × inches per metre × OverScroller's "look and feel tuning". */
const gravity = 9.80665 * 39.37 * 0.84;
const dotsPerDp = 160;
/** dp/s (ViewConfiguration.MINIMUM_FLING_VELOCITY and MAXIMUM_FLING_VELOCITY). */
const slowest = 50;
const fastest = 8000;
/** ms between two frames of a 60 Hz display. */
const frameMs = 16;

/** Total distance and duration of a fling. */
interface FlingCourse {
  /** px, with the sign of the velocity. */
  readonly distance: number;
  readonly durationMs: number;
}

/** The fling of a list released at this velocity; undefined when it is too slow to fling. */
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

/** A list that was released while it moved. */
interface FlungList {
  readonly window: UiWindow;
  /** `View.scroll` of the list. */
  readonly key: string;
  /** Current and maximum scroll offset in px. */
  readonly offset: number;
  readonly max: number;
  readonly density: number;
  /** The visible part of the list, in device pixels. */
  readonly visible: Rect;
}

/** Animates flung lists in real time, one at a time. */
export class Flings {
  readonly #change: (act: () => void) => void;
  readonly #enabled: boolean;
  readonly #waiting = new Set<() => void>();
  #list: FlungList | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `applyChange` runs a function that changes the display, then notifies the world's listeners. */
  constructor(enabled: boolean, change: (act: () => void) => void) {
    this.#enabled = enabled;
    this.#change = change;
  }

  /** The list that is moving, if any. */
  get list(): FlungList | undefined {
    return this.#list;
  }

  /** Starts a fling; px/s, positive towards the list's end. */
  start(list: FlungList, velocityPx: number): void {
    const course = this.#enabled ? flingCourse(velocityPx, list.density) : undefined;
    if (course === undefined) return this.stop();
    clearTimeout(this.#timer);
    this.#list = list;
    this.#next(list, course, performance.now());
  }

  /** Stops the moving list at its current offset. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#list = undefined;
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when no list moves. Rejects with `cancelled` when the signal aborts. */
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
      // Approximates OverScroller's spline, which decelerates until the end.
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

/** ms between two frames of a 60 Hz display. */
const pictureMs = 1000 / 60;

/** Redraws the display every frame while the foreground activity is animated, such as a running stopwatch. */
export class FrameTicker {
  readonly #isWanted: () => boolean;
  readonly #change: (act: () => void) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = 0;

  /** `applyChange` notifies the world's listeners and then calls `scheduleFrame` again. */
  constructor(isWanted: () => boolean, change: (act: () => void) => void) {
    this.#isWanted = isWanted;
    this.#change = change;
  }

  get ticking(): boolean {
    return this.#timer !== undefined;
  }

  /** Call it after every change that may have started or stopped an animation. */
  look(): void {
    if (this.#timer !== undefined || !this.#isWanted()) return;
    const now = performance.now();
    // Timers fire late; the next one is scheduled earlier to compensate.
    this.#dueAtMs = Math.max(this.#dueAtMs + pictureMs, now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isWanted()) this.#change(() => undefined);
    }, this.#dueAtMs - now);
  }

  /** Resolves when no frame is scheduled. Rejects with `Aborted` when the signal aborts. */
  async whenStill(signal: AbortSignal): Promise<void> {
    while (this.ticking) await waitFor(pictureMs, signal);
  }
}

/** A finger that is down, in device pixels. */
export interface FingerOn {
  readonly id: number;
  readonly from: Point;
  readonly at: Point;
}

/** Centre, span and angle of two or more fingers. */
export interface Spread {
  readonly focus: Point;
  /** px: twice the mean distance of the fingers from their centre. */
  readonly span: number;
  /** Angle in radians of the line between the first two fingers. */
  readonly angle: number;
}

/** Measures fingers as android.view.ScaleGestureDetector does. */
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

/** The pinch between two measurements of the same fingers. */
export function pinchBetween(
  before: Spread,
  after: Spread,
): Pick<Pinch, 'focus' | 'by' | 'scale' | 'rotation'> {
  const turn = after.angle - before.angle;
  // Normalised to -π..π: fingers don't turn by more within one event.
  const short = Math.atan2(Math.sin(turn), Math.cos(turn));
  return {
    focus: after.focus,
    by: { x: after.focus.x - before.focus.x, y: after.focus.y - before.focus.y },
    // Fingers at the same point have no span to compare.
    scale: before.span < 1 || after.span < 1 ? 1 : after.span / before.span,
    rotation: (short * 180) / Math.PI,
  };
}

interface Sample extends Point {
  readonly timeMs: number;
}

/** ms, from android.view.VelocityTracker: the age limit of samples, and the pause after which a finger counts as stopped. */
const horizonMs = 100;
const restMs = 40;

/** Measures the velocity of a finger when it is lifted. */
export class Speedometer {
  #samples: Sample[] = [];

  add(sample: Sample): void {
    this.#samples.push(sample);
    this.#samples = this.#samples.filter(({ timeMs }) => sample.timeMs - timeMs <= horizonMs);
  }

  /** px/s at this time; zero for a finger that rested before it was lifted. */
  velocity(timeMs: number): Point {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    const seconds = ((last?.timeMs ?? 0) - (first?.timeMs ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds <= 0) return { x: 0, y: 0 };
    if (timeMs - last.timeMs > restMs) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}
