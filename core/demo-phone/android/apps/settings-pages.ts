import {
  mdiAccountMultipleOutline,
  mdiApps,
  mdiBatteryHigh,
  mdiBellOutline,
  mdiBrightness6,
  mdiCellphoneInformation,
  mdiCogOutline,
  mdiDevices,
  mdiHarddisk,
  mdiHuman,
  mdiMapMarkerOutline,
  mdiShieldCheckOutline,
  mdiVolumeHigh,
  mdiWifi,
} from '@mdi/js';
import type { Host } from './app.ts';
import { type ChoiceName, isOn, type LevelName, type SwitchName, toggle } from './device-state.ts';

/** One row of a settings page. */
export type Row =
  | {
      readonly kind: 'link';
      readonly title: string;
      readonly summary?: Summary;
      readonly page: string;
      readonly icon?: RowIcon;
    }
  | {
      readonly kind: 'switch';
      readonly title: string;
      readonly summary?: Summary;
      readonly name: SwitchName;
    }
  | { readonly kind: 'level'; readonly title: string; readonly name: LevelName }
  | {
      readonly kind: 'choice';
      readonly title: string;
      readonly name: ChoiceName;
      readonly items: readonly string[];
    }
  | { readonly kind: 'text'; readonly title: string; readonly name: ChoiceName }
  /** Does something, or only tells something when `act` is missing. */
  | {
      readonly kind: 'info';
      readonly title: string;
      readonly summary?: Summary;
      readonly act?: (host: Host) => void;
    }
  | { readonly kind: 'header'; readonly title: string }
  | { readonly kind: 'note'; readonly title: string };

/** Fixed, or read from the phone each time. */
export type Summary = string | ((host: Host) => string);

export interface RowIcon {
  readonly path: string;
  readonly color: string;
  readonly fill: string;
}

export interface SettingsPage {
  /** What `SubSettings` is started with. */
  readonly name: string;
  readonly title: string;
  /** Class name after `com.android.settings.`, for those that can be started by name. */
  readonly className?: string;
  readonly rows: readonly Row[];
}

const blue: Pick<RowIcon, 'color' | 'fill'> = { fill: '#cfdcff', color: '#23408f' };
const violet: Pick<RowIcon, 'color' | 'fill'> = { fill: '#e7d6ff', color: '#5a3296' };
const rose: Pick<RowIcon, 'color' | 'fill'> = { fill: '#ffd6e2', color: '#96274f' };
const amber: Pick<RowIcon, 'color' | 'fill'> = { fill: '#ffe0b0', color: '#7a4d00' };
const green: Pick<RowIcon, 'color' | 'fill'> = { fill: '#c6efcf', color: '#1c6234' };
const teal: Pick<RowIcon, 'color' | 'fill'> = { fill: '#c1edf0', color: '#0d5c63' };
const grey: Pick<RowIcon, 'color' | 'fill'> = { fill: '#dfe1ea', color: '#434857' };

type Link = Extract<Row, { kind: 'link' }>;

