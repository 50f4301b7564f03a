/** Predicts where a call will touch, before it runs, for the user who is asked to allow it. */
import { areaOf, contains, type Point } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import { isOnScreen, walk, type Element } from '../../screen/screen.ts';
import { indexScreen, matchSelector } from '../../selector/match.ts';
import { findByIdUnlessStale } from './find-element.ts';
import type { ElementTarget, Place } from './parameters.ts';
import { type PressType, findTouchPlace, resolveTouch } from './press-element.ts';
import { listsContaining, defaultListToScroll } from './search-target.ts';
import type { LastScreen, TouchPreview } from './tool.ts';

/** The element that a tool will press, with the place unless it can't be pressed. Null if the target is not on the last screen; never throws. */
export function previewPress(
  target: ElementTarget,
  pressType: PressType,
  lastScreen: LastScreen,
): TouchPreview | null {
  const element = findTarget(target, lastScreen);
  if (element === null) return null;
  const touch = valueOrNull(() => resolveTouch(lastScreen, element, pressType));
  return { element, at: touch?.at ?? null };
}

/**
 * A gesture that stays at a point, and the element there, where the last screen has one. Not one that
 * fills the screen, as a map or a game does: its name would say less than the point.
 */
export function previewPoint(at: Point, gesture: Gesture, lastScreen: LastScreen): TouchPreview {
  const { width, height } = lastScreen.size;
  const on = [...walk(lastScreen.roots)].findLast(
    ({ clickable, longClickable, bounds }) =>
      (clickable || longClickable) && contains(bounds, at) && areaOf(bounds) < (width * height) / 2,
  );
  return { gesture, on: on ?? null };
}

/** Where a drag will begin or end. Null as in `previewPress`. */
export function previewPlace(place: Place, lastScreen: LastScreen): Point | null {
  if ('point' in place) return place.point;
  const element = findTarget(place, lastScreen);
  return element && valueOrNull(() => findTouchPlace(lastScreen, element, element).at);
}

/** The field that receives the text: the target, or without one the focused field. Null as in `previewPress`. */
export function previewField(
  target: ElementTarget | undefined,
  lastScreen: LastScreen,
): TouchPreview | null {
  const focusedField = (): Element | null =>
    [...walk(lastScreen.roots)].findLast(({ editable, focused }) => editable && focused) ?? null;
  const element = target === undefined ? focusedField() : findTarget(target, lastScreen);
  return element && { element, at: null };
}

/** The target if it is on the screen, else the list that will probably be scrolled. Null as in `previewPress`. */
export function previewScrollTo(
  target: ElementTarget,
  lastScreen: LastScreen,
): TouchPreview | null {
  const found = findTarget(target, lastScreen);
  if (found !== null && isOnScreen(found, lastScreen.size)) return { element: found, at: null };
  const [list] = listsFor(target, found, lastScreen);
  return list === undefined ? null : { element: list, at: null };
}

/** The lists that may hold an off-screen target, the likeliest first; empty if an id or selector is unknown. */
function listsFor(
  target: ElementTarget,
  found: Element | null,
  lastScreen: LastScreen,
): readonly Element[] {
  if (found !== null)
    return listsContaining({ element: found, roots: lastScreen.roots }, lastScreen);
  if ('id' in target) {
    const lastSeen = lastScreen.phone.shown.recall(target.id);
    return lastSeen === undefined ? [] : listsContaining(lastSeen, lastScreen);
  }
  const main = defaultListToScroll(lastScreen);
  const isUnknown = matchSelector(target.selector, indexScreen(lastScreen)).length === 0;
  return isUnknown && main !== undefined ? [main] : [];
}

/** The one matching element, or null. Unlike the tool's own lookup it does not record matches as shown to the agent. */
function findTarget(target: ElementTarget, lastScreen: LastScreen): Element | null {
  if ('id' in target) return findByIdUnlessStale(lastScreen.phone, lastScreen, target.id) ?? null;
  const [match, second] = matchSelector(target.selector, indexScreen(lastScreen));
  return second === undefined ? (match ?? null) : null;
}

/** The value, or null where `find` throws. */
function valueOrNull<Value>(find: () => Value): Value | null {
  try {
    return find();
  } catch {
    return null;
  }
}
