import { font, type UiContext, bodyStyle, titleStyle, smallStyle } from '../ui/theme.ts';
import { box, column, row, stack, text, type View, spacer } from '../ui/view.ts';
import { button, decorView, resourceIdsOf, screenPage, outlinedField } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App, RecentTask } from './app.ts';
import { roundIcon, wallpaperView } from './wallpaper.ts';
import { mdiHomeOutline, mdiAndroid, mdiWeb } from '@mdi/js';
import { calculatorApp } from './calculator.ts';
import { clockApp } from './clock.ts';
import { weatherApp } from './weather.ts';
import { contactsApp } from './contacts.ts';
import { phoneApp } from './phone.ts';
import { HomeScreen } from './home.ts';
import { notesApp } from './notes.ts';
import { photosApp } from './photos.ts';
import { settingsApp } from './settings.ts';
import { FieldState } from '../ui/field-state.ts';

const id = resourceIdsOf('com.android.launcher3');
const labelColor = '#ffffff';
const fillParent = { width: 'fill', height: 'fill' } as const;
const inMiddle = { place: ['center', 'center'] } as const;

/** The recents screen: a card for each task, the latest first. */
function recentsScreen(host: ActivityHost): Activity {
  return {
    systemBarsAppearance: 'on-dark',
    render(ui) {
      const tasks = host.tasks();
      return decorView(
        stack({ id: id('overview_panel'), ...fillParent, onTap: () => host.goHome() }, [
          wallpaperView(ui.theme.dark),
          box({ paintOnly: true, ...fillParent, fill: 'rgba(14, 16, 40, 0.5)' }),
          tasks.length === 0 ? emptyView() : taskCards(ui, host, tasks),
        ]),
      );
    },
    onBack() {
      host.goHome();
      return true;
    },
  };
}

function taskCards(ui: UiContext, host: ActivityHost, tasks: readonly RecentTask[]): View {
  const { top, bottom } = ui.insets;
  const height = (ui.height - top - bottom) * (ui.landscape ? 0.6 : 0.64);
  const closeAll = () => {
    for (const task of tasks) task.close();
    host.goHome();
  };
  const list = {
    className: 'android.widget.HorizontalScrollView',
    id: id('tasks'),
    scroll: 'tasks',
    justify: 'center',
    gap: 18,
    padding: [0, 48],
  } as const;
  const page = { ...fillParent, paintOnly: true, justify: 'center', gap: 20 } as const;
  return column({ ...page, padding: [top, 0, bottom, 0] }, [
    row(
      list,
      tasks.map((task) => taskCard(ui, task, height)),
    ),
    row({ id: id('overview_actions_view'), justify: 'center' }, [
      button(ui.theme, 'Clear all', { id: id('clear_all'), tone: 'tonal', onTap: closeAll }),
    ]),
  ]);
}

function taskCard({ theme, width, height }: UiContext, task: RecentTask, cardHeight: number): View {
  const { label, icon: appIcon } = task.app;
  const cardWidth = (cardHeight * width) / height;
  const card = {
    className: 'android.widget.FrameLayout',
    id: id('task_view_single'),
    description: label,
    width: cardWidth,
    gap: 12,
    align: 'center',
    onTap: () => task.open(),
  } as const;
  const snapshot = { id: id('snapshot'), width: cardWidth, height: cardHeight, radius: 26 };
  return column(card, [
    text(label, font(15, 600, labelColor), { paintOnly: true }),
    stack({ ...snapshot, fill: theme.background }, [
      stack({ className: 'android.view.View', id: id('icon'), description: label, ...inMiddle }, [
        roundIcon(appIcon, 96),
      ]),
    ]),
  ]);
}

function emptyView(): View {
  return column({ paintOnly: true, ...fillParent, justify: 'center', align: 'center' }, [
    text('No recent items', font(20, 500, labelColor), { id: id('empty_message') }),
  ]);
}

/** Creates the apps of a demo phone, in the order of the home screen. */
export function installedApps(): readonly App[] {
  return [
    launcherApp,
    calculatorApp,
    notesApp(),
    clockApp,
    weatherApp,
    phoneApp,
    contactsApp(),
    photosApp,
    settingsApp,
    browserApp,
    resolverApp,
  ];
}

