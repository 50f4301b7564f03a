import { mdiCog } from '@mdi/js';
import type { Activity, App, Host } from '../../app.ts';
import { settingsPages } from './pages.ts';
import { AppInfo, AppsPage, SettingsHome, SettingsSubPage } from './screens.ts';

const packageName = 'com.android.settings';

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
