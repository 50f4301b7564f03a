/**
 * Rows of lists in which only numbers change: a stopwatch, a download, a price, an unread count. All their
 * labels may change from one screen to the next, so that none tells which row is which.
 */
import { adjacentMoves, unpairedChildren, type SiblingGroup } from './sibling-group.ts';
import { isSameSize, setPartners, uniquePairs, type MatchNode, type NodePair } from './nodes.ts';

/**
 * Pairs rows that stayed in place, with the same texts but for their numbers. Not rows that differ from each
 * other by their numbers alone ("Episode 1", "Episode 2"): there, other numbers are other rows. Nor pages as
 * large as their list: a pager shows another page in the same place.
 */
export function pairCountingRows(group: SiblingGroup): void {
  if (!group.isInList) return;
  const before = unpairedChildren(group.before, group);
  const after = unpairedChildren(group.after, group);
  if (before.length === 0 || after.length === 0) return;
  const movesOf = adjacentMoves(group);
  const isInPlace = (pair: NodePair): boolean => {
    const move = movesOf(pair.before)[0] ?? { x: 0, y: 0 };
    const then = pair.before.element.bounds;
    const now = pair.after.element.bounds;
    return isSameSize(pair) && then.left + move.x === now.left && then.top + move.y === now.top;
  };
  for (const pair of uniquePairs(before, after, contentWithoutNumbers)) {
    const isPage = isSameSize({ before: pair.before, after: group.before });
    if (isPage || !isInPlace(pair)) continue;
    setPartners(pair, 'label');
    group.anchors.push(pair);
  }
}

/** Whether the labels of two nodes differ at most in their numbers. */
export function differsInNumbersOnly({ before, after }: NodePair): boolean {
  return labelWithoutNumbers(before) === labelWithoutNumbers(after);
}

/**
 * What the row says, last child first, without its numbers and without its buttons: these may say Pause
 * instead of Start. Undefined where it says nothing or no number.
 */
function contentWithoutNumbers(row: MatchNode): string | undefined {
  const labels: string[] = [];
  const open = [row];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.label !== 0 && (node === row || !node.element.clickable))
      labels.push(labelWithoutNumbers(node));
    open.push(...node.children);
  }
  const content = labels.join('\n');
  return content.includes(numberSign) ? `${row.kind}\n${content}` : undefined;
}

function labelWithoutNumbers({ element: { text, description } }: MatchNode): string {
  return `${withoutNumbers(text)}\t${withoutNumbers(description)}`;
}

/** Stands for a number. No text has it: dumps can't hold control characters. */
const numberSign = '\0';

/** The text with each number, such as `-1,204.50` or `00:05.3`, replaced by one sign. */
export function withoutNumbers(text: string): string {
  return text.replace(/[-+\u2212]?\p{Nd}+(?:[.,:\u2019'\u00a0\u202f]\p{Nd}+)*/gu, numberSign);
}
