import { HandsetError } from '../../errors.ts';
import type { Phone } from '../../phone.ts';
import { isOnScreen } from '../../screen/derive.ts';
import { followElement, followElements, type Seen } from '../../screen/follow-element.ts';
import { type Element, type Screen, walk, ancestorsOf } from '../../screen/screen.ts';
import {
  type Axis,
  type ScrollWay,
  axisOf,
  wayByBounds,
  wayByOrder,
} from '../../screen/scroll-way.ts';
import { type ScreenIndex, indexScreen, matchSelector } from '../../selector/match.ts';
import { showSelector, tellNearest } from '../../selector/resolve.ts';
import type { Selector, Test } from '../../selector/selector.ts';
import { isInFront, lookUp, notFound, findMatch } from './find-element.ts';
import { showWord } from './parameters.ts';

/** A list on the screen, and the axis along which it scrolls. */
interface ListPlace {
  readonly list: Element;
  readonly axis: Axis;
}

/** The scrolls that were tried, for an error. */
interface Tried {
  readonly screen: Screen;
  readonly scrolls: number;
  readonly tried: string;
}

/** What a scroll search looks for. */
export interface Sought {
  /** The element if any part of it is in view; else undefined. Throws when several match. */
  inView(screen: Screen): Element | undefined;
  /** The lists on this screen that may hold it, the likeliest first. Throws when there are none. */
  lists(screen: Screen): readonly Element[];
  /** Which way to scroll for it; undefined if the screen does not tell. */
  wayFrom(screen: Screen, place: ListPlace): ScrollWay | undefined;
  /** Whether enough of it is visible after scrolling that way. */
  isWellInView(found: Element, place: ListPlace, way: ScrollWay): boolean;
  /** The error when it was not found up to either end. */
  notFound(tried: Tried): HandsetError;
}

/** Whether this is a list that a finger can scroll. */
function isUsableList(list: Element | undefined, { size }: Pick<Screen, 'size'>): list is Element {
  return list !== undefined && list.scrollable && isOnScreen(list, size);
}

/**
 * The list to try if nothing identifies one: the largest vertical one, else the largest, because
 * scrolling pages sideways leaves the current content.
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
function extentOf({ bounds }: Element, axis: Axis): number {
  return axis === 'vertical' ? bounds.bottom - bounds.top : bounds.right - bounds.left;
}

/**
 * The element of an id, which may have been shown lately and be scrolled away now. Throws
 * `element-not-found` when the id is unknown, or when its app is not in front.
 */
export function idAsSeen(phone: Phone, screen: Screen, id: string): Seen {
  const present = lookUp(phone, screen, id);
  if (present) return { element: present, roots: screen.roots };
  const seen = phone.shown.recall(id);
  if (seen && isInFront(seen.element.packageName, screen)) return seen;
  throw notFound(`Element '${showWord(id)}' not found.`, { phone, screen, id });
}

/** Searches for the one element that was seen earlier. */
export function soughtElement(seen: Seen): Sought {
  const { id } = seen.element;
  const find = ({ roots }: Screen): Element | undefined => followElement(seen, roots);
  return {
    inView(screen) {
      const match = find(screen);
      return match && isOnScreen(match, screen.size) ? match : undefined;
    },
    lists(screen) {
      const lists = listsAround(seen, screen);
      if (lists.length === 0) throw noList(id);
      return lists;
    },
    wayFrom: (screen, place) => wayTo(seen, screen, place),
    /** True if at least half of it is visible, or as much as fits into the list. */
    isWellInView(found, { list, axis }) {
      const whole = Math.min(extentOf(seen.element, axis), extentOf(list, axis));
      return extentOf(found, axis) * 2 >= whole;
    },
    notFound({ scrolls, tried }) {
      const message = `Element '${id}' not visible after ${scrolls} scroll attempts (${tried}).`;
      return new HandsetError('action-failed', message, {
        hint: 'It may be gone, or look like others of its kind now. Read the screen again, or use find_elements after scroll.',
      });
    },
  };
}

function wayTo(seen: Seen, { roots }: Screen, { list, axis }: ListPlace): ScrollWay | undefined {
  const later = followElements(seen.roots, roots);
  const present = later.sure(seen.element);
  const byBounds = present && wayByBounds(list.bounds, present.bounds, axis);
  return byBounds ?? wayByOrder(seen, later, list);
}

