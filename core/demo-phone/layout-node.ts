import type { Rect } from '../geometry.ts';
import type { DumpNode } from './world.ts';

/** A plain enabled FrameLayout: no text, no actions, no children. */
export function emptyLayoutNode(packageName: string, bounds: Rect): DumpNode {
  return {
    className: 'android.widget.FrameLayout',
    packageName,
    text: '',
    description: '',
    resourceId: '',
    hint: '',
    bounds,
    clickable: false,
    longClickable: false,
    checkable: false,
    checked: false,
    enabled: true,
    focusable: false,
    focused: false,
    scrollable: false,
    password: false,
    selected: false,
    children: [],
  };
}
