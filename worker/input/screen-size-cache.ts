import { type Size, sameSize } from '#core/geometry.ts';
import type { TouchArea } from '#core/phone/phone.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** Without a live picture no event shows a rotation, so the size is read again after this time. */
const noPictureMaxAgeMs = 1_000;
/** With one, a change that keeps the picture's size is noticed at the second touch after this time. */
const staleMs = 10_000;

/** A reading, and the size of the live picture at that time. */
interface SizeReading {
  readonly area: Size;
  readonly pictureSize: Size | null;
  readonly atMs: number;
}

/** The size of one phone's screen in its current rotation, without asking the phone at every touch. */
export class ScreenSizeCache {
  readonly phone: AdbPhone;
  #last: SizeReading | null = null;
  #reading: Promise<Size> | null = null;

  constructor(phone: AdbPhone) {
    this.phone = phone;
  }

  /**
   * The size for a touch that begins, given the size of the live picture. Reads it from the phone when
   * the picture changed by anything but a quarter turn. Rejects as `readTouchArea` does.
   */
  async sizeForTouch(pictureSize: Size | null, signal: AbortSignal): Promise<Size> {
    const knownSize = this.knownSize(pictureSize);
    const ageMs = performance.now() - (this.#last?.atMs ?? -Infinity);
    if (knownSize === null || (pictureSize === null && ageMs > noPictureMaxAgeMs)) {
      const area = await this.#readSize(pictureSize, signal);
      // A reading that was already running may belong to an earlier size of the picture.
      return this.knownSize(pictureSize) ?? area;
    }
    // In the background: the touch does not wait for it.
    if (ageMs > staleMs)
      this.#readSize(pictureSize, this.phone.connection.lost).catch(() => undefined);
    return knownSize;
  }

  /** The known size, adjusted to a picture that was rotated since; null when it is unknown. */
  knownSize(pictureSize: Size | null): Size | null {
    if (this.#last === null) return null;
    const { area, pictureSize: pictureSizeThen } = this.#last;
    if (pictureSize === null || pictureSizeThen === null)
      return pictureSize === pictureSizeThen ? area : null;
    if (!sameSize(pictureSize, pictureSizeThen) && !sameSize(pictureSize, rotated(pictureSizeThen)))
      return null;
    return orientLike(pictureSize, area);
  }

  /**
   * The video restarts: reads the size ahead, so that no touch waits for it. Even with the same
   * picture size, the screen may have another one now.
   */
  refresh(pictureSize: Size): void {
    const pictureSizeThen = this.#last?.pictureSize ?? null;
    if (pictureSizeThen !== null && sameSize(pictureSize, pictureSizeThen)) this.#last = null;
    this.#reading = null;
    this.#readSize(pictureSize, this.phone.connection.lost).catch(() => undefined);
  }

  #readSize(pictureSize: Size | null, signal: AbortSignal): Promise<Size> {
    this.#reading ??= this.#startReading(pictureSize, signal);
    return this.#reading;
  }

  #startReading(pictureSize: Size | null, signal: AbortSignal): Promise<Size> {
    // An older reading may belong to the screen before the video restarted.
    const isLast = (): boolean => this.#reading === reading;
    const keep = ({ size: area }: TouchArea): Size => {
      if (isLast()) this.#last = { area, pictureSize, atMs: performance.now() };
      return area;
    };
    const reading = this.phone
      .readTouchArea(signal)
      .then(keep)
      .finally(() => {
        if (isLast()) this.#reading = null;
      });
    return reading;
  }
}

/** During a rotation the phone may report its size in the old orientation. */
function orientLike(pictureSize: Size, area: Size): Size {
  return pictureSize.width > pictureSize.height === area.width > area.height ? area : rotated(area);
}

function rotated({ width, height }: Size): Size {
  return { width: height, height: width };
}
