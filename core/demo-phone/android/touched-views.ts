import { contains, type Point } from '../../geometry.ts';
import type { DeviceProfile } from '../profile.ts';
import type { Activities } from './activities.ts';
import type { Display, UiWindow } from './windows.ts';
import type { KeyInput } from './keys.ts';
import type { FlingAnimator } from './motion.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { textIndexAt } from './ui/rendering.ts';
import { type FieldState, wordAround } from './ui/field-state.ts';
import { findViewAt, type PlacedView } from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Drag } from './ui/view.ts';

/** What touch handling in a window needs beside the views it hits. */
interface TouchContext {
  readonly window: UiWindow;
  readonly root: PlacedView;
  readonly density: number;
  readonly measureText: MeasureText;
  readonly flings: FlingAnimator;
  focusField(field: FieldState): void;
}

/** Dispatches a tap to the topmost view that accepts it. False when there is none. */
export function tapViews(context: TouchContext, at: Point, isDoubleTap: boolean): boolean {
  const target = findViewAt(context.root, at, ({ view }) => acceptsTap(view));
  if (target === undefined) return false;
  const { view, bounds } = target;
  const { density } = context;
  if (view.enabled === false) return true;
  // The second tap selects a word where the first was in the same field (Editor.mTouchState).
  if (view.field !== undefined && isDoubleTap && context.window.focus === view.field)
    selectText(context, target, at);
  else if (view.field !== undefined) {
    context.focusField(view.field);
    view.field.moveCursorTo(textIndex(context, target, at));
  }
  if (view.tapActsAsDrag === true)
    view.onDrag?.({ phase: 'end', bounds, from: at, to: at, density });
  if (isDoubleTap) view.onDoubleTap?.({ at, bounds });
  view.onTap?.();
  return true;
}

function acceptsTap(view: PlacedView['view']): boolean {
  return (
    view.onTap !== undefined ||
    view.onDoubleTap !== undefined ||
    view.field !== undefined ||
    view.tapActsAsDrag === true
  );
}

function textIndex({ measureText }: TouchContext, target: PlacedView, at: Point): number {
  return target.view.field?.text === '' ? 0 : textIndexAt(target, at, measureText);
}

/**
 * Dispatches a long press. In a text field it selects a word and returns the handler that extends the
 * selection; true when another view handled it; false when the touch can still become a click.
 */
export function longPressViews(context: TouchContext, at: Point): DragHandler | boolean {
  const longPressTarget = findViewAt(
    context.root,
    at,
    ({ view }) => view.onLongPress !== undefined || view.field !== undefined,
  );
  const tapTarget = findViewAt(context.root, at, ({ view }) => view.onTap !== undefined);
  // The inner view wins: a long press on a button inside a long-clickable row is a click.
  if (
    longPressTarget === undefined ||
    (tapTarget !== undefined && isInside(longPressTarget, tapTarget))
  )
    return false;
  if (longPressTarget.view.enabled === false) return true;
  if (longPressTarget.view.field !== undefined) return selectText(context, longPressTarget, at);
  longPressTarget.view.onLongPress?.();
  return true;
}

/** Selects the word under the finger; dragging on extends the selection. */
function selectText(context: TouchContext, target: PlacedView, at: Point): DragHandler | boolean {
  const { field } = target.view;
  if (field === undefined) return false;
  context.focusField(field);
  const word = field.selectsAllAsWord
    ? { start: 0, end: field.text.length }
    : wordAround(field.text, textIndex(context, target, at));
  field.select(word);
  return {
    move: (point) => {
      const index = textIndex(context, target, point);
      field.moveCursorTo(index < word.start ? word.end : word.start);
      field.moveCursorTo(index < word.start ? index : Math.max(index, word.end), true);
      return true;
    },
    end: () => undefined,
    cancel: () => undefined,
  };
}

/** Whether `inner` is a descendant of `outer`. */
function isInside(outer: PlacedView, inner: PlacedView): boolean {
  return outer.children.some((child) => child === inner || isInside(child, inner));
}

