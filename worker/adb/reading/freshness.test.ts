import { describe, expect, it } from 'vitest';
import {
  ElementChanges,
  type LiveMoment,
  maxWaitMs,
  msUntilFrameIsCurrent,
  settleMs,
} from './freshness.ts';

const moment = (overrides: Partial<LiveMoment>): number | null =>
  msUntilFrameIsCurrent({
    nowMs: 10_000,
    requestedAtMs: 10_000,
    sinceMs: 10_000,
    changedAtMs: 0,
    longestGapMs: 16,
    alwaysLateMs: 0,
    lateMs: 5,
    ...overrides,
  });

describe('msUntilFrameIsCurrent', () => {
  it('counts from the request, however long the picture has been still', () => {
    expect(moment({})).toBe(settleMs);
    expect(moment({ nowMs: 10_000 + settleMs })).toBe(0);
  });
  it('needs no wait for a moment that has long been shown', () => {
    expect(moment({ sinceMs: 8_000 })).toBe(0);
    expect(moment({ sinceMs: 8_000, changedAtMs: 9_900 })).toBe(settleMs - 100);
  });
  it('starts again after each change', () => {
    expect(moment({ nowMs: 10_140, changedAtMs: 10_120 })).toBe(settleMs - 20);
    expect(moment({ nowMs: 10_120 + settleMs, changedAtMs: 10_120 })).toBe(0);
  });
  it('is longer for a phone that draws slowly', () => {
    expect(moment({ longestGapMs: 200 })).toBe(400);
  });
  it('is longer for late packets, and null for packets that are much too late', () => {
    expect(moment({ lateMs: 200 })).toBe(400);
    expect(moment({ lateMs: 400 })).toBeNull();
  });
  it('includes the delay of every packet, and is null when that is always too long', () => {
    expect(moment({ alwaysLateMs: 120 })).toBe(settleMs);
    expect(moment({ alwaysLateMs: 400, lateMs: 50 })).toBe(500);
    expect(moment({ alwaysLateMs: 650 })).toBeNull();
  });
  it('is null for a picture that never stops moving', () => {
    const lastChance = maxWaitMs - settleMs;
    expect(moment({ nowMs: 10_500, changedAtMs: 10_000 + lastChance })).toBe(100);
    expect(moment({ nowMs: 10_500, changedAtMs: 10_001 + lastChance })).toBeNull();
  });
  it('is 0 at the last moment of the wait', () => {
    expect(moment({ nowMs: 10_000 + maxWaitMs, changedAtMs: 10_000 + maxWaitMs - settleMs })).toBe(
      0,
    );
  });
});

describe('ElementChanges', () => {
  it('keeps the last reading of other elements, however often the new ones are read', () => {
    const changes = new ElementChanges();
    changes.record(1, 10);
    changes.record(1, 20);
    expect(changes.lastDifferentAtMs).toBe(-Infinity);
    changes.record(2, 30);
    expect(changes.lastDifferentAtMs).toBe(20);
    changes.record(2, 40);
    expect(changes.lastDifferentAtMs).toBe(20);
  });
});
