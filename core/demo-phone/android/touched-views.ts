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

/** What a touch in a window may change outside the views it hits. */
interface TouchScene {
  readonly window: UiWindow;
  readonly root: Placed;
  readonly density: number;
  readonly measureText: MeasureText;
  readonly flings: Flings;
  focus(field: FieldState): void;
  /** Shows what can be done with the selection of a field. */
  offerEditing(field: FieldState): void;
}

/** A finger that came and went in place. False when no view wanted it. */
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
 * A finger that stays in place. Gives back what follows it from now on when it is a text that it
 * selects in; true when some other view took it; false when it is still a click once it is lifted.
 */
export function holdViews(scene: TouchScene, at: Point): Following | boolean {
  const held = findAt(
    scene.root,
    at,
    ({ view }) => view.onLongPress !== undefined || view.field !== undefined,
  );
  const tapped = findAt(scene.root, at, ({ view }) => view.onTap !== undefined);
  // The inner one wins: a long press on a button inside a row that knows long presses is a click.
  if (held === undefined || (tapped !== undefined && isInside(held, tapped))) return false;
  if (held.view.enabled === false) return true;
  if (held.view.field !== undefined) return selectText(scene, held, at);
  held.view.onLongPress?.();
  return true;
}

/** Selects the word under the finger; from there on the selection goes with the finger. */
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

/** Whether `inner` is a different view that lies below `outer` in the tree. */
function isInside(outer: Placed, inner: Placed): boolean {
  return outer.children.some((child) => child === inner || isInside(child, inner));
}

/** The innermost view that takes the drag has it: its own handler first, then its scrolling. */
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
  // A list that stands at its end lets the views behind it have the drag, but nobody wanted it.
  const list = under.find((placed) => scrollsAlong(placed, by));
  return list && followList(scene, list, from);
}

/** All views at a point, the topmost and innermost first. */
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

/** What goes with a finger once it has moved: a list, a view, a gesture of the system. Points in device pixels. */
export interface Following {
  /** False when nothing looks different. */
  move(to: Point): boolean;
  /** The finger was lifted where it last was; px/s. */
  end(velocity: Point): void;
  cancel(): void;
}

/** A view that took the drag at its start. */
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

/** A list whose content goes with the finger, and on by itself when it is let go on the way. */
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
  /** Runs what changes the picture outside of an event, and tells the world's listeners. */
  change(act: () => void): void;
}

/** The window that a finger landing here belongs to, from the front backwards. */
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

/** Whether a finger that lands where this gesture began would still land in its window. */
export function isShownAt(
  parts: TouchParts,
  { window, from }: { readonly window: UiWindow; readonly from: Point },
): boolean {
  return windowAt(parts, from) === window;
}

/** What touches in a window act on, as it stands now. */
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

/** A tap that no view wanted: beside a dialog of an app it closes the dialog. */
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

/** A drag as it begins: where it came from, where it is, and how long it takes, asked at its end. */
interface BeginningDrag {
  readonly from: Point;
  readonly to: Point;
  durationMs(): number;
}

/** dp from the left and right edge where a back gesture starts (config_backGestureInset). */
const backEdge = 24;
/** dp a gesture of navigation has to travel. */
const farEnough = 56;
/** ms after which a swipe up from the bottom means recents instead of home. */
const holdMs = 700;

/** The gesture of the system that a drag begins, if it begins one: home, recents, back, the shade. */
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

/** The shade comes down with the finger. */
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

/** A gesture that acts only once the finger is lifted. */
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
