import type { Size } from '../../../core/geometry.ts';
import type { ScreenState } from '../elements/screen.svelte.ts';
import type { LiveState, ShownPicture } from './live.svelte.ts';

/** Portrait ratio to show until the phone's own is known. */
const defaultRatio: Size = { width: 9, height: 20 };

/** Whether both are landscape, or both portrait. */
export function isSameOrientation(a: Size, b: Size): boolean {
  return a.width > a.height === b.width > b.height;
}

/** The current or last live picture; null when a screenshot is newer. */
export function latestLivePicture(
  { shown }: Pick<LiveState, 'shown'>,
  { view, pictureUrl }: Pick<ScreenState, 'view' | 'pictureUrl'>,
): ShownPicture | null {
  const readAtEpochMs = pictureUrl === null || view === null ? -Infinity : view.takenAtEpochMs;
  return shown !== null && shown.endedAtEpochMs > readAtEpochMs ? shown : null;
}

/** The size of the phone's screen in its current rotation, which the live picture shows first. Use it as a ratio only. */
export function viewportSize(live: LiveState, screen: ScreenState): Size {
  return latestLivePicture(live, screen)?.size ?? screen.view?.size ?? defaultRatio;
}
