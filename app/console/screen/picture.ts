import { backToFront, contains, type Point, type Size } from '#core/geometry.ts';
import type { TouchPreviewInfo } from '#core/link/call.ts';
import type { ElementRow } from '#core/link/messages.ts';
import { isOnScreen, takesTouches, type ScreenState } from './screen.svelte.ts';
import type { LiveState, ShownPicture } from './live.svelte.ts';

/** Portrait ratio to show until the phone's own is known. */
const defaultRatio: Size = { width: 9, height: 20 };

/** Whether both are landscape, or both portrait. */
export function isSameOrientation(a: Size, b: Size): boolean {
  return a.width > a.height === b.width > b.height;
}

/** The current or last live picture; null if a screenshot is newer. */
export function latestLivePicture(
  { shown }: Pick<LiveState, 'shown'>,
  { view, pictureUrl }: Pick<ScreenState, 'view' | 'pictureUrl'>,
): ShownPicture | null {
  const readAtEpochMs = pictureUrl === null || view === null ? -Infinity : view.takenAtEpochMs;
  return shown !== null && shown.endedAtEpochMs > readAtEpochMs ? shown : null;
}

/** When the shown picture was taken; null if there is none or it is live. */
export function pictureTime(live: LiveState, screen: ScreenState): number | null {
  const { endedAtEpochMs } = latestLivePicture(live, screen) ?? {};
  if (endedAtEpochMs !== undefined) return endedAtEpochMs === Infinity ? null : endedAtEpochMs;
  return screen.pictureUrl === null ? null : (screen.view?.takenAtEpochMs ?? null);
}

/** The size of the picture that is shown. Use it only as a ratio. */
export function viewportSize(live: LiveState, screen: ScreenState): Size {
  return latestLivePicture(live, screen)?.size ?? screen.view?.size ?? defaultRatio;
}

/** Whether a text field had the focus when the screen was read. */
export function hasFocusedField({ view }: Pick<ScreenState, 'view'>): boolean {
  const isFocusedField = ({ states }: ElementRow): boolean =>
    states.includes('focused') && states.includes('editable');
  return view?.rows.some(isFocusedField) ?? false;
}

/** The position of the pointer as fractions of the picture that this element shows. */
export function fractionOf({ clientX, clientY }: MouseEvent, element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** The device pixel at this position, given as fractions of the picture from 0 to 1. */
export function pixelAt({ width, height }: Size, { x, y }: Point): Point {
  return { x: pixelIndex(x, width), y: pixelIndex(y, height) };
}

/** The topmost on-screen element at the point, in device pixels; null if there is none. */
export function elementAt(rows: readonly ElementRow[], point: Point): ElementRow | null {
  const hits = rows.filter((row) => isOnScreen(row) && contains(row.bounds, point));
  return backToFront(hits, takesTouches).at(-1) ?? null;
}

/** How far an arrow key moves a point: a share of the screen's width, or one pixel. */
const keySteps = { small: 1 / 40, large: 1 / 8, pixel: 0 } as const;

/** The point after an arrow key, within the screen; null for other keys. */
export function movedPoint(
  { x, y }: Point,
  { key, step, size }: { key: string; step: keyof typeof keySteps; size: Size },
): Point | null {
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const direction = directions[key];
  if (direction === undefined) return null;
  const stepPx = Math.max(1, Math.round(keySteps[step] * size.width));
  const [right, down] = direction;
  return {
    x: within(x + right * stepPx, size.width),
    y: within(y + down * stepPx, size.height),
  };
}

/** Where to press an element: the center of its visible part, in device pixels. */
export function visibleCenterOf({ bounds }: ElementRow, { width, height }: Size): Point {
  return {
    x: Math.floor((Math.max(0, bounds.left) + Math.min(width, bounds.right)) / 2),
    y: Math.floor((Math.max(0, bounds.top) + Math.min(height, bounds.bottom)) / 2),
  };
}

function within(value: number, length: number): number {
  return Math.min(length - 1, Math.max(0, value));
}

function pixelIndex(fraction: number, length: number): number {
  return within(Math.floor(fraction * length), length);
}

/** How far a mark extends from its center or edge, in CSS pixels. */
const markPx = 28;

/**
 * Where to show a card of this height so that it hides no mark of the preview: at the bottom of the available space, at its top, or
 * at the bottom after scrolling the page. All values are in CSS pixels from the top of the window; the picture
 * may be larger than the available space.
 */
export function placeForCard(
  preview: TouchPreviewInfo,
  picture: { readonly top: number; readonly height: number },
  room: { readonly top: number; readonly bottom: number; readonly cardHeight: number },
): { readonly isAtBottom: boolean; readonly scrollPx: number } {
  const ys = coveredYs(preview).map(
    (y) => picture.top + (y / preview.size.height) * picture.height,
  );
  const top = Math.min(...ys) - markPx;
  const bottom = Math.max(...ys) + markPx;
  const isInView = ys.length > 0 && bottom > room.top && top < room.bottom;
  const cardTop = room.bottom - room.cardHeight;
  if (!isInView || (bottom > cardTop && top >= room.top + room.cardHeight))
    return { isAtBottom: false, scrollPx: 0 };
  const isVisible = top >= room.top && bottom <= cardTop;
  return { isAtBottom: true, scrollPx: isVisible ? 0 : Math.min(top - room.top, bottom - cardTop) };
}

/** The y coordinates of the preview's marks, in device pixels. */
function coveredYs(preview: TouchPreviewInfo): readonly number[] {
  if (preview.kind === 'fingers') return preview.paths.flat().map(({ y }) => y);
  return preview.bounds === null ? [] : [preview.bounds.top, preview.bounds.bottom];
}
