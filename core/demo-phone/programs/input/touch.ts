import type { Point } from '../../../geometry.ts';
import type { TouchEvent } from '../../world.ts';
import type { ProgramContext } from '../program.ts';
import { type ArgumentReader, BadArgument } from './argument-reader.ts';
import { askPermission } from './failures.ts';
import { oldDragPath, type Path, type Swipe, swipePath, wheelPath } from './gesture.ts';
import { settle, sleep } from './pacing.ts';

/** InputShellCommand's default for swipe and drag. */
const defaultSwipeMs = 300;
/** ViewConfiguration.getLongPressTimeout as the world's views have it, and a little more. */
const longPressMs = 510;
/** What an app takes for one touch event. Guess. */
const eventMs = 4;

/** `tap X Y`: down and up carry the same time. */
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

/** `draganddrop X1 Y1 X2 Y2 [MS]`: as a swipe, with a long press first. */
export async function drag(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const way = readSwipe(words);
  askPermission(context, 'injectMotionEvent');
  const path = context.system.android >= 11 ? swipePath : oldDragPath;
  await play(context, path(way, longPressMs));
}

/** `press`: a click of the trackball, at which no app of the phone looks. */
export function press(context: ProgramContext): void {
  askPermission(context, 'injectMotionEvent');
}

/** `roll DX DY`: the trackball turns; without a focus to move it does nothing. */
export function roll(context: ProgramContext, words: ArgumentReader): void {
  words.float();
  words.float();
  askPermission(context, 'injectMotionEvent');
}

/**
 * `motionevent DOWN|MOVE|UP|CANCEL X Y`: one event of a gesture that goes on in other calls. A real
 * phone says that the finger came down just now in each of them; the world does not look at that.
 */
export async function motionEvent(context: ProgramContext, words: ArgumentReader): Promise<void> {
  const action = readAction(words);
  const optional = action === 'cancel' && !words.hasMore;
  const point = optional ? { x: 0, y: 0 } : { x: words.float(), y: words.float() };
  askPermission(context, 'injectMotionEvent');
  if (action === 'down') context.system.activityLog.tapped(point);
  inject(context, { ...point, action, timeMs: Date.now() });
  await settle(context, eventMs);
}

function readAction(words: ArgumentReader): TouchEvent['action'] {
  const word = words.required();
  const action = word.toLowerCase();
  if (action === 'down' || action === 'move' || action === 'up' || action === 'cancel')
    return action;
  throw new BadArgument(`Unknown action: ${word}`);
}

/** Notches of the wheel move 64 dp (ViewConfiguration.getScaledVerticalScrollFactor of AOSP's themes). */
const notchDp = 64;

/** `scroll [X Y] --axis VSCROLL,N …`; only pointers have a place, and only they scroll here. */
export async function scroll(
  context: ProgramContext,
  words: ArgumentReader,
  source: string | undefined,
): Promise<void> {
  const isPointer = /^(?:mouse|touchscreen|stylus)$/.test(source ?? '');
  const from = isPointer ? { x: words.float(), y: words.float() } : undefined;
  const notches = readAxes(words);
  askPermission(context, 'injectMotionEvent');
  if (from === undefined) return;
  const { world } = context.system;
  const dp = (world.overrideDensity ?? world.physicalDensity) / 160;
  // A wheel turned away from the hand (positive) moves the content down.
  const by = { x: -notches.x * notchDp * dp, y: notches.y * notchDp * dp };
  world.touch(wheelPath(from, by));
  await settle(context, eventMs);
}

function readAxes(words: ArgumentReader): Point {
  const notches = { x: 0, y: 0 };
  for (let word = words.next(); word !== undefined; word = words.next()) {
    if (word !== '--axis') throw new BadArgument(`Unsupported option: ${word}`);
    const [name = '', value = ''] = words.required().split(',');
    if (!/^(?:SCROLL|[VH]SCROLL)$/.test(name)) throw new BadArgument(`Unsupported axis: ${name}`);
    if (Number.isNaN(parseFloat(value))) words.fail();
    if (name === 'VSCROLL') notches.y = parseFloat(value);
    if (name === 'HSCROLL') notches.x = parseFloat(value);
  }
  return notches;
}

function readSwipe(words: ArgumentReader): Swipe {
  const from = { x: words.float(), y: words.float() };
  const to = { x: words.float(), y: words.float() };
  const given = words.hasMore ? words.integer() : -1;
  return { from, to, durationMs: given < 0 ? defaultSwipeMs : given };
}

/** Plays a finger's way: in its own time on a phone that takes its time, at once on others. */
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

/** `input` knows one finger only; every process of it moves the same one. */
function inject({ system }: ProgramContext, event: Omit<TouchEvent, 'pointerId'>): void {
  system.world.touchEvent({ pointerId: 0, ...event });
}