/** The present lists that hold or held the element, innermost first; else the main list. */
export function listsAround(
  { element, roots }: Seen,
  screen: Pick<Screen, 'roots' | 'size'>,
): readonly Element[] {
  const later = followElements(roots, screen.roots);
  const present = ancestorsOf(roots, element)
    .filter(({ scrollable }) => scrollable)
    .map((list) => later.likely(list))
    .filter((list) => isUsableList(list, screen));
  if (present.length > 0) return present;
  const main = mainList(screen);
  return main === undefined ? [] : [main];
}

/** The error for an off-screen element when nothing scrolls. */
function noList(id: string): HandsetError {
  return new HandsetError(
    'action-failed',
    `No scrollable container found for element '${showWord(id)}'.`,
    {
      hint: 'Nothing on the screen scrolls. Read the screen again.',
    },
  );
}

/**
 * Whether the selector uses an index or an index path. Such a selector matches another element after
 * every scroll, so it must be resolved only once.
 */
export function isPositional({ alternatives }: Selector): boolean {
  const tests = alternatives.flatMap(({ steps }) => steps.flatMap((step) => step.tests));
  return tests.some(({ kind }) => kind === 'index' || kind === 'path');
}

/** Searches for the only visible match of the selector; throws `ambiguous-selector` as soon as there are several. */
export function soughtMatch(phone: Phone, selector: Selector): Sought {
  const visible = onlyVisible(selector);
  return {
    inView(screen) {
      const isThere = matchSelector(visible, indexScreen(screen)).length > 0;
      return isThere ? findMatch(phone, screen, visible) : undefined;
    },
    lists(screen) {
      const lists = listsFor(selector, screen);
      if (lists.length > 0) return lists;
      throw noList(findMatch(phone, screen, selector).id);
    },
    wayFrom(screen, { list, axis }) {
      const matches = matchSelector(selector, indexScreen(screen));
      const ways = matches.map(({ bounds }) => wayByBounds(list.bounds, bounds, axis));
      return ways.find((way) => way !== undefined);
    },
    /** An element that ends before the list does is complete; of one that is cut off, the remaining length is unknown. */
    isWellInView(found, { list, axis }, way) {
      const [start, end] =
        axis === 'vertical' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
      const isWhole =
        way === 'on'
          ? found.bounds[end] < list.bounds[end]
          : found.bounds[start] > list.bounds[start];
      return isWhole || extentOf(found, axis) * 2 >= extentOf(list, axis);
    },
    notFound({ screen, scrolls, tried }) {
      const message = `No visible element matches ${showSelector(selector)}, nor after ${scrolls} scroll attempts (${tried}).`;
      return new HandsetError('element-not-found', message, {
        hint: `${tellNearest(selector, indexScreen(screen)) ?? 'Nothing on the last screen resembles it.'} To search another list, name it: @list :text("…").`,
      });
    },
  };
}

function onlyVisible({ alternatives }: Selector): Selector {
  const visible: Test = { kind: 'attribute', name: 'visible', value: true };
  return {
    alternatives: alternatives.map(({ steps }) => ({
      steps: steps.map((step, i) =>
        i < steps.length - 1 ? step : { ...step, tests: [...step.tests, visible] },
      ),
    })),
  };
}

/**
 * The lists that the selector names, like `@list` in `@list > Button`; else those around an
 * off-screen match; else the main list.
 */
function listsFor(selector: Selector, screen: Screen): readonly Element[] {
  const index = indexScreen(screen);
  const named = containersIn(selector, index).filter((list) => isUsableList(list, screen));
  if (named.length > 0) return named;
  const [match] = matchSelector(selector, index);
  if (match) return listsAround({ element: match, roots: screen.roots }, screen);
  const main = mainList(screen);
  return main === undefined ? [] : [main];
}

/** The elements that the steps before the last one match, innermost first. */
function containersIn({ alternatives }: Selector, index: ScreenIndex): readonly Element[] {
  const containers = alternatives.flatMap(({ steps }) =>
    steps
      .map((_, count) => ({ steps: steps.slice(0, count) }))
      .reverse()
      .flatMap((outer) => matchSelector({ alternatives: [outer] }, index)),
  );
  return [...new Set(containers)];
}
