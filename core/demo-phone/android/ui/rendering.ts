import { isEmpty, type Point, type Rect } from '#core/geometry.ts';
import { nextBoundary, type FieldState } from './field-state.ts';
import type { PlacedView } from './layout.ts';
import type { MeasureText, TextBlock, TextLine } from './text-block.ts';
import type { DumpNode } from '../../world.ts';
import { iconViewport, type PaintOp, type Radii, type View } from './view.ts';

/** Where the letters of a text are, in device pixels. */
interface TextPosition {
  readonly top: number;
  /** Left edge of a line. */
  left(line: TextLine): number;
  /** Left edge of the letter at this index, which is in the line or at its end. */
  xOf(index: number, line: TextLine): number;
}

/**
 * Positions a text: centred vertically unless its field is multiline. A line of a field that is too wide is shifted
 * left as far as its cursor needs.
 */
function positionOf(placed: PlacedView, block: TextBlock, measureText: MeasureText): TextPosition {
  const { inner, view } = placed;
  const { field } = view;
  const room = inner.right - inner.left;
  const free = inner.bottom - inner.top - block.height;
  const widthTo = (index: number, line: TextLine) =>
    measureText(field?.displayText.slice(line.start, index) ?? '', block.font);
  const left = (line: TextLine): number => {
    if (line.width > room) {
      const pans = field !== undefined && !field.multiline;
      return inner.left - (pans ? Math.max(0, widthTo(field.cursor, line) - room) : 0);
    }
    if (block.align === 'center') return inner.left + (room - line.width) / 2;
    return block.align === 'end' ? inner.right - line.width : inner.left;
  };
  return {
    top: inner.top + (field?.multiline === true ? 0 : Math.round(free / 2)),
    left,
    xOf: (index, line) => left(line) + widthTo(index, line),
  };
}

/** The cursor's rectangle in a field, in device pixels. */
export function caretRect(placed: PlacedView, measureText: MeasureText): Rect | undefined {
  const { text: block, view } = placed;
  const { field } = view;
  if (block === undefined || field === undefined) return undefined;
  const index = Math.max(
    0,
    block.lines.findLastIndex((line) => line.start <= field.cursor),
  );
  const line = block.lines[index];
  if (line === undefined) return undefined;
  const position = positionOf(placed, block, measureText);
  const left = Math.round(position.xOf(field.cursor, line));
  const top = position.top + index * block.lineHeight;
  const widthPx = Math.max(2, Math.round(block.sizePx / 9));
  return { left, top, right: left + widthPx, bottom: top + block.lineHeight };
}

/** The highlight rectangles of a field's selection, one per line, in device pixels; empty without a selection. */
function selectionRects(placed: PlacedView, measureText: MeasureText): readonly Rect[] {
  const { text: block, view } = placed;
  if (block === undefined || view.field === undefined) return [];
  const { start, end } = view.field.selection;
  const position = positionOf(placed, block, measureText);
  return block.lines.flatMap((line, row) => {
    if (start === end || line.start >= end || line.end < start) return [];
    const left = Math.round(position.xOf(Math.max(start, line.start), line));
    const last = Math.round(position.xOf(Math.min(end, line.end), line));
    // A selected line break shows as a narrow box.
    const right = Math.max(last, Math.round(left + block.sizePx / 4));
    const top = position.top + row * block.lineHeight;
    return [{ left, top, right, bottom: top + block.lineHeight }];
  });
}

/** The index in the field's text nearest to this point. */
export function textIndexAt(placed: PlacedView, point: Point, measureText: MeasureText): number {
  const { text: block, view } = placed;
  if (block === undefined || view.field === undefined) return 0;
  const position = positionOf(placed, block, measureText);
  const row = Math.floor((point.y - position.top) / block.lineHeight);
  const line = block.lines[Math.max(0, Math.min(block.lines.length - 1, row))];
  if (line === undefined) return 0;
  const { displayText } = view.field;
  const distance = (index: number) => Math.abs(position.xOf(index, line) - point.x);
  let nearest = line.start;
  for (let at = line.start; at <= line.end; at = nextBoundary(displayText, at)) {
    if (distance(at) < distance(nearest)) nearest = at;
    if (at === displayText.length) break;
  }
  return nearest;
}

/** What a display list depends on beside the views. */
interface DisplayListContext {
  /** Pixels per dp. */
  readonly density: number;
  readonly measureText: MeasureText;
  readonly focus: FieldState | undefined;
  readonly caretColor: string;
  readonly selectionColor: string;
}

/** The display list of a view and its descendants, back to front. */
export function displayList(placed: PlacedView, context: DisplayListContext): readonly PaintOp[] {
  if (isEmpty(placed.visible)) return [];
  const radii = radiiOf(placed, context);
  const own = [...backgroundOps(placed, radii, context), ...contentOps(placed, context)];
  const children = placed.children.flatMap((child) => displayList(child, context));
  const clips = placed.view.clip === true || placed.scroll !== undefined;
  const ops: PaintOp[] =
    clips && children.length > 0
      ? [...own, { op: 'clip', rect: placed.bounds, radii, ops: children }]
      : [...own, ...children];
  const { alpha } = placed.view;
  return alpha === undefined || alpha === 1 ? ops : [{ op: 'faded', alpha, ops }];
}

function radiiOf({ view }: PlacedView, { density }: DisplayListContext): Radii {
  const { radius } = view;
  if (radius === undefined) return 0;
  if (typeof radius === 'number') return radius * density;
  const [a, b, c, d] = radius;
  return [a * density, b * density, c * density, d * density];
}

