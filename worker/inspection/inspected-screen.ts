import type { ElementFacts, NamedValue, PinnedDiff, PinnedScreen } from '#core/link/inspection.ts';
import type { SuggestedSelector } from '#core/link/call.ts';
import type { ScreenView, SelectorMatches } from '#core/link/messages.ts';
import { isOnScreen, keptElements, walk, type Element, type Screen } from '#core/screen/screen.ts';
import { fromWire, HandsetError, internalError } from '#core/errors.ts';
import { locatorsOf } from '#core/selector/locators.ts';
import { indexScreen, matchSelector } from '#core/selector/match.ts';
import { nearestMisses } from '#core/selector/resolve.ts';
import { parseSelector } from '#core/selector/parse.ts';
import { rankSelectors } from '#core/selector/suggest.ts';
import { compareWithPinned } from './screen-changes.ts';
import type { ViewedScreen } from './screen-view.ts';

interface PinnedEntry {
  readonly summary: PinnedScreen;
  readonly screen: Screen;
}

/** The screen that the console shows, kept for searching and comparing. */
export class InspectedScreen {
  #viewed: ViewedScreen | null = null;
  #pinned: PinnedEntry | null = null;

  /** Replaces the screen that is searched. Returns its view for the page. */
  setScreen(viewed: ViewedScreen): ScreenView {
    this.#viewed = viewed;
    return viewed.view;
  }

  /** Drops the screen and the pinned one: the phone was disconnected. */
  clear(): void {
    this.#viewed = null;
    this.unpin();
  }

  /**
   * The elements that match the selector. Throws `invalid-argument` with the column for an invalid
   * selector, `element-not-found` when no screen was read, and the view's own problem when its elements
   * could not be read.
   */
  match(text: string): SelectorMatches {
    const selector = parseSelector(text);
    const { view, screen } = this.#searchable();
    const index = indexScreen(screen);
    const ids = matchSelector(selector, index).map(({ id }) => id);
    const misses = ids.length > 0 ? [] : nearestMisses(selector, index);
    return {
      takenAtEpochMs: view.takenAtEpochMs,
      ids,
      nearest: misses.map((miss) => miss.selector),
    };
  }

  /**
   * Selectors that match only this element, the best first. Throws `element-not-found` when the element
   * is gone, and as `match` does without a screen.
   */
  suggest(id: string): readonly SuggestedSelector[] {
    const { screen } = this.#searchable();
    const suggestions = rankSelectors(elementOnViewedScreen(screen, id), indexScreen(screen));
    return suggestions.map(({ selector, reason }) => ({ selector, reason }));
  }

  /** All facts of one element; throws as `suggest` does. */
  describe(id: string): ElementFacts {
    const { screen } = this.#searchable();
    return elementFacts(elementOnViewedScreen(screen, id), screen);
  }

  /** Keeps this screen for comparison, in place of the one pinned before; throws as `match` does. */
  pin(): PinnedScreen {
    const { view, screen } = this.#searchable();
    const { takenAtEpochMs, packageName, activity, size } = view;
    this.#pinned = { summary: { takenAtEpochMs, packageName, activity, size }, screen };
    return this.#pinned.summary;
  }

  /** Drops the pinned screen. */
  unpin(): void {
    this.#pinned = null;
  }

  /** Compares this screen with the pinned one. Throws `invalid-argument` when none is pinned, and as `match` does. */
  diffPinned(): PinnedDiff {
    if (this.#pinned === null) {
      throw new HandsetError('invalid-argument', 'There is no earlier screen to compare with.', {
        hint: 'Click “Start comparing” first.',
      });
    }
    const { view, screen } = this.#searchable();
    return {
      pinned: this.#pinned.summary,
      takenAtEpochMs: view.takenAtEpochMs,
      ...compareWithPinned(this.#pinned.screen, screen),
    };
  }

  #searchable(): { readonly view: ScreenView; readonly screen: Screen } {
    if (this.#viewed === null) {
      throw new HandsetError('element-not-found', 'No screen has been read yet.', {
        hint: 'Read the screen first.',
      });
    }
    const { view, screen } = this.#viewed;
    if (screen !== null) return { view, screen };
    if (view.problem !== null) throw fromWire(view.problem);
    throw internalError('A screen without elements gave no reason.');
  }
}

function elementOnViewedScreen(screen: Screen, id: string): Element {
  for (const element of walk(screen.roots)) if (element.id === id) return element;
  throw new HandsetError('element-not-found', `${id} is no longer on the screen.`, {
    hint: 'Point at another element.',
  });
}

/** All facts of an element of this screen. */
function elementFacts(element: Element, screen: Screen): ElementFacts {
  return {
    id: element.id,
    attributes: attributesOf(element),
    derived: derivedOf(element, screen),
    locators: locatorsOf(element, screen),
  };
}

/** Names and order as in uiautomator (AccessibilityNodeInfoDumper); `hint` and `visible-to-user`, which few dumpers print, and what only the element reader tells are last. */
function attributesOf(element: Element): NamedValue[] {
  const { left, top, right, bottom } = element.bounds;
  return [
    ['text', element.text],
    ['resource-id', element.resourceId],
    ['class', element.className],
    ['package', element.packageName],
    ['content-desc', element.description],
    ['checkable', `${element.checkable}`],
    ['checked', `${element.checked}`],
    ['clickable', `${element.clickable}`],
    ['enabled', `${element.enabled}`],
    ['focusable', `${element.focusable}`],
    ['focused', `${element.focused}`],
    ['scrollable', `${element.scrollable}`],
    ['long-clickable', `${element.longClickable}`],
    ['password', `${element.password}`],
    ['selected', `${element.selected}`],
    ['bounds', `[${left},${top}][${right},${bottom}]`],
    ['hint', element.hint],
    ['visible-to-user', `${element.visibleToUser}`],
    ...toldByReader(element).filter(([, value]) => value !== ''),
  ];
}

function toldByReader({ stateDescription, error, heading, position }: Element): NamedValue[] {
  return [
    ['state-description', stateDescription],
    ['error', error],
    ['heading', heading ? 'true' : ''],
    ['position', position],
  ];
}

function derivedOf(element: Element, screen: Screen): NamedValue[] {
  const { left, top, right, bottom } = element.bounds;
  return [
    ['path', element.path],
    ['depth', `${element.depth}`],
    ['children', `${element.children.length}`],
    ['size', `${right - left} × ${bottom - top}`],
    ['on screen', `${isOnScreen(element, screen.size)}`],
    ['editable', `${element.editable}`],
    ['shown to agents', `${keptElements(screen.roots).includes(element)}`],
  ];
}
