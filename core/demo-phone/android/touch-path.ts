import type { Point } from '../../geometry.ts';
import type { TouchEvent } from '../world.ts';

/** One finger's way from down to up; times in ms since down. */
export type TouchPath = readonly (Point & { readonly timeMs: number })[];

/** ms between two reports of a touch screen at 60 Hz. */
const reportMs = 16;
/** Reports made up between two points at most. */
const mostReports = 250;
/** ms that lie between two paths at least: more than a double tap needs, so that two taps can be one. */
const pauseMs = 60;

/** Turns paths, whose times begin at 0, into events on one clock. */
export class PathClock {
  #lastMs = -Infinity;

  /** The events of one finger. Points far apart get a touch screen's reports between them: no finger jumps. */
  eventsOf(path: TouchPath): readonly TouchEvent[] {
    const [first, ...rest] = path;
    if (first === undefined) return [];
    const startMs = Math.max(performance.now(), this.#lastMs + pauseMs) - first.timeMs;
    const at = ({ x, y, timeMs }: TouchPath[number], action: TouchEvent['action']) =>
      ({ pointerId: 0, action, x, y, timeMs: startMs + timeMs }) as const;
    let before = first;
    const moves = rest.flatMap((point) => {
      const between = reports(before, point);
      before = point;
      return between.map((report) => at(report, 'move'));
    });
    this.#lastMs = startMs + before.timeMs;
    return [at(first, 'down'), ...moves, at(before, 'up')];
  }
}

function reports(from: TouchPath[number], to: TouchPath[number]): TouchPath {
  const still = from.x === to.x && from.y === to.y;
  const wanted = Math.round((to.timeMs - from.timeMs) / reportMs);
  const count = still ? 1 : Math.max(1, Math.min(mostReports, wanted));
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      timeMs: from.timeMs + (to.timeMs - from.timeMs) * share,
    };
  });
}
