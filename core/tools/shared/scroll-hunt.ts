import { type Rect, largestBeside } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import { scrollWithin } from '../../gestures/scroll-within.ts';
import type { Phone } from '../../phone.ts';
import { fingerprint } from '../../screen/fingerprint.ts';
import { followElements, type Seen } from '../../screen/follow-element.ts';
import { type ScreenLuma, hasMoved } from '../../screen/luma.ts';
import { type Element, type Screen, walk } from '../../screen/screen.ts';
import { type Axis, type ScrollWay, axisOf, showsScrolling } from '../../screen/scroll-way.ts';
import { readLuma, readScreen } from './read-screen.ts';
import type { Sought } from './sought.ts';
import type { Reply } from './tool.ts';

/** Scrolls in each direction, over all lists. */
const maxScrolls = 20;
/** Share of the list's length per scroll: the row at one edge stays in view at the other. */
const wholeStep = 0.6;
/** Share of the list's length that brings the rest of a found element into view. */
const smallStep = 0.25;
/** Factor on a normal scroll's duration, so that no list flings past the target: about 1 px per ms. */
const slowDown = 3;

const directions = {
  vertical: { on: 'down', back: 'up' },
  horizontal: { on: 'right', back: 'left' },
} as const satisfies Record<Axis, Record<ScrollWay, string>>;

/** What to search for, on which phone. */
interface HuntParts {
  readonly phone: Phone;
  readonly reply: Reply;
  readonly signal: AbortSignal;
  readonly sought: Sought;
}

/** Searches an element by scrolling the lists that may hold it. */
export class ScrollHunt {
  readonly #parts: HuntParts;
  readonly #left: Record<ScrollWay, number> = { on: maxScrolls, back: maxScrolls };
  readonly #tried: string[] = [];
  readonly #start: Screen;
  #screen: Screen;
  /** The keyboard over `#screen`; null if closed, undefined before the first scroll. */
  #keyboard: Rect | null | undefined;
  /** The brightness of `#screen`; null until it is needed. */
  #picture: ScreenLuma | null = null;

  constructor(screen: Screen, parts: HuntParts) {
    this.#start = screen;
    this.#screen = screen;
    this.#parts = parts;
  }

  /** The screen after the last scroll. */
  get screen(): Screen {
    return this.#screen;
  }

  get scrolls(): number {
    return 2 * maxScrolls - this.#left.on - this.#left.back;
  }

  /** The scrolls so far, for a message: `down 7 to the end, up 12 to the end`. */
  get tried(): string {
    return this.#tried.join(', ');
  }

  /** The target if it is on the screen now. Throws when several elements match. */
  get target(): Element | undefined {
    return this.#parts.sought.inView(this.#screen);
  }

