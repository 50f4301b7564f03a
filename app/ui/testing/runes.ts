import { vi } from 'vitest';

/** Makes Svelte's runes plain values, where a test needs the state of a class and nothing that follows it. Ended by `vi.unstubAllGlobals`. */
export function stubRunes(): void {
  const rune = (value: unknown): unknown => value;
  vi.stubGlobal('$state', Object.assign(rune, { raw: rune }));
  vi.stubGlobal('$derived', rune);
}
