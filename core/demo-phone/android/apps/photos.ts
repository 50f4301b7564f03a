import { mdiBookmarkOutline, mdiCamera, mdiStar, mdiImageMultiple, mdiMagnify } from '@mdi/js';
import type { Rect } from '#core/geometry.ts';
import { FieldState } from '../ui/field-state.ts';
import { listPage, listRows, matchesField, navigationBar, searchField } from '../ui/list-page.ts';
import { subtitleStyle, type UiContext } from '../ui/theme.ts';
import { box, linearGradient, type PaintOp, space, text, type View } from '../ui/view.ts';
import { gridRows, resourceIdsOf } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';
import { type Photo, photoDescription, photosPackage, PhotoView } from './photo-view.ts';

const id = resourceIdsOf(photosPackage);
const gridClass = `${photosPackage}.app.GalleryActivity`;
const viewClass = `${photosPackage}.app.PhotoViewActivity`;

/** The photos on the phone, newest first. */
export class PhotoLibrary {
  #taken: readonly Photo[] = [];

  get photos(): readonly Photo[] {
    return [...this.#taken, ...november];
  }

  get taken(): readonly Photo[] {
    return this.#taken;
  }

  add(photo: Photo): void {
    this.#taken = [photo, ...this.#taken];
  }

  /** Forgets the photos that were taken. */
  reset(): void {
    this.#taken = [];
  }
}

/** Shows one photo; its argument is the photo's place in the library. */
export const photoViewer = `${photosPackage}/${viewClass}`;

const tabs = [
  { name: 'Photos', path: mdiImageMultiple },
  { name: 'Collections', path: mdiBookmarkOutline },
  { name: 'Search', path: mdiMagnify },
] as const;
type TabName = (typeof tabs)[number]['name'];

/** All photos by date, albums, and a search by date, each behind a tab. */
class PhotosScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #library: PhotoLibrary;
  readonly #query = new FieldState({ hint: 'Search your photos' });
  #shownTab: TabName = 'Photos';
  /** The title of the album that is open. */
  #album: string | undefined;

  constructor(host: ActivityHost, library: PhotoLibrary) {
    this.#host = host;
    this.#library = library;
  }

  render(ui: UiContext): View {
    const packageName = photosPackage;
    const shown = this.#shownTab;
    const onSelect = (name: TabName) => this.#select(name);
    const navigation = navigationBar(ui, packageName, { tabs, shown, onSelect });
    const { photos, taken } = this.#library;
    const albums = { Camera: photos, Favorites: photos.slice(taken.length).filter(isFavorite) };
    const album = Object.entries(albums).find(([title]) => title === this.#album);
    if (album !== undefined) {
      const [title, pictures] = album;
      const onBack = () => this.#select('Collections');
      return listPage(ui, { title, packageName, navigation, onBack }, this.#grid(ui, pictures));
    }
    if (shown === 'Collections') {
      const rows = Object.entries(albums).map(([title, pictures]) =>
        this.#albumRow(title, pictures),
      );
      return listPage(
        ui,
        { title: shown, packageName, navigation },
        listRows(ui, packageName, rows),
      );
    }
    const bar = { title: shown, packageName, navigation };
    if (shown === 'Photos') {
      const today = this.#section(ui, 'Today', taken);
      return listPage(ui, bar, [...today, ...this.#section(ui, 'November', november), space(8)]);
    }
    const found = photos.filter((photo) => matchesField(this.#query, photoDescription(photo)));
    return listPage(ui, bar, [
      searchField(ui, this.#query, { packageName }),
      space(12),
      ...this.#grid(ui, found),
    ]);
  }

  /** Goes back from an album to the albums, then to the first tab. */
  onBack(): boolean {
    if (this.#album === undefined && this.#shownTab === 'Photos') return false;
    this.#select(this.#album === undefined ? 'Photos' : 'Collections');
    return true;
  }

  #select(tab: TabName): void {
    this.#shownTab = tab;
    this.#album = undefined;
    this.#host.focus(undefined);
  }

  #albumRow(title: string, photos: readonly Photo[]) {
    const onTap = () => {
      this.#album = title;
    };
    const [path, fill] = title === 'Camera' ? [mdiCamera, '#5b6273'] : [mdiStar, '#b5545c'];
    return { title, text: `${photos.length} items`, disc: { path, fill }, onTap };
  }

  /** Photos under a heading; nothing if there are none. */
  #section(ui: UiContext, heading: string, photos: readonly Photo[]): readonly View[] {
    if (photos.length === 0) return [];
    const style = subtitleStyle(ui.theme.text);
    const props = { id: id('date'), padding: [4, 4, 10, 4] } as const;
    return [text(heading, style, props), ...this.#grid(ui, photos)];
  }

  #grid(ui: UiContext, photos: readonly Photo[]): readonly View[] {
    const columns = ui.landscape ? 6 : 3;
    const { photos: all } = this.#library;
    const thumbnail = (photo: Photo): View =>
      box({
        className: 'android.widget.ImageView',
        id: id('thumbnail'),
        description: photoDescription(photo),
        weight: 1,
        height: (ui.width - 32) / columns,
        radius: 12,
        draw: (rect, dp) => [{ op: 'clip', rect, radii: dp(12), ops: photo.paint(rect) }],
        onTap: () => this.#host.start(photoViewer, String(all.indexOf(photo))),
      });
    const frame = { paintOnly: true, gap: 4, margin: [0, 0, 2, 0] } as const;
    return gridRows(photos.map(thumbnail), columns, frame);
  }
}

/** Creates the Photos app: photos, albums, a search and a viewer. */
export function photosApp(library: PhotoLibrary): App {
  return {
    packageName: photosPackage,
    label: 'Photos',
    system: true,
    versionName: '1.1.40030',
    icon: { path: mdiImageMultiple, color: '#ffffff', topColor: '#ff9ac1', bottomColor: '#8e4fd0' },
    launcherClass: gridClass,
    clearData: () => library.reset(),
    activities: {
      [gridClass]: (host) => new PhotosScreen(host, library),
      [viewClass]: (host, index = '0') => {
        const photo = library.photos[Number(index)];
        return photo && new PhotoView(host, photo);
      },
    },
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

/** The photos that the phone begins with. */
const november: readonly Photo[] = pictures.map((_, index) => ({
  title: `November ${20 - index}`,
  paint: (rect) => landscapeOps(rect, index),
}));

const isFavorite = (_photo: Photo, index: number): boolean => index % 3 === 1;

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
