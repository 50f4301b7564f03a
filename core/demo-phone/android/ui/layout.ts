import { contains, intersect, isEmpty, type Point, type Rect } from '#core/geometry.ts';
import type { FieldState } from './field-state.ts';
import { layoutText, type MeasureText, type TextBlock } from './text-block.ts';
import type { Align, Extent, Spacing, View } from './view.ts';

/** What measuring needs from the window and its display. */
export interface LayoutContext {
  /** Pixels per dp. */
  readonly density: number;
  readonly measureText: MeasureText;
  /** The scroll offset, in dp, of the list with this key. */
  scrollOffset(key: string): number;
  /** The focused field, which shows a cursor. */
  readonly focus: FieldState | undefined;
}

/** A value for x and one for y: positions or sizes in whole device pixels. */
type Pair<T = number> = readonly [x: T, y: T];
type Axis = 0 | 1;

const pair = <T>(valueOf: (axis: Axis) => T): Pair<T> => [valueOf(0), valueOf(1)];

/** The pair with another value along this axis. */
function along<T>(values: Pair<T>, axis: Axis, value: T): Pair<T> {
  return axis === 0 ? [value, values[1]] : [values[0], value];
}

/** A measured view; positions are relative to the parent's top left corner. */
interface LayoutBox {
  readonly view: View;
  readonly size: Pair;
  readonly margin: Edges;
  readonly padding: Edges;
  readonly children: readonly { readonly box: LayoutBox; readonly at: Pair }[];
  readonly text: TextBlock | undefined;
  readonly scroll: { readonly offset: number; readonly max: number } | undefined;
}

interface Edges {
  /** At the left and at the top. */
  readonly before: Pair;
  /** At the right and at the bottom. */
  readonly after: Pair;
}

/** Measures a view and its descendants in this space, without the view's margins; an exact size is obligatory. */
export function measureView(
  view: View,
  space: Pair,
  context: LayoutContext,
  exact: Pair<number | undefined> = [undefined, undefined],
): LayoutBox {
  const px = (dp: number) => Math.round(dp * context.density);
  const padding = edges(view.padding, px);
  const around = totalOf(padding);
  const widest = view.maxWidth === undefined ? space[0] : Math.min(space[0], px(view.maxWidth));
  const limit: Pair = [widest, space[1]];
  const given = pair((axis) => {
    const extent = axis === 0 ? view.width : view.height;
    return exact[axis] ?? resolveExtent(extent, limit[axis], px);
  });
  const inner = pair((axis) => Math.max(0, (given[axis] ?? limit[axis]) - around[axis]));
  const text = layoutLabel(view, inner[0], context);
  const gap = px(view.gap ?? 0);
  const boxes = measureChildren(view, inner, context, gap);
  const content = text ? ([text.width, text.height] as const) : contentSize(view, boxes, gap);
  const least = [0, px(view.minHeight ?? 0)] as const;
  const size = pair(
    (axis) =>
      given[axis] ?? Math.min(limit[axis], Math.max(least[axis], content[axis] + around[axis])),
  );
  const room = pair((axis) => size[axis] - around[axis]);
  const scroll = scrollOf(view, room[axisOf(view)] - content[axisOf(view)], context);
  const offsets = view.layout === 'stack' ? placeInStack : placeInLine;
  const positions = offsets({ view, boxes, room, content, gap, scrolled: scroll?.offset ?? 0 });
  const children = boxes.map((box, index) => {
    const offset = positions[index] ?? [0, 0];
    const at = pair((axis) => padding.before[axis] + box.margin.before[axis] + offset[axis]);
    return { box, at };
  });
  return { view, size, margin: edges(view.margin, px), padding, children, text, scroll };
}

function axisOf({ layout }: View): Axis {
  return layout === 'row' ? 0 : 1;
}

function layoutLabel(
  { label, field }: View,
  width: number,
  { focus, density, measureText }: LayoutContext,
): TextBlock | undefined {
  if (label === undefined) return undefined;
  const showsHint = field === undefined || (field.displayText === '' && field !== focus);
  const spec = {
    text: showsHint ? label.text : field.displayText,
    style: label.style,
    align: label.align ?? 'start',
    maxLines: label.maxLines ?? Infinity,
    maxWidth: field !== undefined && !field.multiline ? Infinity : width,
    density,
  };
  return layoutText(spec, measureText);
}

/** Measures the children: in a row or column first those without weight, then those that share the rest by weight. */
function measureChildren(
  view: View,
  inner: Pair,
  context: LayoutContext,
  gap: number,
): readonly LayoutBox[] {
  const { children } = view;
  const spaceFor = (child: View, space: Pair): Pair => {
    const margin = totalOf(edges(child.margin, (dp) => Math.round(dp * context.density)));
    return pair((axis) => Math.max(0, space[axis] - margin[axis]));
  };
  if (view.layout === 'stack')
    return children.map((child) => measureView(child, spaceFor(child, inner), context));
  const axis = axisOf(view);
  const total = view.scroll === undefined ? inner[axis] : Infinity;
  let used = gap * Math.max(0, children.length - 1);
  const measured = children.map((child) => {
    if (child.weight !== undefined && Number.isFinite(total)) return undefined;
    const space = spaceFor(child, along(inner, axis, Math.max(0, total - used)));
    const box = measureView(child, space, context);
    used += outerSize(box, axis);
    return box;
  });
  // Whole pixels are divided, so that the last child ends exactly at the edge.
  let rest = Math.max(0, total - used);
  let weights = children.reduce((sum, { weight = 0 }) => sum + weight, 0);
  return children.map((child, index) => {
    const box = measured[index];
    if (box !== undefined) return box;
    const { weight = 0 } = child;
    const share = weights > 0 ? Math.round((rest * weight) / weights) : 0;
    weights -= weight;
    rest -= share;
    const space = spaceFor(child, along(inner, axis, share));
    return measureView(child, space, context, along([undefined, undefined], axis, space[axis]));
  });
}

