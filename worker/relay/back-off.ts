/** The first wait before trying again. */
const FIRST_WAIT_MS = 250;

/** The longest wait: a person who starts the bridge sees the page come back at once. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Milliseconds to wait before the next try after this many failures in a row (1 or more).
 * Doubles each time; `random` (0 to 1) takes off up to half, so that pages spread out.
 */
export function backOffMs(failures: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return Math.round(wait * (1 - random / 2));
}
