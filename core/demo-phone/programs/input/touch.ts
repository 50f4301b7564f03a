import type { Point } from '../../../geometry.ts';
import type { DisplayTouchEvent } from '../../world.ts';
import type { ProgramContext } from '../../shell/program.ts';
import {
  type ArgumentReader,
  requireInjectPermission,
  BadArgumentError,
  waitForApp,
  sleep,
} from './words.ts';

/** InputShellCommand's default for swipe and drag. */
const defaultSwipeMs = 300;
/** A little more than ViewConfiguration.getLongPressTimeout of the simulated views, in ms. */
const dragLongPressMs = 510;
/** Time in ms that an app needs for one touch event. Guess. */
const eventMs = 4;
/** Interval between moves in ms: an app handles moves once per frame (60 Hz), and `input` waits for each. */
const stepMs = 16;

/** `tap X Y`: the down and up events have the same time. */
export async function tap(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const point = { x: args.float(), y: args.float() };
  requireInjectPermission(context, 'injectMotionEvent');
  const timeMs = Date.now();
  context.system.activityLog.logTap(point);
  injectEvent(context, { ...point, action: 'down', timeMs });
  await waitForApp(context, eventMs);
  injectEvent(context, { ...point, action: 'up', timeMs });
}

/** `swipe X1 Y1 X2 Y2 [MS]` */
export async function swipe(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const swipeParameters = readSwipe(args);
  requireInjectPermission(context, 'injectMotionEvent');
  await playPath(context, swipePath(swipeParameters));
}

/** `draganddrop X1 Y1 X2 Y2 [MS]`: a swipe that starts with a long press. */
export async function drag(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const swipeParameters = readSwipe(args);
  requireInjectPermission(context, 'injectMotionEvent');
  const path = context.system.android >= 11 ? swipePath : oldDragPath;
  await playPath(context, path(swipeParameters, dragLongPressMs));
}

/**
 * `motionevent DOWN|MOVE|UP|CANCEL X Y`: one event of a gesture that spans several calls. A real
 * phone sets the down time to the current time in each call; the simulated views ignore that.
 */
export async function motionEvent(context: ProgramContext, args: ArgumentReader): Promise<void> {
  const actionName = args.required();
  const known: readonly DisplayTouchEvent['action'][] = ['down', 'move', 'up', 'cancel'];
  const action = known.find((name) => name === actionName.toLowerCase());
  if (action === undefined) throw new BadArgumentError(`Unknown action: ${actionName}`);
  const optional = action === 'cancel' && !args.hasMore;
  const point = optional ? { x: 0, y: 0 } : { x: args.float(), y: args.float() };
  requireInjectPermission(context, 'injectMotionEvent');
  if (action === 'down') context.system.activityLog.logTap(point);
  injectEvent(context, { ...point, action, timeMs: Date.now() });
  await waitForApp(context, eventMs);
}

/** The path of a finger, with times in ms since the down event, as `World.injectGesture` accepts it. */
type TimedPath = readonly (Point & { readonly timeMs: number })[];

interface SwipeParameters {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
}

function readSwipe(args: ArgumentReader): SwipeParameters {
  const from = { x: args.float(), y: args.float() };
  const to = { x: args.float(), y: args.float() };
  const requestedMs = args.hasMore ? args.integer() : -1;
  return { from, to, durationMs: requestedMs < 0 ? defaultSwipeMs : requestedMs };
}

/**
 * The path of InputShellCommand.sendSwipe: evenly along the line from the down event, with the up
 * event at the end. A long press before a drag is part of the duration, so the finger jumps after
 * it; if the duration is shorter than the long press, there are no moves at all.
 */
export function swipePath({ from, to, durationMs }: SwipeParameters, restMs = 0): TimedPath {
  const moves = movesAlong({ from, to, durationMs }, restMs);
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: Math.max(durationMs, restMs) }];
}

/** The path of Input.sendDragAndDrop in Android 8: the long press is added to the duration. */
export function oldDragPath({ from, to, durationMs }: SwipeParameters, restMs: number): TimedPath {
  const moves = movesAlong({ from, to, durationMs }, 0).map((point) => ({
    ...point,
    timeMs: point.timeMs + restMs,
  }));
  return [{ ...from, timeMs: 0 }, ...moves, { ...to, timeMs: restMs + durationMs }];
}

function movesAlong({ from, to, durationMs }: SwipeParameters, sinceMs: number): TimedPath {
  const moves: { x: number; y: number; timeMs: number }[] = [];
  for (let timeMs = sinceMs; timeMs < durationMs; timeMs += stepMs) {
    const fraction = timeMs / durationMs;
    const x = from.x + (to.x - from.x) * fraction;
    moves.push({ x, y: from.y + (to.y - from.y) * fraction, timeMs });
  }
  return moves;
}

/** Injects a path: in real time if the phone simulates latency, else at once. */
async function playPath(context: ProgramContext, path: TimedPath): Promise<void> {
  const { world, latency, activityLog } = context.system;
  const [from] = path;
  if (from !== undefined) activityLog.logTap(from);
  if (latency === 'none') {
    world.injectGesture(path);
    return;
  }
  const startMs = Date.now();
  for (const [i, { timeMs, ...point }] of path.entries()) {
    const waitMs = startMs + timeMs - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    const action = i === 0 ? 'down' : i === path.length - 1 ? 'up' : 'move';
    injectEvent(context, { ...point, action, timeMs: Date.now() });
  }
}

/** Injects one event. `input` has only one pointer, which all its processes share. */
function injectEvent(
  { system }: ProgramContext,
  event: Omit<DisplayTouchEvent, 'pointerId'>,
): void {
  system.world.injectTouchEvent({ pointerId: 0, ...event });
}
