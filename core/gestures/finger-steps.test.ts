import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Gesture, Stroke } from './gesture.ts';
import {
  doubleTapGesture,
  longPressGesture,
  pinchGesture,
  swipeGesture,
  tapGesture,
} from './build-gesture.ts';
import { type TimedFingerStep, groupByFrame, toFingerSteps } from './finger-steps.ts';

const formatSteps = (gesture: Gesture): string[] =>
  toFingerSteps(gesture).map(
    ({ timeMs, finger, action, x, y }) => `${timeMs} ${finger} ${action} ${x},${y}`,
  );

const strokes: fc.Arbitrary<Stroke> = fc
  .record({
    startMs: fc.integer({ min: 0, max: 400 }),
    pieces: fc.array(
      fc.record({
        waitMs: fc.integer({ min: 1, max: 90 }),
        x: fc.integer({ min: 0, max: 50 }),
        y: fc.integer({ min: 0, max: 50 }),
      }),
      { minLength: 2, maxLength: 6 },
    ),
  })
  .map(({ startMs, pieces }) => {
    let timeMs = startMs;
    return pieces.map(({ waitMs, x, y }, i) => ({
      x,
      y,
      timeMs: i === 0 ? timeMs : (timeMs += waitMs),
    }));
  });
const gestures = fc
  .array(strokes, { minLength: 1, maxLength: 10 })
  .map((all) => ({ strokes: all }));

/** The steps of each stroke, from down to up; throws if one id is down twice at once. */
function stepsByStroke(steps: readonly TimedFingerStep[]): TimedFingerStep[][] {
  const open = new Map<number, TimedFingerStep[]>();
  const done: TimedFingerStep[][] = [];
  for (const step of steps) {
    const strokeSteps = open.get(step.finger);
    if ((strokeSteps === undefined) !== (step.action === 'down')) throw new Error('out of order');
    if (strokeSteps === undefined) open.set(step.finger, [step]);
    else strokeSteps.push(step);
    if (step.action === 'up' && strokeSteps !== undefined) {
      done.push(strokeSteps);
      open.delete(step.finger);
    }
  }
  if (open.size > 0) throw new Error('a finger stays down');
  return done;
}

describe('timeline', () => {
  it('taps without moves', () => {
    expect(formatSteps(tapGesture({ x: 3, y: 4 }))).toEqual(['0 0 down 3,4', '50 0 up 3,4']);
    expect(formatSteps(longPressGesture({ x: 3, y: 4 }, 1000))).toEqual([
      '0 0 down 3,4',
      '1000 0 up 3,4',
    ]);
    expect(formatSteps(doubleTapGesture({ x: 3, y: 4 }))).toEqual([
      '0 0 down 3,4',
      '50 0 up 3,4',
      '150 0 down 3,4',
      '200 0 up 3,4',
    ]);
  });
  it('moves evenly, at most 16 ms apart, and reaches the last point before the up', () => {
    expect(formatSteps(swipeGesture({ x: 0, y: 100 }, { x: 40, y: 20 }, 60))).toEqual([
      '0 0 down 0,100',
      '15 0 move 10,80',
      '30 0 move 20,60',
      '45 0 move 30,40',
      '60 0 move 40,20',
      '60 0 up 40,20',
    ]);
  });
  it('puts both fingers of a pinch down at once', () => {
    const size = { width: 1080, height: 2400 };
    const steps = formatSteps(
      pinchGesture({ center: { x: 500, y: 700 }, scale: 2, durationMs: 16 }, size),
    );
    expect(steps).toEqual([
      '0 0 down 400,700',
      '0 1 down 600,700',
      '16 0 move 300,700',
      '16 1 move 700,700',
      '16 0 up 300,700',
      '16 1 up 700,700',
    ]);
  });
  it('moves a resting finger at its points only', () => {
    const points = [0, 100, 200].map((timeMs) => ({ x: 5, y: 5, timeMs }));
    expect(formatSteps({ strokes: [points] })).toEqual([
      '0 0 down 5,5',
      '100 0 move 5,5',
      '200 0 up 5,5',
    ]);
  });
  it('reuses the id of a finger that goes up for one that goes down at the same time', () => {
    const at = (x: number, startMs: number): Stroke => [
      { x, y: 0, timeMs: startMs },
      { x, y: 0, timeMs: startMs + 10 },
    ];
    expect(formatSteps({ strokes: [at(2, 10), at(1, 0)] })).toEqual([
      '0 0 down 1,0',
      '10 0 up 1,0',
      '10 0 down 2,0',
      '20 0 up 2,0',
    ]);
  });
  it('accepts ten fingers and refuses an eleventh', () => {
    const fingers = (count: number): Gesture => ({
      strokes: Array.from({ length: count }, () => tapGesture({ x: 1, y: 1 }).strokes).flat(),
    });
    expect(toFingerSteps(fingers(10))).toHaveLength(20);
    expect(() => toFingerSteps(fingers(11))).toThrow(
      'A gesture can use at most 10 fingers at once; this one uses more at 0 ms.',
    );
  });
  it('refuses a gesture that is too long', () => {
    expect(() => toFingerSteps(longPressGesture({ x: 1, y: 1 }, 600_001))).toThrow(
      '600000 ms at most',
    );
  });
});

