import { MediaQuery } from 'svelte/reactivity';

/** Whether the phone and the panels stand one below the other; the same as in CSS. */
export const isStacked = new MediaQuery('(width < 40rem), (width <= 56rem) and (height > 34rem)');

/** Whether the page is low, as at 200 % zoom, and keeps its room for the content; the same as in CSS. */
export const isLow = new MediaQuery('(height <= 34rem)');

/** The CSS pixels of one rem now: the root's font grows on large screens. */
export function remInPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
