import type { Rect } from '../geometry.ts';
import type { DumpNode } from './world.ts';

/** A node that says and does nothing: a FrameLayout, enabled, without children. */
export function layoutNode(packageName: string, bounds: Rect): DumpNode {
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
