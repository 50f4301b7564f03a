import { font, type UiContext } from '../ui/theme.ts';
import { box, column, row, stack, text, type View } from '../ui/view.ts';
import { button, decorView, resourceIdsOf } from '../ui/widgets.ts';
import type { Activity, ActivityHost, App, RecentTask } from './app.ts';
import { roundIcon, wallpaperView } from './wallpaper.ts';
import { mdiHomeOutline, mdiNoteText } from '@mdi/js';
import { browserApp } from './browser.ts';
import { calculatorApp } from './calculator.ts';
import { calendarApp, clockApp } from './clock-and-calendar.ts';
import { cameraApp, filesApp, phoneApp, weatherApp } from './one-screen-apps.ts';
import { contactsApp, messagesApp } from './contacts-and-messages.ts';
import { HomeScreen } from './home.ts';
import { NoteEditor, SignInScreen } from './note-screens.ts';
import { Notebook, NotesListScreen } from './notes.ts';
import { photosApp } from './photos.ts';
import { resolverApp } from './resolver.ts';
import { settingsApp } from './settings.ts';

const id = resourceIdsOf('com.android.launcher3');
const labelColor = '#ffffff';
const fillParent = { width: 'fill', height: 'fill' } as const;

/** The recents screen: a card with a thumbnail for each task, the latest first. */
export function recentsScreen(host: ActivityHost): Activity {
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

/** dp that a card has to be swiped up to close its task. */
const minThrowDp = 60;

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
      onDrag: ({ phase, from, to, density }) => {
        const up = from.y - to.y;
        if (phase === 'start') return up > Math.abs(to.x - from.x);
        if (phase === 'end' && up >= minThrowDp * density) task.close();
        return true;
      },
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
    calendarApp,
    clockApp,
    photosApp,
    weatherApp,
    contactsApp(),
    filesApp,
    phoneApp,
    messagesApp(),
    cameraApp,
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
  createActivity(className, host) {
    if (className === homeClass) return new HomeScreen(host);
    return className === recentsClass ? recentsScreen(host) : undefined;
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
  const screens: Record<string, (host: ActivityHost, argument: string | undefined) => Activity> = {
    MainActivity: (host) => new NotesListScreen(host, notebook),
    EditActivity: (host, argument) =>
      new NoteEditor(host, notebook, notebook.find(argument), sharedText(argument)),
    SignInActivity: (host) => new SignInScreen(host, notebook),
  };
  return {
    packageName: notesPackage,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', topColor: '#ffe08a', bottomColor: '#ffbe3d' },
    launcherClass: `${notesPackage}.MainActivity`,
    clearData: () => {
      notebook = new Notebook();
    },
    createActivity: (className, host, argument) =>
      screens[className.slice(notesPackage.length + 1)]?.(host, argument),
  };
}
