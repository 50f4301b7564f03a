import { expect, it } from 'vitest';
import { placeForCard } from '../picture.ts';
import {
  cropAround,
  cssInsetsOf,
  cssPositionOf,
  hasRoomForDot,
  keyframesOf,
  labelPosition,
  polylinePoints,
} from './mark-shape.ts';

const size = { width: 1000, height: 2000 };
const at = (x: number, y: number) => ({ x, y });

it('positions a mark at the center of its pixel', () => {
  expect(cssPositionOf(size, at(0, 1999))).toEqual({ left: '0.05%', top: '99.98%' });
  expect(polylinePoints([at(1, 2), at(3, 4)])).toBe('1.5,2.5 3.5,4.5');
});

it('frames every element, and puts a dot only on a large one', () => {
  const small = { left: 10, top: 20, right: 500, bottom: 100 };
  const large = { ...small, bottom: 1000 };
  expect(cssInsetsOf(size, large)).toEqual({ left: '1%', top: '1%', right: '50%', bottom: '50%' });
  const haveRoom = [small, large, null].map((bounds) =>
    hasRoomForDot({ kind: 'element', size, bounds, at: null, name: '', label: '' }),
  );
  expect(haveRoom).toEqual([false, true, false]);
});

it('places a card where it hides no mark, if necessary by scrolling', () => {
  const picture = { top: 100, height: 500 };
  const placeFor = (...path: { x: number; y: number }[]) => {
    const preview = { kind: 'fingers', size, paths: [path], label: '' } as const;
    return placeForCard(preview, picture, { top: 60, bottom: 700, cardHeight: 300 });
  };
  expect(placeFor(at(0, 300))).toEqual({ isAtBottom: true, scrollPx: 0 });
  expect(placeFor(at(0, 1700))).toEqual({ isAtBottom: false, scrollPx: 0 });
  // The card would hide the mark in both places.
  expect(placeFor(at(0, 1100))).toEqual({ isAtBottom: true, scrollPx: 3 });
  expect(placeFor(at(0, 0), at(0, 2000)).isAtBottom).toBe(true);
  // The mark is below the available space.
  const element = { kind: 'element', size, at: null, name: '', label: '' } as const;
  const bounds = { left: 0, top: 1500, right: 9, bottom: 1600 };
  const low = { top: 60, bottom: 300, cardHeight: 200 };
  expect(placeForCard({ ...element, bounds }, picture, low).isAtBottom).toBe(false);
  expect(placeForCard({ ...element, bounds: null }, picture, low).isAtBottom).toBe(false);
});

it('turns timed points into keyframe offsets', () => {
  const stroke = [100, 150, 300].map((timeMs) => ({ ...at(499.5, timeMs), timeMs }));
  const keyframes = keyframesOf(stroke, size);
  expect(keyframes.map(({ offset, left, top }) => [offset, left, top])).toEqual([
    [0, '50%', '5.03%'],
    [0.25, '50%', '7.53%'],
    [1, '50%', '15.03%'],
  ]);
  expect(keyframesOf([{ ...at(1, 1), timeMs: 7 }], size)).toMatchObject([{ offset: 0 }]);
});

it('keeps a label inside the picture', () => {
  expect(labelPosition(size, at(100, 1000))).toMatchObject({
    left: '10.05%',
    right: 'auto',
    maxWidth: '89.95%',
    isBelow: false,
  });
  expect(labelPosition(size, at(900, 20))).toMatchObject({
    left: 'auto',
    right: '9.95%',
    maxWidth: '90.05%',
    isBelow: true,
  });
});

it.each([
  ['a place in the middle', [at(500, 1000)], { left: 0, top: 875, right: 1000, bottom: 1125 }],
  ['a place in the corner', [at(999, 1999)], { left: 0, top: 1750, right: 1000, bottom: 2000 }],
  [
    'a long path with space around it',
    [at(500, 500), at(500, 1500)],
    { left: 0, top: 375, right: 1000, bottom: 1625 },
  ],
])('crops the screen around %s', (_, path, rect) => {
  expect(cropAround({ kind: 'fingers', size, paths: [path], label: '' })).toEqual(rect);
});

it('crops nothing around an element without a position', () => {
  const hidden = { kind: 'element', size, bounds: null, at: null, name: '', label: '' } as const;
  expect(cropAround(hidden)).toBeNull();
});