function contentSize(view: View, boxes: readonly LayoutBox[], gap: number): Pair {
  const gaps = gap * Math.max(0, boxes.length - 1);
  return pair((axis) => {
    const sizes = boxes.map((box) => outerSize(box, axis));
    const isMain = view.layout !== 'stack' && axis === axisOf(view);
    return isMain ? sizes.reduce((sum, size) => sum + size, gaps) : Math.max(0, ...sizes);
  });
}

function scrollOf(view: View, free: number, context: LayoutContext): LayoutBox['scroll'] {
  if (view.scroll === undefined) return undefined;
  const max = Math.max(0, -free);
  const requested = Math.round(context.scrollOffset(view.scroll) * context.density);
  return { offset: Math.max(0, Math.min(max, requested)), max };
}

interface Arrangement {
  readonly view: View;
  readonly boxes: readonly LayoutBox[];
  readonly room: Pair;
  readonly content: Pair;
  readonly gap: number;
  readonly scrolled: number;
}

function placeInStack({ boxes, room }: Arrangement): readonly Pair[] {
  return boxes.map((box) =>
    pair((axis) => alignOffset(room[axis] - outerSize(box, axis), box.view.place?.[axis])),
  );
}

function placeInLine({ view, boxes, room, content, gap, scrolled }: Arrangement): readonly Pair[] {
  const axis = axisOf(view);
  const across = axis === 0 ? 1 : 0;
  let position = alignOffset(Math.max(0, room[axis] - content[axis]), view.justify) - scrolled;
  return boxes.map((box) => {
    const free = room[across] - outerSize(box, across);
    const side = alignOffset(view.scroll === undefined ? free : Math.max(0, free), view.align);
    const at = along([side, side], axis, position);
    position += outerSize(box, axis) + gap;
    return at;
  });
}

function alignOffset(free: number, align: Align | undefined): number {
  if (align === 'center') return Math.round(free / 2);
  return align === 'end' ? free : 0;
}

/** An extent in px; undefined when the content determines it. */
function resolveExtent(
  extent: Extent | undefined,
  available: number,
  px: (dp: number) => number,
): number | undefined {
  if (extent === undefined || extent === 'wrap') return undefined;
  if (extent === 'fill') return Number.isFinite(available) ? available : undefined;
  return px(extent);
}

function edges(spacing: Spacing = 0, px: (dp: number) => number): Edges {
  if (typeof spacing === 'number') return edges([spacing, spacing], px);
  const [top, right, bottom = top, left = right] = spacing;
  return { before: [px(left), px(top)], after: [px(right), px(bottom)] };
}

function totalOf({ before, after }: Edges): Pair {
  return pair((axis) => before[axis] + after[axis]);
}

function outerSize({ size, margin }: LayoutBox, axis: Axis): number {
  return margin.before[axis] + size[axis] + margin.after[axis];
}

/** A view with its position on the display, in device pixels; dumps, painting and touch all use it. */
export interface PlacedView {
  readonly view: View;
  readonly bounds: Rect;
  /** `bounds` clipped by the ancestors and the window; empty when it is scrolled out of view. */
  readonly visible: Rect;
  /** `bounds` without the padding. */
  readonly inner: Rect;
  readonly children: readonly PlacedView[];
  readonly text: TextBlock | undefined;
  /** px; present on lists. */
  readonly scroll: LayoutBox['scroll'];
}

/** Positions a measured tree with its top left corner at a point; `clip` is the window's visible rectangle. */
export function placeView(box: LayoutBox, [x, y]: Pair, clip: Rect): PlacedView {
  const { view, padding, text, scroll } = box;
  const bounds = { left: x, top: y, right: x + box.size[0], bottom: y + box.size[1] };
  const visible = intersect(bounds, clip);
  return {
    view,
    bounds,
    visible,
    inner: {
      left: bounds.left + padding.before[0],
      top: bounds.top + padding.before[1],
      right: bounds.right - padding.after[0],
      bottom: bounds.bottom - padding.after[1],
    },
    children: box.children.map(({ box: child, at }) =>
      placeView(child, [x + at[0], y + at[1]], visible),
    ),
    text,
    scroll,
  };
}

/** The topmost, innermost view at the point that `accepts` returns true for. */
export function findViewAt(
  placed: PlacedView,
  point: Point,
  accepts: (candidate: PlacedView) => boolean,
): PlacedView | undefined {
  if (isEmpty(placed.visible) || !contains(placed.visible, point)) return undefined;
  for (let index = placed.children.length - 1; index >= 0; index--) {
    const child = placed.children[index];
    const found = child === undefined ? undefined : findViewAt(child, point, accepts);
    if (found !== undefined) return found;
  }
  return accepts(placed) ? placed : undefined;
}

/** The view that shows this field. */
export function findField(root: PlacedView, field: FieldState | undefined): PlacedView | undefined {
  if (field === undefined) return undefined;
  return [...walkViews(root)].find(({ view }) => view.field === field);
}

/** The view and its descendants, parents first. */
export function* walkViews(placed: PlacedView): Generator<PlacedView> {
  yield placed;
  for (const child of placed.children) yield* walkViews(child);
}
