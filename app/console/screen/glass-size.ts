import type { Size } from '../../../core/geometry.ts';
import type { ScreenState } from '../elements/screen.svelte.ts';
import type { LiveState, ShownPicture } from './live.svelte.ts';

/** A phone held upright, until its own shape is known. */
const usual: Size = { width: 9, height: 20 };

/** Whether both lie on their side, or both stand upright. */
export function lieAlike(a: Size, b: Size): boolean {
  return a.width > a.height === b.width > b.height;
}

/** What the live picture shows, or showed last; null where the screen was read later than that. */
export function newestLive(
  { shown }: Pick<LiveState, 'shown'>,
  { view, pictureUrl }: Pick<ScreenState, 'view' | 'pictureUrl'>,
): ShownPicture | null {
  const readAtEpochMs = pictureUrl === null || view === null ? -Infinity : view.takenAtEpochMs;
  return shown !== null && shown.endedAtEpochMs > readAtEpochMs ? shown : null;
}

/** The shape of the phone's screen as it is now: the live picture knows it first. */
export function glassSize(live: LiveState, screen: ScreenState): Size {
  return newestLive(live, screen)?.size ?? screen.view?.size ?? usual;
}
