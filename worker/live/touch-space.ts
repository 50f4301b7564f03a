import { type Size, sameSize } from '../../core/geometry.ts';
import type { TouchArea } from '../../core/phone.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** Without a live picture no event shows a rotation, so the size is read again after this time. */
const blindMs = 1_000;
/** With one, a change that keeps the picture's size is noticed at the second touch after this time. */
const staleMs = 10_000;

/** A reading, and the size of the live picture at that time. */
interface Read {
  readonly area: Size;
  readonly seen: Size | null;
  readonly atMs: number;
}

/** The size of one phone's screen in its current rotation, without asking the phone at every touch. */
export class TouchSpace {
  readonly phone: AdbPhone;
  #read: Read | null = null;
  #reading: Promise<Size> | null = null;

  constructor(phone: AdbPhone) {
    this.phone = phone;
  }

  /**
   * The size for a touch that begins, given the size of the live picture. Reads it from the phone when
   * the picture changed by anything but a quarter turn. Rejects as `readTouchArea` does.
   */
  async begin(seen: Size | null, signal: AbortSignal): Promise<Size> {
    const known = this.known(seen);
    const ageMs = performance.now() - (this.#read?.atMs ?? -Infinity);
    if (known === null || (seen === null && ageMs > blindMs)) {
      const area = await this.#ask(seen, signal);
      // A reading that was already running may belong to an earlier size of the picture.
      return this.known(seen) ?? area;
    }
    // In the background: the touch does not wait for it.
    if (ageMs > staleMs) this.#ask(seen, this.phone.connection.lost).catch(() => undefined);
    return known;
  }

  /** The known size, adjusted to a picture that was rotated since; null when it is unknown. */
  known(seen: Size | null): Size | null {
    if (this.#read === null) return null;
    const { area, seen: then } = this.#read;
    if (seen === null || then === null) return seen === then ? area : null;
    if (!sameSize(seen, then) && !sameSize(seen, turned(then))) return null;
    return lyingAs(seen, area);
  }

  /**
   * The video restarts: reads the size ahead, so that no touch waits for it. Even with the same
   * picture size, the screen may have another one now.
   */
  prepare(seen: Size): void {
    const then = this.#read?.seen ?? null;
    if (then !== null && sameSize(seen, then)) this.#read = null;
    this.#reading = null;
    this.#ask(seen, this.phone.connection.lost).catch(() => undefined);
  }

  #ask(seen: Size | null, signal: AbortSignal): Promise<Size> {
    this.#reading ??= this.#askNow(seen, signal);
    return this.#reading;
  }

  #askNow(seen: Size | null, signal: AbortSignal): Promise<Size> {
    // An older reading may belong to the screen before the video restarted.
    const isLast = (): boolean => this.#reading === reading;
    const keep = ({ size: area }: TouchArea): Size => {
      if (isLast()) this.#read = { area, seen, atMs: performance.now() };
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
function lyingAs(seen: Size, area: Size): Size {
  return seen.width > seen.height === area.width > area.height ? area : turned(area);
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width };
}
