import {
  mdiCogOutline,
  mdiInformationOutline,
  mdiMagnify,
  mdiMicrophone,
  mdiTrashCanOutline,
  mdiWeatherPartlyCloudy,
} from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import type { Ui } from '../ui/theme.ts';
import { box, column, type Drag, icon, row, spring, stack, text, type View } from '../ui/view.ts';
import { decor, editText, iconButton } from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';
import { clockTime, longDate } from './device-state.ts';
import { labelledIcon } from './recents.ts';
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

interface Drawer {
  readonly apps: readonly App[];
  readonly search: FieldState;
  open(app: App): void;
  close(): void;
}

/** All apps with a search field that filters them. */
export function drawer(ui: Ui, parts: Drawer): View {
  const { top, right, bottom, left } = ui.insets;
  return column(
    {
      className: 'android.widget.RelativeLayout',
      id: id('apps_view'),
      width: 'fill',
      height: 'fill',
      fill: ui.theme.dark ? 'rgba(20, 22, 34, 0.96)' : 'rgba(240, 241, 250, 0.97)',
      padding: [top + 8, right + 14, bottom, left + 14],
      // Only a pull down from the top of the list gets here: the list takes its own drags first.
      onDrag: ({ phase, from, to, density }) => {
        const down = to.y - from.y;
        if (phase === 'start') return down > Math.abs(to.x - from.x);
        if (phase === 'end' && down >= farEnough * density) parts.close();
        return true;
      },
    },
    [searchBar(ui, parts.search), appList(ui, parts)],
  );
}

function searchBar(ui: Ui, search: FieldState): View {
  return row(
    {
      id: id('search_container_all_apps'),
      className: 'android.widget.FrameLayout',
      height: 52,
      radius: 26,
      margin: [0, 6, 12, 6],
      padding: [0, 18],
      gap: 12,
      fill: ui.theme.card,
    },
    [
      icon(mdiMagnify, { size: 22, color: ui.theme.primary }),
      editText(ui, search, { id: id('fallback_search_view_text'), weight: 1, minHeight: 48 }),
    ],
  );
}

function appList(ui: Ui, { apps, search, open }: Drawer): View {
  const { theme } = ui;
  const columns = ui.landscape ? 7 : 4;
  const wanted = search.text.trim().toLowerCase();
  const found = apps.filter((app) => app.label.toLowerCase().includes(wanted));
  const sorted = found.toSorted((a, b) => a.label.localeCompare(b.label));
  const look = { size: 56, color: theme.text };
  const cell = (app: App) =>
    labelledIcon(app, look, { id: id('icon'), weight: 1, onTap: () => open(app) });
  const nothing = { size: 15, weight: 400, color: theme.textSoft } as const;
  return column(
    {
      className: 'androidx.recyclerview.widget.RecyclerView',
      id: id('apps_list_view'),
      height: 'fill',
      scroll: 'apps',
    },
    sorted.length === 0
      ? [text(`No apps match "${search.text}"`, nothing, { padding: [24, 12] })]
      : rowsOf(sorted, columns).map((inRow) =>
          row({ bare: true, margin: [0, 0, 10, 0] }, [
            ...inRow.map(cell),
            ...Array.from({ length: columns - inRow.length }, () => spring()),
          ]),
        ),
  );
}

function rowsOf<Item>(items: readonly Item[], columns: number): (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / columns) }, (_, index) =>
    items.slice(index * columns, (index + 1) * columns),
  );
}

interface IconMenu {
  dismiss(): void;
  appInfo(): void;
  settings(): void;
  remove(): void;
}

/** What a long press on an app's icon offers; a tap beside it closes it. */
export function iconMenu(ui: Ui, label: string, menu: IconMenu): View {
  const { theme } = ui;
  const shade = { fill: 'rgba(10, 12, 30, 0.35)', description: 'Close' } as const;
  const entry = (name: string, path: string, act: () => void) => {
    const onTap = () => {
      menu.dismiss();
      act();
    };
    return row({ id: id('deep_shortcut'), height: 52, padding: [0, 20], gap: 16, onTap }, [
      icon(path, { size: 22, color: theme.primary }, { id: id('icon') }),
      text(name, { size: 15, weight: 500, color: theme.text }, { id: id('bubble_text') }),
    ]);
  };
  return stack({ width: 'fill', height: 'fill', ...shade, onTap: () => menu.dismiss() }, [
    column(
      {
        id: id('deep_shortcuts_container'),
        width: 250,
        radius: 22,
        padding: [10, 0],
        fill: theme.dialog,
        elevation: 10,
        place: ['center', 'center'],
      },
      [
        text(label, { size: 14, weight: 600, color: theme.textSoft }, { padding: [8, 20] }),
        entry('App info', mdiInformationOutline, () => menu.appInfo()),
        entry('Home settings', mdiCogOutline, () => menu.settings()),
        entry('Remove', mdiTrashCanOutline, () => menu.remove()),
      ],
    ),
  ]);
}
