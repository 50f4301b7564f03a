import { z } from 'zod';
import { type Point, largestBeside, rectOfSize, sameSize } from '../geometry.ts';
import {
  actualPinchScale,
  doubleTapGesture,
  gestureFromPaths,
  longPressGesture,
  pinchGesture,
  swipeGesture,
  tapGesture,
} from '../gestures/build-gesture.ts';
import type { StrokeTiming } from '../gestures/gesture.ts';
import { scrollGesture } from '../gestures/scroll.ts';
import {
  formatInteger,
  coordinate,
  duration,
  choice,
  formatDouble,
  typeIssueParam,
  valueForMessage,
} from './shared/parameters.ts';
import {
  formatTapReport,
  pointArgument,
  checkTouchPoints,
  playAtPoint,
  touchPoints,
} from './shared/press-element.ts';
import { keyboardIfKnown } from './shared/keyboard.ts';
import { defineTool, observe, onlyMoves } from './shared/tool.ts';
import { previewPoint } from './shared/touch-preview.ts';

/** Taps a point. */
export const tap = defineTool({
  name: 'tap',
  title: 'Tap',
  words: { wantsTo: ['tap[ *{element}*]'], short: ['({x}, {y})'], synonyms: 'click press touch' },
  description:
    'Taps a point of the screen, in device pixels. For listed elements click_element is safer; use this for what only a screenshot shows (maps, games, drawings).',
  input: z.strictObject({ x: coordinate('x'), y: coordinate('y'), ...observe }),
  effect: 'act',
  previewTouch: ({ x, y }, lastScreen) => previewPoint({ x, y }, tapGesture({ x, y }), lastScreen),
  async execute(phone, { x, y }, reply, signal) {
    const at = { x, y };
    const points = [pointArgument('x', 'y', at)];
    const { timings, notes } = await touchPoints(phone, points, tapGesture(at), { reply, signal });
    reply.text(pointReport('Tap', at, timings));
    reply.note(...notes);
  },
});

