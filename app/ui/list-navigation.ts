/**
 * Scrolls this box, never the page, until its row is visible; a sticky header covers the first
 * `headerPx` of the box.
 */
export function scrollIntoBox(row: HTMLElement | null, box: HTMLElement, headerPx = 0): void {
  if (row === null) return;
  const above = row.offsetTop - box.scrollTop - headerPx;
  const below = row.offsetTop + row.offsetHeight - box.scrollTop - box.clientHeight;
  if (above < 0 || below > 0) box.scrollTop += above < 0 ? above : below;
}

/** The number of rows that PageUp and PageDown move. */
const pageRows = 10;

/** The index that a key moves to in a list; null for other keys. */
export function nextIndex(key: string, index: number, length: number): number | null {
  const target = {
    ArrowUp: index - 1,
    ArrowLeft: index - 1,
    ArrowDown: index + 1,
    ArrowRight: index + 1,
    PageUp: index - pageRows,
    PageDown: index + pageRows,
    Home: 0,
    End: length - 1,
  }[key];
  return target === undefined ? null : Math.max(0, Math.min(length - 1, target));
}
