import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lumaOf } from '../paint/luma.ts';
import { ChangeTracker, LivePicture, MotionWatch } from './live-picture.ts';

const size = { width: 720, height: 1600 };
type Paint = (x: number, y: number) => number;

/** The luma plane of a painted picture; its stride exceeds its width, as with decoders. */
function painted(paint: Paint, { width, height } = size) {
  const offset = 64;
  const stride = width + 32;
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
  it('divides the picture into 48 columns and as many rows of square cells', () => {
    const { columns, cells } = painted((x, y) => (x < 360 ? 10 : y < 800 ? 100 : 200));
    expect([columns, cells.length]).toEqual([48, 48 * 107]);
    expect([cells[0], cells[47], cells.at(-48), cells.at(-1)]).toEqual([10, 100, 10, 200]);
  });
});

describe('LivePicture', () => {
  let created = 0;
  /** The numbers of the pictures that were drawn. */
  let drawn: number[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    created = 0;
    drawn = [];
    // Only the members used here; Node has neither class.
    class NumberedPicture {
      readonly number = ++created;
      close(): void {}
    }
    class RecordingCanvas extends EventTarget {
      getContext = () => ({
        canvas: this,
        drawImage: ({ number }: NumberedPicture) => drawn.push(number),
      });
    }
    vi.stubGlobal('ImageBitmap', NumberedPicture);
    vi.stubGlobal('OffscreenCanvas', RecordingCanvas);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  // Node has no scheduler, like Safari.
  it('draws the first and the last of fast pictures, even if the last is closed at once', () => {
    const picture = new LivePicture();
    void picture.show(new OffscreenCanvas(1, 1), new AbortController().signal);
    for (let count = 0; count < 3; count++) picture.replace(new ImageBitmap());
    expect(drawn).toEqual([1]);
    vi.runAllTimers();
    expect(drawn).toEqual([1, 3]);
    picture.replace(new ImageBitmap());
    picture.clear();
    vi.runAllTimers();
    expect(drawn).toEqual([1, 3, 4]);
  });
});

describe('MotionWatch', () => {
  let open = 0;
  class PlainBitmap {
    readonly width = 1;
  }
  class CountedFrame {
    // It can't be read, so it counts as a change.
    readonly format = null;
    constructor() {
      open++;
    }
    clone(): CountedFrame {
      return new CountedFrame();
    }
    close(): void {
      open--;
    }
  }
  beforeEach(() => {
    open = 0;
    vi.stubGlobal('VideoFrame', CountedFrame);
    vi.stubGlobal('ImageBitmap', PlainBitmap);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('closes frames that it has compared or that a newer one replaced', async () => {
    let changes = 0;
    const watch = new MotionWatch(
      () => undefined,
      () => changes++,
    );
    for (let count = 0; count < 3; count++) {
      const frame = new VideoFrame(new ImageBitmap());
      watch.addPicture(frame);
      frame.close();
    }
    await expect.poll(() => watch.isBehind).toBe(false);
    expect([changes, open]).toEqual([2, 0]);
    watch.end();
  });
});

describe('ChangeTracker', () => {
  const first = painted(page);

  it.each([
    ['a caret of 3 by 40 pixels', withRect(301, 701, 3, 40)],
    ['a box of 16 pixels that is ticked', withRect(650, 1500, 16, 16)],
    ['text that moved by two pixels', (x: number, y: number) => page(x, y + 2)],
  ])('detects %s', (_, paint) => {
    const tracker = new ChangeTracker();
    tracker.compare(first, 0);
    expect(tracker.compare(painted(paint), 500)).toBe(true);
    expect(tracker.changedAtMs).toBe(500);
  });
  it.each([
    ['the same picture', page],
    ['encoder noise', (x: number, y: number) => page(x, y) + (((x * 7 + y * 3) % 9) - 4)],
  ])('ignores %s', (_, paint) => {
    const tracker = new ChangeTracker();
    tracker.compare(first, 0);
    expect(tracker.compare(painted(paint), 500)).toBe(false);
    expect(tracker.changedAtMs).toBe(0);
  });
  it('detects a fade that is too slow to show between two frames', () => {
    const tracker = new ChangeTracker();
    const changes = [0, 2, 4, 6, 8, 10, 12, 14, 16].map((dim) =>
      tracker.compare(
        painted(() => 200 - dim),
        dim,
      ),
    );
    expect(changes.filter(Boolean)).toHaveLength(3);
  });
  it('tells another app from a caret or a clock, and adds up small changes', () => {
    const tracker = new ChangeTracker();
    tracker.compare(first, 0);
    tracker.compare(painted(withRect(301, 701, 3, 40)), 100);
    tracker.compare(painted(withRect(20, 20, 120, 40)), 200);
    expect([tracker.changedAtMs, tracker.largeChangeAtMs]).toEqual([200, 0]);
    tracker.compare(painted(withRect(0, 600, 720, 400)), 300);
    expect(tracker.largeChangeAtMs).toBe(300);
    const heights = [440, 480, 520];
    const isLarge = heights.map((height, i) => {
      tracker.compare(painted(withRect(0, 600, 720, height)), 400 + i);
      return tracker.largeChangeAtMs === 400 + i;
    });
    expect(isLarge).toEqual([false, true, false]);
  });
  it('detects that the picture has another shape', () => {
    const tracker = new ChangeTracker();
    tracker.compare(first, 0);
    expect(tracker.compare(painted(page, { width: 1600, height: 720 }), 10)).toBe(true);
  });
  it('measures the longest pause within a motion, not between two motions', () => {
    const tracker = new ChangeTracker();
    [0, 16, 96, 112].forEach((atMs, i) =>
      tracker.compare(
        painted(() => 20 * i),
        atMs,
      ),
    );
    expect(tracker.longestGapMs).toBe(80);
    tracker.compare(first, 2_000);
    expect(tracker.longestGapMs).toBe(0);
  });
  it('treats an unreadable picture, and the first one after a restart, as a change', () => {
    const tracker = new ChangeTracker();
    tracker.compare(first, 0);
    expect([
      tracker.compare(null, 100),
      tracker.compare(first, 200),
      tracker.compare(first, 300),
    ]).toEqual([true, true, false]);
    tracker.reset();
    expect([tracker.compare(first, 400), tracker.changedAtMs]).toEqual([true, 400]);
  });
});
