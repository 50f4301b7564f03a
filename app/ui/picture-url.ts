import type { PictureData } from '#core/link/messages.ts';
import { damagedScreenshot } from '#core/picture-size.ts';

/** An object URL of the picture; release it with URL.revokeObjectURL. */
export function pictureUrl(picture: PictureData): string {
  return URL.createObjectURL(new Blob([picture.bytes], { type: picture.mimeType }));
}

/**
 * The same of a screenshot, once the browser has decoded it, so that showing it does not flicker. Rejects
 * with `screenshot-failed` if it can't be decoded.
 */
export async function decodedPictureUrl(picture: PictureData): Promise<string> {
  const url = pictureUrl(picture);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return url;
  } catch (cause) {
    URL.revokeObjectURL(url);
    throw damagedScreenshot(cause);
  }
}
