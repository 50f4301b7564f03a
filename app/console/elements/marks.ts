import { isEmpty, type Size } from '../../../core/geometry.ts';
import type { PinnedDiff, ScreenChange } from '../../../core/link/inspection.ts';

/** What tells changes apart that are told one after the other. */
export function keyOf({ kind, id }: ScreenChange): string {
  return `${kind} ${id}`;
}

/** Whether this element of the present screen is what changed. */
export function isOf(change: ScreenChange, id: string | null): boolean {
  return change.kind !== 'disappeared' && change.id === id;
}

/** Whether what stood on the pinned screen has a place on one of this size. */
export function hasPlaceFor({ size }: PinnedDiff['pinned'], now: Size): boolean {
  return size.width === now.width && size.height === now.height;
}

/**
 * The changes that are drawn on a picture of this size. Of what is gone only what still has a place
 * there; on another screen these places say nothing, but for the one that is asked about.
 */
export function drawnChanges(
  diff: PinnedDiff,
  size: Size,
  pointed: ScreenChange | null,
): ScreenChange[] {
  const hasPlace = hasPlaceFor(diff.pinned, size);
  return diff.changes.filter((change) => {
    if (isEmpty(change.bounds)) return false;
    if (change.kind !== 'disappeared') return true;
    return hasPlace && (!diff.isOtherScreen || change === pointed);
  });
}
