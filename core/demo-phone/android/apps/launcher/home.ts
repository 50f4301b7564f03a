import { mdiMagnify, mdiMicrophone, mdiWeatherPartlyCloudy } from '@mdi/js';
import type { Activity, App, Host, Ui } from '../../app.ts';
import { clockTime, longDate } from '../../clock-text.ts';
import type { Drag } from '../../ui/view.ts';
import { decor, iconButton } from '../../ui/widgets/page.ts';
import { box, column, icon, row, spring, stack, text, type View } from '../../ui/view.ts';
import { labelledIcon } from './app-icon.ts';
import { drawer } from './drawer.ts';
import { FieldState } from '../../ui/field-state.ts';
import { iconMenu } from './icon-menu.ts';
import { wallpaper } from './wallpaper.ts';

const id = (name: string) => `com.android.launcher3:id/${name}`;
/** Text on the wallpaper. */
const white = '#ffffff';
/** dp that a finger has to travel to open the drawer or the shade. */
const farEnough = 48;
const appInfo = 'com.android.settings/com.android.settings.applications.InstalledAppDetails';
/** Apps that stand in the dock, whatever else is installed. */
const dock = [
  'com.android.dialer',
  'com.android.messaging',
  'com.android.camera2',
  'com.android.settings',
];

/** The home screen: clock, icons, dock and search; the app drawer lies behind a swipe up. */
export class HomeScreen implements Activity {
  readonly #host: Host;
  readonly #search = new FieldState({ hint: 'Search apps' });
  #drawer = false;
  #menuOf: App | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The drawer has a background of its own. */
  get bars(): 'on-dark' | undefined {
    return this.#drawer ? undefined : 'on-dark';
  }

  render(ui: Ui): View {
    const layers = [
      box({
        bare: true,
        width: 'fill',
        height: 'fill',
        art: (rect) => wallpaper(rect, ui.theme.dark),
      }),
      this.#drawer
        ? drawer(ui, {
            apps: this.#icons(),
            search: this.#search,
            open: (app) => this.#open(app),
            close: () => this.#close(),
          })
        : this.#workspace(ui),
      this.#menuOf !== undefined && this.#menu(ui, this.#menuOf),
    ];
    return decor(
      stack({ id: id('launcher'), width: 'fill', height: 'fill' }, [
        stack({ id: id('drag_layer'), width: 'fill', height: 'fill' }, layers),
      ]),
    );
  }

  back(): boolean {
    this.#close();
    return true;
  }

  /** Home closes what lies over the home screen. */
  resumed(): void {
    this.#close();
  }

