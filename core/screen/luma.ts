import { type Rect, type Size, intersect, rectOfSize } from '../geometry.ts';
import type { Axis } from './scroll-way.ts';

/** A picture's brightness in cells, row by row, 0 to 255 each. */
export interface Luma {
  readonly columns: number;
  readonly cells: Uint8Array;
}

/** The brightness of a whole screen. */
export interface ScreenLuma extends Luma {
  /** Pictures of two sources differ everywhere by a little, so that they can't be compared. */
  readonly source: 'screenshot' | 'video';
}

/** Where on the screen something may have moved, and along which axis. */
interface LumaArea {
  readonly bounds: Rect;
  readonly axis: Axis;
  /** The whole screen, the space of the bounds. */
  readonly screen: Size;
}

/** A cell that differs by more has changed; an encoder that sharpens a still picture changes one by two. */
const tolerance = 4;
/**
 * What scrolls changes the picture over the whole length of its container. A caret or a spinner
 * changes a tenth of it at most.
 */
const movedShare = 0.25;
/** Cells left out on either side, where the scroll bar comes and goes. */
const scrollBarCells = 2;
/** A window that forbids screenshots is black; scaling may lift that by a step or two. */
const blackest = 4;

/**
 * Whether the content of the area moved between two pictures of one screen. Null where they can't
 * tell: they are of two sources or shapes, or both are black.
 */
export function hasMoved(before: ScreenLuma, after: ScreenLuma, area: LumaArea): boolean | null {
  const sameShape = before.columns === after.columns && before.cells.length === after.cells.length;
  if (before.source !== after.source || !sameShape) return null;
  const lines = linesIn(before, area).filter((line) => line.length > 0);
  const lit = (i: number): boolean =>
    (before.cells[i] ?? 0) > blackest || (after.cells[i] ?? 0) > blackest;
  if (!lines.some((line) => line.some(lit))) return null;
  const differs = (i: number): boolean =>
    Math.abs((before.cells[i] ?? 0) - (after.cells[i] ?? 0)) > tolerance;
  return lines.filter((line) => line.some(differs)).length >= movedShare * lines.length;
}

/** The cells that lie in the area as a whole, one list for each step along its axis. */
function linesIn({ columns, cells }: Luma, { bounds, axis, screen }: LumaArea): number[][] {
  const rows = cells.length / columns;
  const seen = intersect(bounds, rectOfSize(screen));
  const inset = axis === 'vertical' ? { x: scrollBarCells, y: 0 } : { x: 0, y: scrollBarCells };
  const across = cellsBetween(seen.left, seen.right, { cells: columns, length: screen.width });
  const down = cellsBetween(seen.top, seen.bottom, { cells: rows, length: screen.height });
  const xs = across.slice(inset.x, across.length - inset.x);
  const ys = down.slice(inset.y, down.length - inset.y);
  return axis === 'vertical'
    ? ys.map((y) => xs.map((x) => y * columns + x))
    : xs.map((x) => ys.map((y) => y * columns + x));
}

/** The numbers of the cells that lie between two pixels as a whole. */
function cellsBetween(
  from: number,
  to: number,
  { cells, length }: { readonly cells: number; readonly length: number },
): number[] {
  const first = Math.ceil((from * cells) / length);
  const end = Math.floor((to * cells) / length);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}
