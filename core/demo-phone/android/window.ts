import { intersect, type Point, type Rect, rectOfSize, type Size } from '../../geometry.ts';
import type { WindowInfo } from '../world.ts';
import type { FieldState } from './ui/field-state.ts';
import {
  walkViews,
  type LayoutContext,
  measureView,
  placeView,
  type PlacedView,
} from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Insets, UiContext } from './ui/theme.ts';
import type { View } from './ui/view.ts';

/** Position of a window on the display. */
type Gravity = 'full' | 'center' | 'top' | 'bottom' | 'left' | 'right' | BesideRect;

/** Above a rectangle of the display in device pixels, or below it if the window doesn't fit above. */
interface BesideRect {
  readonly beside: Rect;
}

export interface WindowSpec {
  readonly title: string;
  readonly kind: WindowInfo['kind'];
  readonly packageName: string;
  readonly gravity: Gravity;
  readonly secure: boolean;
  render(ui: UiContext): View;
}

/** The display metrics that windows are laid out with; sizes in device pixels. */
interface LayoutSurface {
  readonly size: Size;
  /** Pixels per dp. */
  readonly density: number;
  readonly measureText: MeasureText;
}

/** One window with its scroll offsets and its focused field. */
export class UiWindow {
  readonly spec: WindowSpec;
  focus: FieldState | undefined;
  readonly #scroll = new Map<string, number>();
  #cachedLayout: { readonly contentKey: string; readonly root: PlacedView } | undefined;

  constructor(spec: WindowSpec) {
    this.spec = spec;
  }

  /** The view tree with positions; laid out again only when `contentKey` differs from the last call's. */
  placedView(contentKey: string, surface: LayoutSurface, ui: UiContext): PlacedView {
    if (this.#cachedLayout?.contentKey !== contentKey) {
      this.#cachedLayout = { contentKey, root: this.#createLayout(surface, ui) };
    }
    return this.#cachedLayout.root;
  }

  /** Scrolls a list by device pixels; false when it isn't scrollable. */
  scrollBy(list: PlacedView, deltaPx: number, density: number): boolean {
    const key = list.view.scroll;
    if (key === undefined || list.scroll === undefined || list.scroll.max === 0) return false;
    const offset = Math.max(0, Math.min(list.scroll.max, list.scroll.offset + deltaPx));
    this.#scroll.set(key, offset / density);
    return true;
  }

  /** Sets the scroll offset, in device pixels, of the list with this key. */
  scrollTo(key: string, offsetPx: number, density: number): void {
    this.#scroll.set(key, offsetPx / density);
  }

  #createLayout(surface: LayoutSurface, ui: UiContext): PlacedView {
    const context: LayoutContext = {
      density: surface.density,
      measureText: surface.measureText,
      scrollOffset: (key) => this.#scroll.get(key) ?? 0,
      focus: this.focus,
    };
    const full = this.spec.gravity === 'full';
    const { width, height } = surface.size;
    const box = measureView(
      this.spec.render(ui),
      full ? { width, height, exactWidth: width, exactHeight: height } : { width, height },
      context,
    );
    return placeView(
      box,
      windowCorner(this.spec.gravity, surface, { box, insets: ui.insets }),
      rectOfSize(surface.size),
    );
  }
}

function windowCorner(
  gravity: Gravity,
  { size, density }: LayoutSurface,
  { box, insets }: { readonly box: Size; readonly insets: Insets },
): Point {
  const right = size.width - box.width;
  const bottom = size.height - box.height;
  if (typeof gravity === 'object')
    return cornerBeside(gravity.beside, box, { size, density, insets });
  switch (gravity) {
    case 'center': {
      const { top, left } = insets;
      const below = bottom - Math.round((insets.bottom - top) * density);
      const beside = right - Math.round((insets.right - left) * density);
      return { x: Math.round(beside / 2), y: Math.max(0, Math.round(below / 2)) };
    }
    case 'bottom':
      return { x: Math.round(right / 2), y: bottom };
    case 'right':
      return { x: right, y: 0 };
    default:
      return { x: 0, y: 0 };
  }
}

/** dp between a window and the rectangle it belongs to, or the display's edge. */
const edgeGapDp = 8;
/** dp kept free below a rectangle for the selection handles. */
const handleRoomDp = 28;

function cornerBeside(
  { left, right, top, bottom }: Rect,
  box: Size,
  { size, density, insets }: Pick<LayoutSurface, 'size' | 'density'> & { readonly insets: Insets },
): Point {
  const marginPx = edgeGapDp * density;
  const above = top - marginPx - box.height;
  const fits = above >= insets.top * density;
  const maxX = size.width - marginPx - box.width;
  return {
    x: Math.round(Math.max(marginPx, Math.min(maxX, (left + right - box.width) / 2))),
    y: Math.round(fits ? above : bottom + handleRoomDp * density),
  };
}

/** The outermost vertical list that contains a view, if any. */
export function enclosingList(root: PlacedView, target: PlacedView): PlacedView | undefined {
  for (const candidate of walkViews(root)) {
    if (candidate.scroll === undefined || candidate.view.layout !== 'column') continue;
    for (const inside of walkViews(candidate)) if (inside === target) return candidate;
  }
  return undefined;
}

/** The part of the display that a window covers. */
export function windowBounds(placed: PlacedView, size: Size): Rect {
  return intersect(placed.bounds, rectOfSize(size));
}
