import { mdiHomeOutline, mdiNoteText } from '@mdi/js';
import type { Activity, App, Host } from './app.ts';
import { calculatorApp } from './calculator.ts';
import { calendarApp } from './calendar.ts';
import { cameraApp } from './camera.ts';
import { clockApp } from './clock.ts';
import { contactsApp } from './contacts.ts';
import { filesApp } from './files.ts';
import { HomeScreen } from './home.ts';
import { messagesApp } from './messages.ts';
import { EditNote, SignIn } from './note-screens.ts';
import { Notebook, NotesList } from './notes.ts';
import { phoneApp } from './phone.ts';
import { photosApp } from './photos.ts';
import { recentsScreen } from './recents.ts';
import { settingsApp } from './settings.ts';
import { weatherApp } from './weather.ts';

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
  icon: { path: mdiHomeOutline, color: '#ffffff', from: '#7c8cff', to: '#4354c8' },
  launcher: undefined,
  create(className, host) {
    if (className === homeClass) return new HomeScreen(host);
    return className === recentsClass ? recentsScreen(host) : undefined;
  },
};

const packageName = 'com.handset.notes';

/** Notes with a list, an editor and a sign-in page; the notebook outlives the activities. */
function notesApp(): App {
  const notebook = new Notebook();
  const screens: Record<string, (host: Host, argument: string | undefined) => Activity> = {
    MainActivity: (host) => new NotesList(host, notebook),
    EditActivity: (host, argument) => new EditNote(host, notebook, notebook.find(argument)),
    SignInActivity: (host) => new SignIn(host, notebook),
  };
  return {
    packageName,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', from: '#ffe08a', to: '#ffbe3d' },
    launcher: `${packageName}.MainActivity`,
    create: (className, host, argument) =>
      screens[className.slice(packageName.length + 1)]?.(host, argument),
  };
}
