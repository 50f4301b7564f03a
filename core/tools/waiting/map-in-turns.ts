import { pauseOrCancel } from './pause-or-cancel.ts';

/** After so much work others may run: the phone's bytes, the page, a cancel of this very call. */
const atOnceMs = 50;

/**
 * What `work` makes of each item, in order. For work that can take long on a screen that was made
 * to be slow: the worker serves everybody else meanwhile. Rejects with `cancelled`.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  signal: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  let start = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - start < atOnceMs) continue;
    await pauseOrCancel(0, signal);
    start = performance.now();
  }
  return results;
}
