import type { HandsetError } from '../../errors.ts';
import { isOnScreen } from '../../screen/derive.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import { type Axis, type ScrollWay, axisOf } from '../../screen/scroll-way.ts';

/** A list as it is on the screen now, and how it scrolls. */
export interface ListPlace {
  readonly list: Element;
  readonly axis: Axis;
}

/** What was done to bring something into view, for a message. */
export interface Tried {
  readonly screen: Screen;
  readonly scrolls: number;
  readonly tried: string;
}

/** What a scroll hunt looks for. */
export interface Sought {
  /** Where some of it is in view on this screen; undefined where none is. Throws where several may be meant. */
  inView(screen: Screen): Element | undefined;
  /** The lists of this screen that may hold it, the likeliest first. Throws where there are none. */
  lists(screen: Screen): readonly Element[];
  /** Which way it lies; undefined where the screen does not tell. */
  wayFrom(screen: Screen, place: ListPlace): ScrollWay | undefined;
  /** Whether enough of it can be seen, once the list was scrolled that way. */
  isWellInView(found: Element, place: ListPlace, way: ScrollWay): boolean;
  /** The error when it is at neither end. */
  notFound(tried: Tried): HandsetError;
}

/** Whether a list of this screen can be scrolled by a finger. */
export function isUsableList(
  list: Element | undefined,
  { size }: Pick<Screen, 'size'>,
): list is Element {
  return list !== undefined && list.scrollable && isOnScreen(list, size);
}

/**
 * The list to try where nothing tells which one: the largest that scrolls up and down, else the
 * largest, since scrolling pages sideways leaves what is shown.
 */
export function mainList(screen: Pick<Screen, 'roots' | 'size'>): Element | undefined {
  const all = [...walk(screen.roots)].filter((element) => isUsableList(element, screen));
  const vertical = all.filter((list) => axisOf(list) === 'vertical');
  const lists = vertical.length > 0 ? vertical : all;
  return lists.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
}

function areaOf({ bounds }: Element): number {
  return (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
}

/** Pixels along the axis. */
export function extentOf({ bounds }: Element, axis: Axis): number {
  return axis === 'vertical' ? bounds.bottom - bounds.top : bounds.right - bounds.left;
}
