import { mdiCamera } from '@mdi/js';
import { font, type UiContext } from '../ui/theme.ts';
import { box, centred, column, row, space, text, type View } from '../ui/view.ts';
import { decorView, disc, resourceIdsOf } from '../ui/widgets.ts';
import { oneScreenApp, type App, type ActivityHost } from './app.ts';
import { wallpaper } from './wallpaper.ts';

const cameraPackage = 'com.android.camera2';
const cameraId = resourceIdsOf(cameraPackage);
const controlColor = '#ffffff';

/** A viewfinder that always shows the wallpaper's hills. */
function cameraScreen(ui: UiContext, host: ActivityHost): View {
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
    draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(28), ops: wallpaper(rect, false) }],
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
      onTap: () => host.toast('Picture taken'),
    },
    [disc(60, { ...centred, fill: controlColor }, [])],
  );
  const parts = [preview, mode, shutter, space(8)];
  return decorView(ui.landscape ? row(frame, parts) : column(frame, parts));
}

/** The Camera app; it saves no pictures. */
export const cameraApp: App = oneScreenApp({
  packageName: cameraPackage,
  className: `${cameraPackage}.CameraLauncher`,
  label: 'Camera',
  versionName: '2.0.002',
  icon: { path: mdiCamera, color: controlColor, topColor: '#5b6273', bottomColor: '#262a36' },
  createActivity: (host) => ({
    systemBarsAppearance: 'on-dark',
    render: (ui) => cameraScreen(ui, host),
  }),
});
