/**
 * Keeps the focus near where the user works when the focused element disappears: the browser would
 * leave it on the body, and a screen reader with it. Components that know a better place move the
 * focus themselves.
 */

/** How long a focused control may be disabled, while its action runs, before the focus moves. */
const disabledGraceMs = 400;
/** How often to look whether the focused element is visible, which takes the browser a layout. */
const visibilityIntervalMs = 100;
/** Elements that have, or can have, an accessible name. */
const regionSelector =
  'section, article, form, fieldset, nav, details, dialog, [role]:not([role=presentation]), [aria-label], main';

let isMoving = false;

/** Whether the user moved the focus here by keyboard; false where it only takes the place of a vanished element. */
export function isKeyboardFocus({ target }: FocusEvent): boolean {
  return !isMoving && target instanceof Element && target.matches(':focus-visible');
}

/** Starts watching, for the life of the page. */
export function keepFocus(): void {
  const keeper = new FocusKeeper();
  document.addEventListener('focusin', ({ target }) => keeper.onFocusIn(target));
  document.addEventListener('focusout', ({ target }) => keeper.onFocusOut(target));
  new MutationObserver(() => keeper.onMutation()).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
}

type FocusableElement = HTMLElement | SVGElement;

class FocusKeeper {
  #focused: FocusableElement | null = null;
  /** Its ancestors, the innermost first; recorded now, since a removed element has none. */
  #ancestors: readonly Element[] = [];
  #wasUnfocusable = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCheckDue = false;

  onFocusIn(target: EventTarget | null): void {
    this.#focused = isFocusable(target) ? target : null;
    this.#ancestors = [...ancestorsOf(this.#focused)];
    this.#wasUnfocusable = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The user clicked outside while the element could have kept the focus. */
  onFocusOut(target: EventTarget | null): void {
    queueMicrotask(() => {
      if (target === this.#focused && isFocusLost() && this.#focused && canHaveFocus(this.#focused))
        this.#focused = null;
    });
  }

  onMutation(): void {
    const focused = this.#focused;
    if (focused === null) return;
    if (this.#wasUnfocusable || !focused.isConnected || focused.matches(':disabled'))
      this.#checkFocused();
    else if (!this.#isCheckDue) {
      this.#isCheckDue = true;
      setTimeout(() => {
        this.#isCheckDue = false;
        this.#checkFocused();
      }, visibilityIntervalMs);
    }
  }

  #checkFocused(): void {
    const focused = this.#focused;
    if (focused === null) return;
    if (canHaveFocus(focused)) {
      // Enabled again, and the focus has gone nowhere else. It is also lost while it moves between
      // two elements.
      if (this.#wasUnfocusable && isFocusLost()) focused.focus({ preventScroll: true });
      this.#wasUnfocusable = false;
      return;
    }
    this.#wasUnfocusable = true;
    // The browser itself drops the focus only when it renders.
    this.#timer ??= setTimeout(
      () => this.#moveFocus(focused),
      focused.isConnected ? disabledGraceMs : 0,
    );
  }

  #moveFocus(focused: FocusableElement): void {
    this.#timer = undefined;
    if (this.#focused !== focused || !isFocusLost() || canHaveFocus(focused)) return;
    const region = this.#ancestors.find(
      (element) => isVisible(element) && element.matches(regionSelector),
    );
    const target =
      region === undefined || region.matches('main')
        ? findLanding(document, 'page')
        : (findLanding(region, 'part') ?? region);
    if (!isFocusable(target)) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    isMoving = true;
    target.focus({ preventScroll: true });
    isMoving = false;
  }
}

/** The element marked with data-landing, on this page or in this part of it. */
function findLanding(root: ParentNode, scope: 'page' | 'part'): Element | null {
  return [...root.querySelectorAll(`[data-landing=${scope}]`)].findLast(isVisible) ?? null;
}

function isFocusable(target: unknown): target is FocusableElement {
  return target instanceof HTMLElement || target instanceof SVGElement;
}

function* ancestorsOf(element: FocusableElement | null): Iterable<Element> {
  for (let ancestor = element?.parentElement; ancestor; ancestor = ancestor.parentElement)
    yield ancestor;
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(element: FocusableElement): boolean {
  return isVisible(element) && !element.matches(':disabled');
}

function isVisible(element: Element): boolean {
  return element.isConnected && element.checkVisibility();
}
