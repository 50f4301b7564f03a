import { contains, type Point } from '../../geometry.ts';
import { unstalledTimeout } from '../time.ts';
import type { TouchEvent } from '../world.ts';
import { type FingerOn, pinchBetween, Speedometer, type Spread, spreadOf } from './motion.ts';
import {
  dragViews,
  type Following,
  holdViews,
  isShownAt,
  sceneOf,
  systemGesture,
  tapViews,
  touchBeside,
  type TouchParts,
  windowAt,
} from './touched-views.ts';
import { findAt, type Placed } from './ui/layout.ts';
import type { UiWindow } from './window.ts';

/** dp a finger may move and still tap (ViewConfiguration.TOUCH_SLOP). */
const touchSlop = 8;
/** ms (ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT is 400 since Android 12, 500 before). */
const longPressMs = 500;
/** Limits in ms and dp between the two taps of a double tap (ViewConfiguration.DOUBLE_TAP_*). */
const doubleTap = { fastestMs: 40, slowestMs: 300, slop: 100 } as const;

/** A gesture, from the first finger down to the last finger up. */
interface Gesture {
  readonly window: UiWindow;
  readonly startedAtMs: number;
  readonly from: Point;
  /** The finger that drags: the last one put down (AbsListView, RecyclerView). */
  leader: number;
  /** The start point plus all movements of the dragging fingers: it doesn't jump when another finger takes over. */
  at: Point;
  /** Whether the gesture may still become a tap or a long press. */
  clicks: boolean;
  /** Whether a view handled the long press. */
  held: boolean;
  following: Following | undefined;
  pinch: { readonly target: Placed; spread: Spread } | undefined;
  readonly speed: Speedometer;
  lastMs: number;
}

/** Recognises taps, long presses, drags, pinches and system gestures in a stream of touch events. */
export class TouchInput {
  readonly #parts: TouchParts;
  readonly #fingers = new Map<number, FingerOn>();
  #gesture: Gesture | undefined;
  #cancelLongPress: (() => void) | undefined;
  #lastTap: { readonly window: UiWindow; readonly at: Point; readonly timeMs: number } | undefined;

  constructor(parts: TouchParts) {
    this.#parts = parts;
  }

  /** Whether a finger is down. */
  get isUnderWay(): boolean {
    return this.#gesture !== undefined;
  }

  /** Handles one event; false when nothing visible changed. */
  event(event: TouchEvent): boolean {
    if (event.action === 'cancel') return this.cancel();
    if (event.action === 'down') return this.#down(event);
    if (!this.#fingers.has(event.pointerId)) return false;
    const held = this.#holdIfDue(event.timeMs);
    const moved = this.#move(event);
    const lifted = event.action === 'up' && this.#up(event);
    return held || moved || lifted;
  }

  /** Ends the gesture without a click or a fling; scroll offsets stay. Returns whether there was one. */
  cancel(): boolean {
    const gesture = this.#gesture;
    gesture?.following?.cancel();
    this.#end();
    return gesture !== undefined;
  }

  #end(): void {
    this.#cancelLongPress?.();
    this.#fingers.clear();
    this.#gesture = undefined;
  }

