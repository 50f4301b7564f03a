import {
  mdiAccountMultipleOutline,
  mdiApps,
  mdiBatteryHigh,
  mdiBellOutline,
  mdiBrightness6,
  mdiCellphoneInformation,
  mdiCog,
  mdiDevices,
  mdiHarddisk,
  mdiHuman,
  mdiMapMarkerOutline,
  mdiShieldCheckOutline,
  mdiVolumeHigh,
  mdiWifi,
} from '@mdi/js';
import { batteryPercent } from '../../world.ts';
import { isOn, type ActivityHost } from './app.ts';
import {
  choice,
  header,
  info,
  level,
  link,
  note,
  type SettingsRow,
  switchRow,
} from './settings-rows.ts';

export interface SettingsPage {
  /** The argument that `SubSettings` is started with. */
  readonly name: string;
  readonly title: string;
  /** Class name after `com.android.settings.`, by which the page can also be started. */
  readonly className: string;
  readonly rows: readonly SettingsRow[];
}

const page = (
  name: string,
  title: string,
  className: string,
  rows: readonly SettingsRow[],
): SettingsPage => ({ name, title, className: `Settings$${className}Activity`, rows });
const toast = (message: string) => (host: ActivityHost) => host.toast(message);
const ok = { label: 'OK' };

const blue = { fill: '#cfdcff', color: '#23408f' };
const violet = { fill: '#e7d6ff', color: '#5a3296' };
const rose = { fill: '#ffd6e2', color: '#96274f' };
const amber = { fill: '#ffe0b0', color: '#7a4d00' };
const green = { fill: '#c6efcf', color: '#1c6234' };
const teal = { fill: '#c1edf0', color: '#0d5c63' };
const grey = { fill: '#dfe1ea', color: '#434857' };

/** The rows of the first page, in groups. */
export const mainGroups: readonly (readonly SettingsRow[])[] = [
  [
    link('Network & internet', 'Mobile, Wi-Fi, hotspot', 'network', { path: mdiWifi, ...blue }),
    link('Connected devices', 'Bluetooth, pairing', 'connected', { path: mdiDevices, ...teal }),
  ],
  [
    link('Apps', 'Recent apps, default apps', 'apps', { path: mdiApps, ...violet }),
    link('Notifications', 'Notification history, conversations', 'notifications', {
      path: mdiBellOutline,
      ...rose,
    }),
    link('Sound & vibration', 'Volume, haptics, Do Not Disturb', 'sound', {
      path: mdiVolumeHigh,
      ...blue,
    }),
    link(
      'Display & touch',
      ({ state }) => `${isOn(state, 'dark') ? 'Dark' : 'Light'} theme, font size, brightness`,
      'display',
      { path: mdiBrightness6, ...amber },
    ),
  ],
  [
    link('Battery', `${batteryPercent}% \u00b7 Charging`, 'battery', {
      path: mdiBatteryHigh,
      ...green,
    }),
    link('Storage', '32% used \u00b7 87 GB free', 'storage', { path: mdiHarddisk, ...violet }),
  ],
  [
    link('Security & privacy', 'App security, device lock, permissions', 'security', {
      path: mdiShieldCheckOutline,
      ...green,
    }),
    link(
      'Location',
      ({ state }) => (isOn(state, 'location') ? 'On \u00b7 2 apps have access' : 'Off'),
      'location',
      { path: mdiMapMarkerOutline, ...teal },
    ),
    link('Accessibility', 'Display, interaction, audio', 'accessibility', {
      path: mdiHuman,
      ...blue,
    }),
  ],
  [
    link('Users & accounts', 'Owner', 'accounts', { path: mdiAccountMultipleOutline, ...rose }),
    link('System', 'Languages, keyboard, developer options', 'system', { path: mdiCog, ...grey }),
    link('About phone', ({ profile }) => profile.model, 'about', {
      path: mdiCellphoneInformation,
      ...grey,
    }),
  ],
];

