import { HandsetError, fromWire } from '../core/errors.ts';
import type { ElementFacts, PinnedDiff, PinnedScreen } from '../core/link/inspection.ts';
import type { ScreenView, SelectorMatches, SuggestedSelector } from '../core/link/messages.ts';
import { type Screen, walk } from '../core/screen/screen.ts';
import { matchSelector } from '../core/selector/match.ts';
import { nearestMisses } from '../core/selector/nearest.ts';
import { parseSelector } from '../core/selector/parse.ts';
import { suggestSelectors } from '../core/selector/suggest.ts';
import type { SeenScreen } from './screen-view.ts';

/** The screen that the console shows, kept so that it can be searched. */
export class LastScreen {
  #seen: SeenScreen | null = null;

  /** From now on this one is searched. Returns what the page is to be given of it. */
  keep(seen: SeenScreen): ScreenView {
    this.#seen = seen;
    return seen.view;
  }

  /** After this there is nothing to search: the phone was let go. */
  forget(): void {
    this.#seen = null;
  }

  /**
   * What the selector matches. Throws `invalid-argument` with the column for a text that is no
   * selector, `element-not-found` where no screen was read, and the view's own problem where its
   * elements could not be.
   */
  match(text: string): SelectorMatches {
    const selector = parseSelector(text);
    const { view, screen } = this.#searchable();
    const ids = matchSelector(selector, screen).map(({ id }) => id);
    const misses = ids.length > 0 ? [] : nearestMisses(selector, screen);
    return {
      takenAtEpochMs: view.takenAtEpochMs,
      ids,
      nearest: misses.map((miss) => miss.selector),
    };
  }

  /**
   * Selectors that match the element alone, the best first. Throws `element-not-found` when the
   * element is gone, and where `match` finds nothing to search.
   */
  suggest(id: string): readonly SuggestedSelector[] {
    const { screen } = this.#searchable();
    for (const element of walk(screen.roots)) {
      if (element.id !== id) continue;
      const suggestions = suggestSelectors(element, screen);
      return suggestions.map(({ selector, reason }) => ({ selector, reason }));
    }
    throw new HandsetError('element-not-found', `${id} is no longer on the screen.`, {
      hint: 'Point at an element that is.',
    });
  }

  /** Everything known of one element; rejects as `suggest` does. */
  describe(_id: string): ElementFacts {
    throw new HandsetError('unsupported', 'Not built yet.');
  }

  /** Keeps this screen to compare others with; rejects as `match` does. */
  pin(): PinnedScreen {
    throw new HandsetError('unsupported', 'Not built yet.');
  }

  unpin(): void {}

  /** Compares this screen with the pinned one; rejects as `match` does, and where none is pinned. */
  diffPinned(): PinnedDiff {
    throw new HandsetError('unsupported', 'Not built yet.');
  }

  #searchable(): { readonly view: ScreenView; readonly screen: Screen } {
    if (this.#seen === null) {
      throw new HandsetError('element-not-found', 'No screen has been read yet.', {
        hint: 'Read the screen first.',
      });
    }
    const { view, screen } = this.#seen;
    if (screen !== null) return { view, screen };
    if (view.problem !== null) throw fromWire(view.problem);
    throw new HandsetError('internal', 'A screen without elements gave no reason.');
  }
}
