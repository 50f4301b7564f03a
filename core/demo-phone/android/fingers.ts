import type { Point } from '../../geometry.ts';
import type { Pinch } from './ui/view.ts';

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
