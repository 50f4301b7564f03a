import { expect, it } from 'vitest';
import { encodedSize, isTooLargePicture } from './picture-size.ts';

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

const jfif = 'ffd8 ffe0 0004 0000';
const frame = 'ffc0 000b 08 0960 0438 01 011100';

it.each([
  ['a PNG', '89504e470d0a1a0a 0000000d 49484452 00000438 00000960', { width: 1080, height: 2400 }],
  [
    'a PNG that begins with another chunk',
    '89504e470d0a1a0a 0000000d 74455874 00000438 00000960',
    null,
  ],
  ['a PNG that was cut', '89504e470d0a1a0a 0000000d 49484452 00000438', null],
  ['a JPEG', `${jfif} ${frame}`, { width: 1080, height: 2400 }],
  ['a JPEG with tables first', `${jfif} ffc4 0003 00 ${frame}`, { width: 1080, height: 2400 }],
  // A decoder skips the marker alone and reads the frame behind it, of 65,535 pixels a side.
  [
    'a JPEG with a marker without a length',
    `ffd8 ff01 ffc0 000b 08 ffff ffff 01 011100 ${frame}`,
    null,
  ],
  ['a JPEG with a fill byte', `ffd8 ffff e0 0004 0000 ${frame}`, null],
  ['a JPEG that was cut', 'ffd8ff', null],
  ['a WebP', '52494646 24000000 57454250 56503820 18000000 30010000 9d012a', null],
  ['nothing', '', null],
])('reads the size of %s', (_words, hex, size) => {
  expect(encodedSize(bytes(hex))).toEqual(size);
});

it.each([
  [1_848, 2_960, false],
  [4_000, 4_000, false],
  [4_001, 4_000, true],
  [16_000, 16_000, true],
])('says whether a picture of %i x %i is too large', (width, height, isTooLarge) => {
  expect(isTooLargePicture({ width, height })).toBe(isTooLarge);
});
