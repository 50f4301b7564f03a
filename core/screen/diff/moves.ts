import type { Point, Rect } from '../../geometry.ts';
import { moveOf } from './family.ts';
import type { NodePair } from './shared-words.ts';

/** A distance in device pixels and how many moved by it. */
export interface Move extends Point {
  readonly support: number;
}

/** How far the pairs have moved, the most common distance first; of equally common ones the shorter. */
export function commonMoves(pairs: readonly NodePair[]): Move[] {
  const counts = new Map<string, Move>();
  for (const pair of pairs) {
    const { x, y } = moveOf(pair);
    const key = `${x},${y}`;
    counts.set(key, { x, y, support: (counts.get(key)?.support ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.support - a.support || length(a) - length(b));
}

/** The rectangle at another place. */
export function shifted({ left, top, right, bottom }: Rect, { x, y }: Point): Rect {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

function length({ x, y }: Point): number {
  return Math.abs(x) + Math.abs(y);
}
