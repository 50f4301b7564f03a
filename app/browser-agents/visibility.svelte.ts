import type { Attachment } from 'svelte/attachments';
import { windowOf } from '../ui/window-of.ts';

/** The member that Intersection Observer v2 adds (Chromium only). */
interface TrackedVisibility {
  readonly isVisible?: boolean;
}

/** The shortest delay that Chromium accepts with `trackVisibility`. */
const trackingDelayMs = 100;
/** Long enough for a click that was aimed at what was there before to have landed. */
const settleMs = 700;

/**
 * Whether the user can see an element, as a guard against clickjacking: a page that frames this
 * one can cover it, make it transparent, or move it under the pointer. Only the browser knows.
 */
export class Visibility {
  /** Whether nothing covers the element. Always true on a page that no other site frames. */
  isUncovered = $state(!isFramed());
  /** Whether it has been uncovered for `settleMs`, so that a click is meant for it. */
  isSettled = $state(false);
  #settleTimer: number | undefined;
  readonly #kind: 'question' | 'picture';

  /**
   * A `picture` may be partly scrolled out of view. On a page that no other site frames it is safe
   * to click at once, since it does not appear unexpectedly.
   */
  constructor(kind: 'question' | 'picture' = 'question') {
    this.#kind = kind;
  }

  readonly watch: Attachment = (element) => {
    const view = windowOf(element);
    this.isSettled = this.#kind === 'picture' && !isFramed();
    const onIntersection = (
      entries: readonly (IntersectionObserverEntry & TrackedVisibility)[],
    ): void => {
      const last = entries.at(-1);
      this.#setUncovered(last?.isIntersecting === true && last.isVisible !== false, view);
    };
    const threshold = this.#kind === 'question' ? 1 : 0;
    const options = { threshold, trackVisibility: true, delay: trackingDelayMs };
    const observer = isFramed() ? new IntersectionObserver(onIntersection, options) : null;
    if (observer === null) this.#setUncovered(true, view);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      view.clearTimeout(this.#settleTimer);
    };
  };

  #setUncovered(isUncovered: boolean, view: Window): void {
    view.clearTimeout(this.#settleTimer);
    this.isUncovered = isUncovered;
    if (isUncovered) this.#settleTimer = view.setTimeout(() => (this.isSettled = true), settleMs);
    else this.isSettled = false;
  }
}

/** Whether a page of another origin is among the ancestors of this one; our own pages are trusted. */
function isFramed(): boolean {
  // Firefox lacks ancestorOrigins, whatever the type says.
  const { ancestorOrigins } = location as Partial<Location>;
  if (ancestorOrigins === undefined) return window.parent !== window;
  return Array.from(ancestorOrigins).some((origin) => origin !== location.origin);
}
