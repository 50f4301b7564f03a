import { type ArgumentPath, HandsetError } from '../../errors.ts';
import type { Point, Size } from '../../geometry.ts';
import type { Phone } from '../../phone.ts';
import { asFloat } from '../parameters/common.ts';

/** A coordinate as it was given. */
interface Coordinate {
  /** As in `Parameter 'x1'`. */
  readonly name: string;
  readonly path: ArgumentPath;
}

/** A point of the arguments. */
export interface GivenPoint {
  readonly point: Point;
  readonly x: Coordinate;
  readonly y: Coordinate;
}

/** A point whose coordinates are parameters of their own. */
export function pointOf(xName: string, yName: string, point: Point): GivenPoint {
  const named = (name: string) => ({ name: `Parameter '${name}'`, path: [name] });
  return { point, x: named(xName), y: named(yName) };
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
  for (const { point, x, y } of points) {
    refuseBeyond(x, point.x, { limit: size.width, size });
    refuseBeyond(y, point.y, { limit: size.height, size });
  }
  if (awake === false) throw displayOff();
  return size;
}

function refuseBeyond(
  { name, path }: Coordinate,
  value: number,
  { limit, size }: { readonly limit: number; readonly size: Size },
): void {
  if (value < limit) return;
  const screen = `the screen is ${size.width}x${size.height}`;
  const message = `${name} must be < ${limit} (${screen}), got: ${asFloat(value)}`;
  throw new HandsetError('invalid-argument', message, { argument: path });
}

function displayOff(): HandsetError {
  return new HandsetError(
    'action-failed',
    "The phone's display is off, so its screen takes no touches; nothing was sent.",
    { hint: 'Ask the user to wake and unlock the phone, then call again.' },
  );
}
