import { expect, it } from 'vitest';
import { FrameClock } from './frame-clock.ts';

function open() {
  const display = { awake: true, moment: 'a' };
  return { display, clock: new FrameClock(display, 60) };
}

it('the first frame comes at once, then each change, at most 60 a second', () => {
  const { display, clock } = open();
  let taken = 0;
  for (let now = 0; now < 1000; now += 2) {
    display.moment = `moment ${now}`;
    if (clock.dueInMs(now) > 0) continue;
    clock.taken(now);
    taken++;
  }
  expect(taken).toBeGreaterThan(57);
  expect(taken).toBeLessThanOrEqual(60);
});

it('a change that came late to its turn does not cost the next one its own', () => {
  const { display, clock } = open();
  clock.taken(0);
  display.moment = 'b';
  expect(clock.dueInMs(0)).toBeCloseTo(16.67, 1);
  clock.taken(20);
  display.moment = 'c';
  expect(clock.dueInMs(20)).toBeCloseTo(13.33, 1);
});

it('a still picture is sent ten times more, a tenth of a second apart, and then no more', () => {
  const { display, clock } = open();
  clock.taken(0);
  const due: number[] = [];
  for (let now = 0; Number.isFinite(clock.dueInMs(now));) {
    now += clock.dueInMs(now);
    due.push(now);
    expect(clock.changed).toBe(false);
    clock.taken(now);
  }
  expect(due).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  display.moment = 'b';
  expect([clock.changed, clock.dueInMs(5000)]).toEqual([true, 0]);
});

it('a display that is off gives nothing', () => {
  const { display, clock } = open();
  display.awake = false;
  expect(clock.dueInMs(0)).toBe(Infinity);
  display.awake = true;
  expect(clock.dueInMs(0)).toBe(0);
});
