import { expect, it } from 'vitest';
import { createCanvas } from '@napi-rs/canvas';
import { pictureSize, touchOn } from './picture-size.ts';

function picture(width: number, height: number, mimeType: 'image/png' | 'image/jpeg') {
  const canvas = createCanvas(width, height);
  const encoded = mimeType === 'image/png' ? canvas.toBuffer(mimeType) : canvas.toBuffer(mimeType);
  return { bytes: new Uint8Array(encoded), mimeType };
}

it.each(['image/png', 'image/jpeg'] as const)('reads the size of a picture: %s', (mimeType) => {
  expect(pictureSize(picture(321, 123, mimeType))).toEqual({ width: 321, height: 123 });
  expect(pictureSize({ bytes: Uint8Array.of(255, 216, 255), mimeType })).toBeNull();
});

it('has no touch on a picture of the screen before it was turned', () => {
  const touch = { size: { width: 1080, height: 2400 }, paths: [[{ x: 5, y: 2000 }]], bounds: null };
  expect(touchOn(picture(270, 600, 'image/jpeg'), touch)).toBe(touch);
  expect(touchOn(picture(600, 270, 'image/jpeg'), touch)).toBeUndefined();
  expect(touchOn(picture(600, 270, 'image/jpeg'), undefined)).toBeUndefined();
});
