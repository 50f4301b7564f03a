import { sentenceCase } from '../../../ui/field-label.ts';

/** What the Apps section says. */
export const appsStrings = {
  title: 'Apps',
  search: 'Search by name or package',
  filter: 'Which apps',
  filters: { all: 'All', apps: 'Apps', system: 'System', running: 'Running' },
  count: (listed: number, all: number) =>
    listed === all ? `${all} apps` : `${listed} of ${all} apps`,
  refresh: 'Refresh the apps',
  install: 'Install…',
  installTitle: 'Install an app from an APK file, or drop it here',
  reading: 'Reading the apps…',
  running: 'Running',
  noMatch: 'No app matches',
  noMatchHelp: 'Search for a part of a name or package, or list all apps.',
  showAll: 'Show all apps',
  retry: 'Read again',
  noNames: (reason: string) => `The names of the apps couldn’t be read. ${reason}`,
} as const;

/** An action on an app. */
export type AppAction = 'open' | 'fresh' | 'stop' | 'clear' | 'uninstall';

/** What the details of an app say. */
export const appStrings = {
  details: (name: string) => `Details of ${name}`,
  back: 'Back to the apps',
  close: 'Close the details',
  reading: 'Reading the app…',
  copyPackage: 'Copy the package',
  system: 'System app',
  disabled: 'Disabled',
  notRunning: 'Not running',
  noScreen: 'It has no screen to open',
  actions: {
    open: 'Open',
    fresh: 'Start fresh',
    stop: 'Force stop',
    clear: 'Clear data…',
    uninstall: 'Uninstall…',
  },
  uninstallUpdates: 'Uninstall updates…',
  help: {
    open: 'Open it as its icon does',
    fresh: 'Stop it, then open it',
    stop: 'End all its processes; unsaved data is lost',
    clear: 'Delete its accounts, files and settings',
    uninstall: 'Remove it with its data',
  },
  done: {
    open: (name: string) => `Opened ${name}`,
    fresh: (name: string) => `Started ${name} fresh`,
    stop: (name: string) => `Stopped ${name}`,
    clear: (name: string) => `Cleared the data of ${name}`,
    uninstall: (name: string) => `Uninstalled ${name}`,
  } satisfies Record<AppAction, (name: string) => string>,
  questions: {
    clear: {
      title: (name: string) => `Delete all data of ${name}?`,
      text: (packageName: string) =>
        `${packageName} loses its accounts, files and settings, as if newly installed. This can’t be undone.`,
      confirm: 'Delete the data',
    },
    uninstall: {
      title: (name: string) => `Uninstall ${name}?`,
      text: (packageName: string) =>
        `${packageName} is removed from the phone with its data. This can’t be undone.`,
      confirm: 'Uninstall',
    },
    uninstallUpdates: {
      title: (name: string) => `Uninstall the updates of ${name}?`,
      text: (packageName: string) =>
        `${packageName} is a system app: it stays in its first version, and its data is deleted. This can’t be undone.`,
      confirm: 'Uninstall the updates',
    },
  },
  version: 'Version',
  updated: 'Updated',
  memory: 'Memory',
  unknown: 'Unknown',
  language: 'Language',
  phoneLanguage: 'The phone’s',
  setLanguage: 'Set',
  languageSet: (name: string) => `Set the language of ${name}`,
  permissions: 'Permissions',
  noPermissions: 'It asks for none that can be granted or revoked.',
  fixedPermissions: (count: number) => `Granted at its installation (${count})`,
  permission: permissionLabel,
  crash: 'Last crash',
  noCrash: 'The phone’s log holds none.',
  report: 'Report',
  showLog: 'Show its log',
} as const;

/** `CAMERA` of `android.permission.CAMERA` as `Camera`; another one as it is. */
function permissionLabel(name: string): string {
  const [, own] = /^android\.permission\.([A-Z_\d]+)$/.exec(name) ?? [];
  return own === undefined ? name : sentenceCase(own.toLowerCase().replaceAll('_', ' '));
}
