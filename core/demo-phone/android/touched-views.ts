import { contains, type Point } from '../../geometry.ts';
import type { Profile } from '../profile.ts';
import type { Activities } from './activities.ts';
import type { Display } from './display.ts';
import type { KeyInput } from './keys.ts';
import type { Flings } from './motion.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { indexAt } from './ui/caret.ts';
import { type FieldState, wordAround } from './ui/field-state.ts';
import { findAt, type Placed } from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Drag } from './ui/view.ts';
import type { UiWindow } from './window.ts';

/** What touch handling in a window needs beside the views it hits. */
interface TouchScene {
  readonly window: UiWindow;
  readonly root: Placed;
  readonly density: number;
  readonly measureText: MeasureText;
  readonly flings: Flings;
  focus(field: FieldState): void;
  /** Shows the toolbar with the actions for a field's selection. */
  offerEditing(field: FieldState): void;
}

/** Dispatches a tap to the topmost view that accepts it. False when there is none. */
export function tapViews(scene: TouchScene, at: Point, double: boolean): boolean {
  const target = findAt(scene.root, at, ({ view }) => wantsTap(view));
  if (target === undefined) return false;
  const { view, bounds } = target;
  const { density } = scene;
  if (view.enabled === false) return true;
  if (view.field !== undefined) {
    scene.focus(view.field);
    view.field.moveTo(textIndex(scene, target, at));
  }
  if (view.tapDrags === true) view.onDrag?.({ phase: 'end', bounds, from: at, to: at, density });
  if (double) view.onDoubleTap?.({ at, bounds, density });
  view.onTap?.();
  return true;
}

function wantsTap(view: Placed['view']): boolean {
  return (
    view.onTap !== undefined ||
    view.onDoubleTap !== undefined ||
    view.field !== undefined ||
    view.tapDrags === true
  );
}

function textIndex({ measureText }: TouchScene, target: Placed, at: Point): number {
  return target.view.field?.text === '' ? 0 : indexAt(target, at, measureText);
}

/**
 * Dispatches a long press. In a text field it selects a word and returns the handler that extends the
 * selection; true when another view handled it; false when the touch can still become a click.
 */
export function holdViews(scene: TouchScene, at: Point): Following | boolean {
  const held = findAt(
    scene.root,
    at,
    ({ view }) => view.onLongPress !== undefined || view.field !== undefined,
  );
  const tapped = findAt(scene.root, at, ({ view }) => view.onTap !== undefined);
  // The inner view wins: a long press on a button inside a long-clickable row is a click.
  if (held === undefined || (tapped !== undefined && isInside(held, tapped))) return false;
  if (held.view.enabled === false) return true;
  if (held.view.field !== undefined) return selectText(scene, held, at);
  held.view.onLongPress?.();
  return true;
}

/** Selects the word under the finger; dragging on extends the selection. */
function selectText(scene: TouchScene, target: Placed, at: Point): Following | boolean {
  const { field } = target.view;
  if (field === undefined) return false;
  scene.focus(field);
  const word = field.isOneWord
    ? { start: 0, end: field.text.length }
    : wordAround(field.text, textIndex(scene, target, at));
  field.select(word);
  scene.offerEditing(field);
  return {
    move: (point) => {
      const index = textIndex(scene, target, point);
      field.moveTo(index < word.start ? word.end : word.start);
      field.moveTo(index < word.start ? index : Math.max(index, word.end), true);
      scene.offerEditing(field);
      return true;
    },
    end: () => undefined,
    cancel: () => undefined,
  };
}

/** Whether `inner` is a descendant of `outer`. */
function isInside(outer: Placed, inner: Placed): boolean {
  return outer.children.some((child) => child === inner || isInside(child, inner));
}

