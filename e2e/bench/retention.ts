/**
 * How much of a screen the texts keep that agents get of it, Handset's and the other servers': measured
 * on captured dumps of real phones, by a judge that reads the dump for itself and knows no server.
 */
import {
  type Point,
  type Rect,
  contains,
  intersect,
  rectOfSize,
  sameRect,
} from '#core/geometry.ts';
import { type Element, type Screen, isOnScreen, isWithin, walk } from '#core/screen/screen.ts';
import { centreOf } from '#core/screen/tap-point.ts';
import { capturedScreen } from '#core/screen/testing/screens.ts';
import { capturedDumpFile, capturedDumps } from '#core/testing/captures.ts';
import { findAdb, startAdbClient } from '../adb-client.ts';
import { type Place, readScreens } from './peers.ts';
import { type NamedElement, textsOf } from './screen-formats.ts';

/** How many there are, and how many of them a text keeps. */
interface Share {
  readonly all: number;
  readonly kept: number;
}

/** What a text keeps of its screen. */
export interface Retention {
  /**
   * The distinct words of the texts, descriptions, hints and states on the screen. One is kept if it is
   * a word of the text, in whatever case.
   */
  readonly words: Share;
  /**
   * The elements on the screen that take taps or text, else can be scrolled. One is kept if the text leads
   * to it or to something in it that takes no touch of its own; whether the text says what it takes is not asked.
   */
  readonly actionable: Share;
  /**
   * The elements that the text names, by a ref, path or id, by a place, or only by their words. One is kept if
   * exactly one element of the dump has that name, or only such as a touch of either gets to the same.
   */
  readonly named: Share;
  readonly text: string;
}

/** How a text names an element: by a name, with the elements that have it, by a place, or only by its words. */
type Naming = readonly Element[] | Place | string;

/** Judges texts of one screen. */
class Judge {
  readonly #screen: Screen;
  readonly #all: readonly Element[];
  readonly #byPath: ReadonlyMap<string, Element>;
  readonly #words: ReadonlySet<string>;
  readonly #actionable: readonly Element[];

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#all = [...walk(screen.roots)];
    this.#byPath = new Map(this.#all.map((element) => [element.path, element]));
    const shown = this.#all.filter((element) => this.#isShown(element));
    this.#words = wordsIn(
      shown.flatMap(({ text, description, hint, stateDescription }) => [
        text,
        description,
        hint,
        stateDescription,
      ]),
    );
    this.#actionable = shown.filter(
      (element) =>
        element.enabled &&
        (this.#isTouchable(element) || (element.scrollable && !takesTouches(element))),
    );
  }

  judge(text: string, namings: readonly Naming[]): Retention {
    const words = wordsIn([text]);
    const reached = new Set<Element | undefined>();
    let resolved = 0;
    for (const naming of namings) {
      const candidates = this.#candidatesOf(naming);
      const last = candidates.at(-1) ?? this.#topmostAt(naming);
      const isRef = typeof naming === 'object' && 'isRef' in naming;
      if (isRef || this.#isOne(candidates)) resolved++;
      else if (typeof naming === 'string') continue;
      reached.add(this.#nearest(last, (element) => this.#isTouchable(element)));
      reached.add(this.#nearest(last, ({ scrollable }) => scrollable));
    }
    return {
      text,
      words: share([...this.#words], (word) => words.has(word)),
      actionable: share(this.#actionable, (element) => reached.has(element)),
      named: { all: namings.length, kept: resolved },
    };
  }

  /** Whether part of it is on the screen, and nothing drawn later that takes touches covers all of what it takes touches with. */
  #isShown(element: Element): boolean {
    const { size } = this.#screen;
    if (!isOnScreen(element, size)) return false;
    const target = this.#nearest(element, takesTouches);
    if (target === undefined) return true;
    const area = intersect(target.bounds, rectOfSize(size));
    return !this.#all
      .slice(this.#all.indexOf(target) + 1)
      .some(
        (other) =>
          (other.clickable || other.longClickable) &&
          !isWithin(other, target) &&
          sameRect(intersect(other.bounds, area), area),
      );
  }

  /** A check mark in a row that takes the taps belongs to the row. */
  #isTouchable(element: Element): boolean {
    const { clickable, longClickable, editable } = element;
    if (clickable || longClickable || editable) return true;
    return element.checkable && this.#nearest(this.#parentOf(element), takesTouches) === undefined;
  }

  #parentOf({ path }: Element): Element | undefined {
    return this.#byPath.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
  }

  #nearest(from: Element | undefined, test: (element: Element) => boolean): Element | undefined {
    let element = from;
    while (element !== undefined && !test(element)) element = this.#parentOf(element);
    return element;
  }

  /** Whether they are inside each other, or all in the same element that takes the touches. */
  #isOne(candidates: readonly Element[]): boolean {
    const last = candidates.at(-1);
    if (last === undefined) return false;
    const target = this.#nearest(last, takesTouches);
    return (
      candidates.every((element) => isWithin(last, element)) ||
      (target !== undefined &&
        candidates.every((element) => this.#nearest(element, takesTouches) === target))
    );
  }

  #candidatesOf(naming: Naming): readonly Element[] {
    if (typeof naming === 'string') {
      const shown = naming.replace(/…$/, '');
      const isSame = (text: string): boolean =>
        shown === naming ? text === shown : text.startsWith(shown);
      return this.#all.filter(({ text, description }) => isSame(text) || isSame(description));
    }
    if (!('className' in naming)) return naming;
    const { at, className } = naming;
    return this.#all.filter(
      (element) =>
        element.className.endsWith(className) &&
        ('x' in at ? isMiddleOf(element.bounds, at) : sameRect(element.bounds, at)),
    );
  }

  /** What a touch of the place gets to; a server may have cut the bounds. */
  #topmostAt(naming: Naming): Element | undefined {
    if (typeof naming === 'string' || !('className' in naming)) return undefined;
    const point = 'x' in naming.at ? naming.at : centreOf(naming.at);
    return this.#all.findLast(({ bounds }) => contains(bounds, point));
  }
}

