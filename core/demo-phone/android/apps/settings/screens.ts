import { mdiAccount, mdiMagnify } from '@mdi/js';
import type { Activity, App, Host, Ui } from '../../app.ts';
import { roundIcon } from '../launcher/app-icon.ts';
import { button } from '../../ui/widgets/controls.ts';
import { appBar, page } from '../../ui/widgets/page.ts';
import { body, headline, subtitle } from '../../ui/type-scale.ts';
import { column, icon, row, space, stack, text, type Children, type View } from '../../ui/view.ts';
import { mainGroups } from './main-rows.ts';
import { entry, groupedRows } from './row-view.ts';
import type { SettingsPage } from './rows.ts';

const packageName = 'com.android.settings';
const id = (name: string) => `${packageName}:id/${name}`;

/** dp that text lines and cards may be wide; a wide screen keeps the rest empty. */
const readable = 640;

/** From Android 15 on, lists run on behind the navigation bar and end above it. */
function behindBar(ui: Ui): readonly [number, number, number, number] {
  const { top, right, bottom, left } = ui.insets;
  return [top, right, ui.edgeToEdge ? 0 : bottom, left];
}

/** The scrolling body of a page. */
function list(ui: Ui, children: Children): View {
  return column(
    {
      weight: 1,
      align: 'center',
      id: id('content_frame'),
      className: 'android.widget.FrameLayout',
    },
    [
      column(
        {
          className: 'androidx.recyclerview.widget.RecyclerView',
          id: id('recycler_view'),
          scroll: 'list',
          height: 'fill',
          maxWidth: ui.landscape ? readable : undefined,
          padding: [0, 16],
          gap: 2,
        },
        [...children, space(ui.edgeToEdge ? 16 + ui.insets.bottom : 16)],
      ),
    ],
  );
}

/** The first page of Settings. */
export class SettingsHome implements Activity {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  render(ui: Ui): View {
    const groups = mainGroups.flatMap((rows, index) => [
      ...(index === 0 ? [] : [space(12)]),
      ...groupedRows(ui, this.#host, rows),
    ]);
    return page(ui, { id: id('settings_homepage_container'), padding: behindBar(ui) }, [
      list(ui, [this.#head(ui), this.#search(ui), ...groups]),
    ]);
  }

  #head(ui: Ui): View {
    const { theme } = ui;
    return row(
      {
        id: id('homepage_app_bar_regular_phone_view'),
        padding: ui.landscape ? [14, 4, 12, 4] : [40, 4, 20, 4],
      },
      [
        text('Settings', headline(theme.text), { id: id('homepage_title'), weight: 1 }),
        stack(
          {
            className: 'android.widget.ImageView',
            id: id('account_avatar'),
            description: 'Owner',
            width: 40,
            height: 40,
            radius: 20,
            fill: theme.primary,
            onTap: () => this.#host.toast('Signed in as Owner'),
          },
          [
            icon(
              mdiAccount,
              { size: 24, color: theme.onPrimary },
              { bare: true, place: ['center', 'center'] },
            ),
          ],
        ),
      ],
    );
  }

  #search(ui: Ui): View {
    const { theme } = ui;
    return row(
      {
        className: 'android.widget.FrameLayout',
        id: id('search_action_bar'),
        height: 54,
        radius: 27,
        padding: [0, 18],
        gap: 14,
        fill: theme.card,
        margin: [0, 0, 14, 0],
        onTap: () => this.#host.toast('Search is not part of this phone'),
      },
      [
        icon(mdiMagnify, { size: 22, color: theme.textSoft }, { description: 'Search settings' }),
        text('Search settings', body(theme.textSoft), { id: id('search_action_bar_title') }),
      ],
    );
  }
}

/** A settings page that is opened from the first one. */
export class SettingsSubPage implements Activity {
  readonly #host: Host;
  readonly #page: SettingsPage;

  constructor(host: Host, settingsPage: SettingsPage) {
    this.#host = host;
    this.#page = settingsPage;
  }

