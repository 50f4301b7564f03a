import type { Point } from '../../../geometry.ts';

/** A finger's way, times in ms since down; what `World.touch` takes. */
export type Path = readonly (Point & { readonly timeMs: number })[];

/** An app takes moves once per frame (60 Hz), and `input` waits until it has taken each. */
const stepMs = 16;

export interface Swipe {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

/**
 * InputShellCommand.sendSwipe: evenly along the line from the moment of the down, then up at the
 * end. A long press before a drag counts as part of the duration, so the finger jumps after it,
 * and with a duration shorter than it there are no moves at all.
 */
export function swipePath({ from, to, durationMs }: Swipe, restMs = 0): Path {
  const moves = movesAlong({ from, to, durationMs }, restMs);
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: Math.max(durationMs, restMs) }];
}

/** Input.sendDragAndDrop of Android 8: the long press comes on top of the duration. */
export function oldDragPath({ from, to, durationMs }: Swipe, restMs: number): Path {
  const moves = movesAlong({ from, to, durationMs }, 0).map((point) => ({
    ...point,
    timeMs: point.timeMs + restMs,
  }));
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: restMs + durationMs }];
}

function movesAlong({ from, to, durationMs }: Swipe, sinceMs: number): Path {
  const moves: { x: number; y: number; timeMs: number }[] = [];
  for (let timeMs = sinceMs; timeMs < durationMs; timeMs += stepMs) {
    const done = timeMs / durationMs;
    moves.push({
      x: from.x + (to.x - from.x) * done,
      y: from.y + (to.y - from.y) * done,
      timeMs,
    });
  }
  return moves;
}

/** What a wheel does to a list, drawn by a finger that rests before it goes, so that nothing is flung. */
export function wheelPath(from: Point, by: Point): Path {
  const to = { x: from.x + by.x, y: from.y + by.y };
  const middle = { x: from.x + by.x / 2, y: from.y + by.y / 2 };
  return [
    { ...from, timeMs: 0 },
    { ...middle, timeMs: 50 },
    { ...to, timeMs: 100 },
    { ...to, timeMs: 400 },
    { ...to, timeMs: 401 },
  ];
}
