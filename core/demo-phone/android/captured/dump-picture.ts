import { isEmpty, rectOfSize, type Rect, type Size } from '../../../geometry.ts';
import type { DumpNode } from '../../world.ts';
import type { PaintOp } from '../ui/paint-op.ts';
import { layoutText, type MeasureText } from '../ui/text-block.ts';
import { lightTheme as theme } from '../ui/theme.ts';

/** Nodes painted at most: a hostile dump must not keep the phone busy. */
const mostNodes = 4000;
/** px; texts of a dump have no size, so it is guessed from the box within these. */
const smallestText = 18;
const largestText = 46;

/** A tidy picture of a dump that came without one: its boxes and texts at their places. */
export function dumpPicture(
  roots: readonly DumpNode[],
  size: Size,
  measureText: MeasureText,
): readonly PaintOp[] {
  const ops: PaintOp[] = [{ op: 'box', rect: rectOfSize(size), radii: 0, fill: theme.background }];
  let left = mostNodes;
  const open = [...roots].reverse();
  for (let node = open.pop(); node !== undefined && left > 0; node = open.pop(), left--) {
    if (!isEmpty(node.bounds)) ops.push(...nodeOps(node, size, measureText));
    for (const child of node.children.toReversed()) open.push(child);
  }
  return ops;
}

function nodeOps(node: DumpNode, size: Size, measureText: MeasureText): PaintOp[] {
  const { bounds } = node;
  const height = bounds.bottom - bounds.top;
  const covers = bounds.right - bounds.left >= size.width * 0.98 && height >= size.height * 0.7;
  const radii = Math.min(24, height / 4);
  const ops: PaintOp[] = [];
  if (!covers) ops.push(...surface(node, bounds, radii));
  if (node.text !== '') ops.push(...textOps(node, measureText));
  return ops;
}

function surface(node: DumpNode, rect: Rect, radii: number): PaintOp[] {
  const name = node.className.split('.').at(-1) ?? '';
  if (name === 'EditText') {
    return [
      { op: 'box', rect, radii, fill: theme.card },
      { op: 'border', rect, radii, color: theme.outline, width: 2 },
    ];
  }
  if (node.checkable) {
    return [{ op: 'box', rect, radii, fill: node.checked ? theme.tint : theme.raised }];
  }
  if (node.clickable) {
    return [
      { op: 'box', rect, radii, fill: theme.card },
      { op: 'border', rect, radii, color: theme.line, width: 2 },
    ];
  }
  const picture = /Image|Icon|Video|Surface|Texture/.test(name) && node.children.length === 0;
  return picture ? [{ op: 'box', rect, radii, fill: theme.tint }] : [];
}

function textOps(node: DumpNode, measureText: MeasureText): PaintOp[] {
  const { bounds } = node;
  const height = bounds.bottom - bounds.top;
  const width = bounds.right - bounds.left;
  const sizePx = Math.max(smallestText, Math.min(largestText, height * 0.72));
  const block = layoutText(
    {
      text: node.text.slice(0, 2000),
      style: { size: sizePx, weight: 400, color: theme.text },
      align: 'start',
      maxLines: Math.max(1, Math.floor(height / (sizePx * 1.35))),
      maxWidth: Math.max(width, sizePx),
      density: 1,
    },
    measureText,
  );
  const top = bounds.top + Math.max(0, (height - block.height) / 2);
  const isField = node.className.endsWith('EditText');
  const centred = node.clickable && !isField;
  const inset = isField ? Math.min(24, width / 8) : 0;
  const ops = block.lines.map((line, index): PaintOp => ({
    op: 'text',
    text: line.text,
    x: bounds.left + (centred ? Math.max(0, (width - line.width) / 2) : inset),
    baseline: Math.round(top + (index + 0.5) * block.lineHeight + 0.36 * sizePx),
    font: block.font,
    color: theme.text,
  }));
  return [{ op: 'clip', rect: bounds, radii: 0, ops }];
}
