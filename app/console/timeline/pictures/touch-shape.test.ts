import { expect, it } from 'vitest';
import { pictureStrings } from './strings.ts';
import { finalAngleOf, touchPath } from '../../calls/touch-shape.ts';

const at = (x: number, y: number) => ({ x, y });
const size = { width: 300, height: 600 };

it.each([
  [[at(0, 0), at(9, 0)], 0],
  [[at(0, 0), at(0, 9)], 90],
  // A pause at the end is ignored.
  [[at(9, 9), at(0, 9), at(0, 9)], 180],
  [[at(3, 3)], 0],
  [[], 0],
])('computes the final direction of %j', (path, degrees) => {
  expect(finalAngleOf(path)).toBe(degrees);
});

it('draws a ring where a finger stays, and a frame around the element', () => {
  const bounds = { left: 0, top: 100, right: 200, bottom: 200 };
  const touch = { size, paths: [[at(100, 150)]], bounds };
  const frame = 'M2.5 97.5H202.5V202.5H2.5Z';
  expect(touchPath(touch)).toBe(`${frame}M90.5 150.5a10 10 0 1 0 20 0a10 10 0 1 0 -20 0`);
  expect(pictureStrings.touched(touch)).toBe('touched the framed element at (100, 150)');
  expect(touchPath({ ...touch, paths: [] })).toBe(frame);
  const small = { ...bounds, bottom: 130 };
  expect(touchPath({ ...touch, bounds: small })).toBe('M2.5 97.5H202.5V132.5H2.5Z');
  expect(pictureStrings.touched({ ...touch, paths: [] })).toBe('acted on the framed element');
});

it('draws a line with an arrow where a finger moves', () => {
  const touch = { size, paths: [[at(100, 500), at(100, 100)]], bounds: null };
  expect(touchPath(touch)).toMatch(
    /^M90\.5 500\.5a.*M100\.5 500\.5L100\.5 100\.5M93\.8 109\.3L100\.5 100\.5L107\.2 109\.3$/,
  );
  expect(pictureStrings.touched(touch)).toBe('moved from (100, 500) to (100, 100)');
});
