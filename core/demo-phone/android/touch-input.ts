import { contains, type Point } from '../../geometry.ts';
import { unstalledTimeout } from '../time.ts';
import type { DisplayTouchEvent } from '../world.ts';
import {
  type TouchPointer,
  pinchBetween,
  VelocityTracker,
  type PinchGeometry,
  pinchGeometry,
} from './motion.ts';
import {
  dragViews,
  type DragHandler,
  longPressViews,
  isStillTopmost,
  touchContextFor,
  systemGesture,
  tapViews,
  dismissDialogOutside,
  type TouchInputDependencies,
  windowAt,
} from './touched-views.ts';
import { findViewAt, type PlacedView } from './ui/layout.ts';
import type { UiWindow } from './windows.ts';

/** dp a finger may move and still tap (ViewConfiguration.TOUCH_SLOP). */
const touchSlopDp = 8;
/** ms (ViewConfiguration.DEFAULT_LONG_PRESS_TIMEOUT is 400 since Android 12, 500 before). */
const longPressMs = 500;
/** Limits in ms and dp between the two taps of a double tap (ViewConfiguration.DOUBLE_TAP_*). */
const doubleTap = { minTimeMs: 40, timeoutMs: 300, slopDp: 100 } as const;

/** A gesture, from the first finger down to the last finger up. */
interface TouchGesture {
  readonly window: UiWindow;
  readonly startedAtMs: number;
  readonly from: Point;
  /** The finger that drags: the last one put down (AbsListView, RecyclerView). */
  dragPointerId: number;
  /** The start point plus all movements of the dragging fingers: it doesn't jump when another finger takes over. */
  dragPosition: Point;
  /** Whether the gesture may still become a tap or a long press. */
  canClick: boolean;
  /** Whether a view handled the long press. */
  longPressHandled: boolean;
  dragHandler: DragHandler | undefined;
  pinch: { readonly target: PlacedView; geometry: PinchGeometry } | undefined;
  readonly velocityTracker: VelocityTracker;
  lastEventMs: number;
}

/** Recognises taps, long presses, drags, pinches and system gestures in a stream of touch events. */
export class TouchInput {
  readonly #dependencies: TouchInputDependencies;
  readonly #pointers = new Map<number, TouchPointer>();
  #gesture: TouchGesture | undefined;
  #cancelLongPress: (() => void) | undefined;
  #lastTap: { readonly window: UiWindow; readonly at: Point; readonly timeMs: number } | undefined;