/** The drag goes to the innermost view that accepts it: first to its own handler, then to its scrolling. */
export function dragViews(
  context: TouchContext,
  {
    from,
    to,
    listsOnly,
  }: { readonly from: Point; readonly to: Point; readonly listsOnly: boolean },
): DragHandler | undefined {
  const { root, density } = context;
  const by = { x: to.x - from.x, y: to.y - from.y };
  const candidates = viewsAt(root, from);
  for (const placed of candidates) {
    const drag = { phase: 'start', bounds: placed.bounds, from, to, density } as const;
    if (!listsOnly && placed.view.onDrag?.(drag) === true) return viewDragHandler(placed, drag);
    if (scrollsAlong(placed, by) && canScroll(placed, by))
      return listDragHandler(context, placed, from);
  }
  // A list at its end offers the drag to the views behind it; if none accepts, the list keeps it.
  const list = candidates.find((placed) => scrollsAlong(placed, by));
  return list && listDragHandler(context, list, from);
}

/** All views at a point, topmost and innermost first. */
function viewsAt(root: PlacedView, point: Point): readonly PlacedView[] {
  const found: PlacedView[] = [];
  findViewAt(root, point, (placed) => {
    found.push(placed);
    return false;
  });
  return found;
}

function scrollsAlong({ view, scroll }: PlacedView, by: Point): boolean {
  const sideways = Math.abs(by.x) > Math.abs(by.y);
  return scroll !== undefined && scroll.max > 0 && sideways === (view.layout === 'row');
}

function canScroll({ view, scroll }: PlacedView, by: Point): boolean {
  const delta = view.layout === 'row' ? by.x : by.y;
  return delta > 0 ? scroll?.offset !== 0 : scroll?.offset !== scroll?.max;
}

/** Handles the rest of a drag: scrolls a list, calls a view's handler or performs a system gesture. Points in device pixels. */
export interface DragHandler {
  /** False when nothing visible changed. */
  move(to: Point): boolean;
  /** The finger was lifted at its last point; velocity in px/s. */
  end(velocity: Point): void;
  cancel(): void;
}

/** The handler for a view that accepted the drag at its start. */
function viewDragHandler(
  { view, bounds }: PlacedView,
  { from, density }: { readonly from: Point; readonly density: number },
): DragHandler {
  let to = from;
  const sendDrag = (phase: Drag['phase']) => view.onDrag?.({ phase, bounds, from, to, density });
  return {
    move: (point) => {
      to = point;
      sendDrag('move');
      return true;
    },
    end: () => void sendDrag('end'),
    cancel: () => void sendDrag('cancel'),
  };
}

/** The handler for a list: it scrolls with the finger and flings on release. */
function listDragHandler(
  { window, flings, density }: TouchContext,
  list: PlacedView,
  from: Point,
): DragHandler | undefined {
  const key = list.view.scroll;
  if (key === undefined || list.scroll === undefined) return undefined;
  const { max } = list.scroll;
  const side = list.view.layout === 'row' ? 'x' : 'y';
  let offset = list.scroll.offset;
  let last = from;
  return {
    move: (point) => {
      const previousOffset = offset;
      offset = Math.max(0, Math.min(max, offset - (point[side] - last[side])));
      last = point;
      window.scrollTo(key, offset, density);
      return offset !== previousOffset;
    },
    end: (velocity) => {
      const target = { window, key, offset, max, density, visible: list.visible };
      flings.start(target, -velocity[side]);
    },
    cancel: () => undefined,
  };
}

export interface TouchInputDependencies extends SystemGestureDependencies {
  readonly flings: FlingAnimator;
  readonly measureText: MeasureText;
  /** Runs a function that changes the display outside of an event, then notifies the world's listeners. */
  applyChange(mutate: () => void): void;
}

/** The topmost window that receives a touch at this point. */
export function windowAt({ screen }: TouchInputDependencies, point: Point): UiWindow {
  const covers = (window: UiWindow) => contains(screen.placedView(window).bounds, point);
  const pressable = findViewAt(
    screen.placedView(screen.navigationBar),
    point,
    ({ view }) => view.onTap !== undefined,
  );
  if (pressable !== undefined) return screen.navigationBar;
  if (screen.shade.panel !== 'none') return screen.shadeWindow;
  if (screen.isKeyboardShown && covers(screen.keyboardWindow)) return screen.keyboardWindow;
  const systemDialog = screen.systemDialogs.at(-1);
  const { pictureInPictureWindow } = screen;
  if (systemDialog === undefined && pictureInPictureWindow && covers(pictureInPictureWindow))
    return pictureInPictureWindow;
  return systemDialog?.window ?? screen.foreground.dialogs.at(-1) ?? screen.foreground.window;
}

