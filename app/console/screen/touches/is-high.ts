import type { TouchPreviewInfo } from '../../../../core/link/aim.ts';

/** Whether the preview is mostly in the upper half of the picture; false without a position. */
export function isInUpperHalf(preview: TouchPreviewInfo): boolean {
  const ys = coveredYs(preview);
  return ys.length > 0 && Math.min(...ys) + Math.max(...ys) < preview.size.height;
}

/** The y coordinates it covers. */
function coveredYs(preview: TouchPreviewInfo): readonly number[] {
  if (preview.kind === 'fingers') return preview.paths.flat().map(({ y }) => y);
  return preview.bounds === null ? [] : [preview.bounds.top, preview.bounds.bottom];
}
