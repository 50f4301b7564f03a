import { mdiArrowLeft } from '@mdi/js';
import type { Point, Rect, Size } from '#core/geometry.ts';
import { smallStrongStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
import {
  box,
  type DoubleTap,
  type Drag,
  linearGradient,
  type PaintOp,
  type Pinch,
  row,
  stack,
  text,
  type View,
} from '../ui/view.ts';
import { decorView, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import type { Activity, ActivityHost } from './app.ts';

export const photosPackage = 'com.android.gallery3d';
const id = resourceIdsOf(photosPackage);

/** A photo; `paint` fills a rectangle with it. */
export interface Photo {
  /** Its date. */
  readonly title: string;
  readonly paint: (rect: Rect) => readonly PaintOp[];
}

/** A photo's content description. */
export function photoDescription({ title }: Photo): string {
  return `Photo taken on ${title}`;
}

const barTextColor = '#ffffff';
/** A dark gradient behind the white text of the bar, which may be over a bright sky. */
const textScrim = linearGradient(
  [0, 0],
  [0, 1],
  [0, 'rgba(0, 0, 0, 0.62)'],
  [1, 'rgba(0, 0, 0, 0)'],
);
/** Scale after a double tap. */
const doubleTapScale = 2;

/** A photo on black: pinching zooms, one finger pans when zoomed in, a double tap zooms in and out. */
export class PhotoView implements Activity {
  readonly systemBarsAppearance = 'on-dark';
  readonly #host: ActivityHost;
  readonly #photo: Photo;
  #zoom = fittedZoom;
  #dragStartZoom = fittedZoom;

  constructor(host: ActivityHost, photo: Photo) {
    this.#host = host;
    this.#photo = photo;
  }

  render(ui: UiContext): View {
    const { top, right, bottom, left } = ui.insets;
    const padding = [top, right, bottom, left] as const;
    const filling = { width: 'fill', height: 'fill' } as const;
    return decorView(
      stack({ id: id('photo_activity_root_view'), ...filling, fill: '#000000' }, [
        this.#image(ui),
        box({ paintOnly: true, width: 'fill', height: top + 88, fill: textScrim }),
        stack({ paintOnly: true, ...filling, padding }, [this.#bar(), this.#zoomLabel()]),
      ]),
    );
  }

  #image(ui: UiContext): View {
    // The display may have rotated since.
    const zoom = clampZoom(this.#zoom, ui);
    return box({
      className: 'android.widget.ImageView',
      id: id('photo_view'),
      description: photoDescription(this.#photo),
      width: 'fill',
      height: 'fill',
      draw: (rect, dp) => [
        {
          op: 'clip',
          rect,
          radii: 0,
          ops: this.#photo.paint(pictureRect(rect, zoom, dp(1))),
        },
      ],
      onPinch: (pinch) => this.#onPinch(pinch),
      onDoubleTap: (doubleTap) => this.#onDoubleTap(doubleTap),
      onDrag: (drag) => this.#onDrag(drag),
    });
  }

  #bar(): View {
    return row(
      {
        id: id('action_bar'),
        className: 'android.view.ViewGroup',
        height: 64,
        padding: [0, 4],
      },
      [
        iconButton(mdiArrowLeft, 'Navigate up', {
          color: barTextColor,
          onTap: () => this.#host.finish(),
        }),
        text(this.#photo.title, subtitleStyle(barTextColor), {
          id: id('action_bar_title'),
          margin: [0, 8],
        }),
      ],
    );
  }

  #zoomLabel(): View {
    return text(`Zoom ${Math.round(this.#zoom.scale * 100)}%`, smallStrongStyle(barTextColor), {
      id: id('zoom'),
      place: ['center', 'end'],
      margin: [0, 0, 20, 0],
      padding: [8, 16],
      radius: 18,
      fill: 'rgba(40, 44, 56, 0.82)',
    });
  }

  #onPinch({ bounds, density, focus, by, scale }: Pinch): void {
    const zoom = zoomBy(this.#zoom, {
      factor: scale,
      focus: offsetFromCentre(bounds, focus, density),
      by: { x: by.x / density, y: by.y / density },
    });
    this.#setZoom(zoom, bounds, density);
  }

  #onDoubleTap({ bounds, density, at }: DoubleTap): void {
    const scale = this.#zoom.scale > 1 ? 1 : doubleTapScale;
    const focus = offsetFromCentre(bounds, at, density);
    const factor = scale / this.#zoom.scale;
    this.#setZoom(zoomBy(this.#zoom, { factor, focus, by: { x: 0, y: 0 } }), bounds, density);
  }

  #onDrag({ phase, bounds, density, from, to }: Drag): boolean {
    if (this.#zoom.scale === 1) return false;
    if (phase === 'start') this.#dragStartZoom = this.#zoom;
    const { x, y } = this.#dragStartZoom;
    const moved = { x: x + (to.x - from.x) / density, y: y + (to.y - from.y) / density };
    if (phase === 'move') this.#setZoom({ ...this.#zoom, ...moved }, bounds, density);
    return true;
  }

  #setZoom(zoom: Zoom, { left, top, right, bottom }: Rect, density: number): void {
    this.#zoom = clampZoom(zoom, {
      width: (right - left) / density,
      height: (bottom - top) / density,
    });
  }
}

