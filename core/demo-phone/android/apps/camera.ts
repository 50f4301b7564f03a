import { mdiCamera } from '@mdi/js';
import type { Rect } from '#core/geometry.ts';
import { font, type UiContext } from '../ui/theme.ts';
import {
  box,
  centred,
  column,
  linearGradient,
  type PaintOp,
  row,
  space,
  text,
  type View,
} from '../ui/view.ts';
import { decorView, disc, resourceIdsOf } from '../ui/widgets.ts';
import { clockTime, monthName, type Activity, type ActivityHost, type App } from './app.ts';
import { photoDescription } from './photo-view.ts';
import { type PhotoLibrary, photoViewer } from './photos.ts';

const cameraPackage = 'com.android.camera2';
const cameraClass = `${cameraPackage}.CameraLauncher`;
const cameraId = resourceIdsOf(cameraPackage);
const controlColor = '#ffffff';

/** A viewfinder that always shows the same table, and below it the shutter and the newest photo. */
function cameraScreen(ui: UiContext, host: ActivityHost, library: PhotoLibrary): View {
  const { top, right, bottom, left } = ui.insets;
  const frame = {
    width: 'fill',
    height: 'fill',
    fill: '#0b0c12',
    padding: [top, right, bottom + 12, left],
    gap: 20,
    align: 'center',
  } as const;
  const preview = box({
    className: 'android.view.TextureView',
    id: cameraId('preview_content'),
    description: 'Viewfinder',
    weight: 1,
    width: ui.landscape ? undefined : 'fill',
    height: ui.landscape ? 'fill' : undefined,
    draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(28), ops: sceneOps(rect) }],
  });
  const chip = { padding: [8, 20], radius: 18, fill: 'rgba(255, 255, 255, 0.16)' } as const;
  const mode = text('Photo', font(15, 600, controlColor), { id: cameraId('mode'), ...chip });
  const shutter = disc(
    76,
    {
      className: 'android.widget.ImageView',
      id: cameraId('shutter_button'),
      description: 'Shutter',
      border: { color: controlColor, width: 4 },
      onTap: () => {
        const title = `${monthName(ui.now)} ${ui.now.getDate()}, ${clockTime(ui.now)}`;
        library.add({ title, paint: sceneOps });
      },
    },
    [disc(60, { ...centred, fill: controlColor }, [])],
  );
  const [newest] = library.photos;
  const thumbnail =
    newest === undefined
      ? space(48)
      : box({
          className: 'android.widget.ImageView',
          id: cameraId('rounded_thumbnail_view'),
          description: photoDescription(newest),
          width: 48,
          height: 48,
          radius: 24,
          draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(24), ops: newest.paint(rect) }],
          onTap: () => host.start(photoViewer, '0'),
        });
  const controls = [thumbnail, shutter, space(48)];
  const line = { paintOnly: true, gap: 48, justify: 'center', align: 'center' } as const;
  const parts = ui.landscape
    ? [preview, mode, column({ ...line, width: 'wrap', height: 'fill' }, controls), space(8)]
    : [preview, mode, row(line, controls), space(8)];
  return decorView(ui.landscape ? row(frame, parts) : column(frame, parts));
}

/** A cup on its saucer, in a 100 by 100 viewport: path data, and the colours of the left and the right edge. */
const cup = [
  // The shadow, which the low sun throws to the right.
  ['M36 84C60 74 96 76 118 86C100 96 60 98 40 94Z', '#32191455', '#32191455'],
  // The saucer, with the cup's shadow on it.
  ['M12 84a38 8 0 1 0 76 0a38 8 0 1 0-76 0Z', '#f4f1ea', '#b3a9a8'],
  ['M30 84a20 4 0 1 0 40 0a20 4 0 1 0-40 0Z', '#503c3c40', '#503c3c40'],
  // The handle.
  ['M72 44C92 40 94 70 66 72L67 66C84 64 84 48 72 50Z', '#b9afb0', '#b9afb0'],
  // The cup, its rim, and the coffee in it.
  ['M24 38C24 66 32 85 50 85C68 85 76 66 76 38Z', '#fffdf6', '#a79ca0'],
  ['M24 38a26 6 0 1 0 52 0a26 6 0 1 0-52 0Z', '#f8f4ec', '#f8f4ec'],
  ['M27 38a23 5 0 1 0 46 0a23 5 0 1 0-46 0Z', '#6b4226', '#3a2115'],
  // Steam.
  ['M43 32C36 24 50 18 42 8C54 16 44 24 46 32Z', '#ffffff38', '#ffffff38'],
  ['M56 32C50 26 62 20 55 12C67 20 57 26 59 32Z', '#ffffff28', '#ffffff28'],
] as const;

/** The display list of what the camera sees: a cup on a table in the evening sun. */
function sceneOps(rect: Rect): readonly PaintOp[] {
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const table = { ...rect, top: rect.top + height * 0.6 };
  const side = Math.min(width, height) * 0.7;
  const left = rect.left + (width - side) / 2;
  // So that the cup stands on the table.
  const top = table.top - side * 0.62;
  const square = { left, top, right: left + side, bottom: top + side };
  const wall = linearGradient([0, 0], [1, 0.7], [0, '#f7dfb8'], [0.45, '#d9a988'], [1, '#7a5a6d']);
  const wood = linearGradient([0, 0], [0.6, 1], [0, '#b87a4d'], [0.5, '#8a5436'], [1, '#5a3527']);
  return [
    { op: 'box', rect, radii: 0, fill: wall },
    { op: 'box', rect: table, radii: 0, fill: wood },
    ...cup.map(([data, from, to]): PaintOp => ({
      op: 'path',
      rect: square,
      viewport: { width: 100, height: 100 },
      data,
      fill: linearGradient([0, 0], [1, 0], [0, from], [1, to]),
    })),
  ];
}

/** As AOSP's, it asks for its permission, and ends without it. */
function cameraActivity(host: ActivityHost, library: PhotoLibrary): Activity {
  let hasAsked = false;
  return {
    systemBarsAppearance: 'on-dark',
    render: (ui) => cameraScreen(ui, host, library),
    onResume() {
      if (host.hasPermission('CAMERA')) return;
      if (hasAsked) host.finish();
      else {
        hasAsked = true;
        host.requestPermission('CAMERA');
      }
    },
  };
}

/** Creates the Camera app, which adds to the photos. */
export function cameraApp(library: PhotoLibrary): App {
  return {
    packageName: cameraPackage,
    label: 'Camera',
    system: true,
    versionName: '2.0.002',
    icon: { path: mdiCamera, color: controlColor, topColor: '#5b6273', bottomColor: '#262a36' },
    launcherClass: cameraClass,
    activities: { [cameraClass]: (host) => cameraActivity(host, library) },
  };
}
