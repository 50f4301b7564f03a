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
  const touchableAfter = ({ path }: Element): readonly Element[] =>
    order
      .slice(order.findIndex((other) => other.path === path) + 1)
      .filter((other) => takesTouches(other, screen));
  const keyboard = screen.keyboard ? [screen.keyboard] : [];
  const besides = (covers: readonly Element[]): Point | undefined =>
    tapPoint(area, [...covers.map(({ bounds }) => bounds), ...keyboard]);
  // What is inside the element passes its touches on, or is meant to receive them.
  const others = touchableAfter(element).filter((cover) => !isWithin(cover, element));
  const free = besides(touchableAfter(target)) ?? besides(others);
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
  const order = [...walk(screen.roots)];
  const touchable = order.flatMap((element, number) =>
    takesTouches(element, screen) ? [{ element, number }] : [],
  );
  const covered = new Set<Element>();
  const open = inReverse(screen.roots, { target: null, page: null });
  let number = 0;
  for (let visited = open.pop(); visited !== undefined; visited = open.pop()) {
    const { element } = visited;
    const isTarget = element.clickable || element.longClickable || element.editable;
    const target = isTarget ? element : visited.target;
    const page = isWebPage(element) ? element : visited.page;
    if (isKept(element) && isOnScreen(element, screen.size)) {
      const area = touchedArea(screen, element, target ?? element);
      const covers = target ? coversOf({ element, number }, { area, page, touchable }) : [];
      const keyboard = screen.keyboard ? [screen.keyboard] : [];
      if (tapPoint(area, [...covers, ...keyboard]) === undefined) covered.add(element);
    }
    open.push(...inReverse(element.children, { target, page }));
    number++;
  }
  coveredByRoots.set(screen.roots, covered);
  return covered;
}

/** An element with its number in document order. */
interface NumberedElement {
  readonly element: Element;
  readonly number: number;
}

/** What is touched instead of the elements inside it, and the web page they are in. */
interface Surroundings {
  readonly target: Element | null;
  readonly page: Element | null;
}

/** Elements to visit, for a stack: the first comes last. */
function inReverse(
  elements: readonly Element[],
  surroundings: Surroundings,
): (Surroundings & { readonly element: Element })[] {
  return elements.map((element) => ({ ...surroundings, element })).reverse();
}

/** So many rectangles together may cover an area; a screen can be built to have very many. */
const maxTogether = 30;

/** What lies over this area of an element: one rectangle if that is enough, else the topmost ones. */
function coversOf(
  { element, number }: NumberedElement,
  {
    area,
    page,
    touchable,
  }: {
    readonly area: Rect;
    readonly page: Element | null;
    readonly touchable: readonly NumberedElement[];
  },
): readonly Rect[] {
  const covers: Rect[] = [];
  for (let at = touchable.length - 1; covers.length < maxTogether; at--) {
    const other = touchable[at];
    if (other === undefined || other.number <= number) break;
    const common = intersect(other.element.bounds, area);
    if (isEmpty(common) || isWithin(other.element, element)) continue;
    if (page !== null && isWithin(other.element, page)) continue;
    covers.push(other.element.bounds);
    if (sameRect(common, area)) return [other.element.bounds];
  }
  return covers;
}
