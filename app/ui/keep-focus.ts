/**
 * Keeps the focus near where the user works when the focused element disappears: the browser would
 * leave it on the body, and a screen reader with it. Components that know a better place move the
 * focus themselves.
 */

/** How long a focused control may be disabled, while its action runs, before the focus moves. */
const disabledMs = 400;
/** Elements that have, or can have, an accessible name. */
const places = 'section, article, form, fieldset, nav, details, dialog, [role], [aria-label], main';

/** Starts watching, for the life of the page. */
export function keepFocus(): void {
  const keeper = new FocusKeeper();
  document.addEventListener('focusin', ({ target }) => keeper.entered(target));
  document.addEventListener('focusout', ({ target }) => keeper.left(target));
  new MutationObserver(() => keeper.look()).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
}

type Focusable = HTMLElement | SVGElement;

class FocusKeeper {
  #held: Focusable | null = null;
  /** Its ancestors, the innermost first; recorded now, since a removed element has none. */
  #around: readonly Element[] = [];
  #wasGone = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  entered(target: EventTarget | null): void {
    this.#held = isFocusable(target) ? target : null;
    this.#around = [...ancestorsOf(this.#held)];
    this.#wasGone = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The user clicked outside while the element could have kept the focus. */
  left(target: EventTarget | null): void {
    queueMicrotask(() => {
      if (target === this.#held && isLost() && this.#held && canHold(this.#held)) this.#held = null;
    });
  }

  look(): void {
    const held = this.#held;
    if (held === null) return;
    if (canHold(held)) {
      // Enabled again, and the focus has gone nowhere else. It is also lost while it moves between
      // two elements.
      if (this.#wasGone && isLost()) held.focus({ preventScroll: true });
      this.#wasGone = false;
      return;
    }
    this.#wasGone = true;
    // The browser itself drops the focus only when it renders.
    this.#timer ??= setTimeout(() => this.#move(held), held.isConnected ? disabledMs : 0);
  }

  #move(held: Focusable): void {
    this.#timer = undefined;
    if (this.#held !== held || !isLost() || canHold(held)) return;
    const near = this.#around.find((element) => isShown(element) && element.matches(places));
    const place =
      near === undefined || near.matches('main')
        ? landing(document, 'page')
        : (landing(near, 'part') ?? near);
    if (!isFocusable(place)) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}

/** The element marked with data-landing, on this page or in this part of it. */
function landing(around: ParentNode, of: 'page' | 'part'): Element | null {
  return [...around.querySelectorAll(`[data-landing=${of}]`)].findLast(isShown) ?? null;
}

function isFocusable(target: unknown): target is Focusable {
  return target instanceof HTMLElement || target instanceof SVGElement;
}

function* ancestorsOf(element: Focusable | null): Iterable<Element> {
  for (let at = element?.parentElement; at; at = at.parentElement) yield at;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHold(element: Focusable): boolean {
  return isShown(element) && !element.matches(':disabled');
}

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility();
}
