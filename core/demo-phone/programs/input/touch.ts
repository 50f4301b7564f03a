import type { Point } from '../../../geometry.ts';
import type { TouchEvent } from '../../world.ts';
import type { ProgramContext } from '../../shell/program.ts';
import { type ArgumentReader, askPermission, BadArgument, settle, sleep } from './words.ts';

/** InputShellCommand's default for swipe and drag. */
const defaultSwipeMs = 300;
/** A little more than ViewConfiguration.getLongPressTimeout of the simulated views, in ms. */
const longPressMs = 510;
/** Time in ms that an app needs for one touch event. Guess. */
const eventMs = 4;
/** Interval between moves in ms: an app handles moves once per frame (60 Hz), and `input` waits for each. */
const stepMs = 16;

/** `tap X Y`: the down and up events have the same time. */
export async function tap(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const point = { x: words.float(), y: words.float() };
  askPermission(context, 'injectMotionEvent');
  const timeMs = Date.now();
  context.system.activityLog.tapped(point);
  inject(context, { ...point, action: 'down', timeMs });
  await settle(context, eventMs);
  inject(context, { ...point, action: 'up', timeMs });
}

/** `swipe X1 Y1 X2 Y2 [MS]` */
export async function swipe(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const way = readSwipe(words);
  askPermission(context, 'injectMotionEvent');
  await play(context, swipePath(way));
}

/** `draganddrop X1 Y1 X2 Y2 [MS]`: a swipe that starts with a long press. */
export async function drag(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const way = readSwipe(words);
  askPermission(context, 'injectMotionEvent');
  const path = context.system.android >= 11 ? swipePath : oldDragPath;
  await play(context, path(way, longPressMs));
}

/**
 * `motionevent DOWN|MOVE|UP|CANCEL X Y`: one event of a gesture that spans several calls. A real
 * phone sets the down time to the current time in each call; the simulated views ignore that.
 */
export async function motionEvent(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const word = words.required();
  const known: readonly TouchEvent['action'][] = ['down', 'move', 'up', 'cancel'];
  const action = known.find((name) => name === word.toLowerCase());
  if (action === undefined) throw new BadArgument(`Unknown action: ${word}`);
  const optional = action === 'cancel' && !words.hasMore;
  const point = optional ? { x: 0, y: 0 } : { x: words.float(), y: words.float() };
  askPermission(context, 'injectMotionEvent');
  if (action === 'down') context.system.activityLog.tapped(point);
  inject(context, { ...point, action, timeMs: Date.now() });
  await settle(context, eventMs);
}

/** The path of a finger, with times in ms since the down event, as `World.injectGesture` accepts it. */
type Path = readonly (Point & { readonly timeMs: number })[];

interface Swipe {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

function readSwipe(words: ArgumentReader): Swipe {
  const from = { x: words.float(), y: words.float() };
  const to = { x: words.float(), y: words.float() };
  const given = words.hasMore ? words.integer() : -1;
  return { from, to, durationMs: given < 0 ? defaultSwipeMs : given };
}

/**
 * The path of InputShellCommand.sendSwipe: evenly along the line from the down event, with the up
 * event at the end. A long press before a drag is part of the duration, so the finger jumps after
 * it; if the duration is shorter than the long press, there are no moves at all.
 */
export function swipePath({ from, to, durationMs }: Swipe, restMs = 0): Path {
  const moves = movesAlong({ from, to, durationMs }, restMs);
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: Math.max(durationMs, restMs) }];
}

/** The path of Input.sendDragAndDrop in Android 8: the long press is added to the duration. */
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
    const x = from.x + (to.x - from.x) * done;
    moves.push({ x, y: from.y + (to.y - from.y) * done, timeMs });
  }
  return moves;
}

/** Injects a path: in real time if the phone simulates latency, else at once. */
async function play(context: ProgramContext, path: Path): Promise<void> {
  const { world, latency, activityLog } = context.system;
  const [from] = path;
  if (from !== undefined) activityLog.tapped(from);
  if (latency === 'none') {
    world.touch(path);
    return;
  }
  const startMs = Date.now();
  for (const [i, { timeMs, ...point }] of path.entries()) {
    const waitMs = startMs + timeMs - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    const action = i === 0 ? 'down' : i === path.length - 1 ? 'up' : 'move';
    inject(context, { ...point, action, timeMs: Date.now() });
  }
}

/** Injects one event. `input` has only one pointer, which all its processes share. */
function inject({ system }: ProgramContext, event: Omit<TouchEvent, 'pointerId'>): void {
  system.world.touchEvent({ pointerId: 0, ...event });
}
