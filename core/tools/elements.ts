import { z } from 'zod';
import { nameElement } from '../format/quote.ts';
import {
  tapGesture,
  longPressGesture,
  dragGesture,
  swipeGesture,
} from '../gestures/build-gesture.ts';
import type { Phone } from '../phone/phone.ts';
import { rowsOf } from '../screen/rows.ts';
import type { Element, Screen } from '../screen/screen.ts';
import { isRef } from '../screen/snapshots.ts';
import { previewPress, previewScrollTo, previewPlace } from './shared/touch-preview.ts';
import { findBySelector, findElement, idForReply, nameForReply } from './shared/find-element.ts';
import {
  exactlyOneTarget,
  targetOf,
  targetParameters,
  type ElementTarget,
  duration,
  formatInteger,
  place,
  type Place,
} from './shared/parameters.ts';
import {
  type PressType,
  pressElement,
  formatTapReport,
  checkTouchPoints,
  coverNotes,
  findTouchPlace,
  playAtPoint,
} from './shared/press-element.ts';
import { revealUnderKeyboard } from './shared/keyboard.ts';
import { readScreen } from './shared/read-screen.ts';
import { ScrollSearch } from './shared/scroll-search.ts';
import {
  findLastSeen,
  searchTargetFromElement,
  isPositional,
  searchTargetFromSelector,
  type SearchTarget,
} from './shared/search-target.ts';
import { defineTool, observe, onlyMoves } from './shared/tool.ts';
import type { Point } from '../geometry.ts';
import type { Gesture } from '../gestures/gesture.ts';

const clickPress: PressType = { trait: 'clickable', traitName: 'clickable', gesture: tapGesture };

/** Taps an element. */
export const clickElement = defineTool({
  name: 'click_element',
  title: 'Tap element',
  words: {
    wantsTo: ['tap[ *{element}*]'],
    synonyms: 'click press button',
    isSuggested: true,
  },
  description: 'Taps an element, or its nearest clickable ancestor, which the reply then names.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  previewTouch: (input, lastScreen) => previewPress(targetOf(input), clickPress, lastScreen),
  async execute(phone, input, reply, signal) {
    const target = targetOf(input);
    const { name, notes, timings } = await pressElement(
      phone,
      { target, ...clickPress },
      { reply, signal },
    );
    const where = `on ${name}`;
    const report = formatTapReport(
      { success: `Click performed ${where}`, place: where, intended: 'click' },
      timings,
    );
    reply.text(report);
    reply.note(...notes);
  },
});

/** Twice Android's default long-press timeout of half a second, for slow phones. */
const holdMs = 1000;

const longClickPress: PressType = {
  trait: 'longClickable',
  traitName: 'long-clickable',
  gesture: (at) => longPressGesture(at, holdMs),
};

/** Long-presses an element. */
export const longClickElement = defineTool({
  name: 'long_click_element',
  title: 'Long-press element',
  words: {
    wantsTo: ['long-press[ *{element}*]'],
    synonyms: 'long click hold tap',
  },
  description:
    'Holds a finger on an element for a second (for context menus, selecting). If it is not long-clickable itself, its nearest long-clickable ancestor is pressed instead, and the reply names it.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  previewTouch: (input, lastScreen) => previewPress(targetOf(input), longClickPress, lastScreen),
  async execute(phone, input, reply, signal) {
    const { name, notes } = await pressElement(
      phone,
      { target: targetOf(input), ...longClickPress },
      { reply, signal },
    );
    reply.text(`Long-click performed on ${name}`);
    reply.note(...notes);
  },
});

/**
 * Scrolls until an element is on the screen: one that is listed off-screen, that was shown before the
 * list was scrolled, or that a selector describes. The reply's first line names the element's present
 * id; a second line names the requested id if it differs.
 */
export const scrollToElement = defineTool({
  name: 'scroll_to_element',
  title: 'Scroll to element',
  words: { wantsTo: ['scroll[ to *{element}*]'], awaitsElement: true },
  description:
    'Scrolls the list around an element until the element is on the screen, in both directions if necessary. Also accepts the id of a recently shown element that was scrolled away, and a selector of an element not listed yet (one with an index or path must match now). Scrolling changes ids: continue with the id in the reply.',
  input: z.strictObject({ ...targetParameters, ...observe }).check(exactlyOneTarget),
  effect: 'act',
  hints: onlyMoves,
  previewTouch: (input, lastScreen) => previewScrollTo(targetOf(input), lastScreen),
  async execute(phone, input, reply, signal) {
    const target = targetOf(input);
    const screen = await readScreen(phone, signal);
    const searchTarget = searchTargetOf(phone, screen, target);
    const search = new ScrollSearch(screen, { phone, reply, signal, searchTarget });
    const reveal = async (element: Element) =>
      await revealUnderKeyboard(phone, { element, screen: search.screen }, signal);
    const nameOf = ({ element, screen: shownOn }: Awaited<ReturnType<typeof reveal>>): string =>
      nameForReply(phone, shownOn, target, 'id' in target ? element : rowOf(element, shownOn));
    const replyFound = (report: string, found: Awaited<ReturnType<typeof reveal>>): void => {
      reply.text(report);
      reply.note(...newIdNote(target, found.element), ...found.notes);
      phone.shown.remember(found.screen, [found.element]);
    };
    if (search.target) {
      const visible = await reveal(search.target);
      const name = 'id' in target ? `Element '${target.id}'` : nameOf(visible);
      const wasVisible = visible.notes.length === 0;
      replyFound(`${name} is ${wasVisible ? 'already' : 'now'} visible`, visible);
      return;
    }
    const lists = searchTarget.candidateLists(screen);
    await checkTouchPoints(phone, [], signal);
    const found = await searchLists(search, lists);
    if (found === undefined) throw searchTarget.notFoundError(search);
    const shown = await reveal(found);
    replyFound(`Scrolled to ${nameOf(shown)} (${search.scrolls} scroll(s))`, shown);
  },
});

