import type { World } from '../../world.ts';

/** What `am` was asked to start. */
export interface Intent {
  readonly action: string | undefined;
  readonly categories: readonly string[];
  readonly data: string | undefined;
  readonly packageName: string | undefined;
  /** As given: `pkg/.Class` or `pkg/full.Class`. */
  readonly component: string | undefined;
  readonly hasExtras: boolean;
}

/** Flags that take one value and change nothing here. */
const ignored = [
  '--user',
  '-f',
  '-t',
  '--display',
  '--windowingMode',
  '--activity-brought-to-front',
];

/** Reads the intent arguments of `am` and `cmd package` (android.content.Intent.parseCommandArgs); the rest comes back as `others`. */
export function parseIntent(words: readonly string[]): {
  readonly intent: Intent;
  readonly others: readonly string[];
} {
  const left = [...words];
  const others: string[] = [];
  const categories: string[] = [];
  const named: Partial<Record<'-a' | '-d' | '-n' | '-p', string>> = {};
  let hasExtras = false;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '-a' || word === '-d' || word === '-n' || word === '-p')
      named[word] = left.shift() ?? '';
    else if (word === '-c') categories.push(left.shift() ?? '');
    else if (/^--?e[a-z]*$/.test(word)) {
      hasExtras = true;
      left.splice(0, word === '--esn' ? 1 : 2);
    } else if (ignored.includes(word)) left.shift();
    else others.push(word);
  }
  const intent: Intent = {
    action: named['-a'],
    categories,
    data: named['-d'],
    packageName: named['-p'],
    component: named['-n'],
    hasExtras,
  };
  return { intent, others };
}

/** Intent.toString. */
export function intentText(intent: Intent): string {
  return `Intent { ${intentParts(intent).join(' ')} }`;
}

/** What the log says of an intent that the shell starts: FLAG_ACTIVITY_NEW_TASK is added. */
export function startedIntentText(intent: Intent): string {
  const parts = intentParts(intent);
  const at = parts.findIndex((part) => /^(?:pkg|cmp)=|^\(has/.test(part));
  return parts.toSpliced(at < 0 ? parts.length : at, 0, 'flg=0x10000000').join(' ');
}

function intentParts(intent: Intent): readonly string[] {
  const parts = [
    intent.action === undefined ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.data === undefined ? '' : `dat=${shortData(intent.data)}`,
    intent.packageName === undefined ? '' : `pkg=${intent.packageName}`,
    intent.component === undefined ? '' : `cmp=${shortForm(fullComponent(intent.component))}`,
    intent.hasExtras ? '(has extras)' : '',
  ];
  return parts.filter((part) => part !== '');
}

/** Uri.toSafeString: nothing after the host of a web address. */
function shortData(data: string): string {
  return data.replace(/^(https?:\/\/[^/?#]+)[/?#].+$/, '$1/...');
}

/** `pkg/full.Class` */
export function fullComponent(component: string): string {
  const [packageName = '', name = ''] = component.split('/');
  return `${packageName}/${name.startsWith('.') ? packageName + name : name}`;
}

/** ComponentName.flattenToShortString: `pkg/.Class`. */
export function shortForm(component: string): string {
  const [packageName = '', name = ''] = component.split('/');
  const below = name.startsWith(`${packageName}.`);
  return `${packageName}/${below ? name.slice(packageName.length) : name}`;
}

const home = 'android.intent.category.HOME';

/** The activity that answers an intent; undefined when there is none. */
export function resolveIntent(intent: Intent, world: World): string | undefined {
  if (intent.component !== undefined) return fullComponent(intent.component);
  if (intent.categories.includes(home)) return homeActivity(world);
  if (intent.packageName !== undefined) return world.launchActivity(intent.packageName);
  return settingsPage(intent.action, world);
}

/** The launcher offers itself to no launcher, but its task is always there. */
function homeActivity(world: World): string | undefined {
  const task = world.tasks().find(({ packageName }) => packageName.includes('launcher'));
  return task === undefined ? undefined : `${task.packageName}/${task.activity}`;
}

const settingsPackage = 'com.android.settings';

/**
 * The pages of Settings by the action that opens them (android.provider.Settings), as far as this
 * phone's Settings has one.
 */
const pages: Readonly<Record<string, string>> = {
  ACCESSIBILITY_SETTINGS: 'AccessibilitySettingsActivity',
  AIRPLANE_MODE_SETTINGS: 'NetworkDashboardActivity',
  APPLICATION_DEVELOPMENT_SETTINGS: 'DevelopmentSettingsActivity',
  APPLICATION_SETTINGS: 'ManageApplicationsActivity',
  BATTERY_SAVER_SETTINGS: 'PowerUsageSummaryActivity',
  BLUETOOTH_SETTINGS: 'ConnectedDeviceDashboardActivity',
  CONNECTED_DEVICES_SETTINGS: 'ConnectedDeviceDashboardActivity',
  DATA_USAGE_SETTINGS: 'NetworkDashboardActivity',
  DEVICE_INFO_SETTINGS: 'MyDeviceInfoActivity',
  DISPLAY_SETTINGS: 'DisplaySettingsActivity',
  INTERNAL_STORAGE_SETTINGS: 'StorageDashboardActivity',
  LOCATION_SOURCE_SETTINGS: 'LocationSettingsActivity',
  MANAGE_ALL_APPLICATIONS_SETTINGS: 'ManageApplicationsActivity',
  MANAGE_APPLICATIONS_SETTINGS: 'ManageApplicationsActivity',
  NETWORK_OPERATOR_SETTINGS: 'NetworkDashboardActivity',
  NFC_SETTINGS: 'ConnectedDeviceDashboardActivity',
  NOTIFICATION_SETTINGS: 'ConfigureNotificationSettingsActivity',
  SECURITY_SETTINGS: 'SecurityDashboardActivity',
  SOUND_SETTINGS: 'SoundSettingsActivity',
  SYNC_SETTINGS: 'AccountDashboardActivity',
  WIFI_SETTINGS: 'NetworkDashboardActivity',
  WIRELESS_SETTINGS: 'NetworkDashboardActivity',
};

/** The activity of Settings that an action opens; its first page for actions that have none of their own here. */
function settingsPage(action: string | undefined, world: World): string | undefined {
  const [, name] = /^android\.settings\.(\w+)$/.exec(action ?? '') ?? [];
  if (name === undefined) return undefined;
  const first = world.launchActivity(settingsPackage);
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (first === undefined || page === undefined) return first;
  return `${settingsPackage}/${settingsPackage}.Settings$${page}`;
}
