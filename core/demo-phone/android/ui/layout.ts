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

/** A measured view; sizes in whole device pixels, positions relative to the parent's top left corner. */
interface LayoutBox {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly margin: Edges;
  readonly padding: Edges;
  readonly children: readonly { readonly box: LayoutBox; readonly x: number; readonly y: number }[];
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
interface MeasureSpec {
  readonly width: number;
  readonly height: number;
  readonly exactWidth?: number | undefined;
  readonly exactHeight?: number | undefined;
}

/** Measures a view and its descendants. */
export function measureView(view: View, spec: MeasureSpec, context: LayoutContext): LayoutBox {
  const px = (dp: number) => Math.round(dp * context.density);
  const padding = edges(view.padding, px);
  const maxWidth =
    view.maxWidth === undefined ? spec.width : Math.min(spec.width, px(view.maxWidth));
  const width = spec.exactWidth ?? resolveExtent(view.width, maxWidth, px);
  const height = spec.exactHeight ?? resolveExtent(view.height, spec.height, px);
  const inner: MeasureSpec = {
    width: Math.max(0, (width ?? maxWidth) - padding.left - padding.right),
    height: Math.max(0, (height ?? spec.height) - padding.top - padding.bottom),
  };
  const content = measureContent(view, inner, context);
  const size = {
    width: width ?? Math.min(maxWidth, content.width + padding.left + padding.right),
    height:
      height ??
      Math.min(
        spec.height,
        Math.max(px(view.minHeight ?? 0), content.height + padding.top + padding.bottom),
      ),
  };
  return { view, ...size, ...arrange(view, size, { padding, content, context }) };
}

interface BoxContent {
  readonly width: number;
  readonly height: number;
  readonly children: readonly LayoutBox[];
  readonly text: TextBlock | undefined;
}

function measureContent(view: View, inner: MeasureSpec, context: LayoutContext): BoxContent {
  if (view.layout === 'leaf') return measureLeaf(view, inner, context);
  if (view.layout === 'stack') return measureStack(view, inner, context);
  return measureLine(view, inner, context);
}

function measureLeaf(view: View, inner: MeasureSpec, context: LayoutContext): BoxContent {
  const { label, field } = view;
  if (label === undefined) return { width: 0, height: 0, children: [], text: undefined };
  const focused = field !== undefined && field === context.focus;
  const block = layoutText(
    {
      text:
        field === undefined || (field.displayText === '' && !focused)
          ? label.text
          : field.displayText,
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

function measureStack(view: View, inner: MeasureSpec, context: LayoutContext): BoxContent {
  const children = view.children.map((child) =>
    measureView(child, withoutMargin(child, inner, context), context),
  );
  return {
    width: Math.max(0, ...children.map((child) => outerSize(child, 'x'))),
    height: Math.max(0, ...children.map((child) => outerSize(child, 'y'))),
    children,
    text: undefined,
  };
}

type Axis = 'x' | 'y';

/** Measures a row or column: first the children without weight, then those that share the rest by weight. */
function measureLine(view: View, inner: MeasureSpec, context: LayoutContext): BoxContent {
  const axis: Axis = view.layout === 'row' ? 'x' : 'y';
  const total = view.scroll === undefined ? mainSize(inner, axis) : Infinity;
  const gaps = gapOf(view, context) * Math.max(0, view.children.length - 1);
  const isBounded = Number.isFinite(total);
  let used = gaps;
  const measured = view.children.map((child) => {
    if (child.weight !== undefined && isBounded) return undefined;
    const box = measureView(
      child,
      withoutMargin(child, withMainSize(inner, axis, total - used), context),
      context,
    );
    used += outerSize(box, axis);
    return box;
  });
  const mainSizeOf = divideByWeight(view.children, Math.max(0, total - used));
  const children = measured.map((box, index) => {
    const child = view.children[index];
    if (box !== undefined || child === undefined) return box;
    const free = withoutMargin(child, withMainSize(inner, axis, mainSizeOf(child)), context);
    return measureView(child, exactAlong(free, axis), context);
  });
  return lineContent(
    children.filter((child) => child !== undefined),
    axis,
    gaps,
  );
}

function exactAlong(spec: MeasureSpec, axis: Axis): MeasureSpec {
  return axis === 'x' ? { ...spec, exactWidth: spec.width } : { ...spec, exactHeight: spec.height };
}

/** Divides whole pixels by weight so that the last child ends exactly at the edge. */
function divideByWeight(children: readonly View[], rest: number): (child: View) => number {
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

function lineContent(children: readonly LayoutBox[], axis: Axis, gaps: number): BoxContent {
  const main = children.reduce((sum, child) => sum + outerSize(child, axis), gaps);
  const across = Math.max(
    0,
    ...children.map((child) => outerSize(child, axis === 'x' ? 'y' : 'x')),
  );
  return {
    width: axis === 'x' ? main : across,
    height: axis === 'x' ? across : main,
    children,
    text: undefined,
  };
}

interface ArrangeContext {
  readonly padding: Edges;
  readonly content: BoxContent;
  readonly context: LayoutContext;
}

function arrange(
  view: View,
  size: { readonly width: number; readonly height: number },
  { padding, content, context }: ArrangeContext,
): Omit<LayoutBox, 'view' | 'width' | 'height'> {
  const inner = {
    width: size.width - padding.left - padding.right,
    height: size.height - padding.top - padding.bottom,
  };
  const common = { margin: edges(view.margin, (dp) => Math.round(dp * context.density)), padding };
  if (view.layout === 'stack') {
    const children = content.children.map((box) => ({
      box,
      x:
        padding.left +
        box.margin.left +
        alignOffset(inner.width - outerSize(box, 'x'), box.view.place?.[0]),
      y:
        padding.top +
        box.margin.top +
        alignOffset(inner.height - outerSize(box, 'y'), box.view.place?.[1]),
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

function scrollOf(
  view: View,
  inner: MeasureSpec,
  { content, context }: ArrangeContext,
): LayoutBox['scroll'] {
  if (view.scroll === undefined) return undefined;
  const extra = view.layout === 'row' ? content.width - inner.width : content.height - inner.height;
  const max = Math.max(0, extra);
  const requested = Math.round(context.scrollOffset(view.scroll) * context.density);
  return { offset: Math.max(0, Math.min(max, requested)), max };
}

function arrangeLine(
  view: View,
  inner: MeasureSpec,
  { padding, content, context }: ArrangeContext,
) {
  const axis: Axis = view.layout === 'row' ? 'x' : 'y';
  const free = Math.max(0, mainSize(inner, axis) - (axis === 'x' ? content.width : content.height));
  const step = gapOf(view, context);
  let at = alignOffset(free, view.justify);
  return content.children.map((box) => {
    const across =
      axis === 'x' ? inner.height - outerSize(box, 'y') : inner.width - outerSize(box, 'x');
    const side =
      view.scroll === undefined
        ? alignOffset(across, view.align)
        : Math.max(0, alignOffset(across, view.align));
    const x = padding.left + box.margin.left + (axis === 'x' ? at : side);
    const y = padding.top + box.margin.top + (axis === 'x' ? side : at);
    at += outerSize(box, axis) + step;
    return { box, x, y };
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

function edges(spacing: Spacing | undefined, px: (dp: number) => number): Edges {
  if (spacing === undefined) return { top: 0, right: 0, bottom: 0, left: 0 };
  if (typeof spacing === 'number') return edges([spacing, spacing], px);
  if (spacing.length === 2) return edges([spacing[0], spacing[1], spacing[0], spacing[1]], px);
  const [top, right, bottom, left] = spacing;
  return { top: px(top), right: px(right), bottom: px(bottom), left: px(left) };
}

function withoutMargin(view: View, spec: MeasureSpec, context: LayoutContext): MeasureSpec {
  const margin = edges(view.margin, (dp) => Math.round(dp * context.density));
  return {
    width: Math.max(0, spec.width - margin.left - margin.right),
    height: Math.max(0, spec.height - margin.top - margin.bottom),
  };
}

function outerSize(box: LayoutBox, axis: Axis): number {
  return axis === 'x'
    ? box.width + box.margin.left + box.margin.right
    : box.height + box.margin.top + box.margin.bottom;
}

function mainSize(spec: MeasureSpec, axis: Axis): number {
  return axis === 'x' ? spec.width : spec.height;
}

function withMainSize(spec: MeasureSpec, axis: Axis, size: number): MeasureSpec {
  const main = Math.max(0, size);
  return axis === 'x' ? { width: main, height: spec.height } : { width: spec.width, height: main };
}

function gapOf(view: View, context: LayoutContext): number {
  return Math.round((view.gap ?? 0) * context.density);
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
export function placeView(box: LayoutBox, corner: Point, clip: Rect): PlacedView {
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
      placeView(child.box, { x: corner.x + child.x, y: corner.y + child.y }, visible),
    ),
    text: box.text,
    scroll: box.scroll,
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
