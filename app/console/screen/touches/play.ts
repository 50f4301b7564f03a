import type { TimedPoint } from '../../../../core/link/aim.ts';
import { keyframesOf } from './mark-shape.ts';
import { type ShownTouch, fadeMs } from './touches.svelte.ts';

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Animates a finger along its path in real time, measured from the start of the gesture, then fades it out. */
export function playFinger(touch: ShownTouch, stroke: readonly TimedPoint[]) {
  return (element: HTMLElement): void => {
    if (isStill()) return;
    const passedMs = performance.now() - touch.startedAtMs;
    const startMs = (stroke[0]?.timeMs ?? 0) - passedMs;
    const endMs = (stroke.at(-1)?.timeMs ?? 0) - passedMs;
    const moves = keyframesOf(stroke, touch.size).map((move) => ({ ...move, opacity: 1 }));
    const duration = Math.max(1, endMs - startMs);
    element.animate(moves, { delay: startMs, duration, fill: 'forwards' });
    const lifted = [
      { opacity: 1, scale: 1 },
      { opacity: 0, scale: 1.7 },
    ];
    const timing = {
      delay: endMs,
      duration: fadeMs,
      easing: 'ease-out',
      fill: 'forwards',
    } as const;
    element.animate(lifted, timing);
  };
}

/** Fades an element out once the gesture's last finger is up. */
export function fadeAfter({ startedAtMs, lastsMs }: ShownTouch) {
  return (element: HTMLElement): void => {
    if (isStill()) return;
    const delay = lastsMs - (performance.now() - startedAtMs);
    element.animate({ opacity: 0 }, { delay, duration: fadeMs, fill: 'forwards' });
  };
}
