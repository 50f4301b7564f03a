import { type Rect, type Size, intersect, isEmpty, rectOfSize } from '../../geometry.ts';
import { isOnScreen, idName } from '../derive.ts';
import { type Element, type Focus, type Screen, walk } from '../screen.ts';

/** A screen, prepared for being looked through for one mark after the other. */
export interface Evidence {
  readonly size: Size;
  readonly focus: Focus;
  readonly roots: readonly Element[];
  /** What is on the screen, in document order. */
  readonly visible: readonly Element[];
  /** The first visible element of each of these resource ids' names, whoever's they are. */
  readonly named: ReadonlyMap<string, Element>;
}

/** Looks once at every element. */
export function evidenceOf({
  roots,
  size,
  focus,
}: Pick<Screen, 'roots' | 'size' | 'focus'>): Evidence {
  const visible = [...walk(roots)].filter((element) => isOnScreen(element, size));
  const named = new Map<string, Element>();
  for (const element of visible) {
    const name = idName(element.resourceId);
    if (name !== '' && !named.has(name)) named.set(name, element);
  }
  return { size, focus, roots, visible, named };
}

/** The first visible element that has one of these names. */
export function firstNamed({ named }: Evidence, names: readonly string[]): Element | undefined {
  return names.map((name) => named.get(name)).find((element) => element !== undefined);
}

/** The window that the element belongs to. */
export function windowOf({ roots }: Evidence, { path }: Element): Element | undefined {
  return roots.find((root) => path === root.path || path.startsWith(`${root.path}.`));
}

/** The window, where the element and what only holds it are all that is in it; else the element. */
export function wholeWindow(evidence: Evidence, element: Element): Element {
  const window = windowOf(evidence, element);
  let inner = window;
  while (inner && inner !== element)
    inner = inner.children.length === 1 ? inner.children[0] : undefined;
  return inner && window ? window : element;
}

/** Parts of the screen that a rectangle covers, and where it leaves room. */
export interface Place {
  /** How much of the screen’s width it covers, from 0 to 1. */
  readonly width: number;
  readonly height: number;
  /** Room left on each side, as a part of the screen's width or height. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the rectangle's part on the screen lies. */
export function placeOf(bounds: Rect, size: Size): Place {
  const seen = intersect(bounds, rectOfSize(size));
  const { width, height } = size;
  if (isEmpty(seen)) return { width: 0, height: 0, left: 1, top: 1, right: 1, bottom: 1 };
  return {
    width: (seen.right - seen.left) / width,
    height: (seen.bottom - seen.top) / height,
    left: seen.left / width,
    top: seen.top / height,
    right: (width - seen.right) / width,
    bottom: (height - seen.bottom) / height,
  };
}
