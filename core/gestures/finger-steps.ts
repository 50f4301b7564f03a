import { HandsetError } from '../errors.ts';
import type { Point } from '../geometry.ts';
import {
  type Gesture,
  type Stroke,
  type StrokePoint,
  strokeEndMs,
  strokeStartMs,
} from './gesture.ts';

/** One event of one finger, in device pixels with fractions. */
export interface FingerStep extends Point {
  /** 0 to 9, to tell the fingers apart that are down at the same time. */
  readonly finger: number;
  readonly action: 'down' | 'move' | 'up';
}

/** A step of a gesture. Its finger is the lowest number that no other finger has at that time. */
export interface TimedFingerStep extends FingerStep {
  /** Milliseconds since the gesture began. */
  readonly timeMs: number;
}

/** Interval of a moving finger's events: one frame at 60 Hz. */
const moveEveryMs = 16;
/** The most fingers that Android tells apart reliably and scrcpy accepts. */
export const maxFingers = 10;
/** Longer gestures are refused as mistakes, before their steps fill the memory. */
const longestMs = 600_000;

/**
 * All finger events of a gesture, in order. There is a move at every point, and moves at even
 * intervals between two points unless the finger rests there. Events at the same time are ordered:
 * last moves, ups, downs, other moves. Throws `invalid-argument` for more than 10 fingers at once or
 * a gesture beyond 10 minutes.
 */
export function toFingerSteps(gesture: Gesture): readonly TimedFingerStep[] {
  const strokes = gesture.strokes.filter((stroke) => stroke.length > 0).toSorted(compareStarts);
  const endMs = Math.max(...strokes.map(strokeEndMs));
  if (endMs > longestMs) {
    const message = `A gesture can last ${longestMs} ms at most; this one ends at ${endMs} ms.`;
    throw new HandsetError('invalid-argument', message, { hint: 'Split it into several calls.' });
  }
  const numbers = fingerNumbers(strokes);
  return strokes
    .flatMap((stroke, i) => rankedStepsOf(stroke, numbers[i] ?? 0))
    .toSorted((a, b) => a.step.timeMs - b.step.timeMs || a.rank - b.rank)
    .map(({ step }) => step);
}

/**
 * Groups successive steps to be sent at once, at the time of the group's first step: steps of the
 * same time, and moves of several fingers within one frame. Without grouping, ten fingers that begin
 * at different times would need ten messages per frame.
 */
export function* groupByFrame(
  steps: readonly TimedFingerStep[],
): Generator<readonly TimedFingerStep[]> {
  let group: TimedFingerStep[] = [];
  for (const step of steps) {
    if (group.length > 0 && !belongsToGroup(group, step)) {
      yield group;
      group = [];
    }
    group.push(step);
  }
  if (group.length > 0) yield group;
}

function belongsToGroup(group: readonly TimedFingerStep[], step: TimedFingerStep): boolean {
  const laterMs = step.timeMs - (group[0]?.timeMs ?? 0);
  if (laterMs === 0) return true;
  const areMoves = [...group, step].every(({ action }) => action === 'move');
  const isNew = group.every(({ finger }) => finger !== step.finger);
  return areMoves && isNew && laterMs < moveEveryMs;
}

/** At equal times the lower rank goes first; steps of the same rank and time keep their order. */
interface RankedStep {
  readonly rank: number;
  readonly step: TimedFingerStep;
}
const lastMoveRank = 0;
const upRank = 1;
const downRank = 2;
const moveRank = 3;

function compareStarts(a: Stroke, b: Stroke): number {
  return strokeStartMs(a) - strokeStartMs(b);
}

/** The finger numbers of strokes that are sorted by their start. */
function fingerNumbers(strokes: readonly Stroke[]): number[] {
  const freeFromMs: number[] = [];
  return strokes.map((stroke) => {
    const free = freeFromMs.findIndex((timeMs) => timeMs <= strokeStartMs(stroke));
    const id = free < 0 ? freeFromMs.length : free;
    if (id >= maxFingers) {
      throw new HandsetError(
        'invalid-argument',
        `A gesture can use at most ${maxFingers} fingers at once; this one uses more at ${strokeStartMs(stroke)} ms.`,
        { hint: 'Start some paths after others have ended.' },
      );
    }
    freeFromMs[id] = strokeEndMs(stroke);
    return id;
  });
}

function rankedStepsOf(stroke: Stroke, finger: number): RankedStep[] {
  const last = stroke.length - 1;
  return stroke.flatMap((point, i): RankedStep[] => {
    const ranked = (action: TimedFingerStep['action'], rank: number, at = point): RankedStep => ({
      rank,
      step: { timeMs: at.timeMs, finger, action, x: at.x, y: at.y },
    });
    const before = stroke[i - 1];
    const here = before === undefined ? [ranked('down', downRank)] : [];
    if (before !== undefined) {
      here.push(...pointsBetween(before, point).map((at) => ranked('move', moveRank, at)));
    }
    if (i < last) return before === undefined ? here : [...here, ranked('move', moveRank)];
    // The finger moves to its last point before it lifts: apps scroll and drag by moves, not by the up.
    // All fingers make that move before the first one lifts, or the rest would drag after a pinch.
    const arrives = before !== undefined && !isSamePoint(before, point);
    return [...here, ...(arrives ? [ranked('move', lastMoveRank)] : []), ranked('up', upRank)];
  });
}

/** Evenly spaced points strictly between two points; none if the finger rests. */
function pointsBetween(from: StrokePoint, to: StrokePoint): StrokePoint[] {
  if (isSamePoint(from, to)) return [];
  const pieces = Math.ceil((to.timeMs - from.timeMs) / moveEveryMs);
  return Array.from({ length: Math.max(0, pieces - 1) }, (_, i) => {
    const share = (i + 1) / pieces;
    return {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      timeMs: from.timeMs + (to.timeMs - from.timeMs) * share,
    };
  });
}

function isSamePoint(a: StrokePoint, b: StrokePoint): boolean {
  return a.x === b.x && a.y === b.y;
}
