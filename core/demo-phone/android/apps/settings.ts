import { mdiAccount, mdiCog, mdiMagnify } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { body, headline, rowTitle, small, smallStrong, subtitle, type Ui } from '../ui/theme.ts';
import {
  type Children,
  column,
  icon,
  row,
  space,
  stack,
  text,
  type View,
  type ViewProps,
} from '../ui/view.ts';
import { appBar, button, page, slider, switchView } from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';
import { isOn, toggle } from './device-state.ts';
import { roundIcon } from './recents.ts';
import {
  mainGroups,
  type Row,
  type RowIcon,
  type SettingsPage,
  settingsPages,
  type Summary,
} from './settings-pages.ts';

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

/** Corners of a row in its group, dp: the group's own ends are rounder. */
function corners(first: boolean, last: boolean): readonly [number, number, number, number] {
  const upper = first ? 22 : 5;
  const lower = last ? 22 : 5;
  return [upper, upper, lower, lower];
}

/** Rows as Settings shows them: groups of cards, cut by headers. */
export function groupedRows(ui: Ui, host: Host, rows: readonly Row[]): readonly View[] {
  const inGroup = (row: Row | undefined) =>
    row !== undefined && row.kind !== 'header' && row.kind !== 'note';
  return rows.map((row, index) => {
    if (!inGroup(row)) return plainText(ui, row);
    const radius = corners(!inGroup(rows[index - 1]), !inGroup(rows[index + 1]));
    return rowView(row, { ui, host, radius });
  });
}

function plainText(ui: Ui, row: Row): View {
  const { theme } = ui;
  return row.kind === 'header'
    ? text(row.title, smallStrong(theme.primary), {
        id: 'android:id/title',
        width: 'fill',
        padding: [20, 20, 10, 20],
      })
    : text(row.title, small(theme.textSoft), {
        id: 'android:id/summary',
        width: 'fill',
        padding: [20, 20, 24, 20],
      });
}

/** What a row is drawn for. */
interface RowScene {
  readonly ui: Ui;
  readonly host: Host;
  readonly radius: ViewProps['radius'];
}

function rowView(row: Row, { ui, host, radius }: RowScene): View {
  if (row.kind === 'level') return levelRow(row, { ui, host, radius });
  const look = {
    title: row.title,
    summary: summaryOf(host, row),
    icon: row.kind === 'link' ? row.icon : undefined,
  };
  const widget =
    row.kind === 'switch'
      ? switchView(ui.theme, isOn(host.state, row.name), { id: 'android:id/switch_widget' })
      : undefined;
  return entry(ui, look, { radius, onTap: rowAction(host, row), widget });
}

function levelRow(row: Extract<Row, { kind: 'level' }>, { ui, host, radius }: RowScene): View {
  const { theme } = ui;
  return column({ fill: theme.card, radius, padding: [14, 20, 6, 20] }, [
    text(row.title, rowTitle(theme.text), { id: 'android:id/title' }),
    slider(theme, host.state.levels.get(row.name) ?? 0.5, {
      id: 'android:id/seekbar',
      description: row.title,
      onValue: (value) => host.state.levels.set(row.name, value),
    }),
  ]);
}

interface Entry {
  readonly title: string;
  readonly summary: string | undefined;
  readonly icon: RowIcon | undefined;
}

/** A row with title, summary and what stands before and after them. */
export function entry(
  ui: Ui,
  { title, summary, icon: look }: Entry,
  props: ViewProps & { readonly widget?: View | undefined; readonly leading?: View },
): View {
  const { theme } = ui;
  const { widget, leading, ...rest } = props;
  const frame = { fill: theme.card, minHeight: 72, padding: [14, 20], gap: 16 } as const;
  return row({ className: 'android.widget.LinearLayout', ...frame, ...rest }, [
    leading,
    look !== undefined && iconFrame(look),
    column({ className: 'android.widget.RelativeLayout', weight: 1, gap: 2 }, [
      text(title, rowTitle(theme.text), { id: 'android:id/title', maxLines: 2 }),
      summary !== undefined &&
        text(summary, small(theme.textSoft), { id: 'android:id/summary', maxLines: 3 }),
    ]),
    widget !== undefined &&
      stack({ className: 'android.widget.LinearLayout', id: 'android:id/widget_frame' }, [widget]),
  ]);
}

function iconFrame({ path, color, fill }: RowIcon): View {
  const disc = { width: 40, height: 40, radius: 20, fill } as const;
  return stack({ className: 'android.widget.LinearLayout', id: id('icon_frame'), ...disc }, [
    icon(path, { size: 22, color }, { id: 'android:id/icon', place: ['center', 'center'] }),
  ]);
}

function summaryOf(host: Host, row: Row): string | undefined {
  if (row.kind === 'choice' || row.kind === 'text') return host.state.choices.get(row.name);
  const summary: Summary | undefined = 'summary' in row ? row.summary : undefined;
  return typeof summary === 'function' ? summary(host) : summary;
}

function rowAction(host: Host, row: Row): (() => void) | undefined {
  switch (row.kind) {
    case 'link':
      return () => host.start('com.android.settings/com.android.settings.SubSettings', row.page);
    case 'switch':
      return () => toggle(host.state, row.name);
    case 'choice':
      return () => choose(host, row);
    case 'text':
      return () => rename(host, row);
    case 'info': {
      const { act } = row;
      return act === undefined ? undefined : () => act(host);
    }
    default:
      return undefined;
  }
}

function choose(host: Host, row: Extract<Row, { kind: 'choice' }>): void {
  host.showDialog({
    title: row.title,
    choices: { items: row.items, selected: host.state.choices.get(row.name) ?? '' },
    onChoose: (item) => host.state.choices.set(row.name, item),
    buttons: [{ label: 'Cancel' }],
  });
}

function rename(host: Host, row: Extract<Row, { kind: 'text' }>): void {
  const field = new FieldState({ hint: row.title, text: host.state.choices.get(row.name) ?? '' });
  host.showDialog({
    title: row.title,
    field,
    buttons: [
      { label: 'Cancel' },
      { label: 'OK', onTap: () => host.state.choices.set(row.name, field.text) },
    ],
  });
}

/** Settings: a long first page, pages below it, and App info. */
export const settingsApp: App = {
  packageName,
  label: 'Settings',
  system: true,
  versionName: '14',
  icon: { path: mdiCog, color: '#ffffff', from: '#8b93a8', to: '#4a5168' },
  launcher: `${packageName}.Settings`,
  create(className, host, argument) {
    const name = className.slice(packageName.length + 1);
    if (name === 'Settings') return new SettingsHome(host);
    if (name === 'SubSettings') return pageNamed(host, argument);
    if (name === 'Settings$ManageApplicationsActivity') return new AppsPage(host);
    if (name === 'applications.InstalledAppDetails') return appInfo(host, argument);
    const known = settingsPages.find((candidate) => candidate.className === name);
    return known === undefined ? undefined : new SettingsSubPage(host, known);
  },
};

/** Started by hand, without saying which page, SubSettings shows the last one: About phone. */
function pageNamed(host: Host, name: string | undefined): Activity | undefined {
  if (name === 'apps') return new AppsPage(host);
  const found = settingsPages.find((candidate) => candidate.name === name) ?? settingsPages.at(-1);
  return found === undefined ? undefined : new SettingsSubPage(host, found);
}

function appInfo(host: Host, packageOf: string | undefined): Activity {
  const app = host.apps().find((candidate) => candidate.packageName === packageOf);
  return new AppInfo(host, app ?? settingsApp);
}
