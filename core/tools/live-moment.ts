import type { Size } from '../geometry.ts';
import type { HierarchyReading, LiveFrame, Phone } from '../phone.ts';
import { fingerprint } from '../screen/fingerprint.ts';

/** A picture that changed less than this ago may be in the middle of a motion. */
const restingMs = 150;

/** What the elements were when they were read last, and when. */
interface LastReading {
  readonly print: number;
  readonly atMs: number;
}

const lastReadings = new WeakMap<Phone, LastReading>();

/** Whether the live picture rests, so that it is likely to serve in place of a screenshot. */
export function livePictureRests(phone: Phone): boolean {
  const stillForMs = phone.stillForMs();
  return stillForMs !== null && stillForMs >= restingMs;
}

/**
 * Whether the elements can't be those of the frame: they differ from the ones that were read last,
 * and the picture has not changed since. The video is then late, or what changed is not to be seen.
 * Remembers the reading for the next time.
 */
export function contradicts(
  phone: Phone,
  { hierarchy }: HierarchyReading,
  frame: LiveFrame | null,
): boolean {
  const last = lastReadings.get(phone);
  const print = fingerprint(hierarchy);
  lastReadings.set(phone, { print, atMs: performance.now() });
  if (last === undefined || frame === null) return false;
  return last.print !== print && frame.unchangedSinceMs < last.atMs;
}

/** An encoder takes whole blocks: scrcpy cuts both sides to multiples of 8. */
const blockSize = 8;

/** Whether a frame has the screen's shape, up to what an encoder cuts off. */
export function sameShape(frame: Size, screen: Size): boolean {
  const scale = Math.max(frame.width, frame.height) / Math.max(screen.width, screen.height);
  // The longer side was cut too, which makes the scale too small by as much.
  return (
    Math.abs(frame.width - screen.width * scale) <= blockSize &&
    Math.abs(frame.height - screen.height * scale) <= blockSize
  );
}
