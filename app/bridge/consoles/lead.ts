import type { Tab } from './tab.ts';

/**
 * Which tab answers the agents that chose no phone: the first to come, until the person chooses
 * another. A new tab never takes the lead by itself, but from one that has never held a phone: there
 * is nothing to take. While the leading one reloads, its place is kept.
 */
export class Lead {
  #leading: Tab | null = null;
  #chosen: Tab | null = null;
  readonly #withPhone = new WeakSet<Tab>();

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

  /** Hears that a tab holds a phone. */
  holdsPhone(tab: Tab): void {
    this.#withPhone.add(tab);
    const leading = this.#leading;
    if (leading === null || leading === this.#chosen || this.#withPhone.has(leading)) return;
    this.#leading = tab;
  }

  /** Hears that a tab did not come back in time; `oldest` is the first of those that are open. */
  gone(tab: Tab, oldest: Tab | null): void {
    if (this.#leading === tab) this.#leading = oldest;
  }
}
