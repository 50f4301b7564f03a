import type { Size } from '../../geometry.ts';
import { isOnScreen } from '../derive.ts';
import type { Element } from '../screen.ts';

/** What can be true of an element now and was not before, in the order it is told. */
export const states = [
  'checked',
  'selected',
  'focused',
  'disabled',
  'offscreen',
  'clickable',
  'long-clickable',
  'checkable',
  'scrollable',
  'editable',
  'password',
] as const;
/** One of them, by the word that tells it. */
export type State = (typeof states)[number];

const holds: Readonly<Record<State, (seen: Sized) => boolean>> = {
  checked: ({ element }) => element.checked,
  selected: ({ element }) => element.selected,
  focused: ({ element }) => element.focused,
  disabled: ({ element }) => !element.enabled,
  offscreen: ({ element, size }) => !isOnScreen(element, size),
  clickable: ({ element }) => element.clickable,
  'long-clickable': ({ element }) => element.longClickable,
  checkable: ({ element }) => element.checkable,
  scrollable: ({ element }) => element.scrollable,
  editable: ({ element }) => element.editable,
  password: ({ element }) => element.password,
};

/** An element and its screen's size, in the space of the bounds. */
export interface Sized {
  readonly element: Element;
  readonly size: Size;
}

/** The states that hold for `now` and did not for `then`. */
export function statesGained(then: Sized, now: Sized): State[] {
  return states.filter((state) => holds[state](now) && !holds[state](then));
}

/** Whether nothing at all was gained or lost; written out, because nearly all elements are asked. */
export function hasSameStates(then: Sized, now: Sized): boolean {
  const a = then.element;
  const b = now.element;
  return (
    a.checked === b.checked &&
    a.selected === b.selected &&
    a.focused === b.focused &&
    a.enabled === b.enabled &&
    a.clickable === b.clickable &&
    a.longClickable === b.longClickable &&
    a.checkable === b.checkable &&
    a.scrollable === b.scrollable &&
    a.editable === b.editable &&
    a.password === b.password &&
    holds.offscreen(then) === holds.offscreen(now)
  );
}
