import { expect, it } from 'vitest';
import { FrameClock, smallerMaxSize, videoSizeOf } from './encoding-session.ts';

function createClock() {
  const display = { displayOn: true, contentKey: 'a' };
  return { display, clock: new FrameClock(display, 60) };
}

it('the first frame is due at once, then one for each change, at most 60 a second', () => {
  const { display, clock } = createClock();
  let frameCount = 0;
  for (let now = 0; now < 1000; now += 2) {
    display.contentKey = `moment ${now}`;
    if (clock.dueInMs(now) > 0) continue;
    clock.recordFrame(now);
    frameCount++;
  }
  expect(frameCount).toBeGreaterThan(57);
  expect(frameCount).toBeLessThanOrEqual(60);
});

it('a late frame does not delay the next one', () => {
  const { display, clock } = createClock();
  clock.recordFrame(0);
  display.contentKey = 'b';
  expect(clock.dueInMs(0)).toBeCloseTo(16.67, 1);
  clock.recordFrame(20);
  display.contentKey = 'c';
  expect(clock.dueInMs(20)).toBeCloseTo(13.33, 1);
});

it('a still picture is repeated ten times at intervals of 100 ms', () => {
  const { display, clock } = createClock();
  clock.recordFrame(0);
  const due: number[] = [];
  for (let now = 0; Number.isFinite(clock.dueInMs(now));) {
    now += clock.dueInMs(now);
    due.push(now);
    expect(clock.changed).toBe(false);
    clock.recordFrame(now);
  }
  expect(due).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  display.contentKey = 'b';
  expect([clock.changed, clock.dueInMs(5000)]).toEqual([true, 0]);
});

it('no frame is due while the display is off, except the black one when it goes off', () => {
  const { display, clock } = createClock();
  display.displayOn = false;
  expect(clock.dueInMs(0)).toBe(Infinity);
  display.displayOn = true;
  expect(clock.dueInMs(0)).toBe(0);
  clock.recordFrame(0);
  Object.assign(display, { displayOn: false, contentKey: 'black' });
  expect(clock.dueInMs(100)).toBe(0);
  clock.recordFrame(100);
  expect(clock.dueInMs(100)).toBe(Infinity);
  display.contentKey = 'black, a minute later';
  expect(clock.dueInMs(60_000)).toBe(Infinity);
});

it.each([
  [1080, 2400, 0, '1080x2400'],
  [1080, 2400, 1600, '720x1600'],
  [2400, 1080, 1600, '1600x720'],
  [1080, 1920, 1600, '904x1600'],
  [1440, 3120, 1600, '736x1600'],
  [720, 1600, 1920, '720x1600'],
  [1081, 2403, 0, '1080x2400'],
  [1000, 1000, 0, '1000x1000'],
  [1004, 1004, 0, '1000x1000'],
])('%i x %i, limited to %i: %s', (width, height, maxSize, expected) => {
  const size = videoSizeOf({ width, height }, maxSize);
  expect(`${size.width}x${size.height}`).toBe(expected);
});

it('smaller sizes are tried until there is none', () => {
  const tried: number[] = [];
  for (let next = smallerMaxSize({ width: 1080, height: 2400 }); next !== undefined;) {
    tried.push(next);
    next = smallerMaxSize({ width: 360, height: next });
  }
  expect(tried).toEqual([1920, 1600, 1280, 1024, 800]);
});
