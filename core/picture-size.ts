import { HandsetError } from './errors.ts';
import type { Size } from './geometry.ts';

/**
 * The most pixels of a picture that is decoded: twice those of an 8-megapixel display, and 64 MB once decoded.
 * A file of some kilobytes may say that it has thousands of millions.
 */
const maxPixels = 16_000_000;

/** How the limit is told. */
export const pictureLimit = '16 million pixels';

/** What is said of a screenshot that has no size, or that the browser can't decode. */
export function damagedScreenshot(cause?: unknown): HandsetError {
  return new HandsetError('screenshot-failed', "The screenshot is damaged: it can't be decoded.", {
    hint: "Try again. If that doesn't help, use the element list alone.",
    cause,
  });
}

/** Whether decoding it could take too much memory. */
export function isTooLargePicture({ width, height }: Size): boolean {
  return width * height > maxPixels;
}

/** The size of an encoded PNG or JPEG, read from its header; null for anything else and for a damaged header. */
export function encodedSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // By the first bytes, as browsers do, whatever type a file claims.
  if (view.byteLength >= 24 && view.getBigUint64(0) === pngSignature) return pngSize(view);
  return view.byteLength >= 2 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

const pngSignature = 0x89504e470d0a1a0an;
/** The type of the first chunk, in ASCII. */
const ihdr = 0x49484452;

/** A PNG begins with IHDR: length, type, width, height (RFC 2083, 3.3). */
function pngSize(view: DataView): Size | null {
  if (view.getUint32(12) !== ihdr) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Follows the segments of a JPEG up to the frame header: marker, length, precision, height, width (ITU T.81, B.2.2). */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // Without a length, so that what follows could be read as another size than a decoder finds.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || marker === 0xff) return null;
    // SOF0 to SOF15, without DHT, JPG and DAC, which lie between them.
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
