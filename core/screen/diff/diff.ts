import type { Element, Screen } from '../screen.ts';
import { labelOf } from '../words.ts';
import type { ElementPair } from './element-pair.ts';
import { type Headline, headlineOf } from './headline.ts';
import { matchNodes } from './match.ts';
import { type Movement, movementsOf } from './movement.ts';
import { type Node, type Nodes, createNodes } from './node.ts';
import { createNumbering } from './numbering.ts';
import { type State, hasSameStates, statesGained } from './states.ts';

/** An element whose states changed, in the order of `State`; at least one of both lists is not empty. */
export interface StateChange extends ElementPair {
  readonly gained: readonly State[];
  readonly lost: readonly State[];
}

/**
 * What has changed from one screen to another, told of kept elements only. Lists are in document
 * order: of the screen after, what disappeared in that of the screen before.
 */
export interface ScreenDiff {
  readonly before: Screen;
  readonly after: Screen;
  /** What changed of the screen as a whole. */
  readonly headline: Headline;
  readonly appeared: readonly Element[];
  readonly disappeared: readonly Element[];
  /** Elements with another text or description. */
  readonly textChanged: readonly ElementPair[];
  readonly stateChanged: readonly StateChange[];
  /** What is elsewhere or of another size, by the list it is in and the distance; most elements first. */
  readonly moved: readonly Movement[];
  /** Elements that have another id now. */
  readonly renamed: readonly ElementPair[];
  /** Ids that name another element now than before, in the order of the screen before. */
  readonly reusedIds: readonly string[];
  /** Whether less than half of what can be told of the smaller screen is on the other one too. */
  readonly isOtherScreen: boolean;
}

/**
 * Compares two screens. Elements are followed by what they are and say and by what stands around
 * them, so a scrolled list has moved, and other rows of the same template are other rows. Linear
 * in the elements.
 */
export function diffScreens(before: Screen, after: Screen): ScreenDiff {
  const numbering = createNumbering();
  const nodes = {
    before: createNodes(before.roots, numbering),
    after: createNodes(after.roots, numbering),
  };
  matchNodes(nodes.before, nodes.after);
  const kept = { before: keptNodes(nodes.before), after: keptNodes(nodes.after) };
  const pairs = pairsOf(nodes.after);
  return {
    before,
    after,
    headline: headlineOf(before, after),
    appeared: kept.after.filter(isAlone).map(elementOf),
    disappeared: kept.before.filter(isAlone).map(elementOf),
    textChanged: pairs.filter(saysOther),
    stateChanged: pairs.flatMap((pair) => stateChangeOf(pair, before, after)),
    moved: movementsOf(nodes.before, nodes.after),
    renamed: pairs.filter((pair) => pair.before.id !== pair.after.id),
    reusedIds: reusedIds(nodes.after, kept.before),
    isOtherScreen: isOtherScreen(kept, pairs),
  };
}

/** Whether there is nothing to tell: the same elements, saying the same in the same places. */
export function isUnchanged(diff: ScreenDiff): boolean {
  const { appeared, disappeared, textChanged, stateChanged, moved, renamed, headline } = diff;
  const lists = [appeared, disappeared, textChanged, stateChanged, moved, renamed, headline];
  return lists.every((list) => list.length === 0);
}

/** The kept nodes of both screens. */
interface Kept {
  readonly before: readonly Node[];
  readonly after: readonly Node[];
}

function keptNodes({ all }: Nodes): Node[] {
  return all.filter(({ isKept }) => isKept);
}

/** Pairs of which one is kept at least: a text that was empty makes an element be kept. */
function pairsOf({ all }: Nodes): ElementPair[] {
  const pairs: ElementPair[] = [];
  for (const { partner, element, isKept } of all) {
    if (partner && (isKept || partner.isKept))
      pairs.push({ before: partner.element, after: element });
  }
  return pairs;
}

function isAlone({ partner }: Node): boolean {
  return partner === undefined;
}

function elementOf({ element }: Node): Element {
  return element;
}

function saysOther({ before, after }: ElementPair): boolean {
  return before.text !== after.text || before.description !== after.description;
}

function stateChangeOf(pair: ElementPair, before: Screen, after: Screen): StateChange[] {
  const then = { element: pair.before, size: before.size };
  const now = { element: pair.after, size: after.size };
  if (hasSameStates(then, now)) return [];
  return [{ ...pair, gained: statesGained(then, now), lost: statesGained(now, then) }];
}

function reusedIds({ all }: Nodes, before: readonly Node[]): string[] {
  const freed = before.filter(({ element, partner }) => partner?.element.id !== element.id);
  if (freed.length === 0) return [];
  const now = new Set(all.map(({ element }) => element.id));
  return freed.map(({ element }) => element.id).filter((id) => now.has(id));
}

function isOtherScreen(kept: Kept, pairs: readonly ElementPair[]): boolean {
  const tells = (element: Element): boolean =>
    labelOf(element) !== '' || element.clickable || element.editable;
  const count = (nodes: readonly Node[]): number =>
    nodes.filter(({ element }) => tells(element)).length;
  const sizes = [count(kept.before), count(kept.after)] as const;
  const same = pairs.filter((pair) => tells(pair.after) && !saysOther(pair)).length;
  return Math.min(...sizes) === 0 ? Math.max(...sizes) > 0 : same * 2 < Math.min(...sizes);
}
