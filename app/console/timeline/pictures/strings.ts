import type { Point } from '#core/geometry.ts';
import type { CallTouch } from '#core/call.ts';
import { isMoving } from '../../calls/touch-shape.ts';

/** The touch in words, for people who can't see the picture: `touched at (540, 1200)`; a refused call `would have touched`. */
function describeTouch({ paths, bounds }: CallTouch, isRefused = false): string {
  const wouldHave = isRefused ? 'would have ' : '';
  if (paths.length === 0) return `${wouldHave}acted on the framed element`;
  const place = (point: Point | undefined): string => `(${point?.x ?? 0}, ${point?.y ?? 0})`;
  const points = paths.filter((path) => !isMoving(path)).map(([point]) => place(point));
  const moves = paths
    .filter(isMoving)
    .map((path) => `moved from ${place(path[0])} to ${place(path.at(-1))}`);
  const object = bounds === null ? '' : ' the framed element';
  const parts = [
    ...(points.length === 0 ? [] : [`touched${object} at ${points.join(', ')}`]),
    ...moves,
  ];
  return wouldHave + parts.join(', ');
}

/** Strings of the picture dialog. */
export const pictureStrings = {
  title: 'Screenshots of the call',
  view: 'View',
  all: 'All',
  earlier: 'Earlier call',
  later: 'Later call',
  position: (at: number, all: number) => `${at} of ${all}`,
  touched: describeTouch,
  nothing: 'This call has no screenshots.',
} as const;
