/** The elements as a tree: which lines of it are to be seen, and where keys lead. */
import type { ElementRow } from '../../../core/link/messages.ts';
import { elementName } from './element-name.ts';

/** All elements in document order, and how they hang together. */
export interface Tree {
  readonly rows: readonly ElementRow[];
  /** By row: the index of the row around it; -1 for a root. */
  readonly parents: Int32Array;
  readonly indexOfId: ReadonlyMap<string, number>;
}

/** What of a tree is to be seen. */
interface Wanted {
  /** Paths of the elements whose inside is hidden; not heeded where something is looked for. */
  readonly closed: readonly string[];
  /** What was found, which is seen with all that is around it; null for everything. */
  readonly only: ReadonlySet<string> | null;
}

/** One line of the tree. */
export interface TreeLine {
  readonly row: ElementRow;
  /** Its place in `Tree.rows`. */
  readonly index: number;
  /** Whether what is inside is seen; null where nothing is, or where it can't be hidden. */
  readonly isOpen: boolean | null;
  /** Whether it was looked for; false for what only stands around that. */
  readonly isFound: boolean;
  /** Its place among the lines in the same element, from 1. */
  readonly position: number;
  /** How many these are. */
  readonly siblings: number;
}

/** The tree of rows that stand in document order, each with its depth. */
export function growTree(rows: readonly ElementRow[]): Tree {
  const parents = new Int32Array(rows.length).fill(-1);
  /** The last row of each depth so far. */
  const open: number[] = [];
  rows.forEach(({ depth }, index) => {
    open.length = Math.min(open.length, depth);
    parents[index] = open.at(-1) ?? -1;
    open.push(index);
  });
  return { rows, parents, indexOfId: new Map(rows.map(({ id }, index) => [id, index])) };
}

/** The rows around this one, the outermost first. */
export function ancestorsOf({ rows, parents }: Tree, index: number): ElementRow[] {
  const above: ElementRow[] = [];
  for (let at = parents[index] ?? -1; at >= 0; at = parents[at] ?? -1) {
    const row = rows[at];
    if (row !== undefined) above.unshift(row);
  }
  return above;
}

/** The closed paths without those of these rows. */
export function opened(closed: readonly string[], rows: readonly ElementRow[]): readonly string[] {
  const paths = new Set(rows.map(({ path }) => path));
  return closed.some((path) => paths.has(path))
    ? closed.filter((path) => !paths.has(path))
    : closed;
}

/** How many rows are right inside this one. */
export function childrenOf({ parents }: Tree, index: number): number {
  return parents.reduce((count, parent) => count + (parent === index ? 1 : 0), 0);
}

/** The lines that are to be seen, in document order. */
export function linesOf(tree: Tree, { closed, only }: Wanted): TreeLine[] {
  const { rows, parents } = tree;
  const hidden = new Set(closed);
  const isSeen = only === null ? seenOpen(tree, hidden) : seenFound(tree, only);
  const shown = rows.map((_, index) => index).filter((index) => isSeen[index] === 1);
  const parentOf = (index: number): number => parents[index] ?? -1;
  const siblings = new Map<number, number>();
  const positions = shown.map((index) => {
    const position = (siblings.get(parentOf(index)) ?? 0) + 1;
    siblings.set(parentOf(index), position);
    return position;
  });
  const hasInside = new Set(parents);
  return shown.flatMap((index, i) => {
    const row = rows[index];
    if (row === undefined) return [];
    const canClose = only === null && hasInside.has(index);
    return {
      row,
      index,
      isOpen: canClose ? !hidden.has(row.path) : null,
      isFound: only?.has(row.id) ?? true,
      position: positions[i] ?? 1,
      siblings: siblings.get(parentOf(index)) ?? 1,
    };
  });
}

/** Everything but what is inside of something closed. */
function seenOpen({ rows, parents }: Tree, closed: ReadonlySet<string>): Uint8Array {
  const isSeen = new Uint8Array(rows.length);
  rows.forEach((_, index) => {
    const parent = parents[index] ?? -1;
    const isOpen = parent < 0 || (isSeen[parent] === 1 && !closed.has(rows[parent]?.path ?? ''));
    isSeen[index] = isOpen ? 1 : 0;
  });
  return isSeen;
}

/** What was found, and what is around it. */
function seenFound({ rows, parents }: Tree, only: ReadonlySet<string>): Uint8Array {
  const isSeen = new Uint8Array(rows.length);
  // From the end: children stand behind their parents.
  for (let index = rows.length - 1; index >= 0; index--) {
    const parent = parents[index] ?? -1;
    if (only.has(rows[index]?.id ?? '')) isSeen[index] = 1;
    if (isSeen[index] === 1 && parent >= 0) isSeen[parent] = 1;
  }
  return isSeen;
}

/** The line of this row, else of what is nearest around it; -1 where there is none. */
export function lineOf(tree: Tree, lines: readonly TreeLine[], index: number): number {
  const places = new Map(lines.map((line, place) => [line.index, place]));
  for (let at = index; at >= 0; at = tree.parents[at] ?? -1) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return -1;
}

/**
 * The next line whose name or class begins with what was typed, beginning anew at the end; -1 where
 * none does. One letter again and again goes on from line to line.
 */
export function typedLine(lines: readonly TreeLine[], from: number, typed: string): number {
  const letters = typed.toLowerCase();
  const [first = ''] = letters;
  const isOne = [...letters].every((letter) => letter === first);
  const wanted = isOne ? first : letters;
  const start = isOne ? from + 1 : from;
  const isNamed = ({ row }: TreeLine): boolean =>
    [elementName(row), row.simpleClass].some((name) => name.toLowerCase().startsWith(wanted));
  const after = lines.findIndex((line, place) => place >= start && isNamed(line));
  return after >= 0 ? after : lines.findIndex(isNamed);
}