/** The entries of the first page, in the groups that it shows them in. */
export const mainGroups: readonly (readonly Link[])[] = [
  [
    {
      kind: 'link',
      title: 'Network & internet',
      summary: 'Mobile, Wi-Fi, hotspot',
      page: 'network',
      icon: { path: mdiWifi, ...blue },
    },
    {
      kind: 'link',
      title: 'Connected devices',
      summary: 'Bluetooth, pairing',
      page: 'connected',
      icon: { path: mdiDevices, ...teal },
    },
  ],
  [
    {
      kind: 'link',
      title: 'Apps',
      summary: 'Recent apps, default apps',
      page: 'apps',
      icon: { path: mdiApps, ...violet },
    },
    {
      kind: 'link',
      title: 'Notifications',
      summary: 'Notification history, conversations',
      page: 'notifications',
      icon: { path: mdiBellOutline, ...rose },
    },
    {
      kind: 'link',
      title: 'Sound & vibration',
      summary: 'Volume, haptics, Do Not Disturb',
      page: 'sound',
      icon: { path: mdiVolumeHigh, ...blue },
    },
    {
      kind: 'link',
      title: 'Display & touch',
      summary: (host) =>
        isOn(host.state, 'dark')
          ? 'Dark theme, font size, brightness'
          : 'Light theme, font size, brightness',
      page: 'display',
      icon: { path: mdiBrightness6, ...amber },
    },
  ],
  [
    {
      kind: 'link',
      title: 'Battery',
      summary: '82% \u00b7 about 1 day, 6 hours left',
      page: 'battery',
      icon: { path: mdiBatteryHigh, ...green },
    },
    {
      kind: 'link',
      title: 'Storage',
      summary: '32% used \u00b7 87 GB free',
      page: 'storage',
      icon: { path: mdiHarddisk, ...violet },
    },
  ],
  [
    {
      kind: 'link',
      title: 'Security & privacy',
      summary: 'App security, device lock, permissions',
      page: 'security',
      icon: { path: mdiShieldCheckOutline, ...green },
    },
    {
      kind: 'link',
      title: 'Location',
      summary: (host) => (isOn(host.state, 'location') ? 'On \u00b7 2 apps have access' : 'Off'),
      page: 'location',
      icon: { path: mdiMapMarkerOutline, ...teal },
    },
    {
      kind: 'link',
      title: 'Accessibility',
      summary: 'Display, interaction, audio',
      page: 'accessibility',
      icon: { path: mdiHuman, ...blue },
    },
  ],
  [
    {
      kind: 'link',
      title: 'Users & accounts',
      summary: 'Owner',
      page: 'accounts',
      icon: { path: mdiAccountMultipleOutline, ...rose },
    },
    {
      kind: 'link',
      title: 'System',
      summary: 'Languages, keyboard, developer options',
      page: 'system',
      icon: { path: mdiCogOutline, ...grey },
    },
    {
      kind: 'link',
      title: 'About phone',
      summary: (host) => host.profile.model,
      page: 'about',
      icon: { path: mdiCellphoneInformation, ...grey },
    },
  ],
];

