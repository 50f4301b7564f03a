import { isEmpty, type Size } from '../../../core/geometry.ts';
import type { PinnedDiff, ScreenChange } from '../../../core/link/inspection.ts';

/** A key that identifies the change across comparisons. */
export function changeKey({ kind, id }: ScreenChange): string {
  return `${kind} ${id}`;
}

/** Whether the change is about this element of the current screen. */
export function concernsElement(change: ScreenChange, id: string | null): boolean {
  return change.kind !== 'disappeared' && change.id === id;
}

/** Whether bounds of the pinned screen are valid on a screen of this size. */
export function hasSameSize({ size }: PinnedDiff['pinned'], currentSize: Size): boolean {
  return size.width === currentSize.width && size.height === currentSize.height;
}

/**
 * The changes to draw on a picture of this size. Disappeared elements are drawn only where their
 * old bounds are still valid, and on another screen only the one that is pointed at.
 */
export function drawnChanges(
  diff: PinnedDiff,
  size: Size,
  pointedChange: ScreenChange | null,
): ScreenChange[] {
  const isSameSize = hasSameSize(diff.pinned, size);
  return diff.changes.filter((change) => {
    if (isEmpty(change.bounds)) return false;
    if (change.kind !== 'disappeared') return true;
    return isSameSize && (!diff.isOtherScreen || change === pointedChange);
  });
}
