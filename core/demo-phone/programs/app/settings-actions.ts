import type { World } from '../../world.ts';

const packageName = 'com.android.settings';

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
export function settingsPage(action: string | undefined, world: World): string | undefined {
  const [, name] = /^android\.settings\.(\w+)$/.exec(action ?? '') ?? [];
  if (name === undefined) return undefined;
  const first = world.launchActivity(packageName);
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (first === undefined || page === undefined) return first;
  return `${packageName}/${packageName}.Settings$${page}`;
}