/** Package of the launcher; its task always exists. */
export const launcherPackage = 'com.android.launcher3';
/** Full class names of the launcher's activities. */
export const homeClass = 'com.android.launcher3.uioverrides.QuickstepLauncher';
export const recentsClass = 'com.android.quickstep.RecentsActivity';

/** The home screen and the recents screen. */
const launcherApp: App = {
  packageName: launcherPackage,
  label: 'Launcher3',
  system: true,
  versionName: '14',
  icon: { path: mdiHomeOutline, color: '#ffffff', topColor: '#7c8cff', bottomColor: '#4354c8' },
  launcherClass: undefined,
  activities: {
    [homeClass]: (host) => new HomeScreen(host),
    [recentsClass]: recentsScreen,
  },
};

/** An app of the list, and what is started for it. */
interface Choice {
  readonly label: string;
  readonly component: string;
  readonly argument?: string;
}

const resolverClass = 'com.android.internal.app.ResolverActivity';

function resolverScreen(ui: UiContext, host: ActivityHost, choices: readonly Choice[]): View {
  const { theme } = ui;
  const fillWidth = { width: 'fill' } as const;
  const rows = choices.map(({ label, component, argument }) => {
    const onTap = () => {
      host.finish();
      host.start(component, argument);
    };
    const props = { ...fillWidth, id: 'android:id/text1', padding: [16, 24], onTap } as const;
    return text(label, bodyStyle(theme.text), props);
  });
  const title = { ...fillWidth, id: 'android:id/title', padding: [8, 24] } as const;
  return screenPage(ui, { id: 'android:id/contentPanel', fill: 'rgba(0, 0, 0, 0.4)' }, [
    spacer(),
    column({ id: 'android:id/resolver_list', fill: theme.dialog, radius: 28, padding: [20, 0] }, [
      text('Open with', titleStyle(theme.text), title),
      ...rows,
    ]),
  ]);
}

/** The system's list of the apps that take an intent. Its argument is the list, as JSON. */
const resolverApp: App = {
  packageName: 'android',
  label: 'Android System',
  system: true,
  versionName: '14',
  icon: { path: mdiAndroid, color: '#ffffff', topColor: '#63c796', bottomColor: '#1f7a50' },
  launcherClass: undefined,
  activities: {
    [resolverClass]: (host, argument) => {
      if (argument === undefined) return undefined;
      // Only the demo phone's am starts it.
      const choices = JSON.parse(argument) as readonly Choice[];
      return { render: (ui) => resolverScreen(ui, host, choices) };
    },
  },
};

const browserPackage = 'org.chromium.webview_shell';
const browserClass = `${browserPackage}.WebViewBrowserActivity`;
const browserId = resourceIdsOf(browserPackage);

/** The address, and WebView's error page: the demo phone reaches no network. */
function browserScreen(ui: UiContext, address: FieldState): View {
  const { theme } = ui;
  const line = { width: 'fill' } as const;
  const page = {
    className: 'android.webkit.WebView',
    description: 'Webpage not available',
    weight: 1,
    padding: [32, 24],
    gap: 16,
    scroll: 'page',
  } as const;
  const reason = `The webpage at ${address.text} could not be loaded because:`;
  return screenPage(ui, { id: browserId('container') }, [
    row({ paintOnly: true, padding: [8, 12] }, [
      outlinedField(ui, address, { id: browserId('url_field') }),
    ]),
    column(page, [
      text('Webpage not available', font(24, 600, theme.text), line),
      text(reason, font(16, 400, theme.text, 24), line),
      text('net::ERR_NAME_NOT_RESOLVED', smallStyle(theme.textSoft), line),
    ]),
  ]);
}

/**
 * AOSP's browser for tests of WebView, which opens web addresses. It has no icon here: the home screen
 * is full, and there is nothing to browse.
 */
const browserApp: App = {
  packageName: browserPackage,
  label: 'WebView Browser Tester',
  system: true,
  versionName: '113.0.5672.136',
  icon: { path: mdiWeb, color: '#ffffff', topColor: '#7fb2ff', bottomColor: '#3d6fe0' },
  launcherClass: undefined,
  activities: {
    [browserClass]: (_host, link = 'about:blank') => {
      const address = new FieldState({ hint: 'Address', text: link });
      return { render: (ui) => browserScreen(ui, address) };
    },
  },
};
