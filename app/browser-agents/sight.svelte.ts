import type { Attachment } from 'svelte/attachments';

/** The member that Intersection Observer v2 adds (Chromium only). */
interface Tracked {
  readonly isVisible?: boolean;
}

/** The shortest delay that Chromium accepts with `trackVisibility`. */
const delayMs = 100;
/** Long enough for a click that was aimed at what was there before to have landed. */
const noticeMs = 700;

/**
 * Whether the person can see an element, as a guard against clickjacking: a page that frames this
 * one can cover it, make it transparent, or move it under the pointer. Only the browser knows.
 */
export class Sight {
  /** Whether nothing covers the element. Always true on a page that no other site frames. */
  isClear = $state(!isFramed());
  /** Whether it has been uncovered for `settleMs`, so that a click is meant for it. */
  isNoticed = $state(false);
  #noticing: ReturnType<typeof setTimeout> | undefined;
  readonly #what: 'question' | 'picture';

  /**
   * A `picture` may be partly scrolled out of view. On a page that no other site frames it is safe
   * to click at once, since it does not appear unexpectedly.
   */
  constructor(what: 'question' | 'picture' = 'question') {
    this.#what = what;
  }

  readonly watch: Attachment = (element) => {
    this.isNoticed = this.#what === 'picture' && !isFramed();
    const look = (entries: readonly (IntersectionObserverEntry & Tracked)[]): void => {
      const last = entries.at(-1);
      this.#see(last?.isIntersecting === true && last.isVisible !== false);
    };
    const threshold = this.#what === 'question' ? 1 : 0;
    const options = { threshold, trackVisibility: true, delay: delayMs };
    const observer = isFramed() ? new IntersectionObserver(look, options) : null;
    if (observer === null) this.#see(true);
    observer?.observe(element);
    return () => {
      observer?.disconnect();
      clearTimeout(this.#noticing);
    };
  };

  #see(isClear: boolean): void {
    clearTimeout(this.#noticing);
    this.isClear = isClear;
    if (isClear) this.#noticing = setTimeout(() => (this.isNoticed = true), noticeMs);
    else this.isNoticed = false;
  }
}

/** Whether a page of another origin is among the ancestors of this one; our own pages are trusted. */
function isFramed(): boolean {
  // Firefox lacks ancestorOrigins, whatever the type says.
  const { ancestorOrigins } = location as Partial<Location>;
  if (ancestorOrigins === undefined) return window.parent !== window;
  return Array.from(ancestorOrigins).some((origin) => origin !== location.origin);
}
