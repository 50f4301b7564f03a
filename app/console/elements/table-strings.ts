/** The strings of the table; apart from the others, which pages without a table load, too. */
import type { ElementRow, ElementState } from '#core/link/messages.ts';

export const tableStrings = {
  unchecked: 'unchecked',
  columns: {
    text: 'Text',
    class: 'Class',
    resource: 'Resource id',
    state: 'State',
    bounds: 'Bounds',
    id: 'Id',
  },
  columnHelp:
    'Enter sorts. Shift with the left or right arrow changes the width, Shift+Home resets it.',
  columnTip: 'Drag to change the width; double-click to reset it',
  layoutRows: (count: number) => (count === 1 ? 'Show 1 layout row' : `Show ${count} layout rows`),
} as const;

/** The states of an element. */
export const stateNames: Readonly<Record<ElementState, string>> = {
  checked: 'checked',
  selected: 'selected',
  focused: 'focused',
  disabled: 'disabled',
  offscreen: 'off screen',
  clickable: 'clickable',
  'long-clickable': 'long-clickable',
  checkable: 'checkable',
  scrollable: 'scrollable',
  editable: 'editable',
  password: 'password',
};

/** What is worth knowing of an element's state, in words. */
export function stateWords({ states }: ElementRow): readonly string[] {
  const isCheckable = states.includes('checkable');
  return [
    ...(isCheckable && !states.includes('checked') ? [tableStrings.unchecked] : []),
    ...states.filter((state) => state !== 'checkable').map((state) => stateNames[state]),
  ];
}
