import type { Size } from '#core/geometry.ts';
import type { CallTouch } from '#core/link/call.ts';
import type { PictureData } from '#core/link/messages.ts';

/** The size of an encoded picture; null for one that is damaged. */
export function pictureSize({ bytes, mimeType }: PictureData): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return mimeType === 'image/png' ? pngSize(view) : jpegSize(view);
}

/** Where the first chunk of every PNG, IHDR, has its width; the height follows (RFC 2083, 3.3). */
const pngWidthAt = 16;

function pngSize(view: DataView): Size | null {
  if (view.byteLength < pngWidthAt + 8) return null;
  return { width: view.getUint32(pngWidthAt), height: view.getUint32(pngWidthAt + 4) };
}

/** Follows the segments of a JPEG up to the frame header: marker, length, precision, height, width (ITU T.81, B.2.2). */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // SOF0 to SOF15, without DHT, JPG and DAC, which lie between them.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The touch, if it can be drawn on the picture: not where the screen was turned between the two. */
export function touchOn(picture: PictureData, touch: CallTouch | undefined): CallTouch | undefined {
  const size = touch === undefined ? null : pictureSize(picture);
  if (touch === undefined || size === null) return touch;
  const isLandscape = ({ width, height }: Size): boolean => width > height;
  return isLandscape(size) === isLandscape(touch.size) ? touch : undefined;
}
