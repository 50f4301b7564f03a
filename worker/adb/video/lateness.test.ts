import { expect, it } from 'vitest';
import { Lateness } from './lateness.ts';

/** How late packets are that were drawn and came at these times. */
function worstOf(packets: readonly (readonly [drawnAtMs: number, cameAtMs: number])[]): number {
  const lateness = new Lateness();
  for (const [drawnAtMs, cameAtMs] of packets) lateness.take(drawnAtMs, cameAtMs);
  return Math.round(lateness.worstMs(packets.at(-1)?.[1] ?? 0));
}

it('compares with the fastest packet, whatever the two clocks say', () => {
  expect(worstOf([[500_000, 60]])).toBe(0);
  expect(
    worstOf([
      [500_000, 60],
      [500_016, 376],
    ]),
  ).toBe(300);
  expect(
    worstOf([
      [500_000, 360],
      [500_016, 76],
    ]),
  ).toBe(0);
});

it('remembers the latest one for a while, also when no more come', () => {
  const late = [
    [0, 50],
    [16, 466],
  ] as const;
  expect(worstOf([...late, [100, 150], [9_000, 9_050]])).toBeGreaterThan(390);
  expect(worstOf([...late, [11_000, 11_050]])).toBeLessThan(5);
  const lateness = new Lateness();
  for (const [drawnAtMs, cameAtMs] of late) lateness.take(drawnAtMs, cameAtMs);
  expect(lateness.worstMs(600_000)).toBeGreaterThan(390);
});

it('takes no drift of the clocks for lateness', () => {
  const hour = Array.from({ length: 3_600 }, (_, s) => [s * 1_000, s * 1_000.1 + 50] as const);
  expect(worstOf(hour)).toBe(0);
});