/** Long-presses a point. */
export const longPress = defineTool({
  name: 'long_press',
  title: 'Long press',
  words: { wantsTo: ['long-press[ *{element}*]'], short: ['({x}, {y})'], synonyms: 'hold tap' },
  description:
    'Holds a finger on a point of the screen, in device pixels (for context menus, selecting text, moving icons). For listed elements long_click_element is safer.',
  input: z.strictObject({
    x: coordinate('x'),
    y: coordinate('y'),
    duration: duration().default(1000).describe('In milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  previewTouch: ({ x, y, duration: durationMs }, lastScreen) =>
    previewPoint({ x, y }, longPressGesture({ x, y }, durationMs), lastScreen),
  async execute(phone, { x, y, duration: durationMs }, reply, signal) {
    const at = { x, y };
    const gesture = longPressGesture(at, durationMs);
    const points = [pointArgument('x', 'y', at)];
    const { notes } = await touchPoints(phone, points, gesture, { reply, signal });
    reply.text(`Long press executed at ${formatPoint(at)} for ${durationMs}ms`);
    reply.note(...notes);
  },
});

/** Double-taps a point. */
export const doubleTap = defineTool({
  name: 'double_tap',
  title: 'Double tap',
  words: { wantsTo: ['double-tap[ *{element}*]'], short: ['({x}, {y})'], synonyms: 'twice click' },
  description:
    'Taps a point of the screen twice in quick succession, in device pixels (to zoom maps and pictures, or select a word).',
  input: z.strictObject({ x: coordinate('x'), y: coordinate('y'), ...observe }),
  effect: 'act',
  previewTouch: ({ x, y }, lastScreen) =>
    previewPoint({ x, y }, doubleTapGesture({ x, y }), lastScreen),
  async execute(phone, { x, y }, reply, signal) {
    const at = { x, y };
    const points = [pointArgument('x', 'y', at)];
    const gesture = doubleTapGesture(at);
    const { timings, notes } = await touchPoints(phone, points, gesture, { reply, signal });
    reply.text(pointReport('Double tap', at, timings));
    reply.note(...notes);
  },
});

function pointReport(
  name: 'Tap' | 'Double tap',
  at: Point,
  timings: readonly StrokeTiming[],
): string {
  const place = `at ${formatPoint(at)}`;
  const intended = name === 'Tap' ? 'tap' : 'double tap';
  return formatTapReport({ success: `${name} executed ${place}`, place, intended }, timings);
}

/** Moves one finger along a straight line. */
export const swipe = defineTool({
  name: 'swipe',
  title: 'Swipe',
  words: {
    wantsTo: ['swipe[ *{course}*]'],
    short: ['({x1}, {y1}) → ({x2}, {y2})'],
    synonyms: 'fling flick',
  },
  description:
    'Moves a finger in a straight line from (x1, y1) to (x2, y2), in device pixels (for dismissing, paging, drawing). The content follows the finger. To see more of a page use `scroll`; to reach one element, scroll_to_element.',
  input: z.strictObject({
    x1: coordinate('x1'),
    y1: coordinate('y1'),
    x2: coordinate('x2'),
    y2: coordinate('y2'),
    duration: duration().default(300).describe('In milliseconds. A short duration flings.'),
    ...observe,
  }),
  effect: 'act',
  previewTouch: ({ x1, y1, x2, y2, duration: durationMs }) => ({
    gesture: swipeGesture({ x: x1, y: y1 }, { x: x2, y: y2 }, durationMs),
  }),
  async execute(phone, { x1, y1, x2, y2, duration: durationMs }, reply, signal) {
    const from = { x: x1, y: y1 };
    const to = { x: x2, y: y2 };
    const points = [pointArgument('x1', 'y1', from), pointArgument('x2', 'y2', to)];
    const gesture = swipeGesture(from, to, durationMs);
    const { notes } = await touchPoints(phone, points, gesture, { reply, signal });
    const movement = `from ${formatPoint(from)} to ${formatPoint(to)} over ${durationMs}ms`;
    reply.text(`Swipe executed ${movement}`);
    reply.note(...notes);
  },
});

function formatPoint({ x, y }: Point): string {
  return `(${formatInteger(x)}, ${formatInteger(y)})`;
}

/** Swipes across the middle of the screen, whatever is there; `scroll_to_element` chooses a list. */
export const scroll = defineTool({
  name: 'scroll',
  title: 'Scroll',
  words: {
    wantsTo: ['scroll[ *{direction}*]'],
    synonyms: 'down up swipe fling',
    isSuggested: true,
  },
  description:
    'Scrolls the area in the middle of the screen. The direction is the way the view moves: down shows what is below. To bring one listed element onto the screen use scroll_to_element.',
  input: z.strictObject({
    direction: choice('direction', ['up', 'down', 'left', 'right']),
    amount: choice('amount', ['small', 'medium', 'large'])
      .prefault('medium')
      .describe(
        'A quarter, half or three quarters of the screen, or of the part above an open keyboard.',
      ),
    ...observe,
  }),
  effect: 'act',
  hints: onlyMoves,
  previewTouch: ({ direction, amount }, { size }) => ({
    gesture: scrollGesture(direction, amount, rectOfSize(size)),
  }),
  async execute(phone, { direction, amount }, reply, signal) {
    const [size, keyboard] = await Promise.all([
      checkTouchPoints(phone, [], signal),
      keyboardIfKnown(phone, signal),
    ]);
    const screen = rectOfSize(size);
    const free = keyboard === null ? screen : largestBeside(screen, keyboard);
    await phone.performGesture(scrollGesture(direction, amount, free), signal);
    const { left, top, right, bottom } = free;
    const isPart = !sameSize(size, { width: right - left, height: bottom - top });
    const note = `the keyboard is open, so the finger stayed in the part it leaves free: [${left},${top}][${right},${bottom}]`;
    reply.text(`Scroll ${direction} (${amount}) executed`);
    if (isPart) reply.note(note);
  },
});

/** Relative error of the scale above which the reply mentions it. */
const maxScaleError = 0.05;

/** Zooms with two fingers. */
export const pinch = defineTool({
  name: 'pinch',
  title: 'Pinch',
  words: { wantsTo: ['pinch[ *{element}*]'], synonyms: 'zoom in out multi touch' },
  description:
    'Zooms maps, pictures and pages with two fingers around a point, in device pixels. Near an edge or with a large scale it may zoom less than requested: look, then pinch again.',
  input: z.strictObject({
    center_x: coordinate('center_x'),
    center_y: coordinate('center_y'),
    scale: z
      .number()
      .gt(0, {
        error: ({ input }) => `Parameter 'scale' must be > 0, got: ${formatDouble(Number(input))}`,
      })
      .describe('Over 1 zooms in, below 1 zooms out.'),
    duration: duration().default(300).describe('In milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  previewTouch: ({ center_x: x, center_y: y, scale, duration: durationMs }, { size }) =>
    scale === 1 ? null : { gesture: pinchGesture({ center: { x, y }, scale, durationMs }, size) },
  async execute(phone, { center_x: x, center_y: y, scale, duration: durationMs }, reply, signal) {
    const center = { x, y };
    const size = await checkTouchPoints(
      phone,
      [pointArgument('center_x', 'center_y', center)],
      signal,
    );
    const gesture = pinchGesture({ center, scale, durationMs }, size);
    // Two fingers that don't move would be a two-finger tap, which means something else.
    const notes = scale === 1 ? [] : (await playAtPoint(phone, gesture, { reply, signal })).notes;
    reply.text(
      `Pinch (${zoomLabel(scale)}) executed at ${formatPoint(center)} with scale ${formatDouble(scale)} over ${durationMs}ms`,
    );
    reply.note(...notes);
    const actualScale = actualPinchScale(gesture);
    if (Math.abs(actualScale / scale - 1) > maxScaleError) {
      reply.note(
        `the screen's edge stopped the fingers: they ended ${actualScale.toFixed(2)} times as far apart as they began`,
      );
    }
  },
});

function zoomLabel(scale: number): string {
  if (scale === 1) return 'none (no-op)';
  return scale > 1 ? 'zoom in' : 'zoom out';
}

const maxPaths = 10;
const maxPoints = 100;
/** Latest time of a point, in milliseconds, as for any gesture. */
const maxTimeMs = 60_000;

/** The part of a Zod issue that the messages below use. */
interface PathIssue {
  readonly code?: string;
  readonly input?: unknown;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** Names a position in the arguments, whose path is `paths`, path index, point index, field. */
function issueLocation({ path = [] }: PathIssue): { index: string; point: string; field: string } {
  const [, index = '', point = '', field = ''] = path.map(String);
  return { index, point: `path[${index}][${point}]`, field };
}

function fieldTypeMessage(issue: PathIssue): string {
  const { input } = issue;
  const { point, field } = issueLocation(issue);
  if (input === undefined) return `Missing '${field}' in point at ${point}`;
  const subject = `Field '${field}' in point at ${point} must be`;
  if (typeof input === 'number') return `${subject} a finite number, got: '${input}'`;
  if (typeof input === 'string') return `${subject} a number, got string: '${input.slice(0, 100)}'`;
  if (typeof input === 'object' && input !== null) return `${subject} a number`;
  return `${subject} a number, got: '${valueForMessage(input)}'`;
}

function notIntegerMessage(issue: PathIssue): string {
  const { point, field } = issueLocation(issue);
  return `Field '${field}' in point at ${point} must be an integer, got: '${valueForMessage(issue.input)}'`;
}

const rangeMessage =
  (rule: string, print: (value: number) => string) =>
  (issue: PathIssue): string => {
    const { point, field } = issueLocation(issue);
    return `Point at ${point}.${field} must be ${rule}, got: ${print(Number(issue.input))}`;
  };

const pixels = z
  .number({ error: fieldTypeMessage })
  .min(0, { error: rangeMessage('>= 0', formatDouble) });

const time = z
  .number({ error: fieldTypeMessage })
  .refine(Number.isInteger, {
    error: notIntegerMessage,
    params: { [typeIssueParam]: true },
    abort: true,
  })
  .min(0, { error: rangeMessage('>= 0', String) })
  .max(maxTimeMs, { error: rangeMessage(`<= ${maxTimeMs}`, String) })
  .meta({ type: 'integer' });

const point = z.strictObject(
  { x: pixels, y: pixels, time },
  {
    error: (issue) => {
      const where = `Point at ${issueLocation(issue).point}`;
      if (issue.code !== 'unrecognized_keys') return `${where} must be an object with x, y, time`;
      return `${where} has an unknown field: '${String(issue.keys[0])}'. A point has: x, y, time`;
    },
  },
);

function lengthOf(input: unknown): number {
  return Array.isArray(input) ? input.length : 0;
}

const path = z
  .array(point, {
    error: (issue) =>
      `Path at index ${issueLocation(issue).index} must be an array of point objects`,
  })
  .min(2, {
    error: (issue) =>
      `Path at index ${issueLocation(issue).index} must have at least 2 points, has ${lengthOf(issue.input)}`,
  })
  .max(maxPoints, {
    error: (issue) =>
      `Path at index ${issueLocation(issue).index} has too many points (max ${maxPoints}), has ${lengthOf(issue.input)}`,
  });

type Path = z.infer<typeof path>;

/** The error for the first point that is not later than the one before it. */
function findUnorderedTimes(paths: readonly Path[]): string | undefined {
  for (const [i, points] of paths.entries()) {
    const j = points.findIndex((each, at) => each.time <= (points[at - 1]?.time ?? -Infinity));
    const before = points[j - 1];
    const second = points[j];
    if (before === undefined || second === undefined) continue;
    return `Times must be monotonically increasing within each path. path[${i}][${j}].time (${second.time}) <= previous time (${before.time})`;
  }
  return undefined;
}

/**
 * The `paths` of custom_gesture, with the reference's messages: one to ten paths of 2 to 100 points;
 * times in milliseconds from the gesture's beginning.
 */
export const gesturePaths = z
  .array(path, {
    // A missing one is reported like any other parameter.
    error: ({ input }) => (input === undefined ? undefined : "Parameter 'paths' must be an array"),
  })
  .min(1, { error: "Parameter 'paths' must not be empty" })
  .max(maxPaths, {
    error: ({ input }) => `Too many paths (max ${maxPaths}), got: ${lengthOf(input)}`,
  })
  .superRefine((paths, context) => {
    const message = findUnorderedTimes(paths);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** Plays any movement of up to ten fingers. */
export const customGesture = defineTool({
  name: 'custom_gesture',
  title: 'Custom gesture',
  words: {
    wantsTo: ['make a gesture[ with {paths}]'],
    synonyms: 'multi touch fingers draw pattern',
  },
  description:
    'Plays one path for each finger: the finger touches the screen at the first point, passes each point at its time and lifts at the last. Points are in device pixels, times in milliseconds from the start of the gesture. Paths that overlap in time use several fingers together. Use it for rotating, unlock patterns and drawing.',
  input: z.strictObject({ paths: gesturePaths, ...observe }),
  effect: 'act',
  previewTouch: ({ paths }) => ({ gesture: gestureFromPaths(paths) }),
  async execute(phone, { paths }, reply, signal) {
    const points = paths.flatMap((pathPoints, i) =>
      pathPoints.map((each, j) => {
        const name = `Point at path[${i}][${j}]`;
        const coordinateOf = (axis: 'x' | 'y') => ({
          name: `${name}.${axis}`,
          path: ['paths', i, j, axis],
        });
        return { point: each, x: coordinateOf('x'), y: coordinateOf('y') };
      }),
    );
    const gesture = gestureFromPaths(paths);
    const { notes } = await touchPoints(phone, points, gesture, { reply, signal });
    const done = `Custom gesture executed with ${paths.length} path(s), total ${points.length} point(s)`;
    reply.text(done);
    reply.note(...notes);
  },
});