/** Offset in dp of a point from a rectangle's centre. */
function offsetFromCentre(
  { left, top, right, bottom }: Rect,
  point: { x: number; y: number },
  density: number,
) {
  return {
    x: (point.x - (left + right) / 2) / density,
    y: (point.y - (top + bottom) / 2) / density,
  };
}

/** Zoom state of a photo: scaled around the view's centre, then moved by x and y in dp. */
interface Zoom {
  /** 1 fits the whole photo into the view. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

const fittedZoom: Zoom = { scale: 1, x: 0, y: 0 };

/** Maximum scale. Guess: com.android.ex.photo.views.PhotoView also has a limit of a few times. */
const maxScale = 8;
/** Width divided by height of every photo. */
const aspect = 3 / 4;

/** The size of a photo that just fits into a view. */
function fittedSize({ width, height }: Size): Size {
  const fittingWidth = Math.min(width, height * aspect);
  return { width: fittingWidth, height: fittingWidth / aspect };
}

/** Limits x and y so that the photo leaves no avoidable gap at the view's edges. */
function clampZoom({ scale, x, y }: Zoom, view: Size): Zoom {
  const size = fittedSize(view);
  const room = (side: keyof Size) => Math.max(0, (size[side] * scale - view[side]) / 2);
  const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  return { scale, x: clamp(x, room('width')), y: clamp(y, room('height')) };
}

/**
 * Scales by a factor so that the point under the fingers stays there. `focus` is the fingers'
 * centre relative to the view's centre; `by` is its movement. In dp.
 */
function zoomBy(
  zoom: Zoom,
  { factor, focus, by }: { readonly factor: number; readonly focus: Point; readonly by: Point },
): Zoom {
  const scale = Math.max(1, Math.min(maxScale, zoom.scale * factor));
  const appliedFactor = scale / zoom.scale;
  const at = (side: 'x' | 'y') =>
    focus[side] - (focus[side] - by[side] - zoom[side]) * appliedFactor;
  return { scale, x: at('x'), y: at('y') };
}

/** The photo's rectangle in the unit of `view`; `unit` is 1 dp in that unit. */
function pictureRect(view: Rect, zoom: Zoom, unit: number): Rect {
  const size = fittedSize({ width: view.right - view.left, height: view.bottom - view.top });
  const x = (view.left + view.right) / 2 + zoom.x * unit;
  const y = (view.top + view.bottom) / 2 + zoom.y * unit;
  const halfWidth = (size.width * zoom.scale) / 2;
  const halfHeight = (size.height * zoom.scale) / 2;
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}
