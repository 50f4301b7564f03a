import { mdiHomeOutline, mdiNoteText } from '@mdi/js';
import type { Activity, App, ActivityHost } from './app.ts';
import { calculatorApp } from './calculator.ts';
import { calendarApp } from './calendar.ts';
import { cameraApp } from './camera.ts';
import { clockApp } from './clock.ts';
import { contactsApp } from './contacts.ts';
import { filesApp } from './files.ts';
import { HomeScreen } from './home.ts';
import { messagesApp } from './messages.ts';
import { NoteEditor, SignInScreen } from './note-screens.ts';
import { Notebook, NotesListScreen } from './notes.ts';
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
  icon: { path: mdiHomeOutline, color: '#ffffff', topColor: '#7c8cff', bottomColor: '#4354c8' },
  launcherClass: undefined,
  createActivity(className, host) {
    if (className === homeClass) return new HomeScreen(host);
    return className === recentsClass ? recentsScreen(host) : undefined;
  },
};

const notesPackage = 'com.handset.notes';

/** Notes with a list, an editor and a sign-in page; the notebook outlives the activities. */
function notesApp(): App {
  const notebook = new Notebook();
  const screens: Record<string, (host: ActivityHost, argument: string | undefined) => Activity> = {
    MainActivity: (host) => new NotesListScreen(host, notebook),
    EditActivity: (host, argument) => new NoteEditor(host, notebook, notebook.find(argument)),
    SignInActivity: (host) => new SignInScreen(host, notebook),
  };
  return {
    packageName: notesPackage,
    label: 'Notes',
    system: false,
    versionName: '2.6.1',
    icon: { path: mdiNoteText, color: '#5a3b00', topColor: '#ffe08a', bottomColor: '#ffbe3d' },
    launcherClass: `${notesPackage}.MainActivity`,
    createActivity: (className, host, argument) =>
      screens[className.slice(notesPackage.length + 1)]?.(host, argument),
  };
}
