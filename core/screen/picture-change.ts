import { isOnScreen } from './derive.ts';
import { type ScreenLuma, hasMoved } from './luma.ts';
import { type Element, type Screen, walk } from './screen.ts';
import { axisOf, showsScrolling } from './scroll-way.ts';

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
        : element.children.length === 0 && areaOf(element) >= minArea,
    )
    .reverse()
    .toSorted((a, b) => areaOf(a) - areaOf(b));
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

function areaOf({ bounds }: Element): number {
  return (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
}
