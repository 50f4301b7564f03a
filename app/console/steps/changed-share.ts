import type { PictureData } from '#core/link/messages.ts';

/** Largest difference of a channel that counts as unchanged: JPEG and video encoding alter it by up to 20. */
const tolerance = 36;

/** The share of pixels that differ between two RGBA pictures of the same size, 0 to 1. */
export function shareOfChangedPixels(before: Uint8ClampedArray, after: Uint8ClampedArray): number {
  let changed = 0;
  for (let i = 0; i < before.length; i += 4) {
    const isChanged = [0, 1, 2].some(
      (channel) => Math.abs((before[i + channel] ?? 0) - (after[i + channel] ?? 0)) > tolerance,
    );
    if (isChanged) changed++;
  }
  return changed / Math.max(1, before.length / 4);
}

/** The share of pixels that differ, 0 to 1; null if the sizes differ. Rejects if a picture can't be decoded. */
export async function changedShare(
  before: PictureData,
  after: PictureData,
): Promise<number | null> {
  const images = await Promise.all([decode(before), decode(after)]);
  try {
    const [{ width, height }, other] = images;
    if (other.width !== width || other.height !== height) return null;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (context === null) return null;
    const pixelsOf = (image: ImageBitmap): Uint8ClampedArray => {
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    return shareOfChangedPixels(pixelsOf(images[0]), pixelsOf(other));
  } finally {
    for (const image of images) image.close();
  }
}

function decode({ bytes, mimeType }: PictureData): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes], { type: mimeType }));
}