function takesTouches({ clickable, longClickable, editable, checkable }: Element): boolean {
  return clickable || longClickable || editable || checkable;
}

/** Rounded either way. */
function isMiddleOf({ left, top, right, bottom }: Rect, { x, y }: Point): boolean {
  return Math.abs(left + right - 2 * x) <= 1 && Math.abs(top + bottom - 2 * y) <= 1;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function wordsIn(texts: readonly string[]): ReadonlySet<string> {
  const segments = texts.flatMap((text) => [
    ...segmenter.segment(text.replace(/\\[nrt]/g, ' ').toLowerCase()),
  ]);
  return new Set(segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment));
}

function share<T>(items: readonly T[], isKept: (item: T) => boolean): Share {
  return { all: items.length, kept: items.filter(isKept).length };
}

const quoted = /"((?:[^"\\]|\\.)*)"/g;

/** The elements that a text of Handset names below its head; in a line without any, the texts. */
function namingsIn(text: string, named: readonly NamedElement[]): readonly Naming[] {
  const [, ...lines] = text.split('\n');
  return lines.flatMap((line): readonly Naming[] => {
    const words = line.replace(quoted, '').split(/[\s[\]:,]+/);
    const namings = words
      .map((word) => named.filter(({ name }) => name === word).map(({ element }) => element))
      .filter((elements) => elements.length > 0);
    return namings.length > 0
      ? namings
      : [...line.matchAll(quoted)].map(([, content = '']) => content.replace(/\\(.)/g, '$1'));
  });
}

/** Judges the texts of all captured screens, by the name of the text; none without adb or captures. */
export async function measureRetention(): Promise<ReadonlyMap<string, readonly Retention[]>> {
  const results = new Map<string, Retention[]>();
  const program = findAdb();
  if (program === undefined) return results;
  const adb = await startAdbClient(program);
  try {
    const screens = capturedDumps.values();
    for await (const others of readScreens(capturedDumps.map(capturedDumpFile), adb)) {
      const screen = capturedScreen(screens.next().value ?? '');
      const judge = new Judge(screen);
      const own = textsOf(screen).map(({ name, text, named }) => ({
        name: `Handset ${name}`,
        text,
        namings: namingsIn(text, named),
      }));
      for (const { name, text, namings } of [...own, ...others])
        results.set(name, [...(results.get(name) ?? []), judge.judge(text, namings)]);
    }
    return results;
  } finally {
    await adb.close();
  }
}
