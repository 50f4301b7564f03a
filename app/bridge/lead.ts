import type { Tab } from './tab.ts';

/**
 * Which tab answers the agents that chose no phone: the first to come, until the person chooses
 * another. A new tab never takes the lead by itself. While the leading one reloads, its place is kept.
 */
export class Lead {
  #leading: Tab | null = null;
  #chosen: Tab | null = null;

  /** The leading tab, which may be gone for a moment; null where no console is open. */
  get tab(): Tab | null {
    return this.#leading;
  }

  /** Hears that the person chose it. */
  choose(tab: Tab): void {
    this.#chosen = tab;
    this.#leading = tab;
  }

  /** Hears that a tab has come, or come back. */
  joined(tab: Tab): void {
    if (this.#leading === null || this.#chosen === tab) this.#leading = tab;
  }

  /** Hears that a tab did not come back in time; `oldest` is the first of those that are open. */
  gone(tab: Tab, oldest: Tab | null): void {
    if (this.#leading === tab) this.#leading = oldest;
  }
}
