import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it('names a saved file by phone and time, in characters that every file system accepts', () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).getTime();
  expect(fileNameOf('Pixel 8/"Pro"', at, 'png')).toBe('Pixel-8-Pro-2026-03-04-050607.png');
  expect(fileNameOf('SM-G991B log', at, 'txt')).toBe('SM-G991B-log-2026-03-04-050607.txt');
  expect(fileNameOf('../', at, 'png')).toBe('phone-2026-03-04-050607.png');
});
