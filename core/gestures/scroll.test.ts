import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rect, contains, intersect, isEmpty, rectOfSize } from '../geometry.ts';
import { scrollGesture, scrollWithin, type ScrollDirection } from './scroll.ts';
import { swipeGesture } from './build-gesture.ts';

const size = { width: 1080, height: 2400 };

describe('scroll', () => {
  it.each([
    ['down', 'small', 540, 1500, 540, 900],
    ['down', 'medium', 540, 1800, 540, 600],
    ['down', 'large', 540, 2100, 540, 300],
    ['up', 'medium', 540, 600, 540, 1800],
    ['right', 'small', 675, 1200, 405, 1200],
    ['right', 'medium', 810, 1200, 270, 1200],
    ['right', 'large', 945, 1200, 135, 1200],
    ['left', 'large', 135, 1200, 945, 1200],
  ] as const)('%s %s: %i,%i to %i,%i', (direction, amount, x1, y1, x2, y2) => {
    expect(scrollGesture(direction, amount, rectOfSize(size))).toEqual(
      swipeGesture({ x: x1, y: y1 }, { x: x2, y: y2 }, 300),
    );
  });
});

describe('scrollWithin', () => {
  const within = (
    area: Rect,
    direction: ScrollDirection,
    share: number,
    keyboard: Rect | null = null,
  ): number[] => {
    const [stroke] = scrollWithin(area, direction, { share, screen: size, keyboard }).strokes;
    return (stroke ?? []).flatMap(({ x, y, timeMs }) => [x, y, timeMs]);
  };
  it('crosses the middle of the container', () => {
    const area = { left: 200, top: 400, right: 800, bottom: 1400 };
    expect(within(area, 'down', 0.5)).toEqual([500, 1150, 0, 500, 650, 300]);
    expect(within(area, 'up', 0.5)).toEqual([500, 650, 0, 500, 1150, 300]);
    expect(within(area, 'right', 0.5)).toEqual([650, 900, 0, 350, 900, 300]);
    expect(within(area, 'left', 0.5)).toEqual([350, 900, 0, 650, 900, 300]);
  });
  it('avoids the edges of the screen', () => {
    const screen = { left: 0, top: 0, right: 1080, bottom: 2400 };
    expect(within(screen, 'down', 1)).toEqual([540, 2064, 0, 540, 336, 300]);
    expect(within(screen, 'left', 1)).toEqual([204, 1200, 0, 876, 1200, 300]);
  });
  it('avoids the home gesture area under half of a row', () => {
    const row = { left: 0, top: 2200, right: 1080, bottom: 2400 };
    expect(within(row, 'right', 0.5)).toEqual([810, 2240, 0, 270, 2240, 300]);
  });
  it('avoids a keyboard that covers a part', () => {
    const keyboard = { left: 0, top: 1500, right: 1080, bottom: 2400 };
    const list = { left: 0, top: 300, right: 1080, bottom: 2300 };
    expect(within(list, 'down', 0.6, keyboard)).toEqual([540, 1260, 0, 540, 540, 300]);
    const above = { left: 0, top: 300, right: 1080, bottom: 1400 };
    expect(within(above, 'down', 0.6, keyboard)).toEqual(within(above, 'down', 0.6));
    const below = { left: 0, top: 1600, right: 1080, bottom: 2300 };
    expect(() => within(below, 'down', 0.6, keyboard)).toThrow(
      'There is no room to scroll: [0,1600][1080,2300] is behind the keyboard.',
    );
  });
  it('refuses an off-screen container', () => {
    const area = { left: 0, top: 2400, right: 1080, bottom: 2600 };
    expect(() => within(area, 'down', 0.5)).toThrow(
      'There is no room to scroll: [0,2400][1080,2600] is not on the screen.',
    );
  });
  it('stays inside any container that is on the screen', () => {
    const place = fc.integer({ min: -300, max: 2700 });
    const areas = fc.tuple(place, place, place, place).map(([a, b, c, d]) => ({
      left: Math.min(a, c),
      top: Math.min(b, d),
      right: Math.max(a, c),
      bottom: Math.max(b, d),
    }));
    const directions = fc.constantFrom<ScrollDirection>('up', 'down', 'left', 'right');
    fc.assert(
      fc.property(
        areas,
        directions,
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (area, direction, share) => {
          const visible = intersect(area, rectOfSize(size));
          fc.pre(!isEmpty(visible));
          const gesture = scrollWithin(area, direction, { share, screen: size, keyboard: null });
          for (const point of gesture.strokes.flat()) expect(contains(visible, point)).toBe(true);
        },
      ),
    );
  });
});
