import { mdiArrowLeft, mdiImageMultiple } from '@mdi/js';
import type { Point, Rect } from '#core/geometry.ts';
import { listPage } from '../ui/list-page.ts';
import { smallStrongStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
import { box, linearGradient, type PaintOp, row, stack, text, type View } from '../ui/view.ts';
import { decorView, gridRows, iconButton, resourceIdsOf } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';

const photosPackage = 'com.android.gallery3d';
const id = resourceIdsOf(photosPackage);
const gridClass = `${photosPackage}.app.GalleryActivity`;
const viewClass = `${photosPackage}.app.PhotoViewActivity`;

/** The colours of sky and land of each photo, newest first, and the height of the horizon (0 top to 1). */
const photos = [
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
type Photo = (typeof photos)[number];

const titleOf = (photo: Photo) => `November ${20 - photos.indexOf(photo)}`;

/** The display list of a photo in a rectangle: a sun over hills. */
function photoOps(rect: Rect, [sky, land, horizon]: Photo): readonly PaintOp[] {
  const height = rect.bottom - rect.top;
  const sun = height * 0.11;
  const x = rect.left + (rect.right - rect.left) * horizon;
  const y = rect.top + height * (horizon - 0.2);
  const around = { left: x - sun, top: y - sun, right: x + sun, bottom: y + sun };
  const gradient = linearGradient([0, 0], [0, 0.8], [0, sky], [1, '#ffffff']);
  return [
    { op: 'box', rect, radii: 0, fill: gradient },
    { op: 'box', rect: around, radii: sun, fill: 'rgba(255, 255, 255, 0.9)' },
    {
      op: 'path',
      rect: { ...rect, top: rect.top + height * (horizon - 0.12) },
      viewport: { width: 100, height: 100 },
      data: 'M0 30C22 0 40 8 58 26C74 40 88 34 100 18V100H0Z',
      fill: land,
    },
  ];
}

/** All photos in a grid; a tap opens one. */
function photoGrid(ui: UiContext, host: ActivityHost): View {
  const columns = ui.landscape ? 6 : 3;
  const thumbnails = photos.map((photo, index) =>
    box({
      className: 'android.widget.ImageView',
      id: id('thumbnail'),
      description: `Photo taken on ${titleOf(photo)}`,
      weight: 1,
      height: (ui.width - 32) / columns,
      draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(12), ops: photoOps(rect, photo) }],
      onTap: () => host.start(`${photosPackage}/${viewClass}`, String(index)),
    }),
  );
  return listPage(ui, { title: 'Photos', packageName: photosPackage }, [
    text('November', subtitleStyle(ui.theme.text), { id: id('date'), padding: [4, 4, 10, 4] }),
    ...gridRows(thumbnails, columns, { paintOnly: true, gap: 4, margin: [0, 0, 2, 0] }),
  ]);
}

/** How a photo is shown: scaled around the view's centre, then moved by x and y px. */
interface Zoom extends Point {
  /** 1 fits the whole photo into the view. */
  readonly scale: number;
}

const fitted: Zoom = { scale: 1, x: 0, y: 0 };
const doubleTapScale = 2;
/** Guess: com.android.ex.photo.views.PhotoView also has a limit of a few times. */
const maxScale = 8;
/** Width divided by height of every photo. */
const aspect = 3 / 4;

/** Where a photo is painted that is shown so in this view; it leaves no avoidable gap at the view's edges. */
function pictureRect(view: Rect, { scale, x, y }: Zoom): Rect {
  const viewWidth = view.right - view.left;
  const viewHeight = view.bottom - view.top;
  const width = Math.min(viewWidth, viewHeight * aspect) * scale;
  const height = width / aspect;
  const limit = (by: number, room: number) => Math.max(-room, Math.min(room, by));
  const left = view.left + (viewWidth - width) / 2 + limit(x, Math.max(0, (width - viewWidth) / 2));
  const top =
    view.top + (viewHeight - height) / 2 + limit(y, Math.max(0, (height - viewHeight) / 2));
  return { left, top, right: left + width, bottom: top + height };
}

/** Scales by a factor so that what is at this point stays there. */
function zoomAt(zoom: Zoom, factor: number, view: Rect, at: Point): Zoom {
  const scale = Math.max(1, Math.min(maxScale, zoom.scale * factor));
  const applied = scale / zoom.scale;
  const fromCentre = {
    x: at.x - (view.left + view.right) / 2,
    y: at.y - (view.top + view.bottom) / 2,
  };
  const moved = (side: 'x' | 'y') => fromCentre[side] - (fromCentre[side] - zoom[side]) * applied;
  return { scale, x: moved('x'), y: moved('y') };
}

/** A photo on black: pinching zooms, a double tap zooms in and out. */
function photoView(host: ActivityHost, photo: Photo): Activity {
  let zoom = fitted;
  const image = box({
    className: 'android.widget.ImageView',
    id: id('photo_view'),
    description: `Photo taken on ${titleOf(photo)}`,
    width: 'fill',
    height: 'fill',
    draw: (rect) => {
      const ops = photoOps(pictureRect(rect, zoom), photo);
      return [{ op: 'clip', rect, radii: 0, ops }];
    },
    onPinch: ({ bounds, focus, scale }) => {
      zoom = zoomAt(zoom, scale, bounds, focus);
    },
    onDoubleTap: ({ bounds, at }) => {
      zoom = zoom.scale > 1 ? fitted : zoomAt(zoom, doubleTapScale, bounds, at);
    },
  });
  const white = '#ffffff';
  const back = { color: white, onTap: () => host.finish() };
  const bar = row({ id: id('action_bar'), height: 64, padding: [0, 4] }, [
    iconButton(mdiArrowLeft, 'Navigate up', back),
    text(titleOf(photo), subtitleStyle(white), { id: id('action_bar_title'), margin: [0, 8] }),
  ]);
  return {
    systemBarsAppearance: 'on-dark',
    render({ insets: { top, right, bottom, left } }) {
      const filling = { width: 'fill', height: 'fill' } as const;
      const label = `Zoom ${Math.round(zoom.scale * 100)}%`;
      return decorView(
        stack({ id: id('photo_activity_root_view'), ...filling, fill: '#000000' }, [
          image,
          stack({ paintOnly: true, ...filling, padding: [top, right, bottom, left] }, [
            bar,
            text(label, smallStrongStyle(white), {
              id: id('zoom'),
              place: ['center', 'end'],
              margin: [0, 0, 20, 0],
              padding: [8, 16],
              radius: 18,
              fill: 'rgba(40, 44, 56, 0.82)',
            }),
          ]),
        ]),
      );
    },
  };
}

/** The Photos app: a grid and a viewer. */
export const photosApp: App = {
  packageName: photosPackage,
  label: 'Photos',
  system: true,
  versionName: '1.1.40030',
  icon: { path: mdiImageMultiple, color: '#ffffff', topColor: '#ff9ac1', bottomColor: '#8e4fd0' },
  launcherClass: gridClass,
  activities: {
    [gridClass]: (host) => ({ render: (ui) => photoGrid(ui, host) }),
    [viewClass]: (host, index = '0') => {
      const photo = photos[Number(index)];
      return photo && photoView(host, photo);
    },
  },
};
