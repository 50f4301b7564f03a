import type { Rect } from '../geometry.ts';
import { simpleClassName } from './derive.ts';
import { type Element, walk } from './screen.ts';
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
 * Which way an element lies that was shown in a list earlier: the labels that the list shows now
 * and showed then stood before or after it. Undefined where they don't tell.
 */
export function wayByOrder(
  element: Element,
  { listThen, listNow }: { readonly listThen: Element; readonly listNow: Element },
): ScrollWay | undefined {
  const now = labelCounts([...walk([listNow])]);
  const order = [...walk([listThen])];
  const then = labelCounts(order);
  const place = order.indexOf(element);
  let balance = 0;
  order.forEach((other, i) => {
    const label = labelOf(other);
    // One that stands there several times, as on every row, tells nothing.
    if (label === '' || then.get(label) !== 1 || now.get(label) !== 1) return;
    balance += Math.sign(place - i);
  });
  if (place < 0 || balance === 0) return undefined;
  return balance > 0 ? 'on' : 'back';
}

function labelCounts(elements: readonly Element[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const label = labelOf(element);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
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
