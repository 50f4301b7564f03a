/**
 * Keeps the keyboard near where the person works when what it was on goes away: the browser would
 * leave it nowhere, and a screen reader with it. Parts that know a better place move it themselves.
 */

/** A control may be disabled for as long as what it began takes. */
const disabledMs = 400;
/** What a screen reader has a name for, or can be told as one. */
const places = 'section, article, form, fieldset, nav, details, dialog, [role], [aria-label], main';

/** Watches the page for as long as it is there. */
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
  /** What is around it, from the inside out: afterwards it can't be asked any more. */
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

  /** Left for nothing while it could be kept: the person pressed beside it. */
  left(target: EventTarget | null): void {
    queueMicrotask(() => {
      if (target === this.#held && isLost() && this.#held && canHold(this.#held)) this.#held = null;
    });
  }

  look(): void {
    const held = this.#held;
    if (held === null) return;
    if (canHold(held)) {
      // Enabled again, and nobody has gone elsewhere. Between two elements it is nowhere, too.
      if (this.#wasGone && isLost()) held.focus({ preventScroll: true });
      this.#wasGone = false;
      return;
    }
    this.#wasGone = true;
    // The browser itself lets go of it only when it draws the page.
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

/** What is marked as where one begins, on this page or in this part of it. */
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
