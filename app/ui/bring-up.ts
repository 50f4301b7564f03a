/**
 * Scrolls this box, never the page, until its row is visible; a sticky header covers the first
 * `headPx` of the box.
 */
export function scrollIntoBox(row: HTMLElement | null, box: HTMLElement, headerPx = 0): void {
  if (row === null) return;
  const above = row.offsetTop - box.scrollTop - headerPx;
  const below = row.offsetTop + row.offsetHeight - box.scrollTop - box.clientHeight;
  if (above < 0 || below > 0) box.scrollTop += above < 0 ? above : below;
}