function searchTargetOf(phone: Phone, screen: Screen, target: ElementTarget): SearchTarget {
  if ('selector' in target && !isPositional(target.selector))
    return searchTargetFromSelector(phone, target.selector);
  const seen =
    'id' in target
      ? findLastSeen(phone, screen, target.id)
      : { element: findBySelector(phone, screen, target.selector), roots: screen.roots };
  return searchTargetFromElement(seen, () => idForReply(phone, screen, target, seen.element));
}

/** The row that shows the element's text in the compact tree; else the element. */
function rowOf(element: Element, screen: Screen): Element {
  const rows = rowsOf(screen);
  const row = rows.find(({ texts }) => texts.some((text) => text.element === element));
  return row?.element ?? element;
}

function newIdNote(target: ElementTarget, element: Element): string[] {
  if (!('id' in target) || isRef(target.id) || element.id === target.id) return [];
  return [`its id was '${target.id}' and is now '${element.id}': ${nameElement(element)}`];
}

async function searchLists(
  search: ScrollSearch,
  lists: readonly Element[],
): Promise<Element | undefined> {
  for (const list of lists) {
    const found = await search.search(list);
    if (found) return found;
  }
  return undefined;
}

/** Drags from an element or point to another. */
export const drag = defineTool({
  name: 'drag',
  title: 'Drag',
  words: { wantsTo: ['drag[ *{element}*]'] },
  description:
    'Holds an element or point, drags it to another and lets go (for icons, list rows, selections). from and to are each an element id, a selector, or x,y in device pixels.',
  input: z.strictObject({
    from: place('from'),
    to: place('to'),
    long_press: z
      .boolean()
      .default(true)
      .describe('Set to false for things that move without a long press.'),
    duration: duration().default(500).describe('Duration of the movement, in milliseconds.'),
    ...observe,
  }),
  effect: 'act',
  onlyWithAllTools: true,
  previewTouch: (input, lastScreen) => {
    const from = previewPlace(input.from, lastScreen);
    const to = previewPlace(input.to, lastScreen);
    return from && to && { gesture: dragGestureOf(input, from, to) };
  },
  async execute(phone, input, reply, signal) {
    const ends = [input.from, input.to];
    const needsScreen = ends.some((end) => !('point' in end));
    const [screen] = await Promise.all([
      needsScreen ? readScreen(phone, signal) : null,
      checkDragPoints(phone, input, signal),
    ]);
    const from = locate(phone, screen, input.from);
    const to = locate(phone, screen, input.to);
    const gesture = dragGestureOf(input, from.at, to.at);
    const { notes } = await playAtPoint(phone, gesture, { reply, signal });
    const movement = `Drag executed from ${from.label} to ${to.label} over ${input.duration}ms`;
    reply.text(movement);
    reply.note(...from.notes, ...notes);
  },
});

interface DragOptions {
  readonly long_press: boolean;
  readonly duration: number;
}

function dragGestureOf(options: DragOptions, from: Point, to: Point): Gesture {
  return options.long_press
    ? dragGesture(from, to, options.duration)
    : swipeGesture(from, to, options.duration);
}

async function checkDragPoints(
  phone: Phone,
  ends: { readonly from: Place; readonly to: Place },
  signal: AbortSignal,
): Promise<void> {
  const points = (['from', 'to'] as const).flatMap((name) => {
    const end = ends[name];
    const coordinate = (axis: 'x' | 'y') => ({ name: `The ${axis} of '${name}'`, path: [name] });
    return 'point' in end ? [{ point: end.point, x: coordinate('x'), y: coordinate('y') }] : [];
  });
  await checkTouchPoints(phone, points, signal);
}

/** A place on the screen, as the reply names it. */
interface LocatedPlace {
  readonly at: Point;
  readonly label: string;
  /** What an agent should know of it. */
  readonly notes: readonly string[];
}

/** Throws `element-not-found`, `ambiguous-selector`, and `action-failed` if no part of it can be touched. */
function locate(phone: Phone, screen: Screen | null, end: Place): LocatedPlace {
  const label = ({ x, y }: Point): string => `(${formatInteger(x)}, ${formatInteger(y)})`;
  if ('point' in end || screen === null) {
    const at = 'point' in end ? end.point : { x: 0, y: 0 };
    return { at, label: label(at), notes: [] };
  }
  const element = findElement(phone, screen, end);
  const touch = findTouchPlace(screen, element, element, () =>
    idForReply(phone, screen, end, element),
  );
  const name = nameForReply(phone, screen, end, element);
  const notes = coverNotes(phone, screen, touch);
  return { at: touch.at, label: `${name} at ${label(touch.at)}`, notes };
}
