import { type Size, sameSize } from '../../core/geometry.ts';
import type { TouchArea } from '../../core/phone.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/** Without a live picture nothing tells that the phone was turned: its size is asked for this often at most. */
const blindMs = 1_000;
/** With one, a change that leaves the picture's size as it is shows at the next touch but one. */
const staleMs = 10_000;

/** What was read, and what the live picture looked like then. */
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
   * The size for a touch that begins, given the size of the live picture. Asks the phone when that
   * is another one than before, other than by a quarter turn. Rejects as `readTouchArea` does.
   */
  async begin(seen: Size | null, signal: AbortSignal): Promise<Size> {
    const known = this.known(seen);
    const ageMs = performance.now() - (this.#read?.atMs ?? -Infinity);
    if (known === null || (seen === null && ageMs > blindMs)) {
      const area = await this.#ask(seen, signal);
      // One that was on its way was asked for when the picture looked otherwise.
      return this.known(seen) ?? area;
    }
    // Nobody waits for this one.
    if (ageMs > staleMs) this.#ask(seen, this.phone.connection.lost).catch(() => undefined);
    return known;
  }

  /** The size as it is known, also for a picture that has turned since; null when it is not known. */
  known(seen: Size | null): Size | null {
    if (this.#read === null) return null;
    const { area, seen: then } = this.#read;
    if (seen === null || then === null) return seen === then ? area : null;
    if (!sameSize(seen, then) && !sameSize(seen, turned(then))) return null;
    return lyingAs(seen, area);
  }

  /**
   * The live picture begins anew: asks the phone, so that no touch has to wait for it. A picture of
   * the same size may be of a screen that has another one by now.
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
    // One that was asked before the picture began anew may tell of the screen before.
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

/** A phone that is just being turned may tell its size the other way round. */
function lyingAs(seen: Size, area: Size): Size {
  return seen.width > seen.height === area.width > area.height ? area : turned(area);
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width };
}
