import type { Attachment } from 'svelte/attachments';

/** What Chromium's visibility tracking adds (Intersection Observer v2); absent elsewhere. */
interface Tracked {
  readonly isVisible?: boolean;
}

/** The shortest delay that Chromium takes for visibility tracking. */
const delayMs = 100;
/** A click that was on its way to something else has landed by then. */
const noticeMs = 700;

/**
 * Whether an element lies open to the person's eyes. A page that frames this one can lay things
 * over it, make it transparent, or bring it up under a finger; only the browser knows.
 */
export class Sight {
  /** Nothing lies over it. Always so on a page that no other site frames. */
  isClear = $state(!isFramed());
  /** It has been clear for a moment. */
  isNoticed = $state(false);
  #noticing: ReturnType<typeof setTimeout> | undefined;
  readonly #what: 'question' | 'picture';

  /**
   * A `picture` may be scrolled halfway out of view; and where no other site frames the page it is
   * noticed at once, since it does not come up while the person does something else.
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

/** Whether a page of another origin is anywhere around this one; our own play no tricks. */
function isFramed(): boolean {
  // Firefox does not say whose the frame is, whatever the type says.
  const { ancestorOrigins } = location as Partial<Location>;
  if (ancestorOrigins === undefined) return window.parent !== window;
  return Array.from(ancestorOrigins).some((origin) => origin !== location.origin);
}
