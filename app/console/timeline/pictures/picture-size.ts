import type { Size } from '#core/geometry.ts';
import type { CallTouch } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import { encodedSize } from '#core/picture-size.ts';

/** The touch; null if the screen was rotated between the picture and the touch. */
export function touchOn(picture: PictureData, touch: CallTouch | null): CallTouch | null {
  const size = encodedSize(picture.bytes);
  if (touch === null || size === null) return touch;
  const isLandscape = ({ width, height }: Size): boolean => width > height;
  return isLandscape(size) === isLandscape(touch.size) ? touch : null;
}