describe('timeline of any gesture', () => {
  it('is in order, and every down has an up', () => {
    fc.assert(
      fc.property(gestures, (gesture) => {
        const steps = toFingerSteps(gesture);
        const times = steps.map(({ timeMs }) => timeMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(stepsByStroke(steps)).toHaveLength(gesture.strokes.length);
      }),
    );
  });
  it('has every point of a stroke at its time and position, with one pointer id', () => {
    fc.assert(
      fc.property(gestures, (gesture) => {
        const left = stepsByStroke(toFingerSteps(gesture));
        for (const stroke of gesture.strokes) {
          const found = left.findIndex((strokeSteps) =>
            stroke.every(({ x, y, timeMs }) =>
              strokeSteps.some((step) => step.x === x && step.y === y && step.timeMs === timeMs),
            ),
          );
          expect(found).toBeGreaterThanOrEqual(0);
          left.splice(found, 1);
        }
      }),
    );
  });
  it('interpolates evenly between points', () => {
    fc.assert(
      fc.property(strokes, (stroke) => {
        for (const step of toFingerSteps({ strokes: [stroke] })) {
          const i = stroke.findIndex(({ timeMs }) => timeMs >= step.timeMs);
          const to = stroke[i] ?? stroke[0];
          const from = stroke[i - 1] ?? to;
          if (!from || !to) throw new Error('no points');
          const share = to === from ? 1 : (step.timeMs - from.timeMs) / (to.timeMs - from.timeMs);
          expect(step.x).toBeCloseTo(from.x + (to.x - from.x) * share, 6);
          expect(step.y).toBeCloseTo(from.y + (to.y - from.y) * share, 6);
        }
      }),
    );
  });
  it('reports a moving finger at least every 16 ms and never moves a resting one', () => {
    fc.assert(
      fc.property(strokes, (stroke) => {
        const steps = toFingerSteps({ strokes: [stroke] });
        steps.slice(1).forEach((step, i) => {
          const before = steps[i];
          if (!before) throw new Error('no step before');
          const moved = step.x !== before.x || step.y !== before.y;
          if (moved) expect(step.timeMs - before.timeMs).toBeLessThanOrEqual(16);
          else expect(stroke.some(({ timeMs }) => timeMs === step.timeMs)).toBe(true);
        });
      }),
    );
  });
  it('gives every finger the lowest free id', () => {
    fc.assert(
      fc.property(gestures, (gesture) => {
        const down = new Set<number>();
        for (const step of toFingerSteps(gesture)) {
          if (step.action === 'down') {
            const lowest = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((id) => !down.has(id));
            expect(step.finger).toBe(lowest);
            down.add(step.finger);
          } else if (step.action === 'up') down.delete(step.finger);
        }
      }),
    );
  });
});

describe('moments', () => {
  it('sends the moves of ten fingers once per frame, also if they began at different times', () => {
    const fingers = Array.from({ length: 10 }, (_, i): Stroke => [
      { x: 100 * i, y: 0, timeMs: 53 * i },
      { x: 100 * i, y: 900, timeMs: 53 * i + 1_000 },
    ]);
    const steps = toFingerSteps({ strokes: fingers });
    const groups = [...groupByFrame(steps)];
    expect(groups.flat()).toEqual(steps);
    // 1.5 s are 92 frames; each finger's down, last move and up is a group of its own.
    expect(groups.length).toBeLessThanOrEqual(92 + 3 * 10);
    expect(steps.length).toBeGreaterThan(600);
  });
  it('changes no time of a down or up, or of two moves of one finger', () => {
    fc.assert(
      fc.property(fc.array(strokes, { minLength: 1, maxLength: 10 }), (given) => {
        const steps = toFingerSteps({ strokes: given });
        const groups = [...groupByFrame(steps)];
        expect(groups.flat()).toEqual(steps);
        for (const group of groups) {
          const early = group.filter(({ timeMs }) => timeMs !== group[0]?.timeMs);
          expect(early.every(({ timeMs }) => timeMs - (group[0]?.timeMs ?? 0) < 16)).toBe(true);
          if (early.length === 0) continue;
          expect(group.every(({ action }) => action === 'move')).toBe(true);
          expect(new Set(group.map(({ finger }) => finger)).size).toBe(group.length);
        }
      }),
    );
  });
});
