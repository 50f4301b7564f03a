import type { World } from '../../world.ts';

/** The intent in the arguments of `am`. */
export interface Intent {
  readonly action: string | undefined;
  readonly categories: readonly string[];
  readonly data: string | undefined;
  readonly packageName: string | undefined;
  /** `pkg/.Class` or `pkg/full.Class`, as in the arguments. */
  readonly component: string | undefined;
  readonly hasExtras: boolean;
}

/** Flags with one value that have no effect here. */
const ignoredFlags = [
  '--user',
  '-f',
  '-t',
  '--display',
  '--windowingMode',
  '--activity-brought-to-front',
];

/** Parses the intent arguments of `am` and `cmd package` (android.content.Intent.parseCommandArgs); `otherArgs` are the remaining arguments. */
export function parseIntent(args: readonly string[]): {
  readonly intent: Intent;
  readonly otherArgs: readonly string[];
} {
  const remaining = [...args];
  const otherArgs: string[] = [];
  const categories: string[] = [];
  const values: Partial<Record<'-a' | '-d' | '-n' | '-p', string>> = {};
  let hasExtras = false;
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    if (arg === '-a' || arg === '-d' || arg === '-n' || arg === '-p')
      values[arg] = remaining.shift() ?? '';
    else if (arg === '-c') categories.push(remaining.shift() ?? '');
    else if (/^--?e[a-z]*$/.test(arg)) {
      hasExtras = true;
      remaining.splice(0, arg === '--esn' ? 1 : 2);
    } else if (ignoredFlags.includes(arg)) remaining.shift();
    else otherArgs.push(arg);
  }
  const intent: Intent = {
    action: values['-a'],
    categories,
    data: values['-d'],
    packageName: values['-p'],
    component: values['-n'],
    hasExtras,
  };
  return { intent, otherArgs };
}

/** The intent as Intent.toString prints it. */
export function intentText(intent: Intent): string {
  return `Intent { ${intentParts(intent).join(' ')} }`;
}

/** The intent as logged when the shell starts it, with FLAG_ACTIVITY_NEW_TASK. */
export function startedIntentText(intent: Intent): string {
  const parts = intentParts(intent);
  const at = parts.findIndex((part) => /^(?:pkg|cmp)=|^\(has/.test(part));
  return parts.toSpliced(at < 0 ? parts.length : at, 0, 'flg=0x10000000').join(' ');
}

function intentParts(intent: Intent): readonly string[] {
  const parts = [
    intent.action === undefined ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.data === undefined ? '' : `dat=${safeUri(intent.data)}`,
    intent.packageName === undefined ? '' : `pkg=${intent.packageName}`,
    intent.component === undefined
      ? ''
      : `cmp=${shortComponentName(fullComponent(intent.component))}`,
    intent.hasExtras ? '(has extras)' : '',
  ];
  return parts.filter((part) => part !== '');
}

/** Uri.toSafeString: cuts a web address after the host. */
function safeUri(data: string): string {
  return data.replace(/^(https?:\/\/[^/?#]+)[/?#].+$/, '$1/...');
}

/** The component as `pkg/full.Class`. */
export function fullComponent(component: string): string {
  const [packageName = '', name = ''] = component.split('/');
  return `${packageName}/${name.startsWith('.') ? packageName + name : name}`;
}

/** ComponentName.flattenToShortString: `pkg/.Class`. */
export function shortComponentName(component: string): string {
  const [packageName = '', name = ''] = component.split('/');
  const isInPackage = name.startsWith(`${packageName}.`);
  return `${packageName}/${isInPackage ? name.slice(packageName.length) : name}`;
}

const homeCategory = 'android.intent.category.HOME';

/** The activity that handles an intent; undefined if there is none. */
export function resolveIntent(intent: Intent, world: World): string | undefined {
  if (intent.component !== undefined) return fullComponent(intent.component);
  if (intent.categories.includes(homeCategory)) return homeActivity(world);
  if (intent.packageName !== undefined) return world.launchActivity(intent.packageName);
  return settingsPage(intent.action, world);
}

/** The home activity. The launcher is not listed as a launchable app, but its task always exists. */
function homeActivity(world: World): string | undefined {
  const task = world.tasks().find(({ packageName }) => packageName.includes('launcher'));
  return task === undefined ? undefined : `${task.packageName}/${task.activity}`;
}

const settingsPackage = 'com.android.settings';

/**
 * The pages of Settings by the action that opens them (android.provider.Settings), as far as this
 * phone's Settings app has them.
 */
const settingsPages: Readonly<Record<string, string>> = {
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

/** The Settings activity that an action opens; the first page for actions without their own page here. */
function settingsPage(action: string | undefined, world: World): string | undefined {
  const [, name] = /^android\.settings\.(\w+)$/.exec(action ?? '') ?? [];
  if (name === undefined) return undefined;
  const first = world.launchActivity(settingsPackage);
  const page = Object.hasOwn(settingsPages, name) ? settingsPages[name] : undefined;
  if (first === undefined || page === undefined) return first;
  return `${settingsPackage}/${settingsPackage}.Settings$${page}`;
}