/** The drag goes to the innermost view that accepts it: first to its own handler, then to its scrolling. */
export function dragViews(
  scene: TouchScene,
  {
    from,
    to,
    listsOnly,
  }: { readonly from: Point; readonly to: Point; readonly listsOnly: boolean },
): Following | undefined {
  const { root, density } = scene;
  const by = { x: to.x - from.x, y: to.y - from.y };
  const under = everyAt(root, from);
  for (const placed of under) {
    const drag = { phase: 'start', bounds: placed.bounds, from, to, density } as const;
    if (!listsOnly && placed.view.onDrag?.(drag) === true) return followingView(placed, drag);
    if (scrollsAlong(placed, by) && canScroll(placed, by)) return followList(scene, placed, from);
  }
  // A list at its end offers the drag to the views behind it; if none accepts, the list keeps it.
  const list = under.find((placed) => scrollsAlong(placed, by));
  return list && followList(scene, list, from);
}

/** All views at a point, topmost and innermost first. */
function everyAt(root: Placed, point: Point): readonly Placed[] {
  const found: Placed[] = [];
  findAt(root, point, (placed) => {
    found.push(placed);
    return false;
  });
  return found;
}

function scrollsAlong({ view, scroll }: Placed, by: Point): boolean {
  const sideways = Math.abs(by.x) > Math.abs(by.y);
  return scroll !== undefined && scroll.max > 0 && sideways === (view.layout === 'row');
}

function canScroll({ view, scroll }: Placed, by: Point): boolean {
  const delta = view.layout === 'row' ? by.x : by.y;
  return delta > 0 ? scroll?.offset !== 0 : scroll?.offset !== scroll?.max;
}

/** Handles the rest of a drag: scrolls a list, calls a view's handler or performs a system gesture. Points in device pixels. */
export interface Following {
  /** False when nothing visible changed. */
  move(to: Point): boolean;
  /** The finger was lifted at its last point; velocity in px/s. */
  end(velocity: Point): void;
  cancel(): void;
}

/** The handler for a view that accepted the drag at its start. */
function followingView(
  { view, bounds }: Placed,
  { from, density }: { readonly from: Point; readonly density: number },
): Following {
  let to = from;
  const tell = (phase: Drag['phase']) => view.onDrag?.({ phase, bounds, from, to, density });
  return {
    move: (point) => {
      to = point;
      tell('move');
      return true;
    },
    end: () => void tell('end'),
    cancel: () => void tell('cancel'),
  };
}

/** The handler for a list: it scrolls with the finger and flings on release. */
function followList(
  { window, flings, density }: TouchScene,
  list: Placed,
  from: Point,
): Following | undefined {
  const key = list.view.scroll;
  if (key === undefined || list.scroll === undefined) return undefined;
  const { max } = list.scroll;
  const side = list.view.layout === 'row' ? 'x' : 'y';
  let offset = list.scroll.offset;
  let last = from;
  return {
    move: (point) => {
      const before = offset;
      offset = Math.max(0, Math.min(max, offset - (point[side] - last[side])));
      last = point;
      window.scrollTo(key, offset, density);
      return offset !== before;
    },
    end: (velocity) => {
      const flung = { window, key, offset, max, density, visible: list.visible };
      flings.start(flung, -velocity[side]);
    },
    cancel: () => undefined,
  };
}

export interface TouchParts extends SystemGestureParts {
  readonly flings: Flings;
  readonly measureText: MeasureText;
  /** Runs a function that changes the display outside of an event, then notifies the world's listeners. */
  change(act: () => void): void;
}

/** The topmost window that receives a touch at this point. */
export function windowAt({ screen }: TouchParts, point: Point): UiWindow {
  const covers = (window: UiWindow) => contains(screen.placed(window).bounds, point);
  const pressable = findAt(
    screen.placed(screen.navigationBar),
    point,
    ({ view }) => view.onTap !== undefined,
  );
  if (pressable !== undefined) return screen.navigationBar;
  if (screen.shade.panel !== 'none') return screen.shadeWindow;
  const { editingWindow } = screen;
  if (editingWindow !== undefined && covers(editingWindow)) return editingWindow;
  if (screen.keyboardShown && covers(screen.keyboardWindow)) return screen.keyboardWindow;
  const system = screen.systemDialogs.at(-1);
  return system?.window ?? screen.front.dialogs.at(-1) ?? screen.front.window;
}

/** Whether the gesture's window is still topmost at the point where the gesture began. */
export function isShownAt(
  parts: TouchParts,
  { window, from }: { readonly window: UiWindow; readonly from: Point },
): boolean {
  return windowAt(parts, from) === window;
}

