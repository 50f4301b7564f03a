import { describe, expect, it } from 'vitest';
import { parseHierarchy } from './parse.ts';
import { screenSize } from './screen.ts';

const display = { naturalSize: { width: 1080, height: 2400 }, density: 420 };
const size = (
  rotation: number,
  bounds: string,
  picture: { width: number; height: number } | null,
): string => {
  const xml = `<hierarchy rotation="${rotation}"><node bounds="${bounds}"/></hierarchy>`;
  const { width, height } = screenSize(
    display,
    parseHierarchy(new TextEncoder().encode(xml)),
    picture,
  );
  return `${width}x${height}`;
};
const upright = { width: 540, height: 1200 };
const lying = { width: 1200, height: 540 };

describe('screenSize', () => {
  it('is landscape on a tablet whose natural orientation is landscape', () => {
    const tablet = { naturalSize: { width: 2560, height: 1600 }, density: 320 };
    const roots = parseHierarchy(new TextEncoder().encode('<hierarchy rotation="0"/>'));
    expect(screenSize(tablet, roots, null)).toEqual({ width: 2560, height: 1600 });
  });
  it('is not the size of a dialog whose root covers part of the screen', () => {
    expect(size(0, '[90,700][990,1700]', upright)).toBe('1080x2400');
  });
  it.each([
    ['the dump decides', 1, '[0,0][10,10]', null, '2400x1080'],
    ['also upside down', 2, '[0,0][10,10]', null, '1080x2400'],
    ['the picture agrees', 1, '[0,0][2400,1080]', lying, '2400x1080'],
    ['the picture disagrees, the elements fit the dump', 0, '[0,0][1080,2400]', lying, '1080x2400'],
    [
      'the picture disagrees, the elements fit the picture',
      0,
      '[0,0][2400,1080]',
      lying,
      '2400x1080',
    ],
    ['elements that stick out prove nothing alone', 0, '[0,0][2400,1080]', upright, '1080x2400'],
  ])('%s', (_, rotation, bounds, picture, expected) => {
    expect(size(rotation, bounds, picture)).toBe(expected);
  });
});