  #close(): void {
    this.#drawer = false;
    this.#menuOf = undefined;
    this.#search.set('');
    this.#host.focus(undefined);
  }

  #icons(): readonly App[] {
    return this.#host.apps().filter((app) => app.launcher !== undefined);
  }

  #open(app: App): void {
    this.#host.start(`${app.packageName}/${app.launcher ?? ''}`);
  }

  #workspace(ui: Ui): View {
    const { top, right, bottom, left } = ui.insets;
    const content = ui.landscape ? this.#landscape(ui) : this.#portrait(ui);
    return column(
      {
        className: 'android.view.ViewGroup',
        id: id('workspace'),
        width: 'fill',
        height: 'fill',
        padding: [top + 4, right + 14, bottom + 4, left + 14],
        onDrag: (drag) => this.#swiped(drag),
        onLongPress: () => this.#host.toast('Wallpaper and widgets are fixed on this phone'),
      },
      content,
    );
  }

  #portrait(ui: Ui): readonly View[] {
    return [
      this.#glance(ui),
      spring(),
      ...this.#grid(4),
      pageDots(),
      this.#hotseat(),
      this.#searchPill(ui),
    ];
  }

  #landscape(ui: Ui): readonly View[] {
    return [
      row({ weight: 1, bare: true, gap: 24 }, [
        column({ bare: true, weight: 1 }, [this.#glance(ui)]),
        column({ bare: true, weight: 1.4 }, this.#grid(4)),
      ]),
      this.#hotseat(),
    ];
  }

  #glance(ui: Ui): View {
    const open = () => this.#host.start('com.android.deskclock/com.android.deskclock.DeskClock');
    return column(
      { id: id('smartspace_container'), padding: [ui.landscape ? 8 : 36, 18, 12, 18], gap: 2 },
      [
        text(
          clockTime(ui.now),
          {
            size: ui.landscape ? 52 : 76,
            weight: 500,
            color: white,
            lineHeight: ui.landscape ? 56 : 82,
          },
          { className: 'android.widget.TextClock', id: id('clock'), onTap: open },
        ),
        text(
          longDate(ui.now),
          { size: 20, weight: 500, color: white, lineHeight: 28 },
          { id: id('date'), onTap: open },
        ),
        row(
          {
            id: id('weather'),
            width: 'wrap',
            gap: 8,
            margin: [4, 0, 0, 0],
            description: '14 degrees, partly cloudy',
          },
          [
            icon(mdiWeatherPartlyCloudy, { size: 20, color: '#ffe2b3' }),
            text('14\u00b0  Partly cloudy', {
              size: 15,
              weight: 500,
              color: 'rgba(255, 255, 255, 0.9)',
            }),
          ],
        ),
      ],
    );
  }

  /** Rows of icons as wide as the screen; icons of the dock are not repeated. */
  #grid(columns: number): readonly View[] {
    const apps = this.#icons().filter((app) => !dock.includes(app.packageName));
    const rows = Math.ceil(apps.length / columns);
    return Array.from({ length: rows }, (_, index) => {
      const inRow = apps.slice(index * columns, (index + 1) * columns);
      const empty = Array.from({ length: columns - inRow.length }, () => spring());
      return row({ className: 'android.view.ViewGroup', margin: [0, 0, 8, 0] }, [
        ...inRow.map((app) => this.#cell(app, white)),
        ...empty,
      ]);
    });
  }

  #hotseat(): View {
    const apps = dock.flatMap(
      (name) => this.#icons().find((app) => app.packageName === name) ?? [],
    );
    return row(
      { className: 'android.view.ViewGroup', id: id('hotseat'), margin: [4, 0, 8, 0] },
      apps.map((app) => this.#cell(app, undefined)),
    );
  }

  #cell(app: App, color: string | undefined): View {
    return labelledIcon(
      app,
      { size: 58, color },
      {
        weight: 1,
        onTap: () => this.#open(app),
        onLongPress: () => {
          this.#menuOf = app;
        },
      },
    );
  }

  #searchPill(ui: Ui): View {
    const { theme } = ui;
    return row(
      {
        className: 'android.widget.FrameLayout',
        id: id('search_container_hotseat'),
        description: 'Search',
        height: 52,
        radius: 26,
        margin: [2, 6, 6, 6],
        padding: [0, 6, 0, 18],
        gap: 12,
        fill: theme.dark ? 'rgba(40, 44, 60, 0.94)' : 'rgba(253, 252, 255, 0.95)',
        onTap: () => this.#openDrawer(true),
      },
      [
        icon(mdiMagnify, { size: 22, color: theme.primary }, { id: id('search_icon') }),
        text(
          'Search apps',
          { size: 16, weight: 400, color: theme.textSoft },
          { id: id('search_text'), weight: 1 },
        ),
        iconButton(mdiMicrophone, 'Voice search', {
          color: theme.primary,
          id: id('mic_icon'),
          size: 44,
          onTap: () => this.#host.toast('This phone has no microphone'),
        }),
      ],
    );
  }

  #openDrawer(searching: boolean): void {
    this.#drawer = true;
    if (searching) this.#host.focus(this.#search);
  }

  #swiped({ phase, from, to, density }: Drag): boolean {
    const distance = to.y - from.y;
    if (phase === 'start') return Math.abs(distance) >= Math.abs(to.x - from.x);
    if (phase !== 'end' || Math.abs(distance) < farEnough * density) return true;
    if (distance < 0) this.#openDrawer(false);
    else this.#host.openPanel('notifications');
    return true;
  }

  #menu(ui: Ui, app: App): View {
    return iconMenu(ui, app.label, {
      dismiss: () => {
        this.#menuOf = undefined;
      },
      appInfo: () => this.#host.start(appInfo, app.packageName),
      settings: () => this.#host.start('com.android.settings/com.android.settings.Settings'),
      remove: () => this.#host.toast('Icons on this phone stay where they are'),
    });
  }
}

function pageDots(): View {
  const dot = (alpha: number) =>
    box({ bare: true, width: 6, height: 6, radius: 3, fill: `rgba(255, 255, 255, ${alpha})` });
  return row(
    {
      id: id('page_indicator'),
      description: 'Home screen 1 of 1',
      justify: 'center',
      gap: 6,
      height: 22,
    },
    [dot(0.95)],
  );
}
