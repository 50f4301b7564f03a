import type { Point, Rect, Size } from '#core/geometry.ts';
import type { FieldState } from './field-state.ts';

/**
 * A view: one node of a window's tree, in dp, created again for each layout. Both the hierarchy and
 * the painting are derived from it, so they can't disagree.
 */
export interface View extends ViewProps {
  readonly layout: 'column' | 'row' | 'stack' | 'leaf';
  readonly children: readonly View[];
}

/** A size in dp, that of the content, or the most that the parent allows. */
export type Extent = number | 'wrap' | 'fill';
/** dp: all edges; vertical and horizontal; top, right, bottom, left. */
export type Spacing =
  | number
  | readonly [vertical: number, horizontal: number]
  | readonly [top: number, right: number, bottom: number, left: number];
export type Align = 'start' | 'center' | 'end';

export interface TextStyle {
  /** sp; the demo phone's font scale is 1. */
  readonly size: number;
  readonly weight: 400 | 500 | 600;
  readonly color: string;
  /** dp; 1.35 times the size when missing. */
  readonly lineHeight?: number | undefined;
}

interface Label {
  readonly text: string;
  readonly style: TextStyle;
  readonly align?: Align | undefined;
  /** Further text is cut with an ellipsis; unlimited when missing. */
  readonly maxLines?: number | undefined;
}

/** A drag inside a view, in device pixels; sent for each movement of the finger. */
export interface Drag {
  /** Only the view that returns true for `start` receives the other phases. */
  readonly phase: 'start' | 'move' | 'end' | 'cancel';
  /** Pixels per dp. */
  readonly density: number;
  readonly bounds: Rect;
  readonly from: Point;
  readonly to: Point;
}

/** What several fingers did inside a view since the last pinch event, in device pixels. */
export interface Pinch {
  readonly bounds: Rect;
  /** The centre of the fingers. */
  readonly focus: Point;
  /** Ratio of the new span to the old: 2 when the fingers are twice as far apart. */
  readonly scale: number;
}

/** A double tap, in device pixels. */
interface DoubleTap {
  readonly bounds: Rect;
  readonly at: Point;
}

export interface ViewProps {
  // Size and position
  readonly width?: Extent | undefined;
  readonly height?: Extent | undefined;
  readonly minHeight?: number | undefined;
  readonly maxWidth?: number | undefined;
  /** Weight for the remaining space in a row or column. */
  readonly weight?: number | undefined;
  readonly padding?: Spacing | undefined;
  readonly margin?: Spacing | undefined;
  /** Between children, along the row or column. */
  readonly gap?: number | undefined;
  readonly justify?: Align | undefined;
  /** Alignment of the children across the row or column. */
  readonly align?: Align | undefined;
  /** Alignment of this view in its stack (x, y). */
  readonly place?: readonly [Align, Align] | undefined;
  /** Makes the row or column scrollable; its window stores the offset under this key. */
  readonly scroll?: string | undefined;

  // Appearance
  readonly fill?: Fill | undefined;
  /** Corner radii in dp: one for all four, or each clockwise from the top left. */
  readonly radius?: number | readonly [number, number, number, number] | undefined;
  readonly border?: { readonly color: string; readonly width: number } | undefined;
  /** dp; draws a soft shadow. */
  readonly elevation?: number | undefined;
  readonly alpha?: number | undefined;
  /** Clips the children to the (rounded) bounds. */
  readonly clip?: boolean | undefined;
  readonly label?: Label | undefined;
  readonly icon?: { readonly path: string; readonly color: Fill } | undefined;
  /** Custom painting between background and children; `dp` converts dp to pixels. */
  readonly draw?: ((rect: Rect, dp: (value: number) => number) => readonly PaintOp[]) | undefined;
  /** An editable text; the label defines its style and hint. */
  readonly field?: FieldState | undefined;

  // In the hierarchy
  /** Painted, but not in the hierarchy: its children appear as those of its parent. */
  readonly paintOnly?: boolean | undefined;
  readonly className?: string | undefined;
  /** Full resource name. */
  readonly id?: string | undefined;
  /** The hierarchy's text, instead of the label's. */
  readonly text?: string | undefined;
  readonly description?: string | undefined;
  readonly checkable?: boolean | undefined;
  readonly checked?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly focusable?: boolean | undefined;
  readonly selected?: boolean | undefined;
  /** These three only for the element reader: dumps lack them. */
  readonly stateDescription?: string | undefined;
  readonly error?: string | undefined;
  readonly heading?: boolean | undefined;

