import { expect, it } from 'vitest';
import { createCanvas } from '@napi-rs/canvas';
import { touchOn } from './picture-size.ts';

function picture(width: number, height: number) {
  const encoded = createCanvas(width, height).toBuffer('image/jpeg');
  return { bytes: new Uint8Array(encoded), mimeType: 'image/jpeg' } as const;
}

it('draws no touch if the screen was rotated after the picture', () => {
  const touch = { size: { width: 1080, height: 2400 }, paths: [[{ x: 5, y: 2000 }]], bounds: null };
  expect(touchOn(picture(270, 600), touch)).toBe(touch);
  expect(touchOn(picture(600, 270), touch)).toBeNull();
  expect(touchOn(picture(600, 270), null)).toBeNull();
});
