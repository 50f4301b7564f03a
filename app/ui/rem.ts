/** The CSS pixels of one rem now: the root's font grows on large screens. */
export function remInPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
