import type { DumpNode } from '../../world.ts';

/**
 * The tree of `--compressed`: views that are not important for accessibility are left out and
 * their children take their place. The root stays.
 */
export function compress(root: DumpNode): DumpNode {
  return { ...root, children: root.children.flatMap(importantIn) };
}

function importantIn(node: DumpNode): DumpNode[] {
  const children = node.children.flatMap(importantIn);
  return isImportant(node) ? [{ ...node, children }] : children;
}

/**
 * android.view.View.isImportantForAccessibility in its automatic mode: what one can act on;
 * TextView and ImageView ask for it when they have something to say. A resource id is no reason.
 * Guess: lists (scrollable) ask for it, as RecyclerView does.
 */
function isImportant(node: DumpNode): boolean {
  const acts = node.clickable || node.longClickable || node.focusable;
  const holds = node.checkable || node.scrollable || node.password;
  return acts || holds || node.text !== '' || node.description !== '' || node.hint !== '';
}
