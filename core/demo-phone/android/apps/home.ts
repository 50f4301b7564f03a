import { mdiInformationOutline, mdiMagnify, mdiMicrophone, mdiWeatherPartlyCloudy } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { font, type Theme, type UiContext } from '../ui/theme.ts';
import {
  box,
  column,
  type Drag,
  icon,
  row,
  spacer,
  stack,
  text,
  type View,
  type ViewProps,
} from '../ui/view.ts';
import {
  decorView,
  editText,
  gridRows,
  iconButton,
  resourceIdsOf,
  recyclerView,
} from '../ui/widgets.ts';
import { clockTime, dateText, type Activity, type ActivityHost, type App } from './app.ts';
import { roundIcon, themedIcon, wallpaperView } from './wallpaper.ts';

const id = resourceIdsOf('com.android.launcher3');
/** Text on the wallpaper. */
const wallpaperTextColor = '#ffffff';
const fillParent = { width: 'fill', height: 'fill' } as const;
/** dp that a finger has to move to open or close the app drawer or to open the shade. */
const minSwipeDp = 48;
const appInfo = 'com.android.settings/com.android.settings.applications.InstalledAppDetails';
/** Packages of the apps in the dock. */
const dock = [
  'com.android.dialer',
  'com.android.contacts',
  'com.android.gallery3d',
  'com.android.settings',
];

/** The home screen: clock, icons, dock and search; a swipe up opens the app drawer. */
export class HomeScreen implements Activity {
  readonly #host: ActivityHost;
  readonly #search = new FieldState({ hint: 'Search apps' });
  #isDrawerOpen = false;
  #menuApp: App | undefined;

  constructor(host: ActivityHost) {
    this.#host = host;
  }

  /** Undefined while the drawer covers the dark wallpaper. */
  get systemBarsAppearance(): 'on-dark' | undefined {
    return this.#isDrawerOpen ? undefined : 'on-dark';
  }

  render(ui: UiContext): View {
    return decorView(
      stack({ id: id('launcher'), ...fillParent }, [
        stack({ id: id('drag_layer'), ...fillParent }, [
          wallpaperView(ui.theme.dark),
          this.#isDrawerOpen ? this.#allApps(ui) : this.#workspace(ui),
          this.#menuApp && this.#appMenu(ui, this.#menuApp),
        ]),
      ]),
    );
  }

  onBack(): boolean {
    this.#close();
    return true;
  }

  /** Home also closes the drawer and the app menu. */
  onResume(): void {
    this.#close();
  }

