import type { Size } from '../../../geometry.ts';

/** What is tried, one after the other, when an encoder refuses (SurfaceEncoder.MAX_SIZE_FALLBACK). */
const fallbacks = [2560, 1920, 1600, 1280, 1024, 800];

/** The size of the video of a display, `maxSize` limiting its longer side unless it is 0 (Size.limit and round8). */
export function videoSizeOf(display: Size, maxSize: number): Size {
  const portrait = display.height > display.width;
  let [major, minor] = portrait ? [display.height, display.width] : [display.width, display.height];
  if (maxSize > 0 && major > maxSize) {
    minor = Math.floor((maxSize * minor) / major);
    major = maxSize;
  }
  if (major % 8 !== 0 || minor % 8 !== 0) {
    // Encoders want multiples of 8: down, so as not to grow; to the nearest, so as not to stretch.
    major = Math.floor(major / 8) * 8;
    minor = Math.min(major, Math.floor((minor + 4) / 8) * 8);
  }
  return portrait ? { width: minor, height: major } : { width: major, height: minor };
}

/** The limit to try after this size was refused; undefined when there is nothing smaller. */
export function smallerMaxSize({ width, height }: Size): number | undefined {
  return fallbacks.find((limit) => limit < Math.max(width, height));
}
