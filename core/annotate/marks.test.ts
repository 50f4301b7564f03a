import { describe, expect, it } from 'vitest';
import { rectOfSize } from '../geometry.ts';
import { boxOnPicture, markMeasures, pictureSize } from './marks.ts';

describe('pictureSize (vectors of the reference)', () => {
  it.each([
    [1080, 2400, 315, 700],
    [2400, 1080, 700, 315],
    [1440, 3200, 315, 700],
    [1080, 2340, 323, 700],
    [1080, 1920, 393, 700],
    [1200, 2000, 420, 700],
    [2560, 1600, 700, 437],
    [480, 640, 480, 640],
    [1, 5000, 1, 700],
  ])('%ix%i -> %ix%i', (width, height, toWidth, toHeight) => {
    expect(pictureSize({ width, height })).toEqual({ width: toWidth, height: toHeight });
  });
});

describe('markMeasures', () => {
  it('scales by the shorter side', () => {
    const upright = { stroke: 2, dash: [6, 3], textSize: 10, padding: 2 };
    expect(markMeasures({ width: 360, height: 800 })).toEqual(upright);
    expect(markMeasures({ width: 800, height: 360 })).toEqual(upright);
    expect(markMeasures({ width: 315, height: 700 }).stroke).toBe(1.75);
  });
});

describe('boxOnPicture', () => {
  const screen = { width: 1000, height: 2000 };
  const picture = { width: 100, height: 200 };
  const rect = (left: number, top: number, right: number, bottom: number): object => ({
    left,
    top,
    right,
    bottom,
  });
  it.each([
    [rect(100, 200, 300, 400), rect(10, 20, 30, 40)],
    [rect(-500, -500, 500, 500), rect(0, 0, 50, 50)],
    [rect(900, 1900, 5000, 5000), rect(90, 190, 100, 200)],
    [rect(1000, 0, 1100, 100), null],
    [rect(300, 300, 300, 400), null],
    [rect(300, 300, 200, 400), null],
  ])('%j -> %j', (bounds, box) => {
    // The table's objects are rectangles; `object` keeps the rows short.
    expect(boxOnPicture(bounds as never, rectOfSize(screen), picture)).toEqual(box);
  });
});
