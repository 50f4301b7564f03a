import { describe, expect, it } from 'vitest';
import { PacketLateness } from './packet-lateness.ts';

/** The worst lateness, in ms, of packets drawn and received at these times. */
function worstOf(packets: readonly (readonly [drawnAtMs: number, cameAtMs: number])[]): number {
  const lateness = new PacketLateness();
  for (const [drawnAtMs, cameAtMs] of packets) lateness.recordPacket(drawnAtMs, cameAtMs);
  return Math.round(lateness.worstMs(packets.at(-1)?.[1] ?? 0));
}

it('compares with the fastest packet, whatever the difference of the clocks', () => {
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

it('remembers the latest packet for a while, also when no more come', () => {
  const late = [
    [0, 50],
    [16, 466],
  ] as const;
  expect(worstOf([...late, [100, 150], [9_000, 9_050]])).toBeGreaterThan(390);
  expect(worstOf([...late, [11_000, 11_050]])).toBeLessThan(5);
  const lateness = new PacketLateness();
  for (const [drawnAtMs, cameAtMs] of late) lateness.recordPacket(drawnAtMs, cameAtMs);
  expect(lateness.worstMs(600_000)).toBeGreaterThan(390);
});

it('does not mistake clock drift for lateness', () => {
  const hour = Array.from({ length: 3_600 }, (_, s) => [s * 1_000, s * 1_000.1 + 50] as const);
  expect(worstOf(hour)).toBe(0);
});

describe('the delay of the fastest packet', () => {
  /** Packets that need 700 ms each, from a phone whose clock is 500 s ahead of ours. */
  function withDelayOf700Ms(): PacketLateness {
    const lateness = new PacketLateness();
    for (const at of [0, 16, 32]) lateness.recordPacket(500_000 + at, at + 700);
    return lateness;
  }

  it('is unknown before the clock was read, and after an answer that took too long', () => {
    const lateness = withDelayOf700Ms();
    expect(lateness.constantDelayMs).toBe(0);
    lateness.recordClockReading({ phoneMs: 501_000, requestedAtMs: 500, answeredAtMs: 1_400 });
    expect(lateness.constantDelayMs).toBe(0);
  });

  it('follows from the clock, and is never underestimated', () => {
    const lateness = withDelayOf700Ms();
    lateness.recordClockReading({ phoneMs: 501_000, requestedAtMs: 950, answeredAtMs: 1_040 });
    expect(lateness.constantDelayMs).toBe(750);
    // A faster packet shows that the connection can do better.
    lateness.recordPacket(502_000, 2_100);
    expect(lateness.constantDelayMs).toBe(150);
    expect(lateness.worstMs(2_100)).toBe(0);
  });

  it.each([-3_600_000, 3_600_000])('is unknown when the clock is off by %i ms', (by) => {
    const lateness = withDelayOf700Ms();
    lateness.recordClockReading({ phoneMs: 501_000 + by, requestedAtMs: 950, answeredAtMs: 1_040 });
    expect(lateness.constantDelayMs).toBe(0);
  });
});
