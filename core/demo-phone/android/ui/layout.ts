import { contains, intersect, isEmpty, type Point, type Rect } from '../../../geometry.ts';
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

/** A measured view; sizes in whole device pixels, positions relative to the parent's top left corner. */
interface Box {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly margin: Edges;
  readonly padding: Edges;
  readonly children: readonly { readonly box: Box; readonly x: number; readonly y: number }[];
  readonly text: TextBlock | undefined;
  readonly scroll: { readonly offset: number; readonly max: number } | undefined;
}

interface Edges {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The space offered to a view, without its margins; an exact size is obligatory. */
interface Room {
  readonly width: number;
  readonly height: number;
  readonly exactWidth?: number | undefined;
  readonly exactHeight?: number | undefined;
}

/** Measures a view and its descendants. */
export function measure(view: View, room: Room, context: LayoutContext): Box {
  const px = (dp: number) => Math.round(dp * context.density);
  const padding = edges(view.padding, px);
  const most = view.maxWidth === undefined ? room.width : Math.min(room.width, px(view.maxWidth));
  const width = room.exactWidth ?? resolve(view.width, most, px);
  const height = room.exactHeight ?? resolve(view.height, room.height, px);
  const inner: Room = {
    width: Math.max(0, (width ?? most) - padding.left - padding.right),
    height: Math.max(0, (height ?? room.height) - padding.top - padding.bottom),
  };
  const content = measureContent(view, inner, context);
  const own = {
    width: width ?? Math.min(most, content.width + padding.left + padding.right),
    height:
      height ??
      Math.min(
        room.height,
        Math.max(px(view.minHeight ?? 0), content.height + padding.top + padding.bottom),
      ),
  };
  return { view, ...own, ...arrange(view, own, { padding, content, context }) };
}

interface Content {
  readonly width: number;
  readonly height: number;
  readonly children: readonly Box[];
  readonly text: TextBlock | undefined;
}

function measureContent(view: View, inner: Room, context: LayoutContext): Content {
  if (view.layout === 'leaf') return measureLeaf(view, inner, context);
  if (view.layout === 'stack') return measureStack(view, inner, context);
  return measureLine(view, inner, context);
}

function measureLeaf(view: View, inner: Room, context: LayoutContext): Content {
  const { label, field } = view;
  if (label === undefined) return { width: 0, height: 0, children: [], text: undefined };
  const focused = field !== undefined && field === context.focus;
  const block = layoutText(
    {
      text: field === undefined || (field.shown === '' && !focused) ? label.text : field.shown,
      style: label.style,
      align: label.align ?? 'start',
      maxLines: label.maxLines ?? Infinity,
      maxWidth: field !== undefined && !field.multiline ? Infinity : inner.width,
      density: context.density,
    },
    context.measureText,
  );
  return { width: block.width, height: block.height, children: [], text: block };
}

function measureStack(view: View, inner: Room, context: LayoutContext): Content {
  const children = view.children.map((child) =>
    measure(child, less(child, inner, context), context),
  );
  return {
    width: Math.max(0, ...children.map((child) => outer(child, 'x'))),
    height: Math.max(0, ...children.map((child) => outer(child, 'y'))),
    children,
    text: undefined,
  };
}

type Axis = 'x' | 'y';

/** Measures a row or column: first the children without weight, then those that share the rest by weight. */
function measureLine(view: View, inner: Room, context: LayoutContext): Content {
  const axis: Axis = view.layout === 'row' ? 'x' : 'y';
  const total = view.scroll === undefined ? mainOf(inner, axis) : Infinity;
  const gaps = gapOf(view, context) * Math.max(0, view.children.length - 1);
  const shares = Number.isFinite(total);
  let used = gaps;
  const measured = view.children.map((child) => {
    if (child.weight !== undefined && shares) return undefined;
    const box = measure(child, less(child, withMain(inner, axis, total - used), context), context);
    used += outer(box, axis);
    return box;
  });
  const split = divide(view.children, Math.max(0, total - used));
  const children = measured.map((box, index) => {
    const child = view.children[index];
    if (box !== undefined || child === undefined) return box;
    const free = less(child, withMain(inner, axis, split(child)), context);
    return measure(child, exactAlong(free, axis), context);
  });
  return lineContent(
    children.filter((child) => child !== undefined),
    axis,
    gaps,
  );
}

function exactAlong(room: Room, axis: Axis): Room {
  return axis === 'x' ? { ...room, exactWidth: room.width } : { ...room, exactHeight: room.height };
}

/** Divides whole pixels by weight so that the last child ends exactly at the edge. */
function divide(children: readonly View[], rest: number): (child: View) => number {
  let weights = children.reduce((sum, child) => sum + (child.weight ?? 0), 0);
  let left = rest;
  return (child) => {
    const weight = child.weight ?? 0;
    const size = weights > 0 ? Math.round((left * weight) / weights) : 0;
    weights -= weight;
    left -= size;
    return size;
  };
}

function lineContent(children: readonly Box[], axis: Axis, gaps: number): Content {
  const main = children.reduce((sum, child) => sum + outer(child, axis), gaps);
  const across = Math.max(0, ...children.map((child) => outer(child, axis === 'x' ? 'y' : 'x')));
  return {
    width: axis === 'x' ? main : across,
    height: axis === 'x' ? across : main,
    children,
    text: undefined,
  };
}

interface Arranging {
  readonly padding: Edges;
  readonly content: Content;
  readonly context: LayoutContext;
}

function arrange(
  view: View,
  own: { readonly width: number; readonly height: number },
  { padding, content, context }: Arranging,
): Omit<Box, 'view' | 'width' | 'height'> {
  const inner = {
    width: own.width - padding.left - padding.right,
    height: own.height - padding.top - padding.bottom,
  };
  const common = { margin: edges(view.margin, (dp) => Math.round(dp * context.density)), padding };
  if (view.layout === 'stack') {
    const children = content.children.map((box) => ({
      box,
      x: padding.left + box.margin.left + slack(inner.width - outer(box, 'x'), box.view.place?.[0]),
      y: padding.top + box.margin.top + slack(inner.height - outer(box, 'y'), box.view.place?.[1]),
    }));
    return { ...common, children, text: content.text, scroll: undefined };
  }
  const scroll = scrollOf(view, inner, { padding, content, context });
  const children = arrangeLine(view, inner, { padding, content, context }).map((child) => {
    const offset = scroll?.offset ?? 0;
    return view.layout === 'row'
      ? { ...child, x: child.x - offset }
      : { ...child, y: child.y - offset };
  });
  return { ...common, children, text: content.text, scroll };
}

function scrollOf(view: View, inner: Room, { content, context }: Arranging): Box['scroll'] {
  if (view.scroll === undefined) return undefined;
  const extra = view.layout === 'row' ? content.width - inner.width : content.height - inner.height;
  const max = Math.max(0, extra);
  const wanted = Math.round(context.scrollOffset(view.scroll) * context.density);
  return { offset: Math.max(0, Math.min(max, wanted)), max };
}

function arrangeLine(view: View, inner: Room, { padding, content, context }: Arranging) {
  const axis: Axis = view.layout === 'row' ? 'x' : 'y';
  const free = Math.max(0, mainOf(inner, axis) - (axis === 'x' ? content.width : content.height));
  const between = view.justify === 'between' && content.children.length > 1;
  const step =
    gapOf(view, context) + (between ? Math.floor(free / (content.children.length - 1)) : 0);
  let at = view.justify === 'between' ? 0 : slack(free, view.justify);
  return content.children.map((box) => {
    const across = axis === 'x' ? inner.height - outer(box, 'y') : inner.width - outer(box, 'x');
    const side =
      view.scroll === undefined
        ? slack(across, view.align)
        : Math.max(0, slack(across, view.align));
    const x = padding.left + box.margin.left + (axis === 'x' ? at : side);
    const y = padding.top + box.margin.top + (axis === 'x' ? side : at);
    at += outer(box, axis) + step;
    return { box, x, y };
  });
}

function slack(free: number, align: Align | undefined): number {
  if (align === 'center') return Math.round(free / 2);
  return align === 'end' ? free : 0;
}

/** An extent in px; undefined when the content determines it. */
function resolve(
  extent: Extent | undefined,
  available: number,
  px: (dp: number) => number,
): number | undefined {
  if (extent === undefined || extent === 'wrap') return undefined;
  if (extent === 'fill') return Number.isFinite(available) ? available : undefined;
  return px(extent);
}

function edges(spacing: Spacing | undefined, px: (dp: number) => number): Edges {
  if (spacing === undefined) return { top: 0, right: 0, bottom: 0, left: 0 };
  if (typeof spacing === 'number') return edges([spacing, spacing], px);
  if (spacing.length === 2) return edges([spacing[0], spacing[1], spacing[0], spacing[1]], px);
  const [top, right, bottom, left] = spacing;
  return { top: px(top), right: px(right), bottom: px(bottom), left: px(left) };
}

function less(view: View, room: Room, context: LayoutContext): Room {
  const margin = edges(view.margin, (dp) => Math.round(dp * context.density));
  return {
    width: Math.max(0, room.width - margin.left - margin.right),
    height: Math.max(0, room.height - margin.top - margin.bottom),
  };
}

function outer(box: Box, axis: Axis): number {
  return axis === 'x'
    ? box.width + box.margin.left + box.margin.right
    : box.height + box.margin.top + box.margin.bottom;
}

function mainOf(room: Room, axis: Axis): number {
  return axis === 'x' ? room.width : room.height;
}

function withMain(room: Room, axis: Axis, size: number): Room {
  const main = Math.max(0, size);
  return axis === 'x' ? { width: main, height: room.height } : { width: room.width, height: main };
}

function gapOf(view: View, context: LayoutContext): number {
  return Math.round((view.gap ?? 0) * context.density);
}

/** A view with its position on the display, in device pixels; dumps, painting and touch all use it. */
export interface Placed {
  readonly view: View;
  readonly bounds: Rect;
  /** `bounds` clipped by the ancestors and the window; empty when it is scrolled out of view. */
  readonly visible: Rect;
  /** `bounds` without the padding. */
  readonly inner: Rect;
  readonly children: readonly Placed[];
  readonly text: TextBlock | undefined;
  /** px; present on lists. */
  readonly scroll: Box['scroll'];
}

/** Positions a measured tree with its top left corner at a point; `clip` is the window's visible rectangle. */
export function place(box: Box, corner: Point, clip: Rect): Placed {
  const bounds = {
    left: corner.x,
    top: corner.y,
    right: corner.x + box.width,
    bottom: corner.y + box.height,
  };
  const visible = intersect(bounds, clip);
  return {
    view: box.view,
    bounds,
    visible,
    inner: {
      left: bounds.left + box.padding.left,
      top: bounds.top + box.padding.top,
      right: bounds.right - box.padding.right,
      bottom: bounds.bottom - box.padding.bottom,
    },
    children: box.children.map((child) =>
      place(child.box, { x: corner.x + child.x, y: corner.y + child.y }, visible),
    ),
    text: box.text,
    scroll: box.scroll,
  };
}

/** The topmost, innermost view at the point that `accepts` returns true for. */
export function findAt(
  placed: Placed,
  point: Point,
  wanted: (candidate: Placed) => boolean,
): Placed | undefined {
  if (isEmpty(placed.visible) || !contains(placed.visible, point)) return undefined;
  for (let index = placed.children.length - 1; index >= 0; index--) {
    const child = placed.children[index];
    const found = child === undefined ? undefined : findAt(child, point, wanted);
    if (found !== undefined) return found;
  }
  return wanted(placed) ? placed : undefined;
}

/** The view and its descendants, parents first. */
export function* everyPlaced(placed: Placed): Generator<Placed> {
  yield placed;
  for (const child of placed.children) yield* everyPlaced(child);
}
