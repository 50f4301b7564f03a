import { mdiAccount, mdiCog, mdiMagnify } from '@mdi/js';
import { FieldState } from '../ui/field-state.ts';
import { bodyStyle, headlineStyle, subtitleStyle, type UiContext } from '../ui/theme.ts';
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
} from '../ui/view.ts';
import {
  appBar,
  button,
  collapsingTitleAlphas,
  disc,
  editText,
  resourceIdsOf,
  screenPage,
  recyclerView,
} from '../ui/widgets.ts';
import type { Activity, ActivityHost, App } from './app.ts';
import { mainGroups, type SettingsPage, settingsPages } from './settings-pages.ts';
import { card, groupedRows, link, note, type SettingsRow } from './settings-rows.ts';
import { roundIcon } from './wallpaper.ts';

const packageName = 'com.android.settings';
const id = resourceIdsOf(packageName);

/** Maximum width of the list in landscape, in dp. */
const maxContentWidthDp = 640;

/** The key of each page's list in its window. */
const listKey = 'list';

/** A page of Settings: fixed views above a scrolling list. */
function settingsPage(ui: UiContext, frame: string, above: Children, rows: Children): View {
  const { top, right, bottom, left } = ui.insets;
  // From Android 15 on, lists scroll behind the navigation bar; the last row ends above it.
  const padding = [top, right, ui.edgeToEdge ? 0 : bottom, left] as const;
  const className = 'android.widget.FrameLayout';
  const list = recyclerView(
    {
      id: id('recycler_view'),
      scroll: listKey,
      height: 'fill',
      maxWidth: ui.landscape ? maxContentWidthDp : undefined,
      padding: [0, 16],
      gap: 2,
    },
    [...rows, space(ui.edgeToEdge ? 16 + bottom : 16)],
  );
  return screenPage(ui, { id: id(frame), padding }, [
    ...above,
    column({ weight: 1, align: 'center', id: id('content_frame'), className }, [list]),
  ]);
}

/** dp around the large title at the top of a list: with the bar, about as high as settingslib_toolbar_layout_height. */
const pageTitleMargin = [46, 8, 24, 8] as const;

/** A page with a bar, into which the large title at the top of the list collapses; the first page has no back button. */
function collapsingPage(
  ui: UiContext,
  frame: string,
  bar: {
    readonly title: string;
    readonly large?: boolean;
    readonly onBack?: () => void;
    readonly actions?: Children;
  },
  rows: Children,
): View {
  const { title, large = true } = bar;
  const collapses = large && !ui.landscape;
  const alphas = collapsingTitleAlphas(ui.scrollOffset(listKey) - pageTitleMargin[0]);
  const collapsedAlpha = collapses ? alphas.bar : undefined;
  const fixed = appBar(ui, { ...bar, packageName, collapsedAlpha });
  const style = headlineStyle(ui.theme.text);
  const titleRow =
    collapses && text(title, style, { maxLines: 1, margin: pageTitleMargin, alpha: alphas.large });
  return settingsPage(ui, frame, [fixed], [titleRow, ...rows]);
}

/** A page below the first one. */
function subPage(
  ui: UiContext,
  host: ActivityHost,
  bar: { readonly title: string; readonly large?: boolean },
  rows: Children,
): View {
  return collapsingPage(ui, 'content_parent', { ...bar, onBack: () => host.finish() }, rows);
}

/** The first page of Settings. */
function homePage(ui: UiContext, host: ActivityHost): View {
  const { theme } = ui;
  const groups = mainGroups.flatMap((rows, index) => [
    ...(index === 0 ? [] : [space(12)]),
    ...groupedRows(ui, host, rows),
  ]);
  const avatar = {
    className: 'android.widget.ImageView',
    id: id('account_avatar'),
    description: 'Owner',
    margin: [0, 16],
    fill: theme.primary,
    onTap: () => host.toast('Signed in as Owner'),
  } as const;
  const actions = [
    disc(40, avatar, [icon(mdiAccount, { size: 24, color: theme.onPrimary }, centred)]),
  ];
  const bar = { title: 'Settings', actions };
  return collapsingPage(ui, 'settings_homepage_container', bar, [searchBar(ui, host), ...groups]);
}

function searchBar({ theme }: UiContext, host: ActivityHost): View {
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
      onTap: () => host.start(`${packageName}/${packageName}.SearchActivity`),
    },
    [
      icon(mdiMagnify, { size: 22, color: theme.textSoft }, { description: 'Search settings' }),
      text('Search settings', bodyStyle(theme.textSoft), { id: id('search_action_bar_title') }),
    ],
  );
}

