import { isEmpty, type Size } from '../../../core/geometry.ts';
import type { PinnedDiff, ScreenChange } from '../../../core/link/inspection.ts';

/** A key that identifies the change across comparisons. */
export function keyOf({ kind, id }: ScreenChange): string {
  return `${kind} ${id}`;
}

/** Whether the change is about this element of the current screen. */
export function isOf(change: ScreenChange, id: string | null): boolean {
  return change.kind !== 'disappeared' && change.id === id;
}

/** Whether bounds of the pinned screen are valid on a screen of this size. */
export function hasPlaceFor({ size }: PinnedDiff['pinned'], now: Size): boolean {
  return size.width === now.width && size.height === now.height;
}

/**
 * The changes to draw on a picture of this size. Disappeared elements are drawn only where their
 * old bounds are still valid, and on another screen only the one that is pointed at.
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
