/**
 * The window that shows this element. A small window's timers run on time while the page that opened it
 * is hidden, when the page's own are throttled to as little as one a minute.
 */
export function windowOf({ ownerDocument }: Element): Window & typeof globalThis {
  return ownerDocument.defaultView ?? window;
}
