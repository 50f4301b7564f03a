import { HandsetError } from '../../errors.ts';
import type { Point, Size } from '../../geometry.ts';
import type { Phone } from '../../phone.ts';
import { asFloat } from '../parameters/common.ts';

/** A point of the arguments, with the words that its coordinates have in messages. */
export interface GivenPoint {
  readonly point: Point;
  /** As in `Parameter 'x1'`. */
  readonly xName: string;
  readonly yName: string;
}

/** A point whose coordinates are parameters of their own. */
export function pointOf(xName: string, yName: string, point: Point): GivenPoint {
  return { point, xName: `Parameter '${xName}'`, yName: `Parameter '${yName}'` };
}

/**
 * Makes sure that fingers reach the screen at these points; gives its size in the current
 * rotation. Rejects with `invalid-argument` for the first coordinate beyond the screen, and with
 * `action-failed` when the display is off.
 */
export async function reachTouchArea(
  phone: Phone,
  points: readonly GivenPoint[],
  signal: AbortSignal,
): Promise<Size> {
  const { size, awake } = await phone.readTouchArea(signal);
  for (const { point, xName, yName } of points) {
    refuseBeyond(xName, point.x, { limit: size.width, size });
    refuseBeyond(yName, point.y, { limit: size.height, size });
  }
  if (awake === false) throw displayOff();
  return size;
}

function refuseBeyond(
  name: string,
  value: number,
  { limit, size }: { readonly limit: number; readonly size: Size },
): void {
  if (value < limit) return;
  const screen = `the screen is ${size.width}x${size.height}`;
  throw new HandsetError(
    'invalid-argument',
    `${name} must be < ${limit} (${screen}), got: ${asFloat(value)}`,
  );
}

function displayOff(): HandsetError {
  return new HandsetError(
    'action-failed',
    "The phone's display is off, so its screen takes no touches; nothing was sent.",
    { hint: 'Ask the user to wake and unlock the phone, then call again.' },
  );
}
