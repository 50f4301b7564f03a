import { expect, it } from 'vitest';
import { wheelNotches } from './wheel-notches.ts';

const wheelEvent = { deltaX: 0, deltaY: 0, deltaMode: 0, shiftKey: false };

it('converts every deltaMode to notches', () => {
  expect(wheelNotches({ ...wheelEvent, deltaY: 100 })).toEqual({ right: 0, down: 1 });
  expect(wheelNotches({ ...wheelEvent, deltaY: -3, deltaMode: 1 })).toEqual({ right: 0, down: -1 });
  expect(wheelNotches({ ...wheelEvent, deltaX: 25, deltaY: 4 })).toEqual({
    right: 0.25,
    down: 0.04,
  });
  expect(wheelNotches({ ...wheelEvent, deltaY: 99_999 })).toEqual({ right: 0, down: 16 });
});

it('scrolls sideways with Shift', () => {
  expect(wheelNotches({ ...wheelEvent, deltaY: 100, shiftKey: true })).toEqual({
    right: 1,
    down: 0,
  });
  expect(wheelNotches({ ...wheelEvent, deltaX: 100, shiftKey: true })).toEqual({
    right: 1,
    down: 0,
  });
});
