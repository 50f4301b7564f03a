import type { Element } from './screen.ts';

/** The elements around `element` on its own screen, nearest first; empty for a root. */
export function ancestorsOf(roots: readonly Element[], element: Element): Element[] {
  const above: Element[] = [];
  let level = roots;
  for (;;) {
    const next = level.find((candidate) => isWithin(element, candidate));
    if (next === undefined || next.path === element.path) return above;
    above.unshift(next);
    level = next.children;
  }
}

/** Whether `element` is `around` itself or somewhere inside it, on the same screen. */
export function isWithin(element: Element, around: Element): boolean {
  return element.path === around.path || element.path.startsWith(`${around.path}.`);
}
