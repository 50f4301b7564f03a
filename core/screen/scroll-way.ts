import type { Rect } from '../geometry.ts';
import { simpleClassName } from './derive.ts';
import type { Following, Seen } from './follow-element.ts';
import { ancestorsOf, isWithin, type Element, walk } from './screen.ts';
import { labelOf } from './words.ts';

/** The axis along which content moves. */
export type Axis = 'vertical' | 'horizontal';
/** `on`: towards the end, down or right; `back`: towards the beginning. */
export type ScrollWay = 'on' | 'back';

/**
 * The axis along which a list scrolls. A dump does not say, so the class does, else the way its
 * children lie: side by side in a single row is horizontal.
 */
export function axisOf(list: Element): Axis {
  if (/Horizontal|ViewPager/.test(simpleClassName(list.className))) return 'horizontal';
  const boxes = list.children.map(({ bounds }) => bounds);
  const [first, ...others] = boxes.filter(({ left, right }) => right > left);
  if (first === undefined || others.length === 0) return 'vertical';
  const oneRow = others.every(({ top, bottom }) => top < first.bottom && bottom > first.top);
  const apart = others.some(({ left, right }) => left >= first.right || right <= first.left);
  return oneRow && apart ? 'horizontal' : 'vertical';
}

/** Which way something lies that is outside of the list's bounds; undefined when it is inside. */
export function wayByBounds(list: Rect, bounds: Rect, axis: Axis): ScrollWay | undefined {
  const isVertical = axis === 'vertical';
  if (isVertical ? bounds.top >= list.bottom : bounds.left >= list.right) return 'on';
  if (isVertical ? bounds.bottom <= list.top : bounds.right <= list.left) return 'back';
  return undefined;
}

/**
 * Which way an element lies that was shown in a list earlier: what spoke in that list, and is in
 * `listNow` still, stood before or after it. Undefined where that does not tell.
 */
export function wayByOrder(
  { element, roots }: Seen,
  later: Following,
  listNow: Element,
): ScrollWay | undefined {
  const listThen = ancestorsOf(roots, element).find(({ scrollable }) => scrollable);
  const order = listThen === undefined ? [] : [...walk([listThen])];
  const place = order.indexOf(element);
  let balance = 0;
  for (const [i, other] of order.entries()) {
    const now = labelOf(other) === '' ? undefined : later.sure(other);
    if (now !== undefined && isWithin(now, listNow)) balance += Math.sign(place - i);
  }
  if (balance === 0) return undefined;
  return balance > 0 ? 'on' : 'back';
}

/**
 * Whether a dump would show that the list scrolled along this axis: it has words that begin or end
 * inside of it, and nothing in it is half as long. Of a long text or picture the bounds are cut off
 * at the list's, so they stay the same while it moves.
 */
export function showsScrolling({ bounds, children }: Element, axis: Axis): boolean {
  const [start, end] =
    axis === 'vertical' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const half = (bounds[end] - bounds[start]) / 2;
  const leaves = [...walk(children)].filter((element) => element.children.length === 0);
  const isLong = (element: Element): boolean =>
    Math.min(element.bounds[end], bounds[end]) - Math.max(element.bounds[start], bounds[start]) >=
    half;
  const endsInside = (element: Element): boolean =>
    labelOf(element) !== '' &&
    (element.bounds[start] > bounds[start] || element.bounds[end] < bounds[end]);
  return leaves.some(endsInside) && !leaves.some(isLong);
}
