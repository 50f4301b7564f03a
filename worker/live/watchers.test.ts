import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DisplayWatch,
  ElementChanges,
  maxWaitMs,
  settleMs,
  ShapeWatch,
  ChangeTracker,
  msUntilFrameIsCurrent,
  type LiveMoment,
} from './watchers.ts';
import type { Size } from '#core/geometry.ts';
import { lumaOf } from '../paint/luma.ts';

const moment = (overrides: Partial<LiveMoment>): number | null =>
  msUntilFrameIsCurrent({
    nowMs: 10_000,
    requestedAtMs: 10_000,
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

const upright = { width: 720, height: 1600 };
const lying = { width: 1600, height: 720 };

describe('ShapeWatch', () => {
  let frame: Size | null = upright;
  let screen: Size = upright;
  let stuckCount = 0;
  let watch: ShapeWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    [frame, screen, stuckCount] = [upright, { width: 1080, height: 2400 }, 0];
    const onStuck = (): unknown => stuckCount++;
    watch = new ShapeWatch({ frameSize: () => frame, screenSize: () => screen, onStuck });
    watch.check();
  });
  afterEach(() => {
    watch.end();
    vi.useRealTimers();
  });

  /** Simulates a reading of the elements on a screen of this size. */
  const readElements = (size: Size): void => {
    screen = size;
    watch.check();
  };
  const turned = { width: 2400, height: 1080 };

  it('accepts a video of the right shape, and a missing one', () => {
    watch.check();
    frame = null;
    readElements(turned);
    expect(watch.isMatching).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });

  it('gives the phone time to restart its video', () => {
    readElements(turned);
    expect(watch.isMatching).toBe(false);
    vi.advanceTimersByTime(1_500);
    frame = lying;
    expect(watch.isMatching).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });

  it.each([
    ['turned', turned],
    ['folded', { width: 2208, height: 1840 }],
    ['set to another size', { width: 720, height: 1280 }],
  ])('reports once that the shape stays wrong after the phone was %s', (_, size) => {
    readElements(size);
    vi.advanceTimersByTime(1_900);
    expect(stuckCount).toBe(0);
    vi.advanceTimersByTime(200);
    expect(stuckCount).toBe(1);
    // A restart did not help; it is not repeated.
    readElements(size);
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(1);
  });

  it('reports nothing after the end', () => {
    readElements(turned);
    watch.end();
    vi.advanceTimersByTime(10_000);
    expect(stuckCount).toBe(0);
  });
});

let watch: DisplayWatch | undefined;
afterEach(() => watch?.end());

/** A phone with a settable display, and the changes that were reported. */
function openDisplay() {
  const phone: { awake: boolean | null; reads: number } = { awake: true, reads: 0 };
  const changes: boolean[] = [];
  const watching = new DisplayWatch({
    readAwake: () => {
      phone.reads++;
      return Promise.resolve(phone.awake);
    },
    onChange: () => changes.push(watching.isOn),
  });
  watch = watching;
  return { phone, changes, watch: watching };
}

it('asks after an input without a frame, and again at the next frame', async () => {
  const { phone, changes, watch } = openDisplay();
  phone.awake = false;
  watch.onInput();
  await expect.poll(() => changes).toEqual([false]);
  phone.awake = true;
  watch.onFrame();
  await expect.poll(() => changes).toEqual([false, true]);
});

it('does not mistake the frame of a dozing phone for a display that is on', async () => {
  const { phone, changes, watch } = openDisplay();
  phone.awake = false;
  watch.onInput();
  await expect.poll(() => changes).toEqual([false]);
  const before = phone.reads;
  watch.onFrame();
  await expect.poll(() => phone.reads).toBeGreaterThan(before);
  expect(watch.isOn).toBe(false);
});

it('assumes that the display of a phone that does not say is on', async () => {
  const { phone, watch } = openDisplay();
  phone.awake = null;
  watch.onInput();
  await expect.poll(() => phone.reads).toBeGreaterThan(0);
  expect(watch.isOn).toBe(true);
});

