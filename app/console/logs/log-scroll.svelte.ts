import { untrack } from 'svelte';
import type { LogFilter } from './log-filter.ts';
import type { LogView } from './log-view.svelte.ts';
import { endTop, rowWindow, type Sight, topFor } from './row-window.ts';

/** So near the end counts as at the end, in CSS pixels: browsers round. */
const nearPx = 4;

/** How far the list of lines is scrolled. It stays at the end until somebody scrolls up. */
export class LogScroll {
  /** Of the box, in CSS pixels; 0 while it is hidden. */
  height = $state(0);
  rowHeight = $state(22);
  #atEnd = $state(true);
  /** Where it was scrolled to, and how many lines had been cut off above by then. */
  #top = $state.raw({ top: 0, cutOff: 0 });
  /** Lines that had ever been shown when the end was left. */
  #leftAt = $state(0);
  readonly #view: LogView;
  #filter: LogFilter | null = null;

  constructor(view: LogView) {
    this.#view = view;
  }

  readonly sight = $derived.by((): Sight => {
    const { count, cutOff } = this.#view.shown;
    const list = { height: this.height, rowHeight: this.rowHeight, count };
    const end = endTop(list);
    // Lines that are cut off above must not move those that are looked at.
    const moved = this.#top.top - (cutOff - this.#top.cutOff) * this.rowHeight;
    return { ...list, top: this.#atEnd ? end : Math.max(0, Math.min(moved, end)) };
  });

  readonly rows = $derived(rowWindow(this.sight));

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** Lines that came since the end was left. */
  get fresh(): number {
    return this.#atEnd ? 0 : Math.max(0, this.#everShown() - this.#leftAt);
  }

  /** The box was scrolled there, by a person or by us. */
  scrolled(top: number): void {
    // A box that is hidden has no place.
    if (this.height === 0 || Math.abs(top - this.sight.top) < 1) return;
    this.#go(top);
  }

  /** Shows the newest line, and each that comes. */
  toEnd(): void {
    this.#atEnd = true;
  }

  /** Brings a row into sight. */
  show(row: number): void {
    this.#go(topFor(row, this.sight));
  }

  /** With another filter other lines are shown; what came since is counted anew. False when it is the same. */
  refilter(filter: LogFilter): boolean {
    if (filter === this.#filter) return false;
    this.#filter = filter;
    this.#leftAt = untrack(() => this.#everShown());
    return true;
  }

  #go(top: number): void {
    if (this.#atEnd) this.#leftAt = this.#everShown();
    this.#atEnd = top >= endTop(this.sight) - nearPx;
    this.#top = { top, cutOff: this.#view.shown.cutOff };
  }

  #everShown(): number {
    const { count, cutOff } = this.#view.shown;
    return count + cutOff;
  }
}
