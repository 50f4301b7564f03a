import type { Point, Rect } from '../../geometry.ts';
import type { Node } from './node.ts';
import type { NodePair } from './shared-words.ts';

/** What can be seen of the nearest thing around that scrolls, on both screens. */
export interface Window {
  readonly before: Rect;
  readonly after: Rect;
}

/** Two elements that are the same, whose children are to be paired. */
export interface Family extends NodePair {
  /** Whether the children come and go as rows do. */
  readonly inList: boolean;
  readonly window: Window | undefined;
  /** The children that were recognised by their words. */
  readonly anchors: NodePair[];
  /** Children that stand in the same place and say something else: the same one, or another. */
  readonly doubtful: NodePair[];
  /** Every node of the pairs in `doubtful`, from both screens. */
  readonly doubted: Set<Node>;
}

/** The pair as a family of which no child is paired yet. */
export function createFamily({ before, after }: NodePair, window: Window | undefined): Family {
  return {
    before,
    after,
    inList: before.isList || after.isList,
    window,
    anchors: [],
    doubtful: [],
    doubted: new Set(),
  };
}

/** What can be seen of the two that scroll, or of the nearest around them that do. */
export function windowOf(
  { before, after }: NodePair,
  around: Window | undefined,
): Window | undefined {
  if (!before.element.scrollable && !after.element.scrollable) return around;
  return { before: before.element.bounds, after: after.element.bounds };
}

/** Says that two are the same; both must be free. */
export function join({ before, after }: NodePair, isRecognised: boolean): void {
  before.partner = after;
  after.partner = before;
  before.isRecognised = isRecognised;
  after.isRecognised = isRecognised;
}

/** Puts two aside that may be the same; what is decided of all of them together. */
export function doubt(family: Family, pair: NodePair): void {
  family.doubtful.push(pair);
  family.doubted.add(pair.before).add(pair.after);
}

/** The children that have no partner yet and are not put aside. */
export function freeChildren(parent: Node, { doubted }: Family): Node[] {
  return parent.children.filter((child) => child.partner === undefined && !doubted.has(child));
}

/** How far the left upper corner has moved. */
export function moveOf({ before, after }: NodePair): Point {
  return {
    x: after.element.bounds.left - before.element.bounds.left,
    y: after.element.bounds.top - before.element.bounds.top,
  };
}

/**
 * Whether what stands in this family's places can be taken for the same without looking at it:
 * where most of what speaks was recognised or, with a single child that speaks, where the family
 * itself was.
 */
export function isPlaceKnown({ before, after, anchors }: Family): boolean {
  const speaking = Math.max(countSpeaking(before), countSpeaking(after));
  if (anchors.length > 0) return anchors.length * 2 >= speaking;
  return speaking <= 1 && before.isRecognised;
}

function countSpeaking({ children }: Node): number {
  return children.filter(({ words }) => words > 0).length;
}
