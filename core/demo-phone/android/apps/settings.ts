import { mdiAccount, mdiCog, mdiMagnify } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { body, headline, rowTitle, small, smallStrong, subtitle, type Ui } from '../ui/theme.ts';
import {
  centred,
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
import {
  appBar,
  button,
  disc,
  groupCorners,
  idsOf,
  page,
  scrolling,
  slider,
  switchView,
} from '../ui/widgets.ts';
import type { Activity, App, Host } from './app.ts';
import { isOn, toggle } from './device-state.ts';
import {
  mainGroups,
  type Row,
  type RowIcon,
  type SettingsPage,
  settingsPages,
} from './settings-pages.ts';
import { roundIcon } from './wallpaper.ts';

const packageName = 'com.android.settings';
const id = idsOf(packageName);

/** Maximum width of the list in landscape, in dp. */
const readable = 640;

/** A page of Settings: fixed views above a scrolling list. */
function settingsPage(ui: Ui, frame: string, above: Children, rows: Children): View {
  const { top, right, bottom, left } = ui.insets;
  // From Android 15 on, lists scroll behind the navigation bar; the last row ends above it.
  const padding = [top, right, ui.edgeToEdge ? 0 : bottom, left] as const;
  const className = 'android.widget.FrameLayout';
  const list = scrolling(
    {
      id: id('recycler_view'),
      scroll: 'list',
      height: 'fill',
      maxWidth: ui.landscape ? readable : undefined,
      padding: [0, 16],
      gap: 2,
    },
    [...rows, space(ui.edgeToEdge ? 16 + bottom : 16)],
  );
  return page(ui, { id: id(frame), padding }, [
    ...above,
    column({ weight: 1, align: 'center', id: id('content_frame'), className }, [list]),
  ]);
}

/** A page below the first one, with a title and a back button. */
function subPage(
  ui: Ui,
  host: Host,
  { title, large = true }: { readonly title: string; readonly large?: boolean },
  rows: Children,
): View {
  const bar = appBar(ui, { title, packageName, onBack: () => host.finish(), large });
  return settingsPage(ui, 'content_parent', [bar], rows);
}

/** The first page of Settings. */
function homePage(ui: Ui, host: Host): View {
  const groups = mainGroups.flatMap((rows, index) => [
    ...(index === 0 ? [] : [space(12)]),
    ...groupedRows(ui, host, rows),
  ]);
  const rows = [homeHead(ui, host), searchBar(ui, host), ...groups];
  return settingsPage(ui, 'settings_homepage_container', [], rows);
}

function homeHead({ theme, landscape }: Ui, host: Host): View {
  const padding = landscape ? ([14, 4, 12, 4] as const) : ([40, 4, 20, 4] as const);
  const avatar = {
    className: 'android.widget.ImageView',
    id: id('account_avatar'),
    description: 'Owner',
    fill: theme.primary,
    onTap: () => host.toast('Signed in as Owner'),
  };
  return row({ id: id('homepage_app_bar_regular_phone_view'), padding }, [
    text('Settings', headline(theme.text), { id: id('homepage_title'), weight: 1 }),
    disc(40, avatar, [icon(mdiAccount, { size: 24, color: theme.onPrimary }, centred)]),
  ]);
}

function searchBar({ theme }: Ui, host: Host): View {
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
      onTap: () => host.toast('Search is not part of this phone'),
    },
    [
      icon(mdiMagnify, { size: 22, color: theme.textSoft }, { description: 'Search settings' }),
      text('Search settings', body(theme.textSoft), { id: id('search_action_bar_title') }),
    ],
  );
}

/** All apps; a tap opens App info. */
function appsPage(ui: Ui, host: Host): View {
  const apps = host.apps().filter((app) => app.launcher !== undefined);
  const leading = { className: 'android.widget.ImageView', id: 'android:id/icon' };
  const info = `${packageName}/${packageName}.applications.InstalledAppDetails`;
  const rows = apps.map(({ label, versionName, packageName: name, icon: look }, index) =>
    entry(
      ui,
      { title: label, summary: `Version ${versionName}` },
      {
        radius: groupCorners(index === 0, index === apps.length - 1),
        leading: stack({ ...leading, width: 40, height: 40 }, [roundIcon(look, 40)]),
        onTap: () => host.start(info, name),
      },
    ),
  );
  return subPage(ui, host, { title: 'Apps' }, rows);
}

