/** What lies over an element and takes its touches: other elements, or the on-screen keyboard. */
import {
  type Point,
  type Rect,
  contains,
  intersect,
  isEmpty,
  largestBeside,
  rectOfSize,
  sameRect,
} from '../geometry.ts';
import {
  ancestorsOf,
  isKept,
  isOnScreen,
  isWithin,
  walk,
  type Element,
  type Screen,
} from './screen.ts';
import { centreOf, tapPoint } from './tap-point.ts';

/** A screen that can be touched. */
export type TouchableScreen = Pick<Screen, 'roots' | 'size' | 'keyboard'>;

/** What takes the touches; the keyboard is no element of the app. */
export type Cover = Element | 'keyboard';

/** Where to touch an element that others may cover. */
export interface TouchPoint {
  readonly at: Point;
  /** What covers all of the element and would take this touch; undefined if nothing certainly does. */
  readonly cover?: Cover | undefined;
  /** An element of the same web page that may: what comes later in a page may be drawn below. */
  readonly possibleCover?: Element | undefined;
}

/**
 * The middle of the visible part of `element` inside `target`, outside everything that is drawn over
 * it and takes touches itself. Undefined if no part is on the screen.
 */
export function touchPointOf(
  screen: TouchableScreen,
  element: Element,
  target: Element,
): TouchPoint | undefined {
  if (!isOnScreen(element, screen.size)) return undefined;
  const area = touchedArea(screen, element, target);
  const order = [...walk(screen.roots)];
  const later = order
    .slice(order.indexOf(target) + 1)
    .filter((other) => takesTouches(other, screen));
  const keyboard = screen.keyboard ? [screen.keyboard] : [];
  const besides = (covers: readonly Element[]): Point | undefined =>
    tapPoint(area, [...covers.map(({ bounds }) => bounds), ...keyboard]);
  // Descendants of the target pass their touches on, or are meant to receive them.
  const others = later.filter((cover) => !isWithin(cover, target));
  const free = besides(later) ?? besides(others);
  if (free !== undefined) return { at: free };
  const page = [target, ...ancestorsOf(screen.roots, target)].find(isWebPage);
  const certain = others.filter((cover) => page === undefined || !isWithin(cover, page));
  const besidesCertain = besides(certain);
  const topmostAt = (covers: readonly Element[], at: Point): Element | undefined =>
    covers.findLast(({ bounds }) => contains(bounds, at));
  if (besidesCertain !== undefined)
    return { at: besidesCertain, possibleCover: topmostAt(others, besidesCertain) };
  const at = centreOf(area);
  const isKeyboardAt = keyboard.some((bounds) => contains(bounds, at));
  return { at, cover: isKeyboardAt ? 'keyboard' : topmostAt(certain, at) };
}

function touchedArea({ size }: TouchableScreen, element: Element, target: Element): Rect {
  const onScreen = intersect(element.bounds, rectOfSize(size));
  const common = intersect(onScreen, target.bounds);
  return isEmpty(common) ? onScreen : common;
}

function takesTouches(element: Element, { size }: TouchableScreen): boolean {
  return (element.clickable || element.longClickable) && isOnScreen(element, size);
}

function isWebPage({ className }: Element): boolean {
  return className.endsWith('WebView');
}

/** Whether all of the element that is on the screen lies under the keyboard. */
export function isUnderKeyboard({ bounds }: Element, { size, keyboard }: TouchableScreen): boolean {
  const area = intersect(bounds, rectOfSize(size));
  return !isEmpty(area) && keyboard ? isEmpty(largestBeside(area, keyboard)) : false;
}

/** By the roots of their screen. */
const coveredByRoots = new WeakMap<readonly Element[], ReadonlySet<Element>>();

/**
 * The kept elements that a touch can't reach, because something covers all of them. One that takes no
 * touches, and is in none that does, counts if it is under the keyboard: other covers may be
 * transparent.
 */
export function coveredElements(screen: TouchableScreen): ReadonlySet<Element> {
  const known = coveredByRoots.get(screen.roots);
  if (known !== undefined) return known;
  const order = new Map([...walk(screen.roots)].map((element, number) => [element, number]));
  const touchable = [...order.keys()].filter((element) => takesTouches(element, screen));
  const keyboard = screen.keyboard ? [screen.keyboard] : [];
  const covered = new Set<Element>();
  const visit = (
    element: Element,
    outer: { target: Element | null; page: Element | null },
  ): void => {
    const isTarget = element.clickable || element.longClickable || element.editable;
    const target = isTarget ? element : outer.target;
    const page = isWebPage(element) ? element : outer.page;
    if (isKept(element) && isOnScreen(element, screen.size)) {
      const area = touchedArea(screen, element, target ?? element);
      const isCover = (other: Element): boolean =>
        target !== null &&
        !isEmpty(intersect(other.bounds, area)) &&
        (order.get(other) ?? 0) > (order.get(target) ?? 0) &&
        !isWithin(other, target) &&
        !(page && isWithin(other, page));
      const covers = [...touchable.filter(isCover).map(({ bounds }) => bounds), ...keyboard];
      if (coversAll(covers, area)) covered.add(element);
    }
    for (const child of element.children) visit(child, { target, page });
  };
  for (const root of screen.roots) visit(root, { target: null, page: null });
  coveredByRoots.set(screen.roots, covered);
  return covered;
}

/** So many rectangles together may cover an area; a screen can be built to have very many. */
const maxTogether = 30;

function coversAll(covers: readonly Rect[], area: Rect): boolean {
  const isOneEnough = covers.some((cover) => sameRect(intersect(cover, area), area));
  return isOneEnough || tapPoint(area, covers.slice(-maxTogether)) === undefined;
}
