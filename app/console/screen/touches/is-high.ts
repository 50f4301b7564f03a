import type { Aim } from '../../../../core/link/aim.ts';

/** Whether the preview is mostly in the upper half of the picture; false without a position. */
export function isHigh(aim: Aim): boolean {
  const ends = endsOf(aim);
  return ends.length > 0 && Math.min(...ends) + Math.max(...ends) < aim.size.height;
}

/** The y coordinates it covers. */
function endsOf(aim: Aim): readonly number[] {
  if (aim.kind === 'fingers') return aim.paths.flat().map(({ y }) => y);
  return aim.bounds === null ? [] : [aim.bounds.top, aim.bounds.bottom];
}
