/** The lines of the element list: which are visible, and which one a typed text is about. */
import type { ElementRow } from '#core/link/messages.ts';
import { elementName } from '../screen/element-text.ts';

/** All elements in document order, with their parents. */
export interface Tree {
  readonly rows: readonly ElementRow[];
  /** For each row the index of its parent; -1 for a root. */
  readonly parents: Int32Array;
  readonly indexOfId: ReadonlyMap<string, number>;
}

/** Which lines of a tree are visible. */
interface TreeVisibility {
  /** Paths of the collapsed elements; ignored while the tree is filtered. */
  readonly closedPaths: readonly string[];
  /** Ids of the found elements, which are shown with their ancestors; null for no filter. */
  readonly foundIds: ReadonlySet<string> | null;
}

/** One line of the list. */
export interface ListLine {
  readonly row: ElementRow;
  /** Whether it is expanded; null if it has no children or can't be collapsed. */
  readonly isOpen: boolean | null;
  /** Whether it matches the filter; false for ancestors of a match. */
  readonly isFound: boolean;
  /** Its 1-based position among its visible siblings. */
  readonly position: number;
  /** The number of its visible siblings, itself included. */
  readonly siblingCount: number;
}

/** A line for each row, without hierarchy. */
export function flatLines(rows: readonly ElementRow[]): readonly ListLine[] {
  const siblingCount = rows.length;
  return rows.map((row, index) => ({
    row,
    isOpen: null,
    isFound: true,
    position: index + 1,
    siblingCount,
  }));
}

/** Builds the tree of rows that are in document order, each with its depth. */
export function buildTree(rows: readonly ElementRow[]): Tree {
  const parents = new Int32Array(rows.length).fill(-1);
  /** The index of the last row of each depth so far. */
  const lastOfDepth: number[] = [];
  rows.forEach(({ depth }, index) => {
    lastOfDepth.length = Math.min(lastOfDepth.length, depth);
    parents[index] = lastOfDepth.at(-1) ?? -1;
    lastOfDepth.push(index);
  });
  return { rows, parents, indexOfId: new Map(rows.map(({ id }, index) => [id, index])) };
}

/** The ancestors of this row, the outermost first. */
export function ancestorsOf({ rows, parents }: Tree, index: number): ElementRow[] {
  const ancestors: ElementRow[] = [];
  for (let at = parents[index] ?? -1; at >= 0; at = parents[at] ?? -1) {
    const row = rows[at];
    if (row !== undefined) ancestors.unshift(row);
  }
  return ancestors;
}

/** The collapsed paths without those of these rows. */
export function withoutPaths(
  closedPaths: readonly string[],
  rows: readonly ElementRow[],
): readonly string[] {
  const paths = new Set(rows.map(({ path }) => path));
  return closedPaths.some((path) => paths.has(path))
    ? closedPaths.filter((path) => !paths.has(path))
    : closedPaths;
}

/** The number of direct children. */
export function childCount({ parents }: Tree, index: number): number {
  return parents.reduce((count, parent) => count + (parent === index ? 1 : 0), 0);
}

/** The visible lines, in document order. */
export function visibleLines(tree: Tree, { closedPaths, foundIds }: TreeVisibility): ListLine[] {
  const { rows, parents } = tree;
  const closed = new Set(closedPaths);
  const isVisible =
    foundIds === null ? visibleByExpansion(tree, closed) : visibleByMatch(tree, foundIds);
  const visible = rows.map((_, index) => index).filter((index) => isVisible[index] === 1);
  const parentOf = (index: number): number => parents[index] ?? -1;
  const siblingCounts = new Map<number, number>();
  const positions = visible.map((index) => {
    const position = (siblingCounts.get(parentOf(index)) ?? 0) + 1;
    siblingCounts.set(parentOf(index), position);
    return position;
  });
  const parentIndices = new Set(parents);
  return visible.flatMap((index, i) => {
    const row = rows[index];
    if (row === undefined) return [];
    const canCollapse = foundIds === null && parentIndices.has(index);
    return {
      row,
      isOpen: canCollapse ? !closed.has(row.path) : null,
      isFound: foundIds?.has(row.id) ?? true,
      position: positions[i] ?? 1,
      siblingCount: siblingCounts.get(parentOf(index)) ?? 1,
    };
  });
}

/** For each row 1 unless an ancestor is collapsed. */
function visibleByExpansion({ rows, parents }: Tree, closedPaths: ReadonlySet<string>): Uint8Array {
  const isVisible = new Uint8Array(rows.length);
  rows.forEach((_, index) => {
    const parent = parents[index] ?? -1;
    const isOpen =
      parent < 0 || (isVisible[parent] === 1 && !closedPaths.has(rows[parent]?.path ?? ''));
    isVisible[index] = isOpen ? 1 : 0;
  });
  return isVisible;
}

/** For each row 1 if it was found or is an ancestor of one that was. */
function visibleByMatch({ rows, parents }: Tree, foundIds: ReadonlySet<string>): Uint8Array {
  const isVisible = new Uint8Array(rows.length);
  // Backwards: children come after their parents.
  for (let index = rows.length - 1; index >= 0; index--) {
    const parent = parents[index] ?? -1;
    if (foundIds.has(rows[index]?.id ?? '')) isVisible[index] = 1;
    if (isVisible[index] === 1 && parent >= 0) isVisible[parent] = 1;
  }
  return isVisible;
}

/** The index of this element's line, else of its nearest listed ancestor's; -1 if there is none. */
export function lineIndexOf(tree: Tree, lines: readonly ListLine[], id: string): number {
  const lineIndices = new Map(lines.map(({ row }, lineIndex) => [row.id, lineIndex]));
  for (let at = tree.indexOfId.get(id) ?? -1; at >= 0; at = tree.parents[at] ?? -1) {
    const lineIndex = lineIndices.get(tree.rows[at]?.id ?? '');
    if (lineIndex !== undefined) return lineIndex;
  }
  return -1;
}

/**
 * The index of the next line whose name or class begins with the typed text, wrapping around; -1
 * if there is none. A repeated letter moves on from line to line.
 */
export function typeAheadLine(lines: readonly ListLine[], from: number, typed: string): number {
  const lowerCase = typed.toLowerCase();
  const [first = ''] = lowerCase;
  const isRepeated = [...lowerCase].every((letter) => letter === first);
  const prefix = isRepeated ? first : lowerCase;
  const start = isRepeated ? from + 1 : from;
  const isNamed = ({ row }: ListLine): boolean =>
    [elementName(row), row.simpleClass].some((name) => name.toLowerCase().startsWith(prefix));
  const after = lines.findIndex((line, lineIndex) => lineIndex >= start && isNamed(line));
  return after >= 0 ? after : lines.findIndex(isNamed);
}