  #close(): void {
    this.#isDrawerOpen = false;
    this.#menuApp = undefined;
    this.#search.setText('');
    this.#host.focus(undefined);
  }

  /** The apps with icons, in their order. */
  get #icons(): readonly App[] {
    return this.#host.apps().filter((app) => app.launcherClass !== undefined);
  }

  #workspace(ui: UiContext): View {
    const { top, right, bottom, left } = ui.insets;
    const { theme } = ui;
    const cells = this.#icons
      .filter((app) => !dock.includes(app.packageName))
      .map((app) => this.#cell(app, theme, wallpaperTextColor));
    const lineFrame = { className: 'android.view.ViewGroup', margin: [0, 0, 8, 0] } as const;
    const grid = gridRows(cells, 4, lineFrame);
    const docked = dock.flatMap(
      (name) => this.#icons.find((app) => app.packageName === name) ?? [],
    );
    const hotseat = row(
      { className: 'android.view.ViewGroup', id: id('hotseat'), margin: [4, 0, 8, 0] },
      docked.map((app) => this.#cell(app, theme)),
    );
    const frame = {
      className: 'android.view.ViewGroup',
      id: id('workspace'),
      height: 'fill',
      padding: [top + 4, right + 14, bottom + 4, left + 14],
      onDrag: (drag: Drag) => this.#onWorkspaceDrag(drag),
    } as const;
    if (!ui.landscape) {
      const parts = [...grid, pageDot(), hotseat, this.#searchPill(ui)];
      return column(frame, [this.#smartspace(ui), spacer(), ...parts]);
    }
    return column(frame, [
      row({ weight: 1, paintOnly: true, gap: 24 }, [
        column({ paintOnly: true, weight: 1 }, [this.#smartspace(ui)]),
        column({ paintOnly: true, weight: 1.4 }, grid),
      ]),
      hotseat,
    ]);
  }

  #smartspace({ now, landscape }: UiContext): View {
    const onTap = () => this.#host.start('com.android.deskclock/com.android.deskclock.DeskClock');
    const clock = landscape
      ? font(52, 500, wallpaperTextColor, 56)
      : font(76, 500, wallpaperTextColor, 82);
    const clockProps = { className: 'android.widget.TextClock', id: id('clock'), onTap };
    const weather = {
      id: id('weather'),
      description: '14 degrees, partly cloudy',
      width: 'wrap',
      gap: 8,
      margin: [4, 0, 0, 0],
    } as const;
    const padding = [landscape ? 8 : 36, 18, 12, 18] as const;
    return column({ id: id('smartspace_container'), padding, gap: 2 }, [
      text(clockTime(now), clock, clockProps),
      text(
        dateText(now, { weekday: 'long', month: 'long', day: 'numeric' }),
        font(20, 500, wallpaperTextColor, 28),
        { id: id('date'), onTap },
      ),
      row(weather, [
        icon(mdiWeatherPartlyCloudy, { size: 20, color: '#ffe2b3' }),
        text('14\u00b0  Partly cloudy', font(15, 500, 'rgba(255, 255, 255, 0.9)')),
      ]),
    ]);
  }

  /** An app's themed icon, with its label where there is a colour for it. */
  #cell(app: App, theme: Theme, labelColor?: string): View {
    const look = { picture: themedIcon(app.icon, 58, theme), labelColor };
    return labelledIcon(app, look, {
      onTap: () => this.#open(app),
      onLongPress: () => {
        this.#menuApp = app;
      },
    });
  }

  #open(app: App): void {
    this.#host.start(`${app.packageName}/${app.launcherClass ?? ''}`);
  }

  #searchPill({ theme }: UiContext): View {
    const frame = {
      className: 'android.widget.FrameLayout',
      id: id('search_container_hotseat'),
      description: 'Search',
      height: 52,
      radius: 26,
      margin: [2, 6, 6, 6],
      padding: [0, 6, 0, 18],
      gap: 12,
      fill: theme.dark ? 'rgba(40, 44, 60, 0.94)' : 'rgba(253, 252, 255, 0.95)',
      onTap: () => {
        this.#isDrawerOpen = true;
        this.#host.focus(this.#search);
      },
    } as const;
    return row(frame, [
      icon(mdiMagnify, { size: 22, color: theme.primary }, { id: id('search_icon') }),
      text('Search apps', font(16, 400, theme.textSoft), { id: id('search_text'), weight: 1 }),
      iconButton(mdiMicrophone, 'Voice search', {
        color: theme.primary,
        id: id('mic_icon'),
        size: 44,
        onTap: () => this.#host.toast('This phone has no microphone'),
      }),
    ]);
  }

  #onWorkspaceDrag({ phase, from, to, density }: Drag): boolean {
    const distance = to.y - from.y;
    if (phase === 'start') return Math.abs(distance) >= Math.abs(to.x - from.x);
    if (phase !== 'end' || Math.abs(distance) < minSwipeDp * density) return true;
    if (distance < 0) this.#isDrawerOpen = true;
    else this.#host.openPanel('notifications');
    return true;
  }

  /** The app drawer: all apps, with a search field that filters them. */
  #allApps({ theme, insets, landscape, focus }: UiContext): View {
    const frame = {
      className: 'android.widget.RelativeLayout',
      id: id('apps_view'),
      height: 'fill',
      fill: theme.dark ? 'rgba(20, 22, 34, 0.96)' : 'rgba(240, 241, 250, 0.97)',
      padding: [insets.top + 8, insets.right + 14, insets.bottom, insets.left + 14],
      // Only a drag down at the top of the list arrives here; the list handles the others.
      onDrag: ({ phase, from, to, density }: Drag) => {
        const down = to.y - from.y;
        if (phase === 'start') return down > Math.abs(to.x - from.x);
        if (phase === 'end' && down >= minSwipeDp * density) this.#close();
        return true;
      },
    } as const;
    const search = {
      id: id('search_container_all_apps'),
      className: 'android.widget.FrameLayout',
      height: 52,
      radius: 26,
      margin: [0, 6, 12, 6],
      padding: [0, 18],
      gap: 12,
      fill: theme.card,
    } as const;
    const field = { id: id('fallback_search_view_text'), weight: 1, minHeight: 48 };
    const query = this.#search.text.trim().toLowerCase();
    const cells = this.#icons
      .filter((app) => app.label.toLowerCase().includes(query))
      .toSorted((a, b) => a.label.localeCompare(b.label))
      .map((app) => {
        const look = { picture: roundIcon(app.icon, 56), labelColor: theme.text };
        return labelledIcon(app, look, { id: id('icon'), onTap: () => this.#open(app) });
      });
    return column(frame, [
      row(search, [
        icon(mdiMagnify, { size: 22, color: theme.primary }),
        editText({ theme, focus }, this.#search, field),
      ]),
      recyclerView(
        { id: id('apps_list_view'), height: 'fill', scroll: 'apps' },
        gridRows(cells, landscape ? 7 : 4, { paintOnly: true, margin: [0, 0, 10, 0] }),
      ),
    ]);
  }

  /** The menu that a long press on an app's icon opens; a tap outside closes it. */
  #appMenu({ theme }: UiContext, app: App): View {
    const dismiss = () => {
      this.#menuApp = undefined;
    };
    const openInfo = () => {
      dismiss();
      this.#host.start(appInfo, app.packageName);
    };
    const entry = { id: id('deep_shortcut'), height: 52, padding: [0, 20], gap: 16 } as const;
    const menu = {
      id: id('deep_shortcuts_container'),
      width: 250,
      radius: 22,
      padding: [10, 0],
      fill: theme.dialog,
      elevation: 10,
      place: ['center', 'center'],
    } as const;
    const scrim = { fill: 'rgba(10, 12, 30, 0.35)', description: 'Close', onTap: dismiss };
    return stack({ ...fillParent, ...scrim }, [
      column(menu, [
        text(app.label, font(14, 600, theme.textSoft), { padding: [8, 20] }),
        row({ ...entry, onTap: openInfo }, [
          icon(mdiInformationOutline, { size: 22, color: theme.primary }, { id: id('icon') }),
          text('App info', font(15, 500, theme.text), { id: id('bubble_text') }),
        ]),
      ]),
    ]);
  }
}

/** An icon with its label; one TextView in the hierarchy. */
function labelledIcon(
  { label }: App,
  { picture, labelColor }: { readonly picture: View; readonly labelColor: string | undefined },
  props: ViewProps,
): View {
  const frame = {
    className: 'android.widget.TextView',
    text: label,
    description: label,
    width: 'wrap',
    weight: 1,
    align: 'center',
    padding: [8, 2],
    gap: 8,
  } as const;
  return column({ ...frame, ...props }, [
    picture,
    labelColor !== undefined &&
      text(label, font(13, 500, labelColor, 18), { paintOnly: true, maxLines: 1 }),
  ]);
}

function pageDot(): View {
  const frame = { id: id('page_indicator'), justify: 'center', gap: 6, height: 22 } as const;
  return row({ ...frame, description: 'Home screen 1 of 1' }, [
    box({ paintOnly: true, width: 6, height: 6, radius: 3, fill: 'rgba(255, 255, 255, 0.95)' }),
  ]);
}
