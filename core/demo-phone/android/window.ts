import { intersect, type Point, type Rect, rectOfSize, type Size } from '../../geometry.ts';
import type { WindowInfo } from '../world.ts';
import type { FieldState } from './ui/field-state.ts';
import { everyPlaced, type LayoutContext, measure, place, type Placed } from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { Insets, Ui } from './ui/theme.ts';
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
  render(ui: Ui): View;
}

/** The display metrics that windows are laid out with; sizes in device pixels. */
interface Surface {
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
  #laidOut: { readonly moment: string; readonly root: Placed } | undefined;

  constructor(spec: WindowSpec) {
    this.spec = spec;
  }

  /** The view tree with positions; laid out again only when `contentKey` differs from the last call's. */
  placed(moment: string, surface: Surface, ui: Ui): Placed {
    if (this.#laidOut?.moment !== moment) {
      this.#laidOut = { moment, root: this.#layOut(surface, ui) };
    }
    return this.#laidOut.root;
  }

  /** Scrolls a list by device pixels; false when it isn't scrollable. */
  scrollBy(list: Placed, deltaPx: number, density: number): boolean {
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

  #layOut(surface: Surface, ui: Ui): Placed {
    const context: LayoutContext = {
      density: surface.density,
      measureText: surface.measureText,
      scrollOffset: (key) => this.#scroll.get(key) ?? 0,
      focus: this.focus,
    };
    const full = this.spec.gravity === 'full';
    const { width, height } = surface.size;
    const box = measure(
      this.spec.render(ui),
      full ? { width, height, exactWidth: width, exactHeight: height } : { width, height },
      context,
    );
    return place(
      box,
      corner(this.spec.gravity, surface, { box, insets: ui.insets }),
      rectOfSize(surface.size),
    );
  }
}

function corner(
  gravity: Gravity,
  { size, density }: Surface,
  { box, insets }: { readonly box: Size; readonly insets: Insets },
): Point {
  const right = size.width - box.width;
  const bottom = size.height - box.height;
  if (typeof gravity === 'object')
    return besideCorner(gravity.beside, box, { size, density, insets });
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
const gap = 8;
/** dp kept free below a rectangle for the selection handles. */
const handles = 28;

function besideCorner(
  { left, right, top, bottom }: Rect,
  box: Size,
  { size, density, insets }: Pick<Surface, 'size' | 'density'> & { readonly insets: Insets },
): Point {
  const room = gap * density;
  const above = top - room - box.height;
  const fits = above >= insets.top * density;
  const most = size.width - room - box.width;
  return {
    x: Math.round(Math.max(room, Math.min(most, (left + right - box.width) / 2))),
    y: Math.round(fits ? above : bottom + handles * density),
  };
}

/** The outermost vertical list that contains a view, if any. */
export function listAround(root: Placed, target: Placed): Placed | undefined {
  for (const candidate of everyPlaced(root)) {
    if (candidate.scroll === undefined || candidate.view.layout !== 'column') continue;
    for (const inside of everyPlaced(candidate)) if (inside === target) return candidate;
  }
  return undefined;
}

/** The part of the display that a window covers. */
export function windowBounds(placed: Placed, size: Size): Rect {
  return intersect(placed.bounds, rectOfSize(size));
}