/** System, developer options and what the phone says of itself. */
export const aboutPages: readonly SettingsPage[] = [
  {
    name: 'system',
    title: 'System',
    className: 'Settings$SystemDashboardActivity',
    rows: [
      {
        kind: 'choice',
        title: 'Languages',
        name: 'language',
        items: [
          'English (United States)',
          'English (United Kingdom)',
          'Deutsch',
          'Fran\u00e7ais',
          'Espa\u00f1ol',
        ],
      },
      { kind: 'info', title: 'Keyboard', summary: 'Handset keyboard' },
      { kind: 'info', title: 'Date & time', summary: 'GMT+00:00, set automatically' },
      { kind: 'link', title: 'Developer options', page: 'developer' },
      {
        kind: 'info',
        title: 'Reset options',
        act: (host) =>
          host.showDialog({
            title: 'Erase all data?',
            message: 'This resets the demo phone. It is only a demo: nothing will be erased.',
            buttons: [
              { label: 'Cancel' },
              { label: 'Erase', onTap: () => host.toast('Nothing was erased') },
            ],
          }),
      },
    ],
  },
  {
    name: 'developer',
    title: 'Developer options',
    className: 'Settings$DevelopmentSettingsActivity',
    rows: [
      {
        kind: 'switch',
        title: 'Stay awake',
        name: 'stay-awake',
        summary: 'Screen will never sleep while charging',
      },
      { kind: 'header', title: 'Debugging' },
      {
        kind: 'switch',
        title: 'USB debugging',
        name: 'usb-debugging',
        summary: 'Debug mode when USB is connected',
      },
      {
        kind: 'info',
        title: 'Revoke USB debugging authorizations',
        act: (host) =>
          host.showDialog({
            title:
              'Revoke access to USB debugging from all computers you\u2019ve previously authorized?',
            buttons: [
              { label: 'Cancel' },
              { label: 'OK', onTap: () => toggle(host.state, 'show-taps') },
            ],
          }),
      },
      { kind: 'header', title: 'Input' },
      {
        kind: 'switch',
        title: 'Show taps',
        name: 'show-taps',
        summary: 'Show visual feedback for taps',
      },
    ],
  },
  {
    name: 'about',
    title: 'About phone',
    className: 'Settings$MyDeviceInfoActivity',
    rows: [
      { kind: 'text', title: 'Device name', name: 'device-name' },
      {
        kind: 'info',
        title: 'Model',
        summary: (host) => host.profile.model,
        act: (host) =>
          host.showDialog({
            title: 'Model',
            message: `Model: ${host.profile.model}\nHardware: simulated\nSerial number: in the console, beside the phone's name`,
            buttons: [{ label: 'OK' }],
          }),
      },
      { kind: 'header', title: 'Software' },
      {
        kind: 'info',
        title: 'Android version',
        summary: (host) => host.profile.release,
        act: (host) =>
          host.showDialog({
            title: `Android ${host.profile.release}`,
            message: `Security update: ${host.profile.securityPatch}\nBuild number: ${host.profile.buildNumber}`,
            buttons: [{ label: 'OK' }],
          }),
      },
      { kind: 'info', title: 'Security update', summary: (host) => host.profile.securityPatch },
      {
        kind: 'info',
        title: 'Build number',
        summary: (host) => host.profile.buildNumber,
        act: (host) => host.toast('No need, you are already a developer.'),
      },
      { kind: 'header', title: 'Identifiers' },
      { kind: 'info', title: 'IP address', summary: '192.168.7.24' },
      { kind: 'info', title: 'Wi-Fi MAC address', summary: '02:00:00:44:55:66' },
      { kind: 'info', title: 'Up time', summary: '31:07:52' },
      {
        kind: 'note',
        title:
          'This phone is simulated by Handset and runs in your browser. Nothing on it is real, and nothing leaves this computer.',
      },
    ],
  },
];

const soon = (message: string) => ({
  act: (host: { toast(text: string): void }) => host.toast(message),
});