/** Whether the gesture's window is still topmost at the point where the gesture began. */
export function isStillTopmost(
  dependencies: TouchInputDependencies,
  { window, from }: { readonly window: UiWindow; readonly from: Point },
): boolean {
  return windowAt(dependencies, from) === window;
}

/** The touch context of a window with its current layout. */
export function touchContextFor(
  dependencies: TouchInputDependencies,
  window: UiWindow,
): TouchContext {
  const { screen, display, measureText, flings } = dependencies;
  return {
    window,
    root: screen.placedView(window),
    density: display.density,
    measureText,
    flings,
    focusField: (field) => focusField(dependencies, window, field),
  };
}

/** Closes an app's dialog after a tap outside it that no view accepted. */
export function dismissDialogOutside(
  { screen }: TouchInputDependencies,
  window: UiWindow,
  point: Point,
): void {
  if (window !== screen.foreground.dialogs.at(-1)) return;
  if (!contains(screen.placedView(window).bounds, point)) screen.foreground.dialogs.pop();
}

function focusField({ screen }: TouchInputDependencies, window: UiWindow, field: FieldState): void {
  if (window.focus !== field || screen.keyboardHidden) screen.keyboard.reset();
  window.focus = field;
  screen.keyboardHidden = false;
}

interface SystemGestureDependencies {
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly keys: KeyInput;
  readonly display: Display;
  readonly profile: DeviceProfile;
}

/** The start of a drag in device pixels; `durationMs` is read at its end. */
interface DragStart {
  readonly from: Point;
  readonly to: Point;
  durationMs(): number;
}

/** dp from the left and right edge where a back gesture starts (config_backGestureInset). */
const backEdgeDp = 24;
/** dp a navigation gesture has to travel. */
const minDistanceDp = 56;
/** ms from which on a swipe up from the bottom opens recents instead of home. */
const recentsHoldMs = 700;

/** The handler for a drag that starts a system gesture: home, recents, back or the shade. */
export function systemGesture(
  dependencies: SystemGestureDependencies,
  drag: DragStart,
): DragHandler | undefined {
  if (dependencies.profile.navigation === 'gestures') {
    const navigation = homeGesture(dependencies, drag) ?? backGesture(dependencies, drag);
    if (navigation !== undefined) return navigation;
  }
  return shadeGesture(dependencies, drag);
}

function homeGesture(
  { display, activities }: SystemGestureDependencies,
  { from, to, durationMs }: DragStart,
): DragHandler | undefined {
  const inBar = (display.size.height - from.y) / display.density <= display.barInsets.bottom;
  if (!inBar || from.y - to.y <= Math.abs(to.x - from.x)) return undefined;
  return onRelease(from, (last) => {
    if ((from.y - last.y) / display.density <= minDistanceDp) return;
    if (durationMs() >= recentsHoldMs) activities.toggleRecents();
    else activities.goHome();
  });
}

function backGesture(
  { display, keys }: SystemGestureDependencies,
  { from, to }: DragStart,
): DragHandler | undefined {
  const { width } = display.size;
  const inward = (point: Point) => (from.x < width / 2 ? point.x - from.x : from.x - point.x);
  const edge = Math.min(from.x, width - from.x) / display.density;
  if (edge > backEdgeDp || inward(to) < Math.abs(to.y - from.y)) return undefined;
  return onRelease(from, (last) => {
    if (
      inward(last) / display.density >= minDistanceDp &&
      inward(last) >= Math.abs(last.y - from.y)
    )
      keys.goBack();
  });
}

/** Opens the shade. */
function shadeGesture(
  { display, screen }: SystemGestureDependencies,
  { from, to }: DragStart,
): DragHandler | undefined {
  const { shade } = screen;
  const fromTop = from.y <= display.barInsets.top * display.density;
  if (!fromTop || shade.panel !== 'none' || to.y - from.y < Math.abs(to.x - from.x))
    return undefined;
  return onRelease(from, (last) => {
    if (last.y - from.y >= minDistanceDp * display.density) shade.panel = 'notifications';
  });
}

/** A handler that acts only when the finger is lifted. */
function onRelease(from: Point, action: (last: Point) => void): DragHandler {
  let last = from;
  return {
    move: (point) => {
      last = point;
      return false;
    },
    end: () => action(last),
    cancel: () => undefined,
  };
}
