import type { Point, Rect } from '../../geometry.ts';
import type { Pinch } from './ui/view.ts';
import type { UiWindow } from './windows.ts';

/** Deceleration constants of android.widget.OverScroller and ViewConfiguration. */
const friction = 0.015;
const inflexion = 0.35;
const decelerationRate = Math.log(0.78) / Math.log(0.9);
/** m/s² × inches per metre × OverScroller's "look and feel tuning". */
const gravity = 9.80665 * 39.37 * 0.84;
const dotsPerDp = 160;
/** dp/s (ViewConfiguration.MINIMUM_FLING_VELOCITY and MAXIMUM_FLING_VELOCITY). */
const minFlingVelocity = 50;
const maxFlingVelocity = 8000;
/** ms between two frames of a 60 Hz display. */
export const frameMs = 1000 / 60;

/** Total distance and duration of a fling. */
interface FlingTrajectory {
  /** px, with the sign of the velocity. */
  readonly distance: number;
  readonly durationMs: number;
}

/** The fling of a list released at this velocity; undefined when it is too slow to fling. */
export function flingTrajectory(velocityPx: number, density: number): FlingTrajectory | undefined {
  const speed = Math.min(Math.abs(velocityPx), maxFlingVelocity * density);
  if (speed < minFlingVelocity * density) return undefined;
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
interface FlingTarget {
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
export class FlingAnimator {
  readonly #applyChange: (mutate: () => void) => void;
  readonly #enabled: boolean;
  #movingList: FlingTarget | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `applyChange` runs a function that changes the display, then notifies the world's listeners. */
  constructor(enabled: boolean, applyChange: (mutate: () => void) => void) {
    this.#enabled = enabled;
    this.#applyChange = applyChange;
  }

  /** The list that is moving, if any. */
  get movingList(): FlingTarget | undefined {
    return this.#movingList;
  }

  /** Starts a fling; px/s, positive towards the list's end. */
  start(movingList: FlingTarget, velocityPx: number): void {
    const trajectory = this.#enabled ? flingTrajectory(velocityPx, movingList.density) : undefined;
    if (trajectory === undefined) return this.stop();
    clearTimeout(this.#timer);
    this.#movingList = movingList;
    this.#scheduleStep(movingList, trajectory, performance.now());
  }

  /** Stops the moving list at its current offset. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#movingList = undefined;
  }

  #scheduleStep(movingList: FlingTarget, trajectory: FlingTrajectory, startedAtMs: number): void {
    this.#timer = setTimeout(() => {
      const fraction = Math.min(1, (performance.now() - startedAtMs) / trajectory.durationMs);
      // Approximates OverScroller's spline, which decelerates until the end.
      const distance = trajectory.distance * (1 - (1 - fraction) ** decelerationRate);
      const unclampedOffset = movingList.offset + distance;
      const offset = Math.max(0, Math.min(movingList.max, unclampedOffset));
      const isLastStep = fraction === 1 || offset !== unclampedOffset;
      this.#applyChange(() =>
        movingList.window.scrollTo(movingList.key, offset, movingList.density),
      );
      // A listener may have touched the screen meanwhile.
      if (this.#movingList !== movingList) return;
      if (isLastStep) this.stop();
      else this.#scheduleStep(movingList, trajectory, startedAtMs);
    }, frameMs);
  }
}

/** Redraws the display every frame while the foreground activity is animated, such as a running stopwatch. */
export class FrameTicker {
  readonly #isAnimating: () => boolean;
  readonly #applyChange: (mutate: () => void) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = 0;

  /** `applyChange` notifies the world's listeners and then calls `scheduleFrame` again. */
  constructor(isAnimating: () => boolean, applyChange: (mutate: () => void) => void) {
    this.#isAnimating = isAnimating;
    this.#applyChange = applyChange;
  }

  get isScheduled(): boolean {
    return this.#timer !== undefined;
  }

  /** Call it after every change that may have started or stopped an animation. */
  scheduleFrame(): void {
    if (this.#timer !== undefined || !this.#isAnimating()) return;
    const now = performance.now();
    // Timers fire late; the next one is scheduled earlier to compensate.
    this.#dueAtMs = Math.max(this.#dueAtMs + frameMs, now);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isAnimating()) this.#applyChange(() => undefined);
    }, this.#dueAtMs - now);
  }
}

/** A finger that is down, in device pixels. */
export interface TouchPointer {
  readonly id: number;
  readonly from: Point;
  readonly at: Point;
}

/** Centre and span of two or more fingers. */
export interface PinchGeometry {
  readonly focus: Point;
  /** px: twice the mean distance of the fingers from their centre. */
  readonly span: number;
}

/** Measures fingers as android.view.ScaleGestureDetector does. */
export function pinchGeometry(pointers: readonly TouchPointer[]): PinchGeometry {
  const count = Math.max(1, pointers.length);
  const mean = (side: 'x' | 'y') => pointers.reduce((sum, { at }) => sum + at[side], 0) / count;
  const focus = { x: mean('x'), y: mean('y') };
  const distances = pointers.map(({ at }) => Math.hypot(at.x - focus.x, at.y - focus.y));
  return { focus, span: (2 * distances.reduce((a, b) => a + b, 0)) / count };
}

/** The pinch between two measurements of the same fingers. */
export function pinchBetween(
  before: PinchGeometry,
  after: PinchGeometry,
): Pick<Pinch, 'focus' | 'scale'> {
  // Fingers at the same point have no span to compare.
  const scale = before.span < 1 || after.span < 1 ? 1 : after.span / before.span;
  return { focus: after.focus, scale };
}

interface PointerSample extends Point {
  readonly timeMs: number;
}

/** ms, from android.view.VelocityTracker: the age limit of samples, and the pause after which a finger counts as stopped. */
const horizonMs = 100;
const pointerStoppedMs = 40;

/** Measures the velocity of a finger when it is lifted. */
export class VelocityTracker {
  #samples: PointerSample[] = [];

  add(sample: PointerSample): void {
    this.#samples.push(sample);
    this.#samples = this.#samples.filter(({ timeMs }) => sample.timeMs - timeMs <= horizonMs);
  }

  /** px/s at this time; zero for a finger that rested before it was lifted. */
  velocity(timeMs: number): Point {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    const seconds = ((last?.timeMs ?? 0) - (first?.timeMs ?? 0)) / 1000;
    if (first === undefined || last === undefined || seconds <= 0) return { x: 0, y: 0 };
    if (timeMs - last.timeMs > pointerStoppedMs) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}
