import type { Size } from '../geometry.ts';
import { isOnScreen, type Element } from './screen.ts';

/** What each state means that a call can wait for or expect of an element; `screen` is the size of its screen. */
const conditions = {
  enabled: ({ enabled }) => enabled,
  disabled: ({ enabled }) => !enabled,
  checked: ({ checked }) => checked,
  // Of an element without a check mark neither can be said.
  unchecked: ({ checkable, checked }) => checkable && !checked,
  selected: ({ selected }) => selected,
  unselected: ({ selected }) => !selected,
  focused: ({ focused }) => focused,
  unfocused: ({ focused }) => !focused,
  // Where the dump does not tell, neither can be said.
  expanded: ({ expanded }) => expanded === true,
  collapsed: ({ expanded }) => expanded === false,
  visible: isOnScreen,
} as const satisfies Readonly<Record<string, (element: Element, screen: Size) => boolean>>;

/** The name of a state that a call can wait for or expect. */
export type StateCondition = keyof typeof conditions;

/** All names, the frequent ones first. */
// Object.keys forgets that the keys of a literal are known.
export const stateConditions = Object.keys(conditions) as readonly StateCondition[];

/** Whether the element is in the state; `screen` is the size of its screen. */
export function isInState(element: Element, state: StateCondition, screen: Size): boolean {
  return conditions[state](element, screen);
}

/** Why none of these elements can ever be in the state, and what else to ask for; undefined if one can. */
export function explainImpossibleState(
  elements: readonly Element[],
  state: StateCondition,
): string | undefined {
  switch (state) {
    case 'checked':
    case 'unchecked':
      if (elements.some(({ checkable, checked }) => checkable || checked)) return undefined;
      return 'It is not checkable: name the switch or box beside it, as in Switch:near("…").';
    case 'expanded':
    case 'collapsed':
      if (elements.some(({ expanded }) => expanded !== null)) return undefined;
      return 'The phone does not tell whether it is expanded: wait for an element that is there only then, or that is gone then.';
    default:
      return undefined;
  }
}
