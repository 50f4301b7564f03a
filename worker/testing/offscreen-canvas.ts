import { createCanvas, loadImage } from '@napi-rs/canvas';

/**
 * Gives Node what pictures for agents are painted with in a browser, as far as it is used: OffscreenCanvas
 * and ImageBitmap. There is no video, so nothing is a VideoFrame.
 */
export function installOffscreenCanvas(): void {
  const ImageBitmap = { [Symbol.hasInstance]: (value: object) => bitmaps.has(value) };
  const VideoFrame = { [Symbol.hasInstance]: () => false };
  Object.assign(globalThis, { OffscreenCanvas, createImageBitmap, ImageBitmap, VideoFrame });
}

/** The canvases that `createImageBitmap` made: contexts of this library draw only images and canvases of its own. */
const bitmaps = new WeakSet<object>();

/** A function, not a class, since `new` gives the library's own canvas. */
function OffscreenCanvas(width: number, height: number): object {
  const canvas = createCanvas(width, height);
  const convertToBlob = async ({ quality }: { readonly quality: number }): Promise<Blob> =>
    new Blob([Uint8Array.from(await canvas.encode('jpeg', Math.round(quality * 100)))]);
  return Object.assign(canvas, { convertToBlob });
}

async function createImageBitmap(
  png: Blob,
  { resizeWidth, resizeHeight }: ImageBitmapOptions = {},
): Promise<object> {
  const image = await loadImage(Buffer.from(await png.arrayBuffer()));
  const { width, height } = image;
  const bitmap = createCanvas(resizeWidth ?? width, resizeHeight ?? height);
  bitmap.getContext('2d').drawImage(image, 0, 0, bitmap.width, bitmap.height);
  bitmaps.add(bitmap);
  return Object.assign(bitmap, { close: () => undefined });
}
