import type { World } from '../../world.ts';
import { activityFor } from '../../intent-filters.ts';

/** The intent in the arguments of `am`. */
export interface Intent {
  readonly action: string | undefined;
  readonly categories: readonly string[];
  readonly data: string | undefined;
  readonly mimeType: string | undefined;
  /** 32 bits, signed. */
  readonly flags: number;
  readonly packageName: string | undefined;
  /** `pkg/.Class` or `pkg/full.Class`, as in the arguments. */
  readonly component: string | undefined;
  /** Values as in the arguments, by name, with their options: `--es`. */
  readonly extras: ReadonlyMap<string, { readonly option: string; readonly value: string }>;
}

/** Flags with one value that have no effect here. */
const ignoredFlags = ['--user', '--display', '--windowingMode', '--activity-brought-to-front'];

/** The options with one value that describe an intent. */
const valueOptions = ['-a', '-d', '-t', '-n', '-p', '-f'] as const;
type ValueOption = (typeof valueOptions)[number];

/** Parses the intent arguments of `am` and `cmd package` (android.content.Intent.parseCommandArgs); `otherArgs` are the remaining arguments. */
export function parseIntent(args: readonly string[]): {
  readonly intent: Intent;
  readonly otherArgs: readonly string[];
} {
  const remaining = [...args];
  const next = (): string => remaining.shift() ?? '';
  const otherArgs: string[] = [];
  const categories: string[] = [];
  const values: Partial<Record<ValueOption, string>> = {};
  const extras = new Map<string, { option: string; value: string }>();
  for (let arg = remaining.shift(); arg !== undefined; arg = remaining.shift()) {
    const option = valueOptions.find((name) => name === arg);
    if (option !== undefined) values[option] = next();
    else if (arg === '-c') categories.push(next());
    else if (/^--?e[a-z]*$/.test(arg))
      extras.set(next(), { option: arg, value: arg === '--esn' ? '' : next() });
    else if (ignoredFlags.includes(arg)) next();
    else otherArgs.push(arg);
  }
  const intent: Intent = {
    action: values['-a'],
    categories,
    data: values['-d'],
    mimeType: values['-t'],
    flags: Number(values['-f'] ?? 0),
    packageName: values['-p'],
    component: values['-n'],
    extras,
  };
  return { intent, otherArgs };
}

/** The intent as Intent.toString prints it, with these flags added. */
export function intentText(intent: Intent, addedFlags = 0): string {
  return `Intent { ${intentParts(intent, addedFlags)} }`;
}

/** FLAG_ACTIVITY_NEW_TASK, which `am start` adds. */
export const newTaskFlag = 0x10000000;

/** The intent as logged when the shell starts it. */
export function startedIntentText(intent: Intent): string {
  return intentParts(intent, newTaskFlag);
}

function intentParts(intent: Intent, addedFlags: number): string {
  const flags = (intent.flags | addedFlags) >>> 0;
  const parts = [
    intent.action === undefined ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.data === undefined ? '' : `dat=${safeUri(intent.data)}`,
    intent.mimeType === undefined ? '' : `typ=${intent.mimeType}`,
    flags === 0 ? '' : `flg=0x${flags.toString(16)}`,
    intent.packageName === undefined ? '' : `pkg=${intent.packageName}`,
    intent.component === undefined
      ? ''
      : `cmp=${shortComponentName(fullComponent(intent.component))}`,
    intent.extras.size > 0 ? '(has extras)' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** Uri.toSafeString: cuts a web address after the host, and hides numbers and addresses. */
function safeUri(data: string): string {
  const [, scheme, rest = ''] = /^(tel|sip|sms|smsto|mailto|nfc):(.*)$/s.exec(data) ?? [];
  if (scheme !== undefined) return `${scheme}:${rest.replace(/[^-@.]/g, 'x')}`;
  return data.replace(/^((?:https?|ftp|rtsp):\/\/[^/?#]+)[/?#].+$/, '$1/...');
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
const mainAction = 'android.intent.action.MAIN';

/** The activity that handles an intent; undefined if there is none. */
export function resolveIntent(intent: Intent, world: World): string | undefined {
  if (intent.component !== undefined) return fullComponent(intent.component);
  if (intent.categories.includes(homeCategory)) return homeActivity(world);
  const activity = activityFor(intent);
  if (activity !== undefined) return activity;
  const isLaunch = intent.action === undefined || intent.action === mainAction;
  if (intent.packageName !== undefined)
    return isLaunch ? world.launchActivity(intent.packageName) : undefined;
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
