import type { Point, Rect } from '../../../geometry.ts';
import { nextBoundary } from './field-state.ts';
import type { PlacedView } from './layout.ts';
import type { MeasureText, TextBlock, TextLine } from './text-block.ts';

/** Position of a text in its view, in device pixels. */
interface TextOrigin {
  readonly top: number;
  /** Left edge of a line. */
  left(line: TextLine): number;
}

/** Positions a text: centred vertically unless its field is multiline; `panPx` shifts lines that are too wide. */
export function textOrigin(placed: PlacedView, block: TextBlock, panPx = 0): TextOrigin {
  const { inner } = placed;
  const room = inner.right - inner.left;
  const free = inner.bottom - inner.top - block.height;
  const multiline = placed.view.field?.multiline === true;
  return {
    top: inner.top + (multiline ? 0 : Math.round(free / 2)),
    left: (line) => {
      if (line.width > room) return inner.left - panPx;
      if (block.align === 'center') return inner.left + (room - line.width) / 2;
      return block.align === 'end' ? inner.right - line.width : inner.left;
    },
  };
}

/** px that a text wider than its single-line field is shifted left to show the cursor. */
export function panOffset(placed: PlacedView, measureText: MeasureText): number {
  const { text: block, view, inner } = placed;
  const line = block?.lines[0];
  if (block === undefined || line === undefined || view.field === undefined) return 0;
  if (view.field.multiline || line.width <= inner.right - inner.left) return 0;
  const before = offsetOf(view.field.cursor, {
    shown: view.field.displayText,
    line,
    block,
    measureText,
  });
  return Math.max(0, before - (inner.right - inner.left));
}

/** The cursor's rectangle in a field, in device pixels. */
export function caretRect(placed: PlacedView, measureText: MeasureText): Rect | undefined {
  const { text: block, view } = placed;
  const field = view.field;
  if (block === undefined || field === undefined) return undefined;
  const index = lineIndexOf(block, field.cursor);
  const line = block.lines[index];
  if (line === undefined) return undefined;
  const origin = textOrigin(placed, block, panOffset(placed, measureText));
  const before = offsetOf(field.cursor, { shown: field.displayText, line, block, measureText });
  const left = Math.round(origin.left(line) + before);
  const top = origin.top + index * block.lineHeight;
  const widthPx = Math.max(2, Math.round(block.sizePx / 9));
  return { left, top, right: left + widthPx, bottom: top + block.lineHeight };
}

interface LineContext {
  readonly shown: string;
  readonly line: TextLine;
  readonly block: TextBlock;
  readonly measureText: MeasureText;
}

/** Matches a text whose first letter is of a right-to-left script, such as Hebrew or Arabic. */
const startsRightToLeft = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/**
 * px from a line's left edge to an index of the text. A right-to-left line is measured from its
 * right edge; for mixed directions within a line the result is approximate.
 */
function offsetOf(index: number, { shown, line, block, measureText }: LineContext): number {
  const before = measureText(shown.slice(line.start, index), block.font);
  return startsRightToLeft.test(line.text) ? line.width - before : before;
}

/** The highlight rectangles of a field's selection, one per line, in device pixels; empty without a selection. */
export function selectionRects(placed: PlacedView, measureText: MeasureText): readonly Rect[] {
  const { text: block, view } = placed;
  const { field } = view;
  if (block === undefined || field === undefined) return [];
  const { start, end } = field.selection;
  const { displayText: shown } = field;
  const origin = textOrigin(placed, block, panOffset(placed, measureText));
  return block.lines.flatMap((line, row) => {
    if (start === end || line.start >= end || line.end < start) return [];
    const ends = [Math.max(start, line.start), Math.min(end, line.end)].map(
      (index) => origin.left(line) + offsetOf(index, { shown, line, block, measureText }),
    );
    const top = origin.top + row * block.lineHeight;
    const left = Math.round(Math.min(...ends));
    // A selected line break shows as a narrow box.
    const right = Math.round(Math.max(...ends, left + block.sizePx / 4));
    return [{ left, top, right, bottom: top + block.lineHeight }];
  });
}

function lineIndexOf(block: TextBlock, cursor: number): number {
  const found = block.lines.findLastIndex((line) => line.start <= cursor);
  return Math.max(0, found);
}

/** The index in the field's text nearest to this point. */
export function textIndexAt(placed: PlacedView, point: Point, measureText: MeasureText): number {
  const { text: block, view } = placed;
  if (block === undefined || view.field === undefined) return 0;
  const origin = textOrigin(placed, block, panOffset(placed, measureText));
  const row = Math.floor((point.y - origin.top) / block.lineHeight);
  const line = block.lines[Math.max(0, Math.min(block.lines.length - 1, row))];
  if (line === undefined) return 0;
  const x = point.x - origin.left(line);
  const { displayText: shown } = view.field;
  const distance = (index: number) => offsetOf(index, { shown, line, block, measureText });
  let nearest = line.start;
  for (let at = line.start; at <= line.end; at = nextBoundary(shown, at)) {
    if (Math.abs(distance(at) - x) < Math.abs(distance(nearest) - x)) nearest = at;
    if (at === shown.length) break;
  }
  return nearest;
}
