/** The element tree: which lines are visible, and where keys lead. */
import type { ElementRow } from '../../../core/link/messages.ts';
import { elementName } from './element-name.ts';

/** All elements in document order, with their parents. */
export interface Tree {
  readonly rows: readonly ElementRow[];
  /** For each row the index of its parent; -1 for a root. */
  readonly parents: Int32Array;
  readonly indexOfId: ReadonlyMap<string, number>;
}

/** Which lines of a tree are visible. */
interface Wanted {
  /** Paths of the collapsed elements; ignored while the tree is filtered. */
  readonly closed: readonly string[];
  /** Ids of the found elements, which are shown with their ancestors; null for no filter. */
  readonly only: ReadonlySet<string> | null;
}

/** One line of the tree. */
export interface TreeLine {
  readonly row: ElementRow;
  /** Its index in `Tree.rows`. */
  readonly index: number;
  /** Whether it is expanded; null where it has no children or can't be collapsed. */
  readonly isOpen: boolean | null;
  /** Whether it matches the filter; false for ancestors of a match. */
  readonly isFound: boolean;
  /** Its 1-based position among its visible siblings. */
  readonly position: number;
  /** The number of its visible siblings, itself included. */
  readonly siblings: number;
}

/** Builds the tree of rows that are in document order, each with its depth. */
export function growTree(rows: readonly ElementRow[]): Tree {
  const parents = new Int32Array(rows.length).fill(-1);
  /** The index of the last row of each depth so far. */
  const open: number[] = [];
  rows.forEach(({ depth }, index) => {
    open.length = Math.min(open.length, depth);
    parents[index] = open.at(-1) ?? -1;
    open.push(index);
  });
  return { rows, parents, indexOfId: new Map(rows.map(({ id }, index) => [id, index])) };
}

/** The ancestors of this row, the outermost first. */
export function ancestorsOf({ rows, parents }: Tree, index: number): ElementRow[] {
  const above: ElementRow[] = [];
  for (let at = parents[index] ?? -1; at >= 0; at = parents[at] ?? -1) {
    const row = rows[at];
    if (row !== undefined) above.unshift(row);
  }
  return above;
}

/** The collapsed paths without those of these rows. */
export function opened(closed: readonly string[], rows: readonly ElementRow[]): readonly string[] {
  const paths = new Set(rows.map(({ path }) => path));
  return closed.some((path) => paths.has(path))
    ? closed.filter((path) => !paths.has(path))
    : closed;
}

/** The number of direct children. */
export function childrenOf({ parents }: Tree, index: number): number {
  return parents.reduce((count, parent) => count + (parent === index ? 1 : 0), 0);
}

/** The visible lines, in document order. */
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

/** For each row 1 unless an ancestor is collapsed. */
function seenOpen({ rows, parents }: Tree, closed: ReadonlySet<string>): Uint8Array {
  const isSeen = new Uint8Array(rows.length);
  rows.forEach((_, index) => {
    const parent = parents[index] ?? -1;
    const isOpen = parent < 0 || (isSeen[parent] === 1 && !closed.has(rows[parent]?.path ?? ''));
    isSeen[index] = isOpen ? 1 : 0;
  });
  return isSeen;
}

/** For each row 1 if it was found or is an ancestor of one that was. */
function seenFound({ rows, parents }: Tree, only: ReadonlySet<string>): Uint8Array {
  const isSeen = new Uint8Array(rows.length);
  // Backwards: children come after their parents.
  for (let index = rows.length - 1; index >= 0; index--) {
    const parent = parents[index] ?? -1;
    if (only.has(rows[index]?.id ?? '')) isSeen[index] = 1;
    if (isSeen[index] === 1 && parent >= 0) isSeen[parent] = 1;
  }
  return isSeen;
}

/** The index of this row's line, else of its nearest visible ancestor's; -1 where there is none. */
export function lineOf(tree: Tree, lines: readonly TreeLine[], index: number): number {
  const places = new Map(lines.map((line, place) => [line.index, place]));
  for (let at = index; at >= 0; at = tree.parents[at] ?? -1) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return -1;
}

/**
 * The index of the next line whose name or class begins with the typed text, wrapping around; -1
 * where none does. A repeated letter moves on from line to line.
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
