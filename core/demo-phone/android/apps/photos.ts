import { mdiImageMultiple } from '@mdi/js';
import type { Rect } from '#core/geometry.ts';
import { listPage } from '../ui/list-page.ts';
import { subtitleStyle, type UiContext } from '../ui/theme.ts';
import { box, linearGradient, type PaintOp, text, type View } from '../ui/view.ts';
import { gridRows, resourceIdsOf } from '../ui/widgets.ts';
import type { ActivityHost, App } from './app.ts';
import { type Photo, photoDescription, photosPackage, PhotoView } from './photo-view.ts';

const id = resourceIdsOf(photosPackage);
const gridClass = `${photosPackage}.app.GalleryActivity`;
const viewClass = `${photosPackage}.app.PhotoViewActivity`;

/** All photos in a grid, newest first; a tap opens one. */
function photoGrid(ui: UiContext, host: ActivityHost): View {
  const columns = ui.landscape ? 6 : 3;
  const heading = text('November', subtitleStyle(ui.theme.text), {
    id: id('date'),
    padding: [4, 4, 10, 4],
  });
  const thumbnails = photos.map((photo, index) =>
    box({
      className: 'android.widget.ImageView',
      id: id('thumbnail'),
      description: photoDescription(photo),
      weight: 1,
      height: (ui.width - 32) / columns,
      radius: 12,
      draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(12), ops: photo.paint(rect) }],
      onTap: () => host.start(`${photosPackage}/${viewClass}`, String(index)),
    }),
  );
  const frame = { paintOnly: true, gap: 4, margin: [0, 0, 2, 0] } as const;
  return listPage(ui, { title: 'Photos', packageName: photosPackage }, [
    heading,
    ...gridRows(thumbnails, columns, frame),
  ]);
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
      return photo && new PhotoView(host, photo);
    },
  },
};

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

const photos: readonly Photo[] = pictures.map((_, index) => ({
  title: `November ${20 - index}`,
  paint: (rect) => landscapeOps(rect, index),
}));

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
