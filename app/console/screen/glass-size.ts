import type { Size } from '../../../core/geometry.ts';
import type { LiveState } from './live.svelte.ts';
import type { ScreenState } from './screen.svelte.ts';

/** A phone held upright, until its own shape is known. */
const usual: Size = { width: 9, height: 20 };

/** Whether both lie on their side, or both stand upright. */
export function lieAlike(a: Size, b: Size): boolean {
  return a.width > a.height === b.width > b.height;
}

/** The shape of the phone's screen as it is now: the live picture knows it first. */
export function glassSize(live: LiveState, screen: ScreenState): Size {
  return live.size ?? screen.view?.size ?? usual;
}
