import { areaOf, intersect, rectOfSize, type Rect, type Size } from '../geometry.ts';
import { axisOf, showsScrolling, type Axis } from './list-direction.ts';
import { isOnScreen, walk, type Element, type Screen } from './screen.ts';

/** A picture's brightness in a grid of cells, row by row, each 0 to 255. */
export interface Luma {
  readonly columns: number;
  readonly cells: Uint8Array;
}

/** The brightness of a whole screen. */
export interface ScreenLuma extends Luma {
  /** Pictures of different sources differ slightly everywhere and so cannot be compared. */
  readonly source: 'screenshot' | 'video';
}

/** The part of the screen to check for movement, and the axis of the movement. */
interface LumaArea {
  readonly bounds: Rect;
  readonly axis: Axis;
  /** The whole screen: the coordinate space of the bounds. */
  readonly screen: Size;
}

/** A cell has changed if it differs by more than this; video encoders refine a still picture by up to two. */
const tolerance = 4;
/**
 * Minimum fraction of changed lines. Scrolling changes the whole length of a container, a caret or a
 * spinner a tenth at most.
 */
const minChangedFraction = 0.25;
/** Cells ignored on either side, where the scroll bar appears and disappears. */
const scrollBarCells = 2;
/** Windows with FLAG_SECURE are black; scaling may raise that by one or two. */
const maxBlackLuma = 4;

/**
 * Whether the content of the area moved between two pictures of one screen. Null if that cannot be
 * decided: the sources or shapes differ, or both are black.
 */
export function hasMoved(before: ScreenLuma, after: ScreenLuma, area: LumaArea): boolean | null {
  const sameShape = before.columns === after.columns && before.cells.length === after.cells.length;
  if (before.source !== after.source || !sameShape) return null;
  const lines = cellLinesIn(before, area).filter((line) => line.length > 0);
  const lit = (i: number): boolean =>
    (before.cells[i] ?? 0) > maxBlackLuma || (after.cells[i] ?? 0) > maxBlackLuma;
  if (!lines.some((line) => line.some(lit))) return null;
  const differs = (i: number): boolean =>
    Math.abs((before.cells[i] ?? 0) - (after.cells[i] ?? 0)) > tolerance;
  return lines.filter((line) => line.some(differs)).length >= minChangedFraction * lines.length;
}

/** The indices of the cells that lie completely in the area, as lines across its axis. */
function cellLinesIn({ columns, cells }: Luma, { bounds, axis, screen }: LumaArea): number[][] {
  const rows = cells.length / columns;
  const visibleBounds = intersect(bounds, rectOfSize(screen));
  const inset = axis === 'vertical' ? { x: scrollBarCells, y: 0 } : { x: 0, y: scrollBarCells };
  const across = cellsBetween(visibleBounds.left, visibleBounds.right, {
    cells: columns,
    length: screen.width,
  });
  const down = cellsBetween(visibleBounds.top, visibleBounds.bottom, {
    cells: rows,
    length: screen.height,
  });
  const xs = across.slice(inset.x, across.length - inset.x);
  const ys = down.slice(inset.y, down.length - inset.y);
  return axis === 'vertical'
    ? ys.map((y) => xs.map((x) => y * columns + x))
    : xs.map((x) => ys.map((y) => y * columns + x));
}

/** The indices of the cells that lie completely between two pixel positions. */
function cellsBetween(
  from: number,
  to: number,
  { cells, length }: { readonly cells: number; readonly length: number },
): number[] {
  const first = Math.ceil((from * cells) / length);
  const end = Math.floor((to * cells) / length);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

/** Fraction of the screen from which on a single text, picture or map is compared when the elements stay the same. */
const minAreaFraction = 0.25;

/** The elements whose content can move without any change in the dump: long texts, pictures, maps and their containers; smallest and innermost first. */
export function areasToCompare({
  roots,
  size,
}: Pick<Screen, 'roots' | 'size'>): readonly Element[] {
  const minArea = minAreaFraction * size.width * size.height;
  return [...walk(roots)]
    .filter((element) => isOnScreen(element, size))
    .filter((element) =>
      element.scrollable
        ? !showsScrolling(element, axisOf(element))
        : element.children.length === 0 && areaOf(element.bounds) >= minArea,
    )
    .reverse()
    .toSorted((a, b) => areaOf(a.bounds) - areaOf(b.bounds));
}

/** The result of comparing two pictures of a screen whose elements did not change. */
interface PictureChange {
  /** The innermost element whose content moved; null if none did. */
  readonly moved: Element | null;
}

/** What moved between two pictures of this screen; null if the pictures cannot decide it. */
export function findPictureChange(
  screen: Pick<Screen, 'roots' | 'size'>,
  before: ScreenLuma,
  after: ScreenLuma,
): PictureChange | null {
  const areas = areasToCompare(screen).map((element) => ({
    element,
    moved: hasMoved(before, after, {
      bounds: element.bounds,
      axis: axisOf(element),
      screen: screen.size,
    }),
  }));
  const moved = areas.find((area) => area.moved === true);
  if (moved) return { moved: moved.element };
  return areas.some((area) => area.moved === null) ? null : { moved: null };
}
