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
import { isOn } from '../../device-state.ts';
import type { Row, RowIcon } from './rows.ts';

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
