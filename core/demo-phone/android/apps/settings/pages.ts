import { isOn } from '../../device-state.ts';
import { aboutPages } from './about-pages.ts';
import type { SettingsPage } from './rows.ts';

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
