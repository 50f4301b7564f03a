/** The strings of the table; apart from the others, which pages without a table load, too. */
import type { ElementRow, ElementState } from '#core/link/messages.ts';

export const tableStrings = {
  unchecked: 'unchecked',
  columns: {
    text: 'Text',
    class: 'Class',
    resource: 'Resource ID',
    state: 'State',
    bounds: 'Bounds',
    id: 'ID',
  },
  sortBy: 'Sort by',
  gone: 'No longer on the screen.',
  layoutRows: (count: number, isShort = false) =>
    isShort ? 'Layout' : `Show layout containers (${count})`,
} as const;

/** The states of an element. */
export const stateNames: Readonly<Record<ElementState, string>> = {
  checked: 'checked',
  selected: 'selected',
  focused: 'focused',
  disabled: 'disabled',
  offscreen: 'off screen',
  covered: 'covered',
  clickable: 'clickable',
  'long-clickable': 'long-clickable',
  checkable: 'checkable',
  scrollable: 'scrollable',
  editable: 'editable',
  password: 'password',
};

/** All but `checkable`, what tells elements apart first: the column may cut the end. */
const stateOrder = [
  'checked',
  'selected',
  'focused',
  'disabled',
  'offscreen',
  'covered',
  'editable',
  'password',
  'scrollable',
  'clickable',
  'long-clickable',
] as const satisfies readonly ElementState[];

/** What is worth knowing of an element's state, in words. */
export function stateWords({ states }: ElementRow): readonly string[] {
  const isCheckable = states.includes('checkable');
  return [
    ...(isCheckable && !states.includes('checked') ? [tableStrings.unchecked] : []),
    ...stateOrder.filter((state) => states.includes(state)).map((state) => stateNames[state]),
  ];
}
