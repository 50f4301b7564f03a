import type { PictureData } from '#core/link/messages.ts';

/** An object URL of the picture; release it with URL.revokeObjectURL. */
export function pictureUrl(picture: PictureData): string {
  return URL.createObjectURL(new Blob([picture.bytes], { type: picture.mimeType }));
}

/**
 * The same, once the browser has decoded the picture, so that showing it does not flicker. Rejects
 * if it can't be decoded.
 */
export async function decodedPictureUrl(picture: PictureData): Promise<string> {
  const url = pictureUrl(picture);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
    return url;
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
