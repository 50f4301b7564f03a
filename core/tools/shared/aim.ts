/** Where a call is going to touch, told before it runs: for the person who is asked about it. */
import { isOnScreen } from '../../screen/derive.ts';
import { type Element, walk } from '../../screen/screen.ts';
import { indexScreen, matchSelector } from '../../selector/match.ts';
import { lookUp } from './find-element.ts';
import type { Target } from './parameters.ts';
import { type Pressing, touchOn } from './press-element.ts';
import { listsAround, mainList } from './sought.ts';
import type { Sight, ToolAim } from './tool.ts';

/** The element that a tool presses, or what covers it whole. Null where it is not the one on the last screen; never throws. */
export function aimToPress(on: Target, press: Pressing, sight: Sight): ToolAim | null {
  const element = elementIn(on, sight);
  if (element === null) return null;
  const touch = orNull(() => touchOn(sight, element, press));
  // What lies over all of it takes the touch: the person must not be told the name of what is below.
  return { element: touch?.cover ?? element, at: touch?.at ?? null };
}

/** The field that text goes to, the one in focus without a target. Null as in `aimToPress`. */
export function aimAtField(into: Target | undefined, sight: Sight): ToolAim | null {
  const inFocus = (): Element | null =>
    [...walk(sight.roots)].findLast(({ editable, focused }) => editable && focused) ?? null;
  const element = into === undefined ? inFocus() : elementIn(into, sight);
  return element && { element, at: null };
}

/** What is brought into view where it is there; else the list that is likely to be scrolled. Null as in `aimToPress`. */
export function aimToScrollTo(target: Target, sight: Sight): ToolAim | null {
  const found = elementIn(target, sight);
  if (found !== null && isOnScreen(found, sight.size)) return { element: found, at: null };
  const [list] = listsFor(target, found, sight);
  return list === undefined ? null : { element: list, at: null };
}

/** The lists that may hold what is not in view, the likeliest first; none where nobody can tell what is meant. */
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

/** The one element that is meant; nobody is told of others, as when the tool itself looks. */
function elementIn(target: Target, sight: Sight): Element | null {
  if ('id' in target) return lookUp(sight.phone, sight, target.id) ?? null;
  const [only, second] = matchSelector(target.selector, indexScreen(sight));
  return second === undefined ? (only ?? null) : null;
}

/** The value, or null where a tool would fail. */
function orNull<Value>(find: () => Value): Value | null {
  try {
    return find();
  } catch {
    return null;
  }
}
