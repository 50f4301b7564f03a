import type { Point } from '../../geometry.ts';
import { followingList, followingView, type Following } from './following.ts';
import type { Flings } from './fling.ts';
import { indexAt } from './ui/caret.ts';
import { wordAround } from './ui/characters.ts';
import type { FieldState } from './ui/field-state.ts';
import { findAt, type Placed } from './ui/place.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { UiWindow } from './window.ts';

/** What a touch in a window may change outside the views it hits. */
export interface TouchScene {
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

function followList(
  { window, flings, density }: TouchScene,
  list: Placed,
  from: Point,
): Following | undefined {
  return followingList(list, { window, flings, from, density });
}

function scrollsAlong({ view, scroll }: Placed, by: Point): boolean {
  const sideways = Math.abs(by.x) > Math.abs(by.y);
  return scroll !== undefined && scroll.max > 0 && sideways === (view.layout === 'row');
}

function canScroll({ view, scroll }: Placed, by: Point): boolean {
  const delta = view.layout === 'row' ? by.x : by.y;
  return delta > 0 ? scroll?.offset !== 0 : scroll?.offset !== scroll?.max;
}
