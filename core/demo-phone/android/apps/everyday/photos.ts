import { mdiImageMultiple } from '@mdi/js';
import type { Activity, App, Host, Ui } from '../../app.ts';
import { box, row, space, text, type View } from '../../ui/view.ts';
import { subtitle } from '../../ui/type-scale.ts';
import { listPage } from './list-page.ts';
import { PhotoView } from './photo-view.ts';
import { landscape, pictureCount, pictureName } from './picture-art.ts';

const photosPackage = 'com.android.gallery3d';
const gridClass = `${photosPackage}.app.GalleryActivity`;
const viewClass = `${photosPackage}.app.PhotoViewActivity`;

class PhotosScreen implements Activity {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  render(ui: Ui): View {
    const columns = ui.landscape ? 6 : 3;
    const rows = Array.from({ length: Math.ceil(pictureCount / columns) }, (_, line) =>
      row(
        { bare: true, gap: 4, margin: [0, 0, 2, 0] },
        Array.from({ length: Math.min(columns, pictureCount - line * columns) }, (_photo, index) =>
          this.#photo(line * columns + index, (ui.width - 32) / columns),
        ),
      ),
    );
    return listPage(ui, { title: 'Photos', packageName: photosPackage }, [
      text('November', subtitle(ui.theme.text), {
        id: `${photosPackage}:id/date`,
        padding: [4, 4, 10, 4],
      }),
      ...rows,
      space(8),
    ]);
  }

  #photo(index: number, size: number): View {
    return box({
      className: 'android.widget.ImageView',
      id: `${photosPackage}:id/thumbnail`,
      description: pictureName(index),
      weight: 1,
      height: size,
      radius: 12,
      art: (rect, dp) => [{ op: 'clip', rect, radii: dp(12), ops: landscape(rect, index) }],
      onTap: () => this.#host.start(`${photosPackage}/${viewClass}`, String(index)),
    });
  }
}

/** A grid of pictures, and each of them alone. */
export const photosApp: App = {
  packageName: photosPackage,
  label: 'Photos',
  system: true,
  versionName: '1.1.40030',
  icon: { path: mdiImageMultiple, color: '#ffffff', from: '#ff9ac1', to: '#8e4fd0' },
  launcher: gridClass,
  create: (className, host, argument) => {
    if (className === viewClass) return new PhotoView(host, photosPackage, Number(argument ?? 0));
    return className === gridClass ? new PhotosScreen(host) : undefined;
  },
};
