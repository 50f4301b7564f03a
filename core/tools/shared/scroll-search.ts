import { type Rect, largestBeside } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import { scrollWithin } from '../../gestures/scroll.ts';
import type { Phone } from '../../phone/phone.ts';
import { fingerprint } from '../../screen/hashes.ts';
import { createElementFollower, type ElementWithRoots } from '../../screen/follow-element.ts';
import { type ScreenLuma, hasMoved } from '../../screen/luma.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import {
  type Axis,
  type ListDirection,
  axisOf,
  showsScrolling,
} from '../../screen/list-direction.ts';
import { keyboardIfKnown } from './keyboard.ts';
import { readLuma, readScreen } from './read-screen.ts';
import type { SearchTarget } from './search-target.ts';
import type { ToolReply } from './tool.ts';

/** Scrolls in each direction, over all lists. */
const maxScrolls = 20;
/** Share of the list's length per scroll: the row at one edge stays in view at the other. */
const wholeStep = 0.6;
/** Share of the list's length that brings the rest of a found element into view. */
const smallStep = 0.25;
/** Factor on a normal scroll's duration, so that no list flings past the target: about 1 px per ms. */
const slowdownFactor = 3;

const directions = {
  vertical: { on: 'down', back: 'up' },
  horizontal: { on: 'right', back: 'left' },
} as const satisfies Record<Axis, Record<ListDirection, string>>;

/** What to search for, on which phone. */
interface ScrollSearchOptions {
  readonly phone: Phone;
  readonly reply: ToolReply;
  readonly signal: AbortSignal;
  readonly searchTarget: SearchTarget;
}

/** Searches an element by scrolling the lists that may hold it. */
export class ScrollSearch {
  readonly #options: ScrollSearchOptions;
  readonly #scrollsLeft: Record<ListDirection, number> = { on: maxScrolls, back: maxScrolls };
  readonly #attempts: string[] = [];
  readonly #start: Screen;
  #screen: Screen;
  /** The keyboard over `#screen`; null if closed, undefined before the first scroll. */
  #keyboard: Rect | null | undefined;
  /** The brightness of `#screen`; null until it is needed. */
  #luma: ScreenLuma | null = null;

  constructor(screen: Screen, options: ScrollSearchOptions) {
    this.#start = screen;
    this.#screen = screen;
    this.#options = options;
  }

  /** The screen after the last scroll. */
  get screen(): Screen {
    return this.#screen;
  }

  get scrolls(): number {
    return 2 * maxScrolls - this.#scrollsLeft.on - this.#scrollsLeft.back;
  }

  /** The scrolls so far, for a message: `down 7 to the end, up 12 to the end`. */
  get attempts(): string {
    return this.#attempts.join(', ');
  }

  /** The target if it is on the screen now. Throws when several elements match. */
  get target(): Element | undefined {
    return this.#options.searchTarget.findInView(this.#screen);
  }