/** The pages below the first one, except those of single apps. */
export const settingsPages: readonly SettingsPage[] = [
  {
    name: 'network',
    title: 'Network & internet',
    className: 'Settings$NetworkDashboardActivity',
    rows: [
      {
        kind: 'switch',
        title: 'Wi-Fi',
        name: 'wifi',
        summary: (host) => (isOn(host.state, 'wifi') ? 'Greenhouse 5G' : 'Off'),
      },
      {
        kind: 'switch',
        title: 'Mobile data',
        name: 'mobile-data',
        summary: 'Northern Light \u00b7 5G',
      },
      { kind: 'header', title: 'Known networks' },
      {
        kind: 'info',
        title: 'Greenhouse 5G',
        summary: 'Connected',
        ...soon('You are connected to Greenhouse 5G'),
      },
      { kind: 'info', title: 'Greenhouse', summary: 'Saved', ...soon('Out of range') },
      { kind: 'info', title: 'Caf\u00e9 Orange', summary: 'Saved', ...soon('Out of range') },
      { kind: 'header', title: 'More' },
      { kind: 'switch', title: 'Airplane mode', name: 'airplane' },
      { kind: 'switch', title: 'Wi-Fi hotspot', name: 'hotspot', summary: 'Share this connection' },
      { kind: 'info', title: 'Data usage', summary: '2.84 GB used since November 1' },
      { kind: 'info', title: 'VPN', summary: 'None' },
      {
        kind: 'choice',
        title: 'Private DNS',
        name: 'private-dns',
        items: ['Off', 'Automatic'],
      },
    ],
  },
  {
    name: 'connected',
    title: 'Connected devices',
    className: 'Settings$ConnectedDeviceDashboardActivity',
    rows: [
      {
        kind: 'switch',
        title: 'Bluetooth',
        name: 'bluetooth',
        summary: (host) =>
          isOn(host.state, 'bluetooth')
            ? 'Visible as "' + (host.state.choices.get('device-name') ?? '') + '"'
            : 'Off',
      },
      { kind: 'header', title: 'Saved devices' },
      {
        kind: 'info',
        title: 'Studio Buds',
        summary: 'Battery 74%',
        ...soon('Studio Buds are in their case'),
      },
      {
        kind: 'info',
        title: 'Kitchen speaker',
        summary: 'Saved',
        ...soon('Kitchen speaker did not answer'),
      },
      { kind: 'header', title: 'Other connections' },
      { kind: 'switch', title: 'NFC', name: 'nfc', summary: 'Allow data exchange when touched' },
      { kind: 'info', title: 'USB', summary: 'Charging this device \u00b7 USB debugging' },
      { kind: 'info', title: 'Printing', summary: '1 print service on' },
    ],
  },
  {
    name: 'notifications',
    title: 'Notifications',
    className: 'Settings$ConfigureNotificationSettingsActivity',
    rows: [
      { kind: 'switch', title: 'Do Not Disturb', name: 'do-not-disturb' },
      {
        kind: 'switch',
        title: 'Notifications on lock screen',
        name: 'lock-notifications',
        summary: 'Show all content',
      },
      { kind: 'switch', title: 'Notification dot on app icon', name: 'notification-dots' },
      { kind: 'info', title: 'Notification history', summary: 'Off' },
      { kind: 'info', title: 'Wireless emergency alerts', summary: 'On' },
    ],
  },
  {
    name: 'battery',
    title: 'Battery',
    className: 'Settings$PowerUsageSummaryActivity',
    rows: [
      { kind: 'info', title: '82%', summary: 'About 1 day, 6 hours left' },
      {
        kind: 'switch',
        title: 'Battery Saver',
        name: 'battery-saver',
        summary: 'Limits background activity',
      },
      {
        kind: 'switch',
        title: 'Battery percentage',
        name: 'battery-percentage',
        summary: 'Show it in the status bar',
      },
      { kind: 'header', title: 'Usage since last full charge' },
      { kind: 'info', title: 'Screen', summary: '9%' },
      { kind: 'info', title: 'Notes', summary: '4%' },
      { kind: 'info', title: 'Photos', summary: '3%' },
      { kind: 'info', title: 'Mobile network', summary: '2%' },
    ],
  },
  {
    name: 'storage',
    title: 'Storage',
    className: 'Settings$StorageDashboardActivity',
    rows: [
      { kind: 'info', title: '41 GB of 128 GB used', summary: '87 GB free' },
      { kind: 'header', title: 'What takes room' },
      { kind: 'info', title: 'Apps', summary: '11.2 GB' },
      { kind: 'info', title: 'Photos', summary: '9.7 GB' },
      { kind: 'info', title: 'System', summary: '14.6 GB' },
      { kind: 'info', title: 'Documents and other', summary: '5.5 GB' },
    ],
  },
  {
    name: 'sound',
    title: 'Sound & vibration',
    className: 'Settings$SoundSettingsActivity',
    rows: [
      { kind: 'level', title: 'Media volume', name: 'media' },
      { kind: 'level', title: 'Call volume', name: 'call' },
      { kind: 'level', title: 'Ring & notification volume', name: 'ring' },
      { kind: 'level', title: 'Alarm volume', name: 'alarm' },
      {
        kind: 'choice',
        title: 'Phone ringtone',
        name: 'ringtone',
        items: ['Morning light', 'Paper boat', 'Tin roof', 'Northbound', 'None'],
      },
      { kind: 'switch', title: 'Vibration & haptics', name: 'vibrate' },
      { kind: 'switch', title: 'Touch sounds', name: 'touch-sounds' },
    ],
  },
  {
    name: 'display',
    title: 'Display & touch',
    className: 'Settings$DisplaySettingsActivity',
    rows: [
      { kind: 'level', title: 'Brightness level', name: 'brightness' },
      {
        kind: 'switch',
        title: 'Adaptive brightness',
        name: 'adaptive-brightness',
        summary: 'Fits the light around you',
      },
      { kind: 'header', title: 'Appearance' },
      {
        kind: 'switch',
        title: 'Dark theme',
        name: 'dark',
        summary: (host) =>
          isOn(host.state, 'dark')
            ? 'On until you turn it off'
            : 'Will never turn on automatically',
      },
      {
        kind: 'choice',
        title: 'Font size',
        name: 'font-size',
        items: ['Small', 'Default', 'Large', 'Largest'],
      },
      {
        kind: 'switch',
        title: 'Night Light',
        name: 'night-light',
        summary: 'Warmer colours after sunset',
      },
      { kind: 'header', title: 'Other controls' },
      { kind: 'switch', title: 'Auto-rotate screen', name: 'auto-rotate' },
      {
        kind: 'choice',
        title: 'Screen timeout',
        name: 'screen-timeout',
        items: ['15 seconds', '30 seconds', '1 minute', '5 minutes', '10 minutes'],
      },
      { kind: 'switch', title: 'Tap to check phone', name: 'tap-to-check' },
      { kind: 'switch', title: 'Lift to check phone', name: 'lift-to-check' },
      {
        kind: 'choice',
        title: 'Screen saver',
        name: 'screen-saver',
        items: ['None', 'Clock', 'Colors', 'Photos'],
      },
    ],
  },
  {
    name: 'accessibility',
    title: 'Accessibility',
    className: 'Settings$AccessibilitySettingsActivity',
    rows: [
      { kind: 'header', title: 'Screen reader' },
      { kind: 'switch', title: 'Read the screen aloud', name: 'screen-reader' },
      { kind: 'header', title: 'Display' },
      { kind: 'switch', title: 'High contrast text', name: 'high-contrast' },
      {
        kind: 'switch',
        title: 'Magnification',
        name: 'magnification',
        summary: 'Zoom in with three taps',
      },
      { kind: 'switch', title: 'Remove animations', name: 'reduce-motion' },
      { kind: 'header', title: 'Captions' },
      { kind: 'switch', title: 'Caption preferences', name: 'captions' },
    ],
  },
  {
    name: 'security',
    title: 'Security & privacy',
    className: 'Settings$SecurityDashboardActivity',
    rows: [
      { kind: 'info', title: 'Looks good', summary: 'No problems found on this device' },
      { kind: 'header', title: 'Device unlock' },
      {
        kind: 'info',
        title: 'Screen lock',
        summary: 'Swipe',
        ...soon('The demo phone is never locked'),
      },
      {
        kind: 'switch',
        title: 'Fingerprint unlock',
        name: 'fingerprint',
        summary: '2 fingerprints added',
      },
      { kind: 'header', title: 'Device finders' },
      { kind: 'switch', title: 'Find my phone', name: 'find-device' },
      { kind: 'header', title: 'Privacy' },
      {
        kind: 'switch',
        title: 'Show passwords',
        name: 'show-passwords',
        summary: 'Display characters briefly as you type',
      },
      { kind: 'info', title: 'Security update', summary: (host) => host.profile.securityPatch },
    ],
  },
  {
    name: 'location',
    title: 'Location',
    className: 'Settings$LocationSettingsActivity',
    rows: [
      { kind: 'switch', title: 'Use location', name: 'location' },
      { kind: 'header', title: 'Recent access' },
      { kind: 'info', title: 'Weather', summary: '12 minutes ago' },
      { kind: 'info', title: 'Camera', summary: 'Yesterday' },
    ],
  },
  {
    name: 'accounts',
    title: 'Users & accounts',
    className: 'Settings$AccountDashboardActivity',
    rows: [
      { kind: 'info', title: 'Owner', summary: 'Signed in to this phone' },
      {
        kind: 'info',
        title: 'owner@example.com',
        summary: 'Sync is on',
        ...soon('Everything is in sync'),
      },
      { kind: 'info', title: 'Add account', ...soon('Accounts are fixed on this phone') },
    ],
  },
  ...aboutPages,
];
