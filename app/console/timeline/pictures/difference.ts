import type { PictureData } from '#core/link/messages.ts';

/** A channel differs by more than this where the screen has changed; JPEG and video add up to twenty. */
const tolerance = 36;
/** How much of the screen before shows where nothing changed, and the grey to which it fades. */
const dimmed = { share: 0.3, grey: 24 };
/** The colour of changes, --mark-changed, and its share over the screen after. */
const mark = { color: [255, 181, 46], share: 0.45 };

/** The pixels that differ between two pictures of one size, as RGBA. */
interface Difference {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** The share of pixels that differ, 0 to 1. */
  readonly changedShare: number;
}

/** Shows the pixels of `after` that differ, tinted, on a dimmed `before`. */
export function differenceOf(before: Uint8ClampedArray, after: Uint8ClampedArray): Difference {
  const pixels = new Uint8ClampedArray(before.length);
  let changed = 0;
  for (let i = 0; i < before.length; i += 4) {
    let isChanged = false;
    let grey = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = before[i + channel] ?? 0;
      grey += value / 3;
      if (Math.abs(value - (after[i + channel] ?? 0)) > tolerance) isChanged = true;
    }
    if (isChanged) changed++;
    for (let channel = 0; channel < 3; channel++) {
      pixels[i + channel] = isChanged
        ? mark.share * (mark.color[channel] ?? 0) + (1 - mark.share) * (after[i + channel] ?? 0)
        : dimmed.share * grey + (1 - dimmed.share) * dimmed.grey;
    }
    pixels[i + 3] = 255;
  }
  return { pixels, changedShare: changed / Math.max(1, before.length / 4) };
}

/** JPEG quality, 0 to 1. */
const quality = 0.75;

/** The difference as a picture, and the share of pixels that differ; null where the sizes differ. Rejects when a picture can't be decoded. */
export async function pictureDifference(
  before: PictureData,
  after: PictureData,
): Promise<{ readonly picture: PictureData; readonly changedShare: number } | null> {
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
    const { pixels, changedShare } = differenceOf(pixelsOf(images[0]), pixelsOf(other));
    context.putImageData(new ImageData(pixels, width, height), 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return { picture: { bytes, mimeType: 'image/jpeg' }, changedShare };
  } finally {
    for (const image of images) image.close();
  }
}

/** The picture at this height, as a JPEG. Rejects when it can't be decoded. */
export async function scaledPicture(
  { bytes, mimeType, ...facts }: PictureData,
  heightPx: number,
): Promise<PictureData> {
  const options = { resizeHeight: heightPx, resizeQuality: 'medium' } as const;
  const image = await createImageBitmap(new Blob([bytes], { type: mimeType }), options);
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(image);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
  return { ...facts, bytes: new Uint8Array(await blob.arrayBuffer()), mimeType: 'image/jpeg' };
}

function decode({ bytes, mimeType }: PictureData): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([bytes], { type: mimeType }));
}