  /**
   * Scrolls a list of the first screen, in the likelier direction first, until the target is on the
   * screen. Undefined when it never is.
   */
  async search(list: Element): Promise<Element | undefined> {
    const { roots } = this.#start;
    let place = relocate({ element: list, roots }, this.#screen.roots);
    if (place === undefined) return undefined;
    const axis = axisOf(place.element);
    const listPlace = { list: place.element, axis };
    const first = this.#parts.sought.wayFrom(this.#screen, listPlace) ?? 'on';
    for (const way of [first, first === 'on' ? 'back' : 'on'] as const) {
      if (place === undefined) break;
      const swept: Swept = await this.#sweep(place, { axis, way });
      if (swept.target) return swept.target;
      place = swept.place;
    }
    return undefined;
  }

  async #sweep(
    start: Seen,
    { axis, way }: { readonly axis: Axis; readonly way: ScrollWay },
  ): Promise<Swept> {
    const direction = directions[axis][way];
    let place: Seen | undefined = start;
    let target: Element | undefined;
    let scrolls = 0;
    let end = '';
    while (this.#left[way] > 0 && end === '') {
      const before = { print: printOf(place), picture: await this.#pictureOf(place, axis) };
      await this.#scroll(place, { direction, way, step: target ? smallStep : wholeStep });
      scrolls++;
      target = this.target;
      const list = { list: place.element, axis };
      if (target && this.#parts.sought.isWellInView(target, list, way)) break;
      const next: Seen | undefined = relocate(place, this.#screen.roots);
      if (next === undefined) end = 'until the list was gone';
      else if (printOf(next) === before.print) end = await this.#endOf(next, axis, before.picture);
      if (next === undefined) return { target: this.#note({ direction, scrolls, end }, target) };
      place = next;
    }
    return { target: this.#note({ direction, scrolls, end }, target), place };
  }

  async #scroll(
    { element }: Seen,
    { direction, way, step }: { direction: Direction; way: ScrollWay; step: number },
  ): Promise<void> {
    const { phone, reply, signal } = this.#parts;
    const { size } = this.#screen;
    if (this.#keyboard === undefined) this.#keyboard = await phone.readKeyboard(signal);
    const options = { share: step, screen: size, keyboard: this.#keyboard };
    const gesture = scrollWithin(element.bounds, direction, options);
    await phone.performGesture(slowed(gesture), signal);
    this.#left[way]--;
    const message = `Scrolled ${direction}, ${maxScrolls - this.#left[way]} of at most ${maxScrolls}`;
    reply.progress({ done: this.scrolls, total: 2 * maxScrolls, message });
    // Many apps close the keyboard when they are scrolled.
    [this.#screen, this.#keyboard] = await Promise.all([
      readScreen(phone, signal),
      phone.readKeyboard(signal),
    ]);
    this.#picture = null;
  }

  /** The brightness of the screen, if the dump can't show whether this list scrolled. */
  async #pictureOf({ element }: Seen, axis: Axis): Promise<ScreenLuma | null> {
    if (showsScrolling(element, axis)) return null;
    const { phone, signal } = this.#parts;
    this.#picture ??= await readLuma(phone, 'screenshot', signal);
    return this.#picture;
  }

  /** How the search of an unchanged list ended; empty if its picture moved, so that it goes on. */
  async #endOf({ element, roots }: Seen, axis: Axis, before: ScreenLuma | null): Promise<string> {
    if (showsScrolling(element, axis)) return 'to the end';
    const after = await this.#pictureOf({ element, roots }, axis);
    const bounds = this.#keyboard ? largestBeside(element.bounds, this.#keyboard) : element.bounds;
    const area = { bounds, axis, screen: this.#screen.size };
    const moved = before && after && hasMoved(before, after, area);
    if (moved === null) return 'until its elements no longer changed';
    return moved ? '' : 'to the end';
  }

  #note(
    { direction, scrolls, end }: { direction: Direction; scrolls: number; end: string },
    target: Element | undefined,
  ): Element | undefined {
    if (scrolls > 0) this.#tried.push(`${direction} ${scrolls} ${end}`.trim());
    return target;
  }
}

type Direction = (typeof directions)[Axis][ScrollWay];

interface Swept {
  readonly target: Element | undefined;
  /** The list as it is now; undefined when it is gone. */
  readonly place?: Seen;
}

function slowed({ strokes }: Gesture): Gesture {
  const slow = strokes.map((stroke) =>
    stroke.map((point) => ({ ...point, timeMs: point.timeMs * slowDown })),
  );
  return { strokes: slow };
}

/** A hash of what the list shows; changes outside the list don't count. */
function printOf({ element }: Seen): number {
  return fingerprint({ rotation: 0, roots: [element] });
}

/** The list on the next screen, by its path if nothing else identifies it. */
function relocate(place: Seen, roots: readonly Element[]): Seen | undefined {
  const { path, className, resourceId } = place.element;
  const element =
    followElements(place.roots, roots).likely(place.element) ??
    [...walk(roots)].find(
      (other) =>
        other.path === path && other.className === className && other.resourceId === resourceId,
    );
  return element && { element, roots };
}