  // Behaviour
  readonly onTap?: (() => void) | undefined;
  readonly onLongPress?: (() => void) | undefined;
  /** A drag; return false for `start` to let views behind handle it. */
  readonly onDrag?: ((drag: Drag) => boolean) | undefined;
  /** Two or more fingers, the first of which landed here. */
  readonly onPinch?: ((pinch: Pinch) => void) | undefined;
  readonly onDoubleTap?: ((doubleTap: DoubleTap) => void) | undefined;
  /** Also calls `onDrag` for a tap, as sliders need. */
  readonly tapActsAsDrag?: boolean | undefined;
}

/** Children; false and undefined are skipped. */
export type Children = readonly (View | false | undefined)[];

function presentChildren(children: Children): readonly View[] {
  return children.filter((child): child is View => child !== undefined && child !== false);
}

/** A column of children, as wide as the parent unless `width` is given. */
export function column(props: ViewProps, children: Children): View {
  return { width: 'fill', ...props, layout: 'column', children: presentChildren(children) };
}

/** A row of vertically centred children, as wide as the parent unless `width` is given. */
export function row(props: ViewProps, children: Children): View {
  return {
    width: 'fill',
    align: 'center',
    ...props,
    layout: 'row',
    children: presentChildren(children),
  };
}

/** Children on top of each other. */
export function stack(props: ViewProps, children: Children): View {
  return { ...props, layout: 'stack', children: presentChildren(children) };
}

/** A text, as wide as its longest line unless `width` is given. */
export function text(
  content: string,
  style: TextStyle,
  props: ViewProps & {
    readonly textAlign?: Align | undefined;
    readonly maxLines?: number | undefined;
  } = {},
): View {
  const { textAlign: align, maxLines, ...rest } = props;
  const label: Label = { text: content, style, align, maxLines };
  return { className: 'android.widget.TextView', ...rest, label, layout: 'leaf', children: [] };
}

/** A Material icon, `size` dp square. */
export function icon(
  path: string,
  { size, color }: { readonly size: number; readonly color: Fill },
  props: ViewProps = {},
): View {
  return {
    className: 'android.widget.ImageView',
    width: size,
    height: size,
    ...props,
    icon: { path, color },
    layout: 'leaf',
    children: [],
  };
}

/** A view without children. */
export function box(props: ViewProps): View {
  return { className: 'android.view.View', ...props, layout: 'leaf', children: [] };
}

/** A gap of `size` dp on both axes; not in the hierarchy. */
export function space(size: number): View {
  return box({ paintOnly: true, width: size, height: size });
}

/** A gap that takes the remaining space; not in the hierarchy. */
export function spacer(weight = 1): View {
  return box({ paintOnly: true, weight });
}

/** Properties of a view in the centre of its stack that is not in the hierarchy. */
export const centred = {
  paintOnly: true,
  place: ['center', 'center'],
} as const satisfies ViewProps;

/** A gradient along a line; points are fractions of the filled rectangle. */
export function linearGradient(
  from: Gradient['from'],
  to: Gradient['to'],
  ...stops: Gradient['stops']
): Gradient {
  return { kind: 'linear', from, to, stops };
}

/** The viewport of Material icon paths. */
export const iconViewport: Size = { width: 24, height: 24 };

// The display list: paint operations in device pixels, back to front.

/** A gradient whose points are fractions of the filled rectangle (0 left or top, 1 right or bottom). */
export interface Gradient {
  readonly kind: 'linear' | 'radial';
  /** Start of a linear gradient, centre of a radial one. */
  readonly from: readonly [number, number];
  /** End of a linear gradient; for a radial one, x is the radius as a fraction of the width. */
  readonly to: readonly [number, number];
  readonly stops: readonly (readonly [offset: number, color: string])[];
}

/** A CSS colour or a gradient. */
export type Fill = string | Gradient;

/** Corner radii in pixels: one for all, or top left, top right, bottom right, bottom left. */
export type Radii = number | readonly [number, number, number, number];

export type PaintOp =
  | { readonly op: 'box'; readonly rect: Rect; readonly radii: Radii; readonly fill: Fill }
  | {
      readonly op: 'border';
      readonly rect: Rect;
      readonly radii: Radii;
      readonly color: string;
      readonly width: number;
    }
  /** SVG path data drawn in a `viewport` that is stretched over `rect`. */
  | {
      readonly op: 'path';
      readonly rect: Rect;
      readonly data: string;
      readonly viewport: Size;
      readonly fill: Fill;
    }
  | {
      readonly op: 'text';
      readonly text: string;
      readonly x: number;
      readonly baseline: number;
      readonly font: string;
      readonly color: string;
    }
  /** Paints `ops` only inside the rounded rectangle. */
  | {
      readonly op: 'clip';
      readonly rect: Rect;
      readonly radii: Radii;
      readonly ops: readonly PaintOp[];
    }
  | { readonly op: 'faded'; readonly alpha: number; readonly ops: readonly PaintOp[] };