it('asks without an input too, and no more after its end', async () => {
  const { phone, changes, watch } = openDisplay();
  phone.awake = false;
  await expect.poll(() => changes).toEqual([false]);
  watch.end();
  const before = phone.reads;
  watch.onFrame();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(phone.reads).toBe(before);
});

const size = { width: 720, height: 1600 };
type Paint = (x: number, y: number) => number;

/** The luma of a painted picture, whose rows are longer than its width, as from a decoder. */
function painted(paint: Paint, { width, height } = size) {
  const [offset, stride] = [64, width + 32];
  const bytes = new Uint8Array(offset + stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes[offset + y * stride + x] = paint(x, y);
  }
  return lumaOf({ bytes, offset, stride, size: { width, height } });
}

/** Lines of text on a light background. */
const page: Paint = (x, y) => (y % 90 < 30 && x > 40 && x < 600 && x % 7 < 3 ? 30 : 245);
const withRect =
  (left: number, top: number, width: number, height: number): Paint =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height ? 60 : page(x, y);

describe('lumaOf', () => {
  it('cuts the picture into 48 columns and as many rows as that makes', () => {
    const { columns, cells } = painted((x, y) => (x < 360 ? 10 : y < 800 ? 100 : 200));
    expect([columns, cells.length]).toEqual([48, 48 * 107]);
    expect([cells[0], cells[47], cells.at(-48), cells.at(-1)]).toEqual([10, 100, 10, 200]);
  });
});

describe('Stillness', () => {
  const first = painted(page);

  it.each([
    ['a caret of 3 by 40 pixels', withRect(301, 701, 3, 40)],
    ['a box of 16 pixels that is ticked', withRect(650, 1500, 16, 16)],
    ['text that moved by two pixels', (x: number, y: number) => page(x, y + 2)],
  ])('detects %s', (_, paint) => {
    const stillness = new ChangeTracker();
    stillness.compare(first, 0);
    expect(stillness.compare(painted(paint), 500)).toBe(true);
    expect(stillness.changedAtMs).toBe(500);
  });
  it.each([
    ['the same picture', page],
    [
      'what an encoder adds and takes',
      (x: number, y: number) => page(x, y) + (((x * 7 + y * 3) % 9) - 4),
    ],
  ])('ignores %s', (_, paint) => {
    const stillness = new ChangeTracker();
    stillness.compare(first, 0);
    expect(stillness.compare(painted(paint), 500)).toBe(false);
    expect(stillness.changedAtMs).toBe(0);
  });
  it('detects a fade that is too slow for two successive frames', () => {
    const stillness = new ChangeTracker();
    const changes = [0, 2, 4, 6, 8, 10, 12, 14, 16].map((dim) =>
      stillness.compare(
        painted(() => 200 - dim),
        dim,
      ),
    );
    expect(changes.filter(Boolean)).toHaveLength(3);
  });
  it('detects another shape of the picture', () => {
    const stillness = new ChangeTracker();
    stillness.compare(first, 0);
    expect(stillness.compare(painted(page, { width: 1600, height: 720 }), 10)).toBe(true);
  });
  it('knows the longest pause within a motion, not between two motions', () => {
    const stillness = new ChangeTracker();
    [0, 16, 96, 112].forEach((atMs, i) =>
      stillness.compare(
        painted(() => 20 * i),
        atMs,
      ),
    );
    expect(stillness.longestGapMs).toBe(80);
    stillness.compare(first, 2_000);
    expect(stillness.longestGapMs).toBe(0);
  });
  it('treats an unreadable picture, and the first one after a restart, as a change', () => {
    const stillness = new ChangeTracker();
    stillness.compare(first, 0);
    expect([
      stillness.compare(null, 100),
      stillness.compare(first, 200),
      stillness.compare(first, 300),
    ]).toEqual([true, true, false]);
    stillness.reset();
    expect([stillness.compare(first, 400), stillness.changedAtMs]).toEqual([true, 400]);
  });
});
