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

/** dp a finger may wander and still tap (ViewConfiguration.TOUCH_SLOP). */
const touchSlop = 8;
/** ms (ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT is 400 since Android 12, 500 before). */
const longPressMs = 500;
/** ms and dp between two taps of a double tap (ViewConfiguration.DOUBLE_TAP_*). */
const doubleTap = { fastestMs: 40, slowestMs: 300, slop: 100 } as const;

/** Everything from the first finger down to the last one up. */
interface Gesture {
  readonly window: UiWindow;
  readonly startedAtMs: number;
  readonly from: Point;
  /** The finger that drags; a finger that is put down takes over (AbsListView, RecyclerView). */
  leader: number;
  /** Where a single finger would be that had gone all the leaders' ways. */
  at: Point;
  /** Whether it may still become a tap or a long press. */
  clicks: boolean;
  /** A view has taken the long press. */
  held: boolean;
  following: Following | undefined;
  pinch: { readonly target: Placed; spread: Spread } | undefined;
  readonly speed: Speedometer;
  lastMs: number;
}

/** Finds what fingers mean, event by event: taps, long presses, drags, pinches, gestures of the system. */
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

  /** Takes one event; false when nothing looks different after it. */
  event(event: TouchEvent): boolean {
    if (event.action === 'cancel') return this.cancel();
    if (event.action === 'down') return this.#down(event);
    if (!this.#fingers.has(event.pointerId)) return false;
    const held = this.#holdIfDue(event.timeMs);
    const moved = this.#move(event);
    const lifted = event.action === 'up' && this.#up(event);
    return held || moved || lifted;
  }

  /** Ends what is going on without a click or a fling; what was moved stays where it is. */
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
    // A finger that is down already was never lifted: Android cancels its gesture.
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

  /** A touch on a list that runs on only stops it. */
  #catchesFling(window: UiWindow, at: Point): boolean {
    const { list } = this.#parts.flings;
    const caught = list?.window === window && contains(list.visible, at);
    if (caught) this.#parts.flings.stop();
    return caught;
  }

  /** Another finger: the views under the first one may take them all; nothing is a click any more. */
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

  /** By the events' own clock: whoever sends them late or all at once means the same. */
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
