import { isOnScreen } from './derive.ts';
import { type ScreenLuma, hasMoved } from './luma.ts';
import { type Element, type Screen, walk } from './screen.ts';
import { axisOf, showsScrolling } from './scroll-way.ts';

/** Of the screen: a text, a picture or a map that large is worth a look when the elements stay the same. */
const leastArea = 0.25;

/** What can move without a trace in the elements: long texts, pictures, maps and what holds them; the smallest and innermost first. */
export function silentAreas({ roots, size }: Pick<Screen, 'roots' | 'size'>): readonly Element[] {
  const least = leastArea * size.width * size.height;
  return [...walk(roots)]
    .filter((element) => isOnScreen(element, size))
    .filter((element) =>
      element.scrollable
        ? !showsScrolling(element, axisOf(element))
        : element.children.length === 0 && areaOf(element) >= least,
    )
    .reverse()
    .toSorted((a, b) => areaOf(a) - areaOf(b));
}

/** What a picture says of a screen whose elements are as before. */
interface PictureChange {
  /** The innermost of what moved; null where nothing did. */
  readonly moved: Element | null;
}

/** What moved between two pictures of this screen; null where they don't tell. */
export function pictureChange(
  screen: Pick<Screen, 'roots' | 'size'>,
  before: ScreenLuma,
  after: ScreenLuma,
): PictureChange | null {
  const areas = silentAreas(screen).map((element) => ({
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