/** Rows of all pages whose title contains what is in the field; a tap opens their page. */
function searchActivity(host: ActivityHost): Activity {
  const field = new FieldState({ hint: 'Search settings' });
  const found = (): readonly SettingsRow[] => {
    const query = field.text.trim().toLowerCase();
    if (query === '') return [];
    return settingsPages.flatMap(({ name, title: pageTitle, rows }) =>
      rows
        .filter(({ isCard, title }) => isCard && title.toLowerCase().includes(query))
        .map(({ title }) => link(title, pageTitle, name)),
    );
  };
  return {
    firstFocus: field,
    render: (ui) => {
      const bar = appBar(ui, {
        title: '',
        packageName,
        onBack: () => host.finish(),
        actions: [editText(ui, field, { id: id('search_src_text'), weight: 4, minHeight: 48 })],
      });
      return settingsPage(ui, 'search_container', [bar], groupedRows(ui, host, found()));
    },
  };
}

/** All apps; a tap opens App info. */
function appsPage(ui: UiContext, host: ActivityHost): View {
  const frame = { className: 'android.widget.ImageView', id: 'android:id/icon' };
  const info = `${packageName}/${packageName}.applications.InstalledAppDetails`;
  const rows = host
    .apps()
    .filter((app) => app.launcherClass !== undefined)
    .map(({ label, versionName, packageName: name, icon: appIcon }) =>
      card(label, `Version ${versionName}`, {
        leading: stack({ ...frame, width: 40, height: 40 }, [roundIcon(appIcon, 40)]),
        onTap: () => host.start(info, name),
      }),
    );
  return subPage(ui, host, { title: 'Apps' }, groupedRows(ui, host, rows));
}

/** The App info page. */
function appInfo(ui: UiContext, host: ActivityHost, app: App): View {
  const rows = groupedRows(ui, host, [
    card('Notifications', 'On'),
    card('Storage & cache', '18.4 MB used in internal storage'),
    card('Battery', '1% use since last full charge'),
    card('Version', app.versionName),
    note(app.packageName),
  ]);
  const frame = { align: 'center', gap: 14, padding: [8, 0, 24, 0] } as const;
  const head = column({ ...frame, id: id('entity_header') }, [
    stack({ className: 'android.widget.ImageView', id: id('entity_header_icon') }, [
      roundIcon(app.icon, 72),
    ]),
    text(app.label, subtitleStyle(ui.theme.text), { id: id('entity_header_title') }),
    appInfoButtons(ui, host, app),
  ]);
  return subPage(ui, host, { title: 'App info', large: false }, [head, ...rows]);
}

function appInfoButtons({ theme }: UiContext, host: ActivityHost, app: App): View {
  const tasks = () => host.tasks().filter((task) => task.app === app);
  const stop = () => {
    const runningTasks = tasks();
    const close = () => {
      for (const task of runningTasks) task.close();
    };
    host.showDialog({
      title: 'Force stop?',
      message: 'If you force stop an app, it may misbehave.',
      buttons: [{ label: 'Cancel' }, { label: 'OK', onTap: close }],
    });
  };
  const open = () => host.start(`${app.packageName}/${app.launcherClass ?? ''}`);
  // Guess: the button is disabled without tasks; Android checks whether the app is in the stopped state.
  const look = tasks().length > 0 ? {} : ({ enabled: false, alpha: 0.4 } as const);
  return row({ justify: 'center', gap: 12 }, [
    button(theme, 'Open', { tone: 'filled', id: id('button1'), onTap: open }),
    button(theme, 'Force stop', { tone: 'tonal', id: id('button3'), onTap: stop, ...look }),
  ]);
}

function appsActivity(host: ActivityHost): Activity {
  return { render: (ui) => appsPage(ui, host) };
}

function pageActivity(host: ActivityHost, { title, rows }: SettingsPage): Activity {
  return { render: (ui) => subPage(ui, host, { title }, groupedRows(ui, host, rows)) };
}

/** The Settings app: the first page, pages below it, and App info. */
export const settingsApp: App = {
  packageName,
  label: 'Settings',
  system: true,
  versionName: '14',
  icon: { path: mdiCog, color: '#ffffff', topColor: '#8b93a8', bottomColor: '#4a5168' },
  launcherClass: `${packageName}.Settings`,
  activities: {
    [`${packageName}.Settings`]: (host) => ({ render: (ui) => homePage(ui, host) }),
    [`${packageName}.SearchActivity`]: searchActivity,
    [`${packageName}.Settings$ManageApplicationsActivity`]: appsActivity,
    ...Object.fromEntries(
      settingsPages.map((page) => [
        `${packageName}.${page.className}`,
        (host: ActivityHost) => pageActivity(host, page),
      ]),
    ),
    [`${packageName}.SubSettings`]: (host, name) => {
      if (name === 'apps') return appsActivity(host);
      // Without an argument, as started from the shell, it shows the last page: About phone.
      const page = settingsPages.find((one) => one.name === name) ?? settingsPages.at(-1);
      return page && pageActivity(host, page);
    },
    [`${packageName}.applications.InstalledAppDetails`]: (host, name) => {
      const app = host.apps().find((one) => one.packageName === name) ?? settingsApp;
      return { render: (ui) => appInfo(ui, host, app) };
    },
  },
};
