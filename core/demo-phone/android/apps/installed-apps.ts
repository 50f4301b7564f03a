import { font, type UiContext, bodyStyle, titleStyle, smallStyle } from '../ui/theme.ts';
import { box, column, row, stack, text, type View, spacer } from '../ui/view.ts';
import { button, decorView, resourceIdsOf, screenPage, outlinedField } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App, RecentTask } from './app.ts';
import { roundIcon, wallpaperView } from './wallpaper.ts';
import { mdiHomeOutline, mdiNoteText, mdiAndroid, mdiWeb } from '@mdi/js';
import { calculatorApp } from './calculator.ts';
import { clockApp } from './clock.ts';
import { weatherApp } from './weather.ts';
import { contactsApp } from './contacts.ts';
import { phoneApp } from './phone.ts';
import { HomeScreen } from './home.ts';
import { NoteEditor, SignInScreen } from './note-screens.ts';
import { Notebook, NotesListScreen } from './notes.ts';
import { photosApp } from './photos.ts';
import { settingsApp } from './settings.ts';
import { FieldState } from '../ui/field-state.ts';

const id = resourceIdsOf('com.android.launcher3');
const labelColor = '#ffffff';
const fillParent = { width: 'fill', height: 'fill' } as const;

/** The recents screen: a card with a thumbnail for each task, the latest first. */
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
  const gap = ui.landscape ? 14 : 28;
  const closeAll = () => {
    for (const task of tasks) task.close();
    host.goHome();
  };
  return column(
    { ...fillParent, paintOnly: true, justify: 'center', gap, padding: [top, 0, bottom, 0] },
    [
      row(
        {
          className: 'android.widget.HorizontalScrollView',
          id: id('tasks'),
          scroll: 'tasks',
          justify: 'center',
          gap: 18,
          padding: [0, ui.landscape ? 60 : 48],
        },
        tasks.map((task) => taskCard(task, height)),
      ),
      row({ id: id('overview_actions_view'), justify: 'center' }, [
        button(ui.theme, 'Clear all', { id: id('clear_all'), tone: 'tonal', onTap: closeAll }),
      ]),
    ],
  );
}

function taskCard(task: RecentTask, height: number): View {
  const width = (height * task.displaySize.width) / task.displaySize.height;
  const { label, icon: appIcon } = task.app;
  return column(
    {
      className: 'android.widget.FrameLayout',
      id: id('task_view_single'),
      description: label,
      width,
      gap: 12,
      align: 'center',
      onTap: () => task.open(),
    },
    [
      row({ width: 'wrap', paintOnly: true, gap: 10 }, [
        stack({ className: 'android.view.View', id: id('icon'), description: label }, [
          roundIcon(appIcon, 32),
        ]),
        text(label, font(15, 600, labelColor), { paintOnly: true }),
      ]),
      box({
        id: id('snapshot'),
        width,
        height,
        draw: (rect, dp) => {
          const picture = {
            op: 'scaled',
            from: task.displaySize,
            to: rect,
            ops: task.thumbnail(),
          } as const;
          return [{ op: 'clip', rect, radii: dp(26), ops: [picture] }];
        },
      }),
    ],
  );
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

const notesPackage = 'com.handset.notes';

/** The text of `text:…`, which another app shares; empty for the id of a note. */
function sharedText(argument = ''): string {
  return argument.startsWith('text:') ? argument.slice('text:'.length) : '';
}

/** Notes with a list, an editor and a sign-in page; the notebook outlives the activities. */
function notesApp(): App {
  let notebook = new Notebook();
  return {
    packageName: notesPackage,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', topColor: '#ffe08a', bottomColor: '#ffbe3d' },
    launcherClass: `${notesPackage}.MainActivity`,
    save: () => notebook.snapshot(),
    restore: (saved) => notebook.restore(saved),
    clearData: () => {
      notebook = new Notebook();
    },
    activities: {
      [`${notesPackage}.MainActivity`]: (host) => new NotesListScreen(host, notebook),
      [`${notesPackage}.EditActivity`]: (host, argument) =>
        new NoteEditor(host, notebook, notebook.find(argument), sharedText(argument)),
      [`${notesPackage}.SignInActivity`]: (host) => new SignInScreen(host, notebook),
    },
  };
}

/** An app of the list, and what is started for it. */
interface Choice {
  readonly label: string;
  readonly component: string;
  readonly argument?: string;
}

const resolverClass = 'com.android.internal.app.ResolverActivity';

function resolverScreen(ui: UiContext, host: ActivityHost, choices: readonly Choice[]): View {
  const { theme } = ui;
  const rows = choices.map(({ label, component, argument }) =>
    text(label, bodyStyle(theme.text), {
      id: 'android:id/text1',
      width: 'fill',
      padding: [16, 24],
      onTap: () => {
        host.finish();
        host.start(component, argument);
      },
    }),
  );
  return screenPage(ui, { id: 'android:id/contentPanel', fill: 'rgba(0, 0, 0, 0.4)' }, [
    spacer(),
    column({ id: 'android:id/resolver_list', fill: theme.dialog, radius: 28, padding: [20, 0] }, [
      text('Open with', titleStyle(theme.text), {
        id: 'android:id/title',
        width: 'fill',
        padding: [8, 24],
      }),
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
  return screenPage(ui, { id: browserId('container') }, [
    row({ paintOnly: true, padding: [8, 12] }, [
      outlinedField(ui, address, { id: browserId('url_field'), weight: 1, width: undefined }),
    ]),
    column(
      {
        className: 'android.webkit.WebView',
        description: 'Webpage not available',
        weight: 1,
        padding: [32, 24],
        gap: 16,
        scroll: 'page',
      },
      [
        text('Webpage not available', font(24, 600, theme.text), line),
        text(
          `The webpage at ${address.text} could not be loaded because:`,
          font(16, 400, theme.text, 24),
          line,
        ),
        text('net::ERR_NAME_NOT_RESOLVED', smallStyle(theme.textSoft), line),
      ],
    ),
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
