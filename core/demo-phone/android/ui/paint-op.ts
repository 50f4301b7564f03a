import type { Rect, Size } from '../../../geometry.ts';
import type { PaintImage } from '../../canvas.ts';

/**
 * The display list: what is painted, in device pixels, back to front. It is data, so that the
 * same list can be painted at full size, small in the recents screen, or looked at by a test.
 */

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
  | {
      readonly op: 'line';
      readonly points: readonly (readonly [number, number])[];
      readonly color: string;
      readonly width: number;
    }
  | {
      readonly op: 'arc';
      readonly rect: Rect;
      readonly start: number;
      readonly end: number;
      readonly color: string;
      readonly width: number;
    }
  | { readonly op: 'image'; readonly rect: Rect; readonly image: PaintImage }
  /** Paints `ops`, which are the same for a key and a size, so that a painter may keep what they look like. */
  | {
      readonly op: 'kept';
      readonly key: string;
      readonly rect: Rect;
      readonly ops: readonly PaintOp[];
    }
  /** Paints `ops` only inside the rounded rectangle. */
  | {
      readonly op: 'clip';
      readonly rect: Rect;
      readonly radii: Radii;
      readonly ops: readonly PaintOp[];
    }
  /** Paints `ops`, made for a surface of `from`, scaled into `to`. */
  | {
      readonly op: 'scaled';
      readonly from: Size;
      readonly to: Rect;
      readonly ops: readonly PaintOp[];
    }
  | { readonly op: 'faded'; readonly alpha: number; readonly ops: readonly PaintOp[] };