function backgroundOps(
  placed: PlacedView,
  radii: Radii,
  { density }: DisplayListContext,
): PaintOp[] {
  const { view, bounds } = placed;
  const ops: PaintOp[] = [];
  if (view.elevation !== undefined) ops.push(...shadow(bounds, radii, view.elevation * density));
  if (view.fill !== undefined) ops.push({ op: 'box', rect: bounds, radii, fill: view.fill });
  if (view.border !== undefined) {
    const width = Math.max(1, Math.round(view.border.width * density));
    ops.push({ op: 'border', rect: bounds, radii, color: view.border.color, width });
  }
  return ops;
}

/** A soft shadow without canvas blur: faint boxes of growing size, shifted down. */
function shadow(rect: Rect, radii: Radii, heightPx: number): PaintOp[] {
  const layers = 10;
  return Array.from({ length: layers }, (_, index): PaintOp => {
    const spread = (heightPx * (layers - index)) / layers;
    const drop = heightPx * 0.4;
    return {
      op: 'box',
      rect: {
        left: rect.left - spread,
        top: rect.top - spread + drop,
        right: rect.right + spread,
        bottom: rect.bottom + spread + drop,
      },
      radii: typeof radii === 'number' ? radii + spread : radii,
      fill: 'rgba(10, 15, 35, 0.014)',
    };
  });
}

function contentOps(placed: PlacedView, context: DisplayListContext): readonly PaintOp[] {
  const { view, bounds, inner } = placed;
  const dp = (value: number) => value * context.density;
  const ops: PaintOp[] = [...(view.draw?.(bounds, dp) ?? [])];
  if (view.icon !== undefined) {
    const { path, color } = view.icon;
    ops.push({ op: 'path', rect: inner, data: path, viewport: iconViewport, fill: color });
  }
  if (placed.text !== undefined) ops.push(...textOps(placed, context));
  return ops;
}

/** em: half of Inter's cap height (0.727 em); centres a line of text vertically. */
const halfCapHeight = 0.3635;

function textOps(placed: PlacedView, context: DisplayListContext): readonly PaintOp[] {
  const { text: block, view } = placed;
  if (block === undefined) return [];
  const position = positionOf(placed, block, context.measureText);
  const ops: PaintOp[] = block.lines
    .filter((line) => line.text !== '')
    .map((line) => ({
      op: 'text',
      text: line.text,
      x: position.left(line),
      baseline: Math.round(
        position.top +
          (block.lines.indexOf(line) + 0.5) * block.lineHeight +
          halfCapHeight * block.sizePx,
      ),
      font: block.font,
      color: block.color,
    }));
  if (view.field === undefined) return ops;
  if (view.field !== context.focus) return [{ op: 'clip', rect: placed.inner, radii: 0, ops }];
  const selected = selectionRects(placed, context.measureText);
  const highlight = selected.map((rect) => filledBox(rect, context.selectionColor));
  const caret = selected.length > 0 ? undefined : caretRect(placed, context.measureText);
  const cursor = caret === undefined ? [] : [filledBox(caret, context.caretColor)];
  return [{ op: 'clip', rect: placed.inner, radii: 0, ops: [...highlight, ...ops, ...cursor] }];
}

function filledBox(rect: Rect, fill: string): PaintOp {
  return { op: 'box', rect, radii: 0, fill };
}

/** What a dump depends on beside the views. */
interface DumpContext {
  readonly packageName: string;
  readonly focus: FieldState | undefined;
}

/**
 * The nodes that uiautomator prints for a view: one, or those of its children if the view is
 * `paintOnly`. Views that are scrolled out or clipped away are skipped: uiautomator skips nodes that
 * are not visible to the user.
 */
export function dumpNodes(placed: PlacedView, context: DumpContext): readonly DumpNode[] {
  if (isEmpty(placed.visible)) return [];
  const rows = listRowsOf(placed);
  const children = placed.children.flatMap((child) =>
    dumpNodes(child, context).map((node) =>
      rows ? { ...node, listRow: rows.indexOf(child) } : node,
    ),
  );
  if (placed.view.paintOnly === true) return children;
  return [dumpNode(placed, children, context)];
}

/** The rows of a list, those that are scrolled out too; undefined for what is no list. */
function listRowsOf({ view, children }: PlacedView): readonly PlacedView[] | undefined {
  if (view.className?.endsWith('RecyclerView') !== true) return undefined;
  return children.filter((child) => child.view.paintOnly !== true);
}

function dumpNode(
  placed: PlacedView,
  children: readonly DumpNode[],
  context: DumpContext,
): DumpNode {
  const { view } = placed;
  const clickable = view.onTap !== undefined || view.field !== undefined;
  return {
    className: view.className ?? defaultClassName(view),
    packageName: context.packageName,
    text: dumpText(view),
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
    stateDescription: view.stateDescription,
    error: view.error,
    heading: view.heading,
    listRows: listRowsOf(placed)?.length,
    children,
  };
}

/** An empty field reports its hint as its text (TextView.getTextForAccessibility). */
function dumpText(view: View): string {
  if (view.text !== undefined) return view.text;
  if (view.field !== undefined)
    return view.field.displayText === '' ? view.field.hint : view.field.displayText;
  return view.label?.text ?? '';
}

function defaultClassName(view: View): string {
  if (view.layout === 'stack') return 'android.widget.FrameLayout';
  return view.layout === 'leaf' ? 'android.view.View' : 'android.widget.LinearLayout';
}
