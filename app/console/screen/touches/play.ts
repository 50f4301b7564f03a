import type { TimedPoint } from '../../../../core/link/aim.ts';
import { keyframesOf } from './mark-shape.ts';
import { type ShownTouch, fadeMs } from './touches.svelte.ts';

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Animates a finger along its path in real time, measured from the start of the gesture, then fades it out. */
export function animateFinger(touch: ShownTouch, stroke: readonly TimedPoint[]) {
  return (element: HTMLElement): void => {
    if (prefersReducedMotion()) return;
    const elapsedMs = performance.now() - touch.startedAtMs;
    const startMs = (stroke[0]?.timeMs ?? 0) - elapsedMs;
    const endMs = (stroke.at(-1)?.timeMs ?? 0) - elapsedMs;
    const keyframes = keyframesOf(stroke, touch.size).map((keyframe) => ({
      ...keyframe,
      opacity: 1,
    }));
    const duration = Math.max(1, endMs - startMs);
    element.animate(keyframes, { delay: startMs, duration, fill: 'forwards' });
    const fadeOut = [
      { opacity: 1, scale: 1 },
      { opacity: 0, scale: 1.7 },
    ];
    const timing = {
      delay: endMs,
      duration: fadeMs,
      easing: 'ease-out',
      fill: 'forwards',
    } as const;
    element.animate(fadeOut, timing);
  };
}

/** Fades an element out once the gesture's last finger is up. */
export function fadeAfterGesture({ startedAtMs, lastsMs }: ShownTouch) {
  return (element: HTMLElement): void => {
    if (prefersReducedMotion()) return;
    const delay = lastsMs - (performance.now() - startedAtMs);
    element.animate({ opacity: 0 }, { delay, duration: fadeMs, fill: 'forwards' });
  };
}
