import { HandsetError } from '../../errors.ts';
import { areaOf } from '../../geometry.ts';
import type { Phone } from '../../phone/phone.ts';
import { ancestorsOf, isOnScreen, walk, type Element, type Screen } from '../../screen/screen.ts';
import {
  followElement,
  createElementFollower,
  type ElementWithRoots,
} from '../../screen/follow-element.ts';
import {
  type Axis,
  type ListDirection,
  axisOf,
  directionByBounds,
  directionByOrder,
} from '../../screen/list-direction.ts';
import { type ScreenIndex, indexScreen, matchSelector } from '../../selector/match.ts';
import { selectorForMessage, describeNearest } from '../../selector/resolve.ts';
import type { Selector, SelectorTest } from '../../selector/selector.ts';
import {
  hasElementOf,
  findByIdUnlessStale,
  elementNotFound,
  findBySelector,
} from './find-element.ts';
import { textForMessage } from './parameters.ts';

/** A list on the screen, and the axis along which it scrolls. */
interface ScrollableList {
  readonly list: Element;
  readonly axis: Axis;
}

/** The scrolls that were tried, for an error. */
interface SearchAttempts {
  readonly screen: Screen;
  readonly scrolls: number;
  readonly attempts: string;
}

/** What a scroll search looks for. */
export interface SearchTarget {
  /** The element if any part of it is in view; else undefined. Throws when several match. */
  findInView(screen: Screen): Element | undefined;
  /** The lists on this screen that may hold it, the likeliest first. Throws when there are none. */
  candidateLists(screen: Screen): readonly Element[];
  /** The direction to scroll first; undefined if the screen gives no clue. */
  directionFrom(screen: Screen, scrollable: ScrollableList): ListDirection | undefined;
  /** Whether enough of the element is visible after scrolling in this direction. */
  isVisibleEnough(found: Element, scrollable: ScrollableList, direction: ListDirection): boolean;
  /** The error when it was not found up to either end. */
  notFoundError(attempts: SearchAttempts): HandsetError;
}

/** Whether this is a list that a finger can scroll. */
function isScrollableOnScreen(
  list: Element | undefined,
  { size }: Pick<Screen, 'size'>,
): list is Element {
  return list !== undefined && list.scrollable && isOnScreen(list, size);
}

/**
 * The list to try if nothing identifies one: the largest vertical one, else the largest, because
 * scrolling pages sideways leaves the current content.
 */
export function defaultListToScroll(screen: Pick<Screen, 'roots' | 'size'>): Element | undefined {
  const all = [...walk(screen.roots)].filter((element) => isScrollableOnScreen(element, screen));
  const vertical = all.filter((list) => axisOf(list) === 'vertical');
  const lists = vertical.length > 0 ? vertical : all;
  return lists.toSorted((a, b) => areaOf(b.bounds) - areaOf(a.bounds))[0];
}

/** Pixels along the axis. */
function extentPx({ bounds }: Element, axis: Axis): number {
  return axis === 'vertical' ? bounds.bottom - bounds.top : bounds.right - bounds.left;
}

/**
 * The element of an id, which may have been shown lately and be scrolled away now. Throws
 * `element-not-found` when the id is unknown, or when its app is not in front.
 */
export function findLastSeen(phone: Phone, screen: Screen, id: string): ElementWithRoots {
  const present = findByIdUnlessStale(phone, screen, id);
  if (present) return { element: present, roots: screen.roots };
  const seen = phone.shown.recall(id);
  if (seen && hasElementOf(seen.element.packageName, screen)) return seen;
  throw elementNotFound(`Element '${textForMessage(id)}' not found.`, { phone, screen, id });
}

