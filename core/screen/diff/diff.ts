import { type Size, sameSize } from '../../geometry.ts';
import { elementStates, type ElementState } from '../element-states.ts';
import { isKept, type Element, type Focus, type Screen } from '../screen.ts';
import { hasOnlyOtherRows, isSignificant, saysTheSame } from '../match/changed-rows.ts';
import { matchElements } from '../match/match-elements.ts';
import type { MatchNode } from '../match/nodes.ts';
import { findModal } from '../modal/find-modal.ts';
import type { Modal } from '../modal/modal.ts';
import { stateTextOf } from '../accessible-text.ts';
import { type ElementPair, type Movement, isReported, movementsOf, pairsOf } from './movement.ts';

/**
 * The differences between two screens; only kept elements are reported. Lists are in document order
 * of the screen after, `disappeared` of the screen before.
 */
export interface ScreenDiff {
  readonly before: Screen;
  readonly after: Screen;
  /** What changed of the screen as a whole. */
  readonly headline: Headline;
  readonly appeared: readonly Element[];
  readonly disappeared: readonly Element[];
  /** Elements with another text or description, or a new state in words or error. */
  readonly textChanged: readonly ElementPair[];
  readonly stateChanged: readonly StateChange[];
  /** Elements with another position or size, grouped by container and distance; largest group first. */
  readonly moved: readonly Movement[];
  /** Elements whose id changed. */
  readonly renamed: readonly ElementPair[];
  /**
   * Whether less than half of the labelled or interactive elements of the smaller screen are on the other one,
   * perhaps with other numbers; but not where only lists show other rows.
   */
  readonly isOtherScreen: boolean;
}

/** The changes of the screen as a whole, most important first, at most one of each kind. */
export type Headline = readonly HeadlineChange[];

/** One such change with old and new value; sizes in device pixels, densities in dots per inch. */
export type HeadlineChange =
  | { readonly what: 'app'; readonly before: Focus; readonly after: Focus }
  /** Of the same app; a change of the app holds both activities. */
  | { readonly what: 'activity'; readonly before: string | null; readonly after: string | null }
  /** The modal over the app; null where there is none. */
  | { readonly what: 'modal'; readonly before: Modal | null; readonly after: Modal | null }
  | { readonly what: 'size'; readonly before: Size; readonly after: Size }
  | { readonly what: 'rotation' | 'density'; readonly before: number; readonly after: number };

/** An element whose states changed. Both lists are in the order of `elementStates`; at least one is not empty. */
export interface StateChange extends ElementPair {
  readonly gained: readonly ElementState[];
  readonly lost: readonly ElementState[];
}

/**
 * Compares two screens. Elements are matched by class, id, text and surroundings, so a scrolled list
 * is reported as moved, and other rows of the same layout as different rows. Linear in the number
 * of elements.
 */
export function diffScreens(before: Screen, after: Screen): ScreenDiff {
  const match = matchElements(before.roots, after.roots);
  const keptNodes = {
    before: match.before.all.filter(({ element }) => isKept(element)),
    after: match.after.all.filter(({ element }) => isKept(element)),
  };
  const pairs = pairsOf(match.after.all.filter(isReported));
  const isUnpaired = ({ partner }: MatchNode): boolean => partner === undefined;
  const headline = headlineOf(before, after);
  return {
    before,
    after,
    headline,
    appeared: keptNodes.after.filter(isUnpaired).map(({ element }) => element),
    disappeared: keptNodes.before.filter(isUnpaired).map(({ element }) => element),
    textChanged: pairs.filter(
      (pair) => hasOtherText(pair) || (isToldByBoth(before, after) && hasNewFact(pair)),
    ),
    stateChanged: pairs.flatMap((pair) => stateChangeOf(pair, before, after)),
    moved: movementsOf(match),
    renamed: pairs.filter((pair) => pair.before.id !== pair.after.id),
    isOtherScreen:
      hasLittleLeft(keptNodes, pairs) && (headline.length > 0 || !hasOnlyOtherRows(match)),
  };
}

/** Whether nothing changed: the same elements with the same texts, states and bounds. */
export function isUnchanged(diff: ScreenDiff): boolean {
  const { appeared, disappeared, textChanged, stateChanged, moved, renamed, headline } = diff;
  const lists = [appeared, disappeared, textChanged, stateChanged, moved, renamed, headline];
  return lists.every((list) => list.length === 0);
}

function hasOtherText({ before, after }: ElementPair): boolean {
  return before.text !== after.text || before.description !== after.description;
}

/** Whether the element reader read both screens: a dump lacks what `hasNewFact` compares. */
function isToldByBoth(...screens: readonly Screen[]): boolean {
  return screens.every(({ byElementReader }) => byElementReader === true);
}

function hasNewFact({ before, after }: ElementPair): boolean {
  const isNew = (then: string, now: string): boolean => now !== '' && now !== then;
  return isNew(stateTextOf(before), stateTextOf(after)) || isNew(before.error, after.error);
}

function stateChangeOf(pair: ElementPair, before: Screen, after: Screen): StateChange[] {
  const gained: ElementState[] = [];
  const lost: ElementState[] = [];
  for (const [state, holds] of elementStates) {
    const then = holds(pair.before, before);
    const now = holds(pair.after, after);
    if (then !== now) (now ? gained : lost).push(state);
  }
  // What covers others has a line of its own, or is in the headline.
  const isOwnChange = [...gained, ...lost].some((state) => state !== 'covered');
  return isOwnChange ? [{ ...pair, gained, lost }] : [];
}

interface KeptNodes {
  readonly before: readonly MatchNode[];
  readonly after: readonly MatchNode[];
}

function hasLittleLeft(keptNodes: KeptNodes, pairs: readonly ElementPair[]): boolean {
  const count = (nodes: readonly MatchNode[]): number =>
    nodes.filter(({ element }) => isSignificant(element)).length;
  const sizes = [count(keptNodes.before), count(keptNodes.after)] as const;
  const same = pairs.filter((pair) => isSignificant(pair.after) && saysTheSame(pair)).length;
  return Math.min(...sizes) === 0 ? Math.max(...sizes) > 0 : same * 2 < Math.min(...sizes);
}

/** Compares the screens as a whole, not their elements. */
function headlineOf(before: Screen, after: Screen): Headline {
  const isOtherApp = before.focus.packageName !== after.focus.packageName;
  const changes: readonly (HeadlineChange | false)[] = [
    isOtherApp && { what: 'app', before: before.focus, after: after.focus },
    !isOtherApp &&
      before.focus.activity !== after.focus.activity && {
        what: 'activity',
        before: before.focus.activity,
        after: after.focus.activity,
      },
    modalChange(before, after),
    before.rotation !== after.rotation && {
      what: 'rotation',
      before: before.rotation,
      after: after.rotation,
    },
    !sameSize(before.size, after.size) && {
      what: 'size',
      before: before.size,
      after: after.size,
    },
    before.density !== after.density && {
      what: 'density',
      before: before.density,
      after: after.density,
    },
  ];
  return changes.filter((change) => change !== false);
}

function modalChange(before: Screen, after: Screen): HeadlineChange | false {
  const modalBefore = findModal(before);
  const modalAfter = findModal(after);
  const same = modalBefore?.kind === modalAfter?.kind && modalBefore?.title === modalAfter?.title;
  return !same && { what: 'modal', before: modalBefore, after: modalAfter };
}