/** The App info page. */
function appInfo(ui: Ui, host: Host, app: App): View {
  const told = (title: string, summary: string): Row => ({
    kind: 'info',
    title,
    summary,
    act: undefined,
  });
  const rows = groupedRows(ui, host, [
    told('Notifications', 'On'),
    told('Permissions', 'No permissions requested'),
    told('Storage & cache', '18.4 MB used in internal storage'),
    told('Battery', '1% use since last full charge'),
    told('Version', app.versionName),
    { kind: 'note', title: app.packageName },
  ]);
  const frame = { align: 'center', gap: 14, padding: [8, 0, 24, 0] } as const;
  const head = column({ ...frame, id: id('entity_header') }, [
    stack({ className: 'android.widget.ImageView', id: id('entity_header_icon') }, [
      roundIcon(app.icon, 72),
    ]),
    text(app.label, subtitle(ui.theme.text), { id: id('entity_header_title') }),
    appInfoButtons(ui, host, app),
  ]);
  return subPage(ui, host, { title: 'App info', large: false }, [head, ...rows]);
}

function appInfoButtons({ theme }: Ui, host: Host, app: App): View {
  const tasks = () => host.tasks().filter((task) => task.app === app);
  const stop = () => {
    const mine = tasks();
    const close = () => {
      for (const task of mine) task.close();
    };
    host.showDialog({
      title: 'Force stop?',
      message: 'If you force stop an app, it may misbehave.',
      buttons: [{ label: 'Cancel' }, { label: 'OK', onTap: close }],
    });
  };
  const open = () => host.start(`${app.packageName}/${app.launcher ?? ''}`);
  // Guess: the button is disabled without tasks; Android checks whether the app is in the stopped state.
  const look = tasks().length > 0 ? {} : ({ enabled: false, alpha: 0.4 } as const);
  return row({ justify: 'center', gap: 12 }, [
    button(theme, 'Open', { tone: 'filled', id: id('button1'), onTap: open }),
    button(theme, 'Force stop', { tone: 'tonal', id: id('button3'), onTap: stop, ...look }),
  ]);
}

/** Rows as groups of cards, separated by headers and notes. */
function groupedRows(ui: Ui, host: Host, rows: readonly Row[]): readonly View[] {
  const { theme } = ui;
  const inGroup = (one: Row | undefined) =>
    one !== undefined && one.kind !== 'header' && one.kind !== 'note';
  return rows.map((one, index) => {
    const wide = { width: 'fill' } as const;
    if (one.kind === 'header') {
      const props = { ...wide, id: 'android:id/title', padding: [20, 20, 10, 20] } as const;
      return text(one.title, smallStrong(theme.primary), props);
    }
    if (one.kind === 'note') {
      const props = { ...wide, id: 'android:id/summary', padding: [20, 20, 24, 20] } as const;
      return text(one.title, small(theme.textSoft), props);
    }
    const radius = groupCorners(!inGroup(rows[index - 1]), !inGroup(rows[index + 1]));
    return rowView(one, { ui, host, radius });
  });
}

function rowView(
  one: Row,
  { ui, host, radius }: { readonly ui: Ui; readonly host: Host; radius: ViewProps['radius'] },
): View {
  const { theme } = ui;
  if (one.kind === 'level') {
    const { levels } = host.state;
    return column({ fill: theme.card, radius, padding: [14, 20, 6, 20] }, [
      text(one.title, rowTitle(theme.text), { id: 'android:id/title' }),
      slider(theme, levels.get(one.name) ?? 0.5, {
        id: 'android:id/seekbar',
        description: one.title,
        onValue: (value) => levels.set(one.name, value),
      }),
    ]);
  }
  const look = {
    title: one.title,
    summary: summaryOf(host, one),
    icon: one.kind === 'link' ? one.icon : undefined,
  };
  const widget =
    one.kind === 'switch'
      ? switchView(theme, isOn(host.state, one.name), { id: 'android:id/switch_widget' })
      : undefined;
  return entry(ui, look, { radius, onTap: rowAction(host, one), widget });
}