/** Searches for the one element that was seen earlier; errors name it by `idOf`. */
export function searchTargetFromElement(seen: ElementWithRoots, idOf: () => string): SearchTarget {
  const find = ({ roots }: Screen): Element | undefined => followElement(seen, roots);
  return {
    findInView(screen) {
      const match = find(screen);
      return match && isOnScreen(match, screen.size) ? match : undefined;
    },
    candidateLists(screen) {
      const candidateLists = listsContaining(seen, screen);
      if (candidateLists.length === 0) throw noListError(idOf());
      return candidateLists;
    },
    directionFrom: (screen, scrollable) => directionTo(seen, screen, scrollable),
    /** True if at least half of it is visible, or as much as fits into the list. */
    isVisibleEnough(found, { list, axis }) {
      const neededExtent = Math.min(extentPx(seen.element, axis), extentPx(list, axis));
      return extentPx(found, axis) * 2 >= neededExtent;
    },
    notFoundError({ scrolls, attempts }) {
      const message = `Element '${idOf()}' not visible after ${scrolls} scroll attempts (${attempts}).`;
      return new HandsetError('action-failed', message, {
        hint: 'It may have been removed, or may look like other elements now. Read the screen again, or scroll and then call find_elements.',
      });
    },
  };
}

function directionTo(
  seen: ElementWithRoots,
  { roots }: Screen,
  { list, axis }: ScrollableList,
): ListDirection | undefined {
  const follower = createElementFollower(seen.roots, roots);
  const present = follower.findCertain(seen.element);
  const byBounds = present && directionByBounds(list.bounds, present.bounds, axis);
  return byBounds ?? directionByOrder(seen, follower, list);
}

/** The present lists that hold or held the element, innermost first; else the main list. */
export function listsContaining(
  { element, roots }: ElementWithRoots,
  screen: Pick<Screen, 'roots' | 'size'>,
): readonly Element[] {
  const follower = createElementFollower(roots, screen.roots);
  const present = ancestorsOf(roots, element)
    .filter(({ scrollable }) => scrollable)
    .map((list) => follower.findLikely(list))
    .filter((list) => isScrollableOnScreen(list, screen));
  if (present.length > 0) return present;
  const main = defaultListToScroll(screen);
  return main === undefined ? [] : [main];
}

/** The error for an off-screen element when nothing scrolls. */
function noListError(id: string): HandsetError {
  return new HandsetError(
    'action-failed',
    `No scrollable container found for element '${textForMessage(id)}'.`,
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
  return tests.some(
    (test) =>
      test.kind === 'index' || test.kind === 'path' || (test.kind === 'has' && isPositional(test)),
  );
}

/** Searches for the only visible match of the selector; throws `ambiguous-selector` as soon as there are several. */
export function searchTargetFromSelector(phone: Phone, selector: Selector): SearchTarget {
  const visible = withVisibleTest(selector);
  return {
    findInView(screen) {
      const isThere = matchSelector(visible, indexScreen(screen)).length > 0;
      return isThere ? findBySelector(phone, screen, visible) : undefined;
    },
    candidateLists(screen) {
      const candidateLists = listsFor(selector, screen);
      if (candidateLists.length > 0) return candidateLists;
      throw noListError(phone.shown.refsOn(screen)(findBySelector(phone, screen, selector)));
    },
    directionFrom(screen, { list, axis }) {
      const matches = matchSelector(selector, indexScreen(screen));
      const directions = matches.map(({ bounds }) => directionByBounds(list.bounds, bounds, axis));
      return directions.find((direction) => direction !== undefined);
    },
    /** An element that ends before the list does is complete; of one that is cut off, the remaining length is unknown. */
    isVisibleEnough(found, { list, axis }, direction) {
      const [start, end] =
        axis === 'vertical' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
      const isComplete =
        direction === 'on'
          ? found.bounds[end] < list.bounds[end]
          : found.bounds[start] > list.bounds[start];
      return isComplete || extentPx(found, axis) * 2 >= extentPx(list, axis);
    },
    notFoundError({ screen, scrolls, attempts }) {
      const message = `No visible element matches ${selectorForMessage(selector)}, even after ${scrolls} scroll attempts (${attempts}).`;
      return new HandsetError('element-not-found', message, {
        hint: `${describeNearest(selector, indexScreen(screen), phone.shown.refsOn(screen)) ?? 'Nothing on the last screen resembles it.'} To search another list, name it: @list :text("…").`,
      });
    },
  };
}

function withVisibleTest({ alternatives }: Selector): Selector {
  const visible: SelectorTest = { kind: 'attribute', name: 'visible', value: true };
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
  const named = containersIn(selector, index).filter((list) => isScrollableOnScreen(list, screen));
  if (named.length > 0) return named;
  const [match] = matchSelector(selector, index);
  if (match) return listsContaining({ element: match, roots: screen.roots }, screen);
  const main = defaultListToScroll(screen);
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