  render(ui: Ui): View {
    const { title, rows } = this.#page;
    const bar = appBar(ui, { title, packageName, onBack: () => this.#host.finish(), large: true });
    return page(ui, { id: id('content_parent'), padding: behindBar(ui) }, [
      bar,
      list(ui, groupedRows(ui, this.#host, rows)),
    ]);
  }
}

/** All apps; each leads to its own page. */
export class AppsPage implements Activity {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  render(ui: Ui): View {
    const apps = this.#host.apps().filter((app) => app.launcher !== undefined);
    const last = apps.length - 1;
    const rows = apps.map((app, index) =>
      entry(
        ui,
        { title: app.label, summary: `Version ${app.versionName}`, icon: undefined },
        {
          radius: [
            index === 0 ? 22 : 5,
            index === 0 ? 22 : 5,
            index === last ? 22 : 5,
            index === last ? 22 : 5,
          ],
          leading: stack(
            { className: 'android.widget.ImageView', id: 'android:id/icon', width: 40, height: 40 },
            [roundIcon(app.icon, 40)],
          ),
          onTap: () =>
            this.#host.start(
              `${packageName}/${packageName}.applications.InstalledAppDetails`,
              app.packageName,
            ),
        },
      ),
    );
    const bar = appBar(ui, {
      title: 'Apps',
      packageName,
      onBack: () => this.#host.finish(),
      large: true,
    });
    return page(ui, { id: id('content_parent'), padding: behindBar(ui) }, [bar, list(ui, rows)]);
  }
}

/** What the phone knows of one app. */
export class AppInfo implements Activity {
  readonly #host: Host;
  readonly #app: App;

  constructor(host: Host, app: App) {
    this.#host = host;
    this.#app = app;
  }

  render(ui: Ui): View {
    const { label, versionName, packageName: name } = this.#app;
    const rows = groupedRows(ui, this.#host, [
      { kind: 'info', title: 'Notifications', summary: 'On' },
      { kind: 'info', title: 'Permissions', summary: 'No permissions requested' },
      { kind: 'info', title: 'Storage & cache', summary: '18.4 MB used in internal storage' },
      { kind: 'info', title: 'Battery', summary: '1% use since last full charge' },
      { kind: 'info', title: 'Version', summary: versionName },
      { kind: 'note', title: name },
    ]);
    const head = column(
      { align: 'center', gap: 14, padding: [8, 0, 24, 0], id: id('entity_header') },
      [
        stack({ className: 'android.widget.ImageView', id: id('entity_header_icon') }, [
          roundIcon(this.#app.icon, 72),
        ]),
        text(label, subtitle(ui.theme.text), { id: id('entity_header_title') }),
        this.#buttons(ui),
      ],
    );
    const bar = appBar(ui, { title: 'App info', packageName, onBack: () => this.#host.finish() });
    return page(ui, { id: id('content_parent'), padding: behindBar(ui) }, [
      bar,
      list(ui, [head, ...rows]),
    ]);
  }

  #buttons(ui: Ui): View {
    const { packageName: name, launcher } = this.#app;
    const open = () => this.#host.start(`${name}/${launcher ?? ''}`);
    const stop = () => this.#askToStop();
    // Guess: nothing to stop is told by a disabled button; Android asks whether the app was stopped before.
    const look = this.#tasks().length > 0 ? {} : ({ enabled: false, alpha: 0.4 } as const);
    return row({ justify: 'center', gap: 12 }, [
      button(ui.theme, 'Open', { tone: 'filled', id: id('button1'), onTap: open }),
      button(ui.theme, 'Force stop', { tone: 'tonal', id: id('button3'), onTap: stop, ...look }),
    ]);
  }

  #tasks() {
    return this.#host.tasks().filter(({ app }) => app === this.#app);
  }

  #askToStop(): void {
    const mine = this.#tasks();
    const stop = () => {
      for (const task of mine) task.close();
    };
    this.#host.showDialog({
      title: 'Force stop?',
      message: 'If you force stop an app, it may misbehave.',
      buttons: [{ label: 'Cancel' }, { label: 'OK', onTap: stop }],
    });
  }
}
