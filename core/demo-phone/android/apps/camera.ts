import { mdiCamera } from '@mdi/js';
import type { Ui } from '../ui/theme.ts';
import { box, column, row, space, stack, text, type View } from '../ui/view.ts';
import { decor } from '../ui/widgets.ts';
import { type Activity, type App, type Host, oneScreenApp } from './app.ts';
import { wallpaper } from './wallpaper.ts';

const packageName = 'com.android.camera2';
const id = (name: string) => `${packageName}:id/${name}`;
const white = '#ffffff';

/** A view-finder that always sees the same hills. */
class CameraScreen implements Activity {
  readonly bars = 'on-dark';
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  render(ui: Ui): View {
    const { top, right, bottom, left } = ui.insets;
    const frame = {
      width: 'fill',
      height: 'fill',
      fill: '#0b0c12',
      padding: [top, right, bottom + 12, left],
      gap: 20,
      align: 'center',
    } as const;
    const parts = [preview(ui), mode(), this.#shutter(), space(8)];
    return decor(ui.landscape ? row(frame, parts) : column(frame, parts));
  }

  #shutter(): View {
    const disc = { bare: true, width: 60, height: 60, radius: 30, fill: white } as const;
    return stack(
      {
        className: 'android.widget.ImageView',
        id: id('shutter_button'),
        description: 'Shutter',
        width: 76,
        height: 76,
        radius: 38,
        border: { color: white, width: 4 },
        onTap: () => this.#host.toast('Picture taken'),
      },
      [box({ ...disc, place: ['center', 'center'] })],
    );
  }
}

function preview(ui: Ui): View {
  return box({
    className: 'android.view.TextureView',
    id: id('preview_content'),
    description: 'Viewfinder',
    weight: 1,
    width: ui.landscape ? undefined : 'fill',
    height: ui.landscape ? 'fill' : undefined,
    art: (rect, dp) => [{ op: 'clip', rect, radii: dp(28), ops: wallpaper(rect, false) }],
  });
}

function mode(): View {
  return text(
    'Photo',
    { size: 15, weight: 600, color: white },
    { id: id('mode'), padding: [8, 20], radius: 18, fill: 'rgba(255, 255, 255, 0.16)' },
  );
}

/** A camera without a lens. */
export const cameraApp: App = oneScreenApp({
  packageName,
  className: `${packageName}.CameraLauncher`,
  label: 'Camera',
  versionName: '2.0.002',
  icon: { path: mdiCamera, color: white, from: '#5b6273', to: '#262a36' },
  create: (host) => new CameraScreen(host),
});
