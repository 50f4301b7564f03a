import { ancestorsOf } from './ancestors.ts';
import type { Seen } from './identity.ts';
import { type Element, walk } from './screen.ts';
import { labelOf } from './words.ts';

/**
 * Whether the list around an element was scrolled or filled anew since: most labels that stood
 * there once, and only once, have left their ids. False outside of lists, and where no label tells.
 */
export function hasListMoved(seen: Seen, roots: readonly Element[]): boolean {
  const list = ancestorsOf(seen.roots, seen.element).find(({ scrollable }) => scrollable);
  if (list === undefined) return false;
  const now = new Map([...walk(roots)].map((element) => [element.id, labelOf(element)]));
  const labelled = [...walk([list])].filter((element) => labelOf(element) !== '');
  const counts = new Map<string, number>();
  for (const element of labelled) {
    counts.set(labelOf(element), (counts.get(labelOf(element)) ?? 0) + 1);
  }
  const telling = labelled.filter((element) => counts.get(labelOf(element)) === 1);
  const stayed = telling.filter((element) => now.get(element.id) === labelOf(element));
  return stayed.length * 2 < telling.length;
}
