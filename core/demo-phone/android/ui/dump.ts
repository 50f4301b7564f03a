import { isEmpty } from '../../../geometry.ts';
import type { DumpNode } from '../../world.ts';
import type { FieldState } from './field-state.ts';
import type { Placed } from './place.ts';
import type { View } from './view.ts';

/** What a dump says beyond the views. */
interface DumpContext {
  readonly packageName: string;
  readonly focus: FieldState | undefined;
}

/**
 * The nodes that uiautomator prints for a placed view: one, or those of its children when the
 * view is only painted. What is scrolled away or covered by its parent's edge is left out, as
 * uiautomator leaves out nodes that are not visible to the user.
 */
export function dumpNodes(placed: Placed, context: DumpContext): readonly DumpNode[] {
  if (isEmpty(placed.visible)) return [];
  const children = placed.children.flatMap((child) => dumpNodes(child, context));
  if (placed.view.bare === true) return children;
  return [dumpNode(placed, children, context)];
}

function dumpNode(placed: Placed, children: readonly DumpNode[], context: DumpContext): DumpNode {
  const { view } = placed;
  const clickable = view.onTap !== undefined || view.field !== undefined;
  return {
    className: view.className ?? defaultClass(view),
    packageName: context.packageName,
    text: textOf(view),
    description: view.description ?? '',
    resourceId: view.id ?? '',
    hint: view.field?.hint ?? '',
    bounds: placed.visible,
    clickable,
    longClickable: view.onLongPress !== undefined || view.field !== undefined,
    checkable: view.checkable ?? false,
    checked: view.checked ?? false,
    enabled: view.enabled ?? true,
    focusable: view.focusable ?? (clickable || (placed.scroll?.max ?? 0) > 0),
    focused: view.field !== undefined && view.field === context.focus,
    scrollable: (placed.scroll?.max ?? 0) > 0,
    password: view.field?.password ?? false,
    selected: view.selected ?? false,
    children,
  };
}

/** An empty field reports its hint as its text (TextView.getTextForAccessibility). */
function textOf(view: View): string {
  if (view.text !== undefined) return view.text;
  if (view.field !== undefined) return view.field.shown === '' ? view.field.hint : view.field.shown;
  return view.label?.text ?? '';
}

function defaultClass(view: View): string {
  if (view.layout === 'stack') return 'android.widget.FrameLayout';
  return view.layout === 'leaf' ? 'android.view.View' : 'android.widget.LinearLayout';
}