  constructor(dependencies: TouchInputDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether a finger is down. */
  get isActive(): boolean {
    return this.#gesture !== undefined;
  }

  /** Handles one event; false when nothing visible changed. */
  event(event: DisplayTouchEvent): boolean {
    if (event.action === 'cancel') return this.cancel();
    if (event.action === 'down') return this.#down(event);
    if (!this.#pointers.has(event.pointerId)) return false;
    const held = this.#longPressIfDue(event.timeMs);
    const moved = this.#move(event);
    const lifted = event.action === 'up' && this.#up(event);
    return held || moved || lifted;
  }

  /** Ends the gesture without a click or a fling; scroll offsets stay. Returns whether there was one. */
  cancel(): boolean {
    const gesture = this.#gesture;
    gesture?.dragHandler?.cancel();
    this.#endGesture();
    return gesture !== undefined;
  }

  #endGesture(): void {
    this.#cancelLongPress?.();
    this.#pointers.clear();
    this.#gesture = undefined;
  }

  #down({ pointerId, x, y, timeMs }: DisplayTouchEvent): boolean {
    // A second down without an up: Android cancels the gesture.
    if (this.#pointers.has(pointerId)) this.cancel();
    const changed = this.#gesture !== undefined;
    const held = this.#longPressIfDue(timeMs);
    const at = { x, y };
    this.#pointers.set(pointerId, { id: pointerId, from: at, at });
    if (this.#gesture === undefined) this.#beginGesture(at, { pointerId, timeMs });
    else this.#addPointer(this.#gesture, pointerId);
    return changed || held;
  }

  #beginGesture(
    at: Point,
    { pointerId, timeMs }: Pick<DisplayTouchEvent, 'pointerId' | 'timeMs'>,
  ): void {
    const window = windowAt(this.#dependencies, at);
    const velocityTracker = new VelocityTracker();
    velocityTracker.add({ ...at, timeMs });
    this.#gesture = {
      window,
      startedAtMs: timeMs,
      from: at,
      dragPointerId: pointerId,
      dragPosition: at,
      canClick: !this.#stopsFling(window, at),
      longPressHandled: false,
      dragHandler: undefined,
      pinch: undefined,
      velocityTracker,
      lastEventMs: timeMs,
    };
    this.#cancelLongPress = unstalledTimeout(() => {
      this.#dependencies.applyChange(() => this.#longPress());
    }, longPressMs);
  }

  /** Stops a fling if the touch lands on the moving list; such a touch is no click. */
  #stopsFling(window: UiWindow, at: Point): boolean {
    const { movingList } = this.#dependencies.flings;
    const stopped = movingList?.window === window && contains(movingList.visible, at);
    if (stopped) this.#dependencies.flings.stop();
    return stopped;
  }

  /** Adds a finger: the gesture can't become a click any more, and may become a pinch of the view under the first finger. */
  #addPointer(gesture: TouchGesture, pointerId: number): void {
    this.#cancelLongPress?.();
    gesture.canClick = false;
    gesture.dragPointerId = pointerId;
    if (gesture.pinch !== undefined) {
      gesture.pinch.geometry = pinchGeometry([...this.#pointers.values()]);
      return;
    }
    const { root } = touchContextFor(this.#dependencies, gesture.window);
    const target = findViewAt(root, gesture.from, ({ view }) => view.onPinch !== undefined);
    if (target === undefined) return;
    gesture.dragHandler?.cancel();
    gesture.dragHandler = undefined;
    gesture.pinch = { target, geometry: pinchGeometry([...this.#pointers.values()]) };
  }

  /** Uses the events' timestamps, so that events sent late or all at once have the same effect. */
  #longPressIfDue(timeMs: number): boolean {
    const gesture = this.#gesture;
    if (gesture === undefined || timeMs - gesture.startedAtMs < longPressMs) return false;
    return this.#longPress();
  }

  #longPress(): boolean {
    this.#cancelLongPress?.();
    const gesture = this.#gesture;
    if (
      gesture === undefined ||
      !gesture.canClick ||
      gesture.longPressHandled ||
      gesture.dragHandler
    )
      return false;
    if (!isStillTopmost(this.#dependencies, gesture)) return false;
    const context = touchContextFor(this.#dependencies, gesture.window);
    const handler = longPressViews(context, gesture.from);
    if (handler === false) return false;
    gesture.longPressHandled = true;
    gesture.canClick = false;
    if (handler !== true) gesture.dragHandler = handler;
    return true;
  }

  #move({ pointerId, x, y, timeMs }: DisplayTouchEvent): boolean {
    const gesture = this.#gesture;
    const pointer = this.#pointers.get(pointerId);
    if (gesture === undefined || pointer === undefined) return false;
    gesture.lastEventMs = timeMs;
    const by = { x: x - pointer.at.x, y: y - pointer.at.y };
    if (by.x === 0 && by.y === 0) return false;
    this.#pointers.set(pointerId, { ...pointer, at: { x, y } });
    if (gesture.pinch !== undefined) return this.#pinch(gesture.pinch);
    if (pointerId !== gesture.dragPointerId) return false;
    gesture.dragPosition = { x: gesture.dragPosition.x + by.x, y: gesture.dragPosition.y + by.y };
    gesture.velocityTracker.add({ ...gesture.dragPosition, timeMs });
    return this.#dragTo(gesture);
  }

  #pinch(pinch: NonNullable<TouchGesture['pinch']>): boolean {
    const after = pinchGeometry([...this.#pointers.values()]);
    const { bounds, view } = pinch.target;
    const change = pinchBetween(pinch.geometry, after);
    pinch.geometry = after;
    view.onPinch?.({ ...change, bounds });
    return true;
  }

  #dragTo(gesture: TouchGesture): boolean {
    const { from, dragPosition } = gesture;
    if (gesture.dragHandler === undefined) {
      const distance = Math.hypot(dragPosition.x - from.x, dragPosition.y - from.y);
      if (distance <= touchSlopDp * this.#dependencies.display.density) return false;
      this.#cancelLongPress?.();
      gesture.canClick = false;
      gesture.dragHandler = this.#startDrag(gesture);
    }
    return gesture.dragHandler?.move(dragPosition) ?? false;
  }

  #startDrag(gesture: TouchGesture): DragHandler | undefined {
    const { from, dragPosition: to, longPressHandled } = gesture;
    const durationMs = () => gesture.lastEventMs - gesture.startedAtMs;
    const isSinglePointer = this.#pointers.size === 1 && !longPressHandled;
    const system = isSinglePointer
      ? systemGesture(this.#dependencies, { from, to, durationMs })
      : undefined;
    if (system !== undefined) return system;
    if (!isStillTopmost(this.#dependencies, gesture)) return undefined;
    return dragViews(touchContextFor(this.#dependencies, gesture.window), {
      from,
      to,
      listsOnly: longPressHandled,
    });
  }

  #up({ pointerId, timeMs }: DisplayTouchEvent): boolean {
    const gesture = this.#gesture;
    this.#pointers.delete(pointerId);
    if (gesture === undefined) return false;
    if (this.#pointers.size > 0) {
      if (gesture.pinch !== undefined)
        gesture.pinch.geometry = pinchGeometry([...this.#pointers.values()]);
      if (gesture.dragPointerId === pointerId)
        gesture.dragPointerId = [...this.#pointers.keys()][0] ?? pointerId;
      return false;
    }
    this.#endGesture();
    if (gesture.dragHandler !== undefined)
      gesture.dragHandler.end(gesture.velocityTracker.velocity(timeMs));
    else if (gesture.canClick) this.#tap(gesture, timeMs);
    return true;
  }

  #tap(gesture: TouchGesture, timeMs: number): void {
    const { window, from, startedAtMs } = gesture;
    if (!isStillTopmost(this.#dependencies, gesture)) return;
    const last = this.#lastTap?.window === window ? this.#lastTap : undefined;
    const sinceLastTapMs = startedAtMs - (last?.timeMs ?? -Infinity);
    const inTime = sinceLastTapMs >= doubleTap.minTimeMs && sinceLastTapMs <= doubleTap.timeoutMs;
    const distance = last === undefined ? 0 : Math.hypot(from.x - last.at.x, from.y - last.at.y);
    const isDoubleTap = inTime && distance <= doubleTap.slopDp * this.#dependencies.display.density;
    this.#lastTap = isDoubleTap ? undefined : { window, at: from, timeMs };
    if (!tapViews(touchContextFor(this.#dependencies, window), from, isDoubleTap))
      dismissDialogOutside(this.#dependencies, window, from);
  }
}

/** One finger's path from down to up; times in ms since down. */
export type TouchPath = readonly (Point & { readonly timeMs: number })[];

/** Minimum pause in ms between two paths: above the minimum of a double tap, so that two tap paths can form one. */
const pauseMs = 60;

/** Converts touch paths, whose times start at 0, into events on one clock. */
export class TouchEventGenerator {
  #lastMs = -Infinity;

  /** The events of one finger. */
  eventsFor(path: TouchPath): readonly DisplayTouchEvent[] {
    const [first, ...rest] = path;
    const last = path.at(-1);
    if (first === undefined || last === undefined) return [];
    const startMs = Math.max(performance.now(), this.#lastMs + pauseMs) - first.timeMs;
    const at = ({ x, y, timeMs }: TouchPath[number], action: DisplayTouchEvent['action']) =>
      ({ pointerId: 0, action, x, y, timeMs: startMs + timeMs }) as const;
    this.#lastMs = startMs + last.timeMs;
    return [at(first, 'down'), ...rest.map((point) => at(point, 'move')), at(last, 'up')];
  }
}
