import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it('names a saved file by phone and time, in characters that every file system accepts', () => {
  const at = Date.parse('2026-03-04T05:06:07Z');
  expect(fileNameOf('Pixel 8/"Pro"', at, 'png')).toBe('Pixel 8 Pro 2026-03-04 05.06.07.png');
  expect(fileNameOf('../', at, 'png')).toBe('Phone 2026-03-04 05.06.07.png');
});