  #down({ pointerId, x, y, timeMs }: TouchEvent): boolean {
    const { screen } = this.#parts;
    // A second down without an up: Android cancels the gesture.
    if (this.#fingers.has(pointerId)) this.cancel();
    const changed = screen.toast !== undefined || this.#gesture !== undefined;
    screen.toast = undefined;
    const held = this.#holdIfDue(timeMs);
    const at = { x, y };
    this.#fingers.set(pointerId, { id: pointerId, from: at, at });
    if (this.#gesture === undefined) this.#begin(at, { pointerId, timeMs });
    else this.#join(this.#gesture, pointerId);
    return changed || held;
  }

  #begin(at: Point, { pointerId, timeMs }: Pick<TouchEvent, 'pointerId' | 'timeMs'>): void {
    const window = windowAt(this.#parts, at);
    const speed = new Speedometer();
    speed.add({ ...at, timeMs });
    this.#gesture = {
      window,
      startedAtMs: timeMs,
      from: at,
      leader: pointerId,
      at,
      clicks: !this.#catchesFling(window, at),
      held: false,
      following: undefined,
      pinch: undefined,
      speed,
      lastMs: timeMs,
    };
    this.#cancelLongPress = unstalledTimeout(() => {
      this.#parts.change(() => this.#hold());
    }, longPressMs);
  }

  /** Stops a fling if the touch lands on the moving list; such a touch is no click. */
  #catchesFling(window: UiWindow, at: Point): boolean {
    const { list } = this.#parts.flings;
    const caught = list?.window === window && contains(list.visible, at);
    if (caught) this.#parts.flings.stop();
    return caught;
  }

  /** Adds a finger: the gesture can't become a click any more, and may become a pinch of the view under the first finger. */
  #join(gesture: Gesture, pointerId: number): void {
    this.#cancelLongPress?.();
    gesture.clicks = false;
    gesture.leader = pointerId;
    if (gesture.pinch !== undefined) {
      gesture.pinch.spread = spreadOf([...this.#fingers.values()]);
      return;
    }
    const { root } = sceneOf(this.#parts, gesture.window);
    const target = findAt(root, gesture.from, ({ view }) => view.onPinch !== undefined);
    if (target === undefined) return;
    gesture.following?.cancel();
    gesture.following = undefined;
    gesture.pinch = { target, spread: spreadOf([...this.#fingers.values()]) };
  }

  /** Uses the events' timestamps, so that events sent late or all at once have the same effect. */
  #holdIfDue(timeMs: number): boolean {
    const gesture = this.#gesture;
    if (gesture === undefined || timeMs - gesture.startedAtMs < longPressMs) return false;
    return this.#hold();
  }

  #hold(): boolean {
    this.#cancelLongPress?.();
    const gesture = this.#gesture;
    if (gesture === undefined || !gesture.clicks || gesture.held || gesture.following) return false;
    if (!isShownAt(this.#parts, gesture)) return false;
    const taken = holdViews(sceneOf(this.#parts, gesture.window), gesture.from);
    if (taken === false) return false;
    gesture.held = true;
    gesture.clicks = false;
    if (taken !== true) gesture.following = taken;
    return true;
  }

  #move({ pointerId, x, y, timeMs }: TouchEvent): boolean {
    const gesture = this.#gesture;
    const finger = this.#fingers.get(pointerId);
    if (gesture === undefined || finger === undefined) return false;
    gesture.lastMs = timeMs;
    const by = { x: x - finger.at.x, y: y - finger.at.y };
    if (by.x === 0 && by.y === 0) return false;
    this.#fingers.set(pointerId, { ...finger, at: { x, y } });
    if (gesture.pinch !== undefined) return this.#pinch(gesture.pinch);
    if (pointerId !== gesture.leader) return false;
    gesture.at = { x: gesture.at.x + by.x, y: gesture.at.y + by.y };
    gesture.speed.add({ ...gesture.at, timeMs });
    return this.#drag(gesture);
  }

  #pinch(pinch: NonNullable<Gesture['pinch']>): boolean {
    const after = spreadOf([...this.#fingers.values()]);
    const { bounds, view } = pinch.target;
    const change = pinchBetween(pinch.spread, after);
    pinch.spread = after;
    view.onPinch?.({ ...change, bounds, density: this.#parts.display.density });
    return true;
  }

  #drag(gesture: Gesture): boolean {
    const { from, at, held } = gesture;
    if (gesture.following === undefined) {
      const far = Math.hypot(at.x - from.x, at.y - from.y);
      if (far <= touchSlop * this.#parts.display.density) return false;
      this.#cancelLongPress?.();
      gesture.clicks = false;
      gesture.following = this.#follow(gesture, held);
    }
    return gesture.following?.move(at) ?? false;
  }

  #follow(gesture: Gesture, held: boolean): Following | undefined {
    const { from, at: to } = gesture;
    const durationMs = () => gesture.lastMs - gesture.startedAtMs;
    const alone = this.#fingers.size === 1 && !held;
    const system = alone ? systemGesture(this.#parts, { from, to, durationMs }) : undefined;
    if (system !== undefined) return system;
    if (!isShownAt(this.#parts, gesture)) return undefined;
    return dragViews(sceneOf(this.#parts, gesture.window), { from, to, listsOnly: held });
  }

  #up({ pointerId, timeMs }: TouchEvent): boolean {
    const gesture = this.#gesture;
    this.#fingers.delete(pointerId);
    if (gesture === undefined) return false;
    if (this.#fingers.size > 0) {
      if (gesture.pinch !== undefined) gesture.pinch.spread = spreadOf([...this.#fingers.values()]);
      if (gesture.leader === pointerId) gesture.leader = [...this.#fingers.keys()][0] ?? pointerId;
      return false;
    }
    this.#end();
    if (gesture.following !== undefined) gesture.following.end(gesture.speed.velocity(timeMs));
    else if (gesture.clicks) this.#tap(gesture, timeMs);
    return true;
  }

  #tap(gesture: Gesture, timeMs: number): void {
    const { window, from, startedAtMs } = gesture;
    if (!isShownAt(this.#parts, gesture)) return;
    const last = this.#lastTap?.window === window ? this.#lastTap : undefined;
    const pauseMs = startedAtMs - (last?.timeMs ?? -Infinity);
    const inTime = pauseMs >= doubleTap.fastestMs && pauseMs <= doubleTap.slowestMs;
    const apart = last === undefined ? 0 : Math.hypot(from.x - last.at.x, from.y - last.at.y);
    const double = inTime && apart <= doubleTap.slop * this.#parts.display.density;
    this.#lastTap = double ? undefined : { window, at: from, timeMs };
    if (!tapViews(sceneOf(this.#parts, window), from, double))
      touchBeside(this.#parts, window, from);
  }
}

/** One finger's path from down to up; times in ms since down. */
export type TouchPath = readonly (Point & { readonly timeMs: number })[];

/** ms between two reports of a touch screen at 60 Hz. */
const reportMs = 16;
/** Maximum number of interpolated reports between two points. */
const mostReports = 250;
/** Minimum pause in ms between two paths: above the minimum of a double tap, so that two tap paths can form one. */
const pauseMs = 60;

/** Converts touch paths, whose times start at 0, into events on one clock. */
export class PathClock {
  #lastMs = -Infinity;

  /** The events of one finger; interpolates between distant points at the rate of a touch screen. */
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
