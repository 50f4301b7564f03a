import { describe, expect, it } from 'vitest';
import type { LiveFrame } from '#core/phone/phone.ts';
import { parseHierarchy } from '#core/screen/parse.ts';
import {
  ElementChanges,
  Freshness,
  type LiveMoment,
  maxWaitMs,
  msUntilFrameIsCurrent,
  settleMs,
  type WatchedPicture,
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

describe('the live picture', () => {
  const size = { width: 720, height: 1600 };
  const neverAborts = new AbortController().signal;
  const focus = { packageName: 'a', activity: '.A' };

  /** A phone whose video has been still for long, and what may be wrong with it. */
  function watched(wrong: Partial<WatchedPicture> = {}, awake: boolean | null = true) {
    const closed: string[] = [];
    const frame: LiveFrame = {
      size,
      unchangedSinceMs: 0,
      image: { close: () => closed.push('frame') },
    };
    const freshness = new Freshness(() => Promise.resolve(awake));
    freshness.watch({
      isVideo: true,
      video: { undecodedSinceMs: null, lateMs: 0, alwaysLateMs: 0 },
      frameSize: size,
      isDisplayOn: true,
      hasScreenShape: true,
      stillness: { changedAtMs: -10_000, longestGapMs: 0 },
      isBehind: false,
      screenshotAtMs: -Infinity,
      copyFrame: () => frame,
      ...wrong,
    });
    const sinceMs = performance.now() - 1_000;
    return { freshness, closed, frame, read: () => freshness.liveFrame(neverAborts, { sinceMs }) };
  }

  /** Keeps a reading of one element with this text. */
  function keepReading(freshness: Freshness, text: string): void {
    const xml = `<hierarchy rotation="0"><node text="${text}"/></hierarchy>`;
    const hierarchy = parseHierarchy(new TextEncoder().encode(xml));
    const display = { naturalSize: size, density: 420 };
    freshness.keepScreen(
      { hierarchy, display, focusBefore: focus, focusAfter: focus, settled: true },
      performance.now(),
    );
  }

  it('stands for a screenshot while nothing speaks against it', async () => {
    const { freshness, frame, read } = watched();
    expect(await read()).toBe(frame);
    expect([freshness.isCurrent(-Infinity), freshness.isRecent]).toEqual([true, true]);
  });

  it.each<[string, Partial<WatchedPicture>]>([
    ['is made of screenshots', { isVideo: false, frameSize: null }],
    ['has another shape than the screen', { hasScreenShape: false }],
    [
      'is behind, as its decoder is stuck',
      { video: { undecodedSinceMs: -10_000, lateMs: 0, alwaysLateMs: 0 } },
    ],
    ['is always too late', { video: { undecodedSinceMs: null, lateMs: 0, alwaysLateMs: 5_000 } }],
  ])('does not if it %s', async (_, wrong) => {
    const { freshness, read } = watched(wrong);
    expect(await read()).toBeNull();
    expect([freshness.isCurrent(performance.now()), freshness.isRecent]).toEqual([false, false]);
  });

  it('does not while the display is off, or may be; its frame is closed then', async () => {
    for (const awake of [false, null]) {
      const { closed, read } = watched({}, awake);
      expect(await read()).toBeNull();
      expect(closed).toEqual(['frame']);
    }
  });

  it('does not once other elements were read than before, without a change of the picture', async () => {
    const { freshness, frame, read } = watched();
    keepReading(freshness, 'one');
    keepReading(freshness, 'one');
    expect(await read()).toBe(frame);
    keepReading(freshness, 'two');
    expect(await read()).toBeNull();
    expect(freshness.isRecent).toBe(false);
  });

  it('lets a reading of the elements stand for a new one until it changes, or somebody acts', () => {
    const stillness = { changedAtMs: -10_000, longestGapMs: 0 };
    const { freshness } = watched({ stillness });
    keepReading(freshness, 'one');
    expect(freshness.screen?.hierarchy.roots[0]?.text).toBe('one');
    stillness.changedAtMs = performance.now();
    expect(freshness.screen).toBeNull();
    stillness.changedAtMs = -10_000;
    freshness.acted();
    expect(freshness.screen).toBeNull();
  });
});
