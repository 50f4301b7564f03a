import type { Size } from '../../geometry.ts';
import type { HierarchyReading, LiveFrame, Phone } from '../../phone.ts';
import { fingerprint } from '../../screen/fingerprint.ts';

/** A picture that changed less than this ago may be in the middle of a motion. */
const restingMs = 150;

/** What is known of a phone's elements. Times by `performance.now()`. */
interface KnownElements {
  readonly print: number;
  readonly readAtMs: number;
  /** When they were last read and were others than now. */
  readonly othersAtMs: number;
}

const known = new WeakMap<Phone, KnownElements>();

/** Whether the live picture rests, so that it is likely to serve in place of a screenshot. */
export function livePictureRests(phone: Phone): boolean {
  const stillForMs = phone.stillForMs();
  return stillForMs !== null && stillForMs >= restingMs;
}

/** Reads the elements as the phone does, and remembers when they were what. */
export async function readElements(phone: Phone, signal: AbortSignal): Promise<HierarchyReading> {
  const reading = await phone.readHierarchy(signal);
  const print = fingerprint(reading.hierarchy);
  const before = known.get(phone);
  const isSame = before === undefined || before.print === print;
  const othersAtMs = isSame ? (before?.othersAtMs ?? -Infinity) : before.readAtMs;
  known.set(phone, { print, readAtMs: performance.now(), othersAtMs });
  return reading;
}

/**
 * Whether the elements, as they were read last, can't be those of the frame: they were others once,
 * and the picture has not changed since. The video is then late, or stands still, or what changed
 * is not to be seen.
 */
export function contradicts(phone: Phone, frame: LiveFrame): boolean {
  return frame.unchangedSinceMs < (known.get(phone)?.othersAtMs ?? -Infinity);
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