/** The touch context of a window with its current layout. */
export function sceneOf(parts: TouchParts, window: UiWindow): TouchScene {
  const { screen, display, measureText, flings } = parts;
  return {
    window,
    root: screen.placed(window),
    density: display.density,
    measureText,
    flings,
    focus: (field) => focus(parts, window, field),
    offerEditing: (field) => screen.offerEditing(field),
  };
}

/** Closes an app's dialog after a tap outside it that no view accepted. */
export function touchBeside({ screen }: TouchParts, window: UiWindow, point: Point): void {
  if (window !== screen.front.dialogs.at(-1)) return;
  if (!contains(screen.placed(window).bounds, point)) screen.front.dialogs.pop();
}

function focus({ screen }: TouchParts, window: UiWindow, field: FieldState): void {
  if (window.focus !== field || screen.keyboardHidden) screen.keyboard.reset();
  window.focus = field;
  screen.keyboardHidden = false;
}

interface SystemGestureParts {
  readonly screen: PhoneScreen;
  readonly activities: Activities;
  readonly keys: KeyInput;
  readonly display: Display;
  readonly profile: Profile;
}

/** The start of a drag in device pixels; `durationMs` is read at its end. */
interface BeginningDrag {
  readonly from: Point;
  readonly to: Point;
  durationMs(): number;
}

/** dp from the left and right edge where a back gesture starts (config_backGestureInset). */
const backEdge = 24;
/** dp a navigation gesture has to travel. */
const farEnough = 56;
/** ms from which on a swipe up from the bottom opens recents instead of home. */
const holdMs = 700;

/** The handler for a drag that starts a system gesture: home, recents, back or the shade. */
export function systemGesture(
  parts: SystemGestureParts,
  drag: BeginningDrag,
): Following | undefined {
  if (parts.profile.navigation === 'gestures') {
    const navigation = goingHome(parts, drag) ?? goingBack(parts, drag);
    if (navigation !== undefined) return navigation;
  }
  return pullingShade(parts, drag);
}

function goingHome(
  { display, activities }: SystemGestureParts,
  { from, to, durationMs }: BeginningDrag,
): Following | undefined {
  const inBar = (display.size.height - from.y) / display.density <= display.bars.bottom;
  if (!inBar || from.y - to.y <= Math.abs(to.x - from.x)) return undefined;
  return atEnd(from, (last) => {
    if ((from.y - last.y) / display.density <= farEnough) return;
    if (durationMs() >= holdMs) activities.recents();
    else activities.home();
  });
}

function goingBack(
  { display, keys }: SystemGestureParts,
  { from, to }: BeginningDrag,
): Following | undefined {
  const { width } = display.size;
  const inward = (point: Point) => (from.x < width / 2 ? point.x - from.x : from.x - point.x);
  const edge = Math.min(from.x, width - from.x) / display.density;
  if (edge > backEdge || inward(to) < Math.abs(to.y - from.y)) return undefined;
  return atEnd(from, (last) => {
    if (inward(last) / display.density >= farEnough && inward(last) >= Math.abs(last.y - from.y))
      keys.back();
  });
}

/** Pulls the shade down with the finger. */
function pullingShade(
  { display, screen }: SystemGestureParts,
  { from, to }: BeginningDrag,
): Following | undefined {
  const { shade } = screen;
  const fromTop = from.y <= display.bars.top * display.density;
  if (!fromTop || shade.panel !== 'none' || to.y - from.y < Math.abs(to.x - from.x))
    return undefined;
  let last = to;
  shade.panel = 'notifications';
  const close = () => {
    shade.panel = 'none';
    shade.openTo = undefined;
  };
  return {
    move: (point) => {
      last = point;
      shade.openTo = Math.max(0, point.y / display.density);
      return true;
    },
    end: () => {
      if (last.y - from.y < farEnough * display.density) close();
      else shade.openTo = undefined;
    },
    cancel: close,
  };
}

/** A handler that acts only when the finger is lifted. */
function atEnd(from: Point, act: (last: Point) => void): Following {
  let last = from;
  return {
    move: (point) => {
      last = point;
      return false;
    },
    end: () => act(last),
    cancel: () => undefined,
  };
}