/** A row with title and summary between an optional leading view or icon and an optional widget. */
function entry(
  { theme }: Ui,
  {
    title,
    summary,
    icon: look,
  }: { title: string; summary: string | undefined; icon?: RowIcon | undefined },
  props: ViewProps & { readonly widget?: View | undefined; readonly leading?: View },
): View {
  const { widget, leading, ...rest } = props;
  const linear = 'android.widget.LinearLayout';
  const frame = { fill: theme.card, minHeight: 72, padding: [14, 20], gap: 16 } as const;
  return row({ className: linear, ...frame, ...rest }, [
    leading,
    look &&
      disc(40, { className: linear, id: id('icon_frame'), fill: look.fill }, [
        icon(
          look.path,
          { size: 22, color: look.color },
          { id: 'android:id/icon', place: ['center', 'center'] },
        ),
      ]),
    column({ className: 'android.widget.RelativeLayout', weight: 1, gap: 2 }, [
      text(title, rowTitle(theme.text), { id: 'android:id/title', maxLines: 2 }),
      summary !== undefined &&
        text(summary, small(theme.textSoft), { id: 'android:id/summary', maxLines: 3 }),
    ]),
    widget && stack({ className: linear, id: 'android:id/widget_frame' }, [widget]),
  ]);
}

function summaryOf(host: Host, one: Row): string | undefined {
  if (one.kind === 'choice' || one.kind === 'text') return host.state.choices.get(one.name);
  const summary = 'summary' in one ? one.summary : undefined;
  return typeof summary === 'function' ? summary(host) : summary;
}

function rowAction(host: Host, one: Row): (() => void) | undefined {
  const { choices } = host.state;
  switch (one.kind) {
    case 'link':
      return () => host.start(`${packageName}/${packageName}.SubSettings`, one.page);
    case 'switch':
      return () => toggle(host.state, one.name);
    case 'choice':
      return () =>
        host.showDialog({
          title: one.title,
          choices: { items: one.items, selected: choices.get(one.name) ?? '' },
          onChoose: (item) => choices.set(one.name, item),
          buttons: [{ label: 'Cancel' }],
        });
    case 'text':
      return () => {
        const field = new FieldState({ hint: one.title, text: choices.get(one.name) ?? '' });
        const save = () => void choices.set(one.name, field.text);
        const buttons = [{ label: 'Cancel' }, { label: 'OK', onTap: save }];
        host.showDialog({ title: one.title, field, buttons });
      };
    case 'info': {
      const { act } = one;
      return act && (() => act(host));
    }
    default:
      return undefined;
  }
}

/** The Settings app: the first page, pages below it, and App info. */
export const settingsApp: App = {
  packageName,
  label: 'Settings',
  system: true,
  versionName: '14',
  icon: { path: mdiCog, color: '#ffffff', from: '#8b93a8', to: '#4a5168' },
  launcher: `${packageName}.Settings`,
  create(className, host, argument): Activity | undefined {
    const name = className.slice(packageName.length + 1);
    const shows = ({ title, rows }: SettingsPage): Activity => ({
      render: (ui) => subPage(ui, host, { title }, groupedRows(ui, host, rows)),
    });
    const apps: Activity = { render: (ui) => appsPage(ui, host) };
    if (name === 'Settings') return { render: (ui) => homePage(ui, host) };
    if (name === 'Settings$ManageApplicationsActivity') return apps;
    if (name === 'applications.InstalledAppDetails') {
      const app = host.apps().find((known) => known.packageName === argument) ?? settingsApp;
      return { render: (ui) => appInfo(ui, host, app) };
    }
    // SubSettings without an argument, as started from the shell, shows the last page: About phone.
    const isSub = name === 'SubSettings';
    if (isSub && argument === 'apps') return apps;
    const found = settingsPages.find((known) =>
      isSub ? known.name === argument : known.className === name,
    );
    const shown = found ?? (isSub ? settingsPages.at(-1) : undefined);
    return shown && shows(shown);
  },
};
