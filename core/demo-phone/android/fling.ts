import { HandsetError } from '../../errors.ts';
import type { UiWindow } from './window.ts';
import type { Rect } from '../../geometry.ts';

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