/** The pages below the first one, except Apps and App info. The last one is About phone. */
export const settingsPages: readonly SettingsPage[] = [
  page('network', 'Network & internet', 'NetworkDashboard', [
    switchRow('Wi-Fi', 'wifi', ({ state }) => (isOn(state, 'wifi') ? 'Greenhouse 5G' : 'Off')),
    switchRow('Mobile data', 'mobile-data', 'Northern Light \u00b7 5G'),
    header('Known networks'),
    info('Greenhouse 5G', 'Connected', toast('You are connected to Greenhouse 5G')),
    info('Greenhouse', 'Saved', toast('Out of range')),
    info('Caf\u00e9 Orange', 'Saved', toast('Out of range')),
    header('More'),
    switchRow('Airplane mode', 'airplane'),
    switchRow('Wi-Fi hotspot', 'hotspot', 'Share this connection'),
    info('Data usage', '2.84 GB used since November 1'),
    choice('Private DNS', 'private-dns', 'Off', 'Automatic'),
  ]),
  page('connected', 'Connected devices', 'ConnectedDeviceDashboard', [
    switchRow('Bluetooth', 'bluetooth', ({ state, profile }) =>
      isOn(state, 'bluetooth') ? `Visible as "${profile.model}"` : 'Off',
    ),
    header('Saved devices'),
    info('Studio Buds', 'Battery 74%', toast('Studio Buds are in their case')),
    info('Kitchen speaker', 'Saved', toast('Kitchen speaker did not answer')),
    header('Other connections'),
    info('USB', 'Charging this device \u00b7 USB debugging'),
  ]),
  page('notifications', 'Notifications', 'ConfigureNotificationSettings', [
    switchRow('Do Not Disturb', 'do-not-disturb'),
    info('Notification history', 'Off'),
  ]),
  page('battery', 'Battery', 'PowerUsageSummary', [
    info(`${batteryPercent}%`, 'Charging \u00b7 48 min left until full'),
    switchRow('Battery Saver', 'battery-saver', 'Limits background activity'),
    switchRow('Battery percentage', 'battery-percentage', 'Show it in the status bar'),
    header('Usage since last full charge'),
    info('Screen', '9%'),
    info('Notes', '4%'),
    info('Photos', '3%'),
    info('Mobile network', '2%'),
  ]),
  page('storage', 'Storage', 'StorageDashboard', [
    info('41 GB of 128 GB used', '87 GB free'),
    header('Used by'),
    info('Apps', '11.2 GB'),
    info('Photos', '9.7 GB'),
    info('System', '14.6 GB'),
    info('Documents and other', '5.5 GB'),
  ]),
  page('sound', 'Sound & vibration', 'SoundSettings', [
    level('Media volume', 'media'),
    level('Call volume', 'call'),
    level('Ring & notification volume', 'ring'),
    level('Alarm volume', 'alarm'),
    choice('Phone ringtone', 'ringtone', 'Morning light', 'Paper boat', 'Tin roof', 'None'),
    switchRow('Vibration & haptics', 'vibrate'),
  ]),
  page('display', 'Display & touch', 'DisplaySettings', [
    level('Brightness level', 'brightness'),
    switchRow('Adaptive brightness', 'adaptive-brightness', 'Fits the light around you'),
    header('Appearance'),
    switchRow('Dark theme', 'dark', ({ state }) =>
      isOn(state, 'dark') ? 'On until you turn it off' : 'Will never turn on automatically',
    ),
    choice('Font size', 'font-size', 'Small', 'Default', 'Large', 'Largest'),
    switchRow('Night Light', 'night-light', 'Warmer colors after sunset'),
    header('Other controls'),
    switchRow('Auto-rotate screen', 'auto-rotate'),
    choice(
      'Screen timeout',
      'screen-timeout',
      ...['15 seconds', '30 seconds', '1 minute', '5 minutes', '10 minutes'],
    ),
    switchRow('Tap to check phone', 'tap-to-check'),
    switchRow('Lift to check phone', 'lift-to-check'),
    choice('Screen saver', 'screen-saver', 'None', 'Clock', 'Colors', 'Photos'),
  ]),
  page('accessibility', 'Accessibility', 'AccessibilitySettings', [
    header('Screen reader'),
    switchRow('Read the screen aloud', 'screen-reader'),
    header('Display'),
    switchRow('High contrast text', 'high-contrast'),
    switchRow('Remove animations', 'reduce-motion'),
  ]),
  page('security', 'Security & privacy', 'SecurityDashboard', [
    info('Looks good', 'No problems found on this device'),
    info('Screen lock', 'Swipe', toast('The demo phone is never locked')),
    info('Security update', ({ profile }) => profile.securityPatch),
  ]),
  page('location', 'Location', 'LocationSettings', [
    switchRow('Use location', 'location'),
    header('Recent access'),
    info('Weather', '12 minutes ago'),
  ]),
  page('accounts', 'Users & accounts', 'AccountDashboard', [
    info('Owner', 'Signed in to this phone'),
    info('owner@example.com', 'Sync is on', toast('Everything is in sync')),
  ]),
  page('system', 'System', 'SystemDashboard', [
    choice('Languages', 'language', 'English (United States)', 'Deutsch', 'Fran\u00e7ais'),
    info('Keyboard', 'Handset keyboard'),
    info('Date & time', 'GMT+00:00, set automatically'),
    link('Developer options', undefined, 'developer'),
  ]),
  page('developer', 'Developer options', 'DevelopmentSettings', [
    switchRow('USB debugging', 'usb-debugging', 'Debug mode when USB is connected'),
    info('Revoke USB debugging authorizations', undefined, (host) =>
      host.showDialog({
        title:
          'Revoke access to USB debugging from all computers you\u2019ve previously authorized?',
        buttons: [{ label: 'Cancel' }, { ...ok, onTap: () => host.state.debuggingKeys.clear() }],
      }),
    ),
  ]),
  page('about', 'About phone', 'MyDeviceInfo', [
    info('Device name', ({ profile }) => profile.model),
    header('Software'),
    info(
      'Android version',
      ({ profile }) => profile.release,
      ({ profile, showDialog }) =>
        showDialog({
          title: `Android ${profile.release}`,
          message: `Security update: ${profile.securityPatch}\nBuild number: ${profile.buildNumber}`,
          buttons: [ok],
        }),
    ),
    info(
      'Build number',
      ({ profile }) => profile.buildNumber,
      toast('No need, you are already a developer.'),
    ),
    header('Identifiers'),
    info('IP address', '192.168.7.24'),
    info('Wi-Fi MAC address', '02:00:00:44:55:66'),
    note(
      'This phone is simulated by Handset and runs in your browser. Nothing on it is real, and nothing leaves this computer.',
    ),
  ]),
];
