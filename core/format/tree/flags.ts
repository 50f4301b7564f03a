import type { Size } from '../../geometry.ts';
import { isOnScreen } from '../../screen/derive.ts';
import type { Element } from '../../screen/screen.ts';

/** Every flag of the tree, in the order they are printed; what the elements lack is not printed. */
const treeFlags = [
  'clickable',
  'checkable',
  'checked',
  'scrollable',
  'editable',
  'focused',
  'password',
  'selected',
  'disabled',
  'long-clickable',
  /** No pixel of it is on the screen: it has to be scrolled to before it can be touched. */
  'offscreen',
] as const;
/** A word that may stand between the braces of a line. */
export type TreeFlag = (typeof treeFlags)[number];

/** The flags that hold for the element, in their order. */
export function treeFlagsOf(element: Element, screen: Size): TreeFlag[] {
  const holds: Readonly<Record<TreeFlag, boolean>> = {
    clickable: element.clickable,
    checkable: element.checkable,
    checked: element.checked,
    scrollable: element.scrollable,
    editable: element.editable,
    focused: element.focused,
    password: element.password,
    selected: element.selected,
    disabled: !element.enabled,
    'long-clickable': element.longClickable,
    offscreen: !isOnScreen(element, screen),
  };
  return treeFlags.filter((flag) => holds[flag]);
}