  /**
   * Scrolls a list of the first screen, in the likelier direction first, until the target is on the
   * screen. Undefined when it never is.
   */
  async search(list: Element): Promise<Element | undefined> {
    const { roots } = this.#start;
    let position = relocate({ element: list, roots }, this.#screen.roots);
    if (position === undefined) return undefined;
    const axis = axisOf(position.element);
    const listPlace = { list: position.element, axis };
    const firstDirection =
      this.#options.searchTarget.directionFrom(this.#screen, listPlace) ?? 'on';
    for (const axisDirection of [
      firstDirection,
      firstDirection === 'on' ? 'back' : 'on',
    ] as const) {
      if (position === undefined) break;
      const sweep: SweepResult = await this.#scrollToEnd(position, { axis, axisDirection });
      if (sweep.target) return sweep.target;
      position = sweep.position;
    }
    return undefined;
  }

  async #scrollToEnd(
    start: ElementWithRoots,
    { axis, axisDirection }: { readonly axis: Axis; readonly axisDirection: ListDirection },
  ): Promise<SweepResult> {
    const direction = directions[axis][axisDirection];
    let position: ElementWithRoots | undefined = start;
    let target: Element | undefined;
    let scrolls = 0;
    let end = '';
    while (this.#scrollsLeft[axisDirection] > 0 && end === '') {
      const before = { hash: contentHash(position), luma: await this.#lumaOf(position, axis) };
      await this.#scroll(position, {
        direction,
        axisDirection,
        step: target ? smallStep : wholeStep,
      });
      scrolls++;
      target = this.target;
      const list = { list: position.element, axis };
      if (target && this.#options.searchTarget.isVisibleEnough(target, list, axisDirection)) break;
      const next: ElementWithRoots | undefined = relocate(position, this.#screen.roots);
      if (next === undefined) end = 'until the list was gone';
      else if (contentHash(next) === before.hash)
        end = await this.#endReason(next, axis, before.luma);
      if (next === undefined)
        return { target: this.#recordAttempt({ direction, scrolls, end }, target) };
      position = next;
    }
    return { target: this.#recordAttempt({ direction, scrolls, end }, target), position };
  }

  async #scroll(
    { element }: ElementWithRoots,
    {
      direction,
      axisDirection,
      step,
    }: { direction: FingerDirection; axisDirection: ListDirection; step: number },
  ): Promise<void> {
    const { phone, reply, signal } = this.#options;
    const { size } = this.#screen;
    if (this.#keyboard === undefined) this.#keyboard = await keyboardIfKnown(phone, signal);
    const options = { share: step, screen: size, keyboard: this.#keyboard };
    const gesture = scrollWithin(element.bounds, direction, options);
    await phone.performGesture(slowDownGesture(gesture), signal);
    this.#scrollsLeft[axisDirection]--;
    const message = `Scrolled ${direction}, ${maxScrolls - this.#scrollsLeft[axisDirection]} of at most ${maxScrolls}`;
    reply.progress({ done: this.scrolls, total: 2 * maxScrolls, message });
    // Many apps close the keyboard when they are scrolled.
    [this.#screen, this.#keyboard] = await Promise.all([
      readScreen(phone, signal),
      keyboardIfKnown(phone, signal),
    ]);
    this.#luma = null;
  }

  /** The brightness of the screen, if the dump can't show whether this list scrolled. */
  async #lumaOf({ element }: ElementWithRoots, axis: Axis): Promise<ScreenLuma | null> {
    if (showsScrolling(element, axis)) return null;
    const { phone, signal } = this.#options;
    this.#luma ??= await readLuma(phone, 'screenshot', signal);
    return this.#luma;
  }

  /** How the search of an unchanged list ended; empty if its picture moved, so that it goes on. */
  async #endReason(
    { element, roots }: ElementWithRoots,
    axis: Axis,
    before: ScreenLuma | null,
  ): Promise<string> {
    if (showsScrolling(element, axis)) return 'to the end';
    const after = await this.#lumaOf({ element, roots }, axis);
    const bounds = this.#keyboard ? largestBeside(element.bounds, this.#keyboard) : element.bounds;
    const area = { bounds, axis, screen: this.#screen.size };
    const moved = before && after && hasMoved(before, after, area);
    if (moved === null) return 'until its elements no longer changed';
    return moved ? '' : 'to the end';
  }

  #recordAttempt(
    { direction, scrolls, end }: { direction: FingerDirection; scrolls: number; end: string },
    target: Element | undefined,
  ): Element | undefined {
    if (scrolls > 0) this.#attempts.push(`${direction} ${scrolls} ${end}`.trim());
    return target;
  }
}

type FingerDirection = (typeof directions)[Axis][ListDirection];

interface SweepResult {
  readonly target: Element | undefined;
  /** The list as it is now; undefined when it is gone. */
  readonly position?: ElementWithRoots;
}

function slowDownGesture({ strokes }: Gesture): Gesture {
  const slow = strokes.map((stroke) =>
    stroke.map((point) => ({ ...point, timeMs: point.timeMs * slowdownFactor })),
  );
  return { strokes: slow };
}

/** A hash of what the list shows; changes outside the list don't count. */
function contentHash({ element }: ElementWithRoots): number {
  return fingerprint({ rotation: 0, roots: [element] });
}

/** The list on the next screen, by its path if nothing else identifies it. */
function relocate(
  position: ElementWithRoots,
  roots: readonly Element[],
): ElementWithRoots | undefined {
  const { path, className, resourceId } = position.element;
  const element =
    createElementFollower(position.roots, roots).findLikely(position.element) ??
    [...walk(roots)].find(
      (other) =>
        other.path === path && other.className === className && other.resourceId === resourceId,
    );
  return element && { element, roots };
}
