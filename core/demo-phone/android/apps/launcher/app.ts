import { mdiHomeOutline } from '@mdi/js';
import type { App } from '../../app.ts';
import { HomeScreen } from './home.ts';
import { RecentsScreen } from './recents.ts';

/** Package of the launcher: its task is always there, at the bottom. */
export const launcherPackage = 'com.android.launcher3';
/** Full class names of its activities. */
export const homeClass = 'com.android.launcher3.uioverrides.QuickstepLauncher';
export const recentsClass = 'com.android.quickstep.RecentsActivity';

/** The home screen and the recents screen. */
export const launcherApp: App = {
  packageName: launcherPackage,
  label: 'Launcher3',
  system: true,
  versionName: '14',
  icon: { path: mdiHomeOutline, color: '#ffffff', from: '#7c8cff', to: '#4354c8' },
  launcher: undefined,
  create(className, host) {
    if (className === homeClass) return new HomeScreen(host);
    return className === recentsClass ? new RecentsScreen(host) : undefined;
  },
};
