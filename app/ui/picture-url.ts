import type { PictureData } from '../../core/link/messages.ts';

/** A picture's bytes as an address for `<img>`; release it with URL.revokeObjectURL. */
export function pictureUrl(picture: PictureData): string {
  return URL.createObjectURL(new Blob([picture.bytes], { type: picture.mimeType }));
}

/** The same, once the browser has decoded it, so that swapping it in does not flicker. Rejects when it cannot be decoded. */
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
