/** Predicts where a call will touch, before it runs, for the person who is asked to allow it. */
import { isOnScreen } from '../../screen/derive.ts';
import { type Element, walk } from '../../screen/screen.ts';
import { indexScreen, matchSelector } from '../../selector/match.ts';
import { lookUp } from './find-element.ts';
import type { Target } from './parameters.ts';
import { type Pressing, touchOn } from './press-element.ts';
import { listsAround, mainList } from './sought.ts';
import type { Sight, ToolAim } from './tool.ts';

/** The element that a tool will press, or the element that covers all of it. Null if the target is not on the last screen; never throws. */
export function aimToPress(on: Target, press: Pressing, sight: Sight): ToolAim | null {
  const element = elementIn(on, sight);
  if (element === null) return null;
  const touch = orNull(() => touchOn(sight, element, press));
  // A full cover receives the touch, so the preview must not name the element below it.
  return { element: touch?.cover ?? element, at: touch?.at ?? null };
}

/** The field that receives the text: the target, or without one the focused field. Null as in `previewPress`. */
export function aimAtField(into: Target | undefined, sight: Sight): ToolAim | null {
  const inFocus = (): Element | null =>
    [...walk(sight.roots)].findLast(({ editable, focused }) => editable && focused) ?? null;
  const element = into === undefined ? inFocus() : elementIn(into, sight);
  return element && { element, at: null };
}

/** The target if it is on the screen, else the list that will probably be scrolled. Null as in `previewPress`. */
export function aimToScrollTo(target: Target, sight: Sight): ToolAim | null {
  const found = elementIn(target, sight);
  if (found !== null && isOnScreen(found, sight.size)) return { element: found, at: null };
  const [list] = listsFor(target, found, sight);
  return list === undefined ? null : { element: list, at: null };
}

/** The lists that may hold an off-screen target, the likeliest first; empty if an id or selector is unknown. */
function listsFor(target: Target, found: Element | null, sight: Sight): readonly Element[] {
  if (found !== null) return listsAround({ element: found, roots: sight.roots }, sight);
  if ('id' in target) {
    const seen = sight.phone.shown.recall(target.id);
    return seen === undefined ? [] : listsAround(seen, sight);
  }
  const main = mainList(sight);
  const isUnknown = matchSelector(target.selector, indexScreen(sight)).length === 0;
  return isUnknown && main !== undefined ? [main] : [];
}

/** The one matching element, or null. Unlike the tool's own lookup it does not record matches as shown to the agent. */
function elementIn(target: Target, sight: Sight): Element | null {
  if ('id' in target) return lookUp(sight.phone, sight, target.id) ?? null;
  const [only, second] = matchSelector(target.selector, indexScreen(sight));
  return second === undefined ? (only ?? null) : null;
}

/** The value, or null where `find` throws. */
function orNull<Value>(find: () => Value): Value | null {
  try {
    return find();
  } catch {
    return null;
  }
}
