import { tick } from 'svelte';
import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ScreenView } from '#core/link/messages.ts';
import { LatestRequest } from '../../ui/latest-request.ts';
import { textsIn } from '../../ui/json.ts';
import { recallJson, remember } from '../../ui/storage.ts';
import { applyFilter, type FilterResult, type SelectorAnswer } from './filter.ts';

/** Number of selectors in the history. */
const maxSelectors = 12;
/** Longer selectors are not stored, because they would not be readable in a list. */
const maxSelectorLength = 200;

/** The last selectors that matched something, the newest first; kept in this browser. */
class SelectorHistory {
  list = $state.raw<readonly string[]>(loadSelectors());

  /** Adds a selector as the newest. */
  add(selector: string): void {
    const text = selector.trim();
    if (text === '' || text.length > maxSelectorLength || text === this.list[0]) return;
    this.#set([text, ...this.list.filter((other) => other !== text)].slice(0, maxSelectors));
  }

  /**
   * The selector before this one, or the newest for a text that is not in the list; null if there
   * is none.
   */
  previousOf(text: string): string | null {
    return this.list[this.list.indexOf(text.trim()) + 1] ?? null;
  }

  clear(): void {
    this.#set([]);
  }

  #set(list: readonly string[]): void {
    this.list = list;
    remember('selectors', list.length === 0 ? null : JSON.stringify(list));
  }
}

/** The stored selectors; empty if the stored value is invalid. */
function loadSelectors(): readonly string[] {
  return textsIn(recallJson('selectors')).slice(0, maxSelectors);
}

/** The search starts this long after the last key press; too short to notice. */
const searchDelayMs = 80;
/** An invalid selector is reported only after this pause in typing. */
const errorDelayMs = 1000;

/** The filter of the element list: its text and its result. */
export class FilterState {
  text = $state('');
  /** Null while the text is empty. Keeps its last value while the text is not a valid selector, unless that has no rows. */
  result = $state.raw<FilterResult | null>(null);
  /** Whether the text is not a valid selector, so that `result` does not belong to it. */
  isUnfinished = $state(false);
  /** Why the text is not a valid selector, after a pause in typing. */
  problem = $state.raw<WireError | null>(null);
  /** The ids of the rows that match; null when nothing is filtered. */
  readonly ids = $derived(this.result?.ids ?? null);
  readonly history = new SelectorHistory();
  /** What is open below the field. */
  openPart = $state<'help' | 'recent' | null>(null);

  readonly #latestRequest: LatestRequest<string, SelectorAnswer>;
  /** The text that `result` is for. */
  #resultText = '';
  #view: ScreenView | null = null;
  /** Resolves when the result belongs to the text, or the text is no valid selector. */
  #updating: Promise<void> = Promise.resolve();
  #errorTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: WorkerLink) {
    this.#latestRequest = new LatestRequest((selector, signal) =>
      link.call('matchSelector', { selector }, signal).catch(toWire),
    );
  }

  /** Sets the text; the result is updated later. */
  setText(text: string): void {
    this.text = text;
    this.#clearProblem();
    this.#updating = this.#update(searchDelayMs);
  }

  /** Resolves when the list shows the result for the text. */
  async updated(): Promise<void> {
    await this.#updating;
    await tick();
  }

  /** Call when the user has finished typing: adds a selector that matched something to the history. */
  addToHistory(): void {
    const isAnswered = this.#resultText === this.text && this.problem === null;
    const { readAs, matches } = this.result ?? {};
    if (isAnswered && readAs === 'selector' && (matches ?? 0) > 0) this.history.add(this.text);
  }

  /** Sets the screen to filter; null if there is none. */
  setView(view: ScreenView | null): void {
    this.#view = view;
    this.#updating = this.#update(0);
  }

  async #update(delayMs: number): Promise<void> {
    const { text } = this;
    const view = this.#view;
    if (text.trim() === '' || view === null || view.rows.length === 0) {
      this.#latestRequest.cancel();
      this.result = null;
      this.isUnfinished = false;
      this.#clearProblem();
      return;
    }
    const answer = await this.#latestRequest.send(text, delayMs);
    // The answer may be for a newer screen, which will be filtered when it arrives here.
    if (answer === null) return;
    if ('ids' in answer && answer.takenAtEpochMs !== view.takenAtEpochMs) return;
    const outcome = applyFilter(text, view, answer);
    this.isUnfinished = !('rows' in outcome);
    if ('rows' in outcome) {
      this.result = outcome;
      this.#resultText = text;
      this.#clearProblem();
    } else {
      // An empty result for an earlier text says nothing about this text.
      if (this.result?.rows.length === 0) this.result = null;
      // The delay counts from the last key press; readings of the screen do not restart it.
      this.#errorTimer ??= setTimeout(() => (this.problem = outcome), errorDelayMs);
    }
  }

  #clearProblem(): void {
    clearTimeout(this.#errorTimer);
    this.#errorTimer = undefined;
    this.problem = null;
  }
}
