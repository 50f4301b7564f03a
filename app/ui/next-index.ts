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
