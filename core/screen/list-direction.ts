import type { Rect } from '../geometry.ts';
import { ancestorsOf, isWithin, simpleClassName, walk, type Element } from './screen.ts';
import type { ElementFollower, ElementWithRoots } from './follow-element.ts';
import { labelOf } from './accessible-text.ts';

/** The axis along which content moves. */
export type Axis = 'vertical' | 'horizontal';
/** `on`: towards the end of the list (down or right); `back`: towards its beginning. */
export type ListDirection = 'on' | 'back';

/**
 * The axis along which a list scrolls. Dumps do not contain it, so it is inferred from the class,
 * else from the layout of the children: side by side in a single row means horizontal.
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

/** The direction in which bounds outside the list lie; undefined if they are inside. */
export function directionByBounds(list: Rect, bounds: Rect, axis: Axis): ListDirection | undefined {
  const isVertical = axis === 'vertical';
  if (isVertical ? bounds.top >= list.bottom : bounds.left >= list.right) return 'on';
  if (isVertical ? bounds.bottom <= list.top : bounds.right <= list.left) return 'back';
  return undefined;
}

/**
 * The direction to an element that was in the list earlier, from the labelled elements of that list
 * that are still in `listNow` and were before or after it. Undefined if these do not decide it.
 */
export function directionByOrder(
  { element, roots }: ElementWithRoots,
  later: ElementFollower,
  listNow: Element,
): ListDirection | undefined {
  const listThen = ancestorsOf(roots, element).find(({ scrollable }) => scrollable);
  const order = listThen === undefined ? [] : [...walk([listThen])];
  const position = order.indexOf(element);
  let balance = 0;
  for (const [i, other] of order.entries()) {
    const now = labelOf(other) === '' ? undefined : later.findCertain(other);
    if (now !== undefined && isWithin(now, listNow)) balance += Math.sign(position - i);
  }
  if (balance === 0) return undefined;
  return balance > 0 ? 'on' : 'back';
}

/**
 * Whether scrolling the list along this axis is visible in a dump: it has a labelled element that
 * begins or ends inside it, and none that is at least half as long as the list. The bounds of a long
 * text or picture are clipped to the list, so they stay the same while it moves.
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
