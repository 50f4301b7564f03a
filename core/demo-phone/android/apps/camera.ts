import { mdiCamera } from '@mdi/js';
import { font, type Ui } from '../ui/theme.ts';
import { box, centred, column, row, space, text, type View } from '../ui/view.ts';
import { decor, disc, idsOf } from '../ui/widgets.ts';
import { oneScreenApp, type App, type Host } from './app.ts';
import { wallpaper } from './wallpaper.ts';

const packageName = 'com.android.camera2';
const id = idsOf(packageName);
const white = '#ffffff';

/** A viewfinder that always shows the wallpaper's hills. */
function camera(ui: Ui, host: Host): View {
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
    id: id('preview_content'),
    description: 'Viewfinder',
    weight: 1,
    width: ui.landscape ? undefined : 'fill',
    height: ui.landscape ? 'fill' : undefined,
    art: (rect, dp) => [{ op: 'clip', rect, radii: dp(28), ops: wallpaper(rect, false) }],
  });
  const chip = { padding: [8, 20], radius: 18, fill: 'rgba(255, 255, 255, 0.16)' } as const;
  const mode = text('Photo', font(15, 600, white), { id: id('mode'), ...chip });
  const shutter = disc(
    76,
    {
      className: 'android.widget.ImageView',
      id: id('shutter_button'),
      description: 'Shutter',
      border: { color: white, width: 4 },
      onTap: () => host.toast('Picture taken'),
    },
    [disc(60, { ...centred, fill: white }, [])],
  );
  const parts = [preview, mode, shutter, space(8)];
  return decor(ui.landscape ? row(frame, parts) : column(frame, parts));
}

/** The Camera app; it saves no pictures. */
export const cameraApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.CameraLauncher`,
  label: 'Camera',
  versionName: '2.0.002',
  icon: { path: mdiCamera, color: white, from: '#5b6273', to: '#262a36' },
  create: (host) => ({ bars: 'on-dark', render: (ui) => camera(ui, host) }),
});
