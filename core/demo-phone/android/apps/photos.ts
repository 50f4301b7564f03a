import { mdiArrowLeft, mdiImageMultiple } from '@mdi/js';
import type { Point, Rect, Size } from '#core/geometry.ts';
import { smallStrongStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
import {
  box,
  type Drag,
  linearGradient,
  type PaintOp,
  type Pinch,
  row,
  space,
  stack,
  text,
  type DoubleTap,
  type View,
} from '../ui/view.ts';
import { decorView, iconButton, resourceIdsOf, listPage } from '../ui/widgets.ts';
import type { Activity, App, ActivityHost } from './app.ts';

const photosPackage = 'com.android.gallery3d';
const id = resourceIdsOf(photosPackage);
const gridClass = `${photosPackage}.app.GalleryActivity`;
const viewClass = `${photosPackage}.app.PhotoViewActivity`;

function photoGrid(ui: UiContext, host: ActivityHost): View {
  const columns = ui.landscape ? 6 : 3;
  const photo = (index: number): View =>
    box({
      className: 'android.widget.ImageView',
      id: id('thumbnail'),
      description: pictureName(index),
      weight: 1,
      height: (ui.width - 32) / columns,
      radius: 12,
      draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(12), ops: landscapeOps(rect, index) }],
      onTap: () => host.start(`${photosPackage}/${viewClass}`, String(index)),
    });
  const rows = Array.from({ length: Math.ceil(pictureCount / columns) }, (_, line) =>
    row(
      { paintOnly: true, gap: 4, margin: [0, 0, 2, 0] },
      Array.from({ length: Math.min(columns, pictureCount - line * columns) }, (_photo, index) =>
        photo(line * columns + index),
      ),
    ),
  );
  const month = { id: id('date'), padding: [4, 4, 10, 4] } as const;
  return listPage(ui, { title: 'Photos', packageName: photosPackage }, [
    text('November', subtitleStyle(ui.theme.text), month),
    ...rows,
    space(8),
  ]);
}

/** The Photos app: a grid of photos and a viewer. */
export const photosApp: App = {
  packageName: photosPackage,
  label: 'Photos',
  system: true,
  versionName: '1.1.40030',
  icon: { path: mdiImageMultiple, color: '#ffffff', topColor: '#ff9ac1', bottomColor: '#8e4fd0' },
  launcherClass: gridClass,
  createActivity: (className, host, argument) => {
    if (className === viewClass) return new PhotoView(host, Number(argument ?? 0));
    return className === gridClass ? { render: (ui) => photoGrid(ui, host) } : undefined;
  },
};

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
class PhotoView implements Activity {
  readonly systemBarsAppearance = 'on-dark';
  readonly #host: ActivityHost;
  readonly #index: number;
  #zoom = fittedZoom;
  #dragStartZoom = fittedZoom;

  constructor(host: ActivityHost, index: number) {
    this.#host = host;
    this.#index = index;
  }

  render(ui: UiContext): View {
    const { top, right, bottom, left } = ui.insets;
    const padding = [top, right, bottom, left] as const;
    const filling = { width: 'fill', height: 'fill' } as const;
    return decorView(
      stack({ id: id('photo_activity_root_view'), ...filling, fill: '#000000' }, [
        this.#photo(ui),
        box({ paintOnly: true, width: 'fill', height: top + 88, fill: textScrim }),
        stack({ paintOnly: true, ...filling, padding }, [this.#bar(), this.#zoomLabel()]),
      ]),
    );
  }

  #photo(ui: UiContext): View {
    // The display may have rotated since.
    const zoom = clampZoom(this.#zoom, ui);
    return box({
      className: 'android.widget.ImageView',
      id: id('photo_view'),
      description: pictureName(this.#index),
      width: 'fill',
      height: 'fill',
      draw: (rect, dp) => [
        {
          op: 'clip',
          rect,
          radii: 0,
          ops: landscapeOps(pictureRect(rect, zoom, dp(1)), this.#index),
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
        text(`November ${20 - this.#index}`, subtitleStyle(barTextColor), {
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

/** Colour of the sky, colour of the land and height of the horizon (0 top to 1) of each photo. */
const pictures = [
  ['#ffb88a', '#7b4b94', 0.55],
  ['#9ad4ff', '#2f7d5b', 0.62],
  ['#ffe3a3', '#d4764a', 0.5],
  ['#c9d6ff', '#3f5bb5', 0.68],
  ['#ffd1dc', '#9a5fa6', 0.45],
  ['#b8f0d8', '#1f6f78', 0.58],
  ['#fff1c9', '#a8763e', 0.66],
  ['#cfd8ff', '#4a4592', 0.52],
  ['#ffc6a8', '#b5545c', 0.6],
  ['#a6e3ff', '#27608f', 0.5],
  ['#e9d5ff', '#6b3fa0', 0.63],
  ['#d8f5b0', '#4f7d2f', 0.56],
] as const;

/** Number of photos. */
const pictureCount = pictures.length;

/** A photo's content description: its date. */
function pictureName(index: number): string {
  return `Photo taken on November ${20 - index}`;
}

/** The display list of a photo in a rectangle. */
function landscapeOps(rect: Rect, index: number): readonly PaintOp[] {
  const [sky, land, horizon] = pictures[index % pictures.length] ?? pictures[0];
  const height = rect.bottom - rect.top;
  const sun = height * 0.11;
  const x = rect.left + (rect.right - rect.left) * (0.25 + ((index * 37) % 50) / 100);
  const y = rect.top + height * (horizon - 0.2);
  return [
    {
      op: 'box',
      rect,
      radii: 0,
      fill: linearGradient([0, 0], [0, 0.8], [0, sky], [1, '#ffffff']),
    },
    {
      op: 'box',
      rect: { left: x - sun, top: y - sun, right: x + sun, bottom: y + sun },
      radii: sun,
      fill: 'rgba(255, 255, 255, 0.9)',
    },
    {
      op: 'path',
      rect: { ...rect, top: rect.top + height * (horizon - 0.12) },
      viewport: { width: 100, height: 100 },
      data:
        index % 2 === 0
          ? 'M0 30C22 0 40 8 58 26C74 40 88 34 100 18V100H0Z'
          : 'M0 14C20 34 34 38 52 22C70 6 84 10 100 30V100H0Z',
      fill: land,
    },
  ];
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
