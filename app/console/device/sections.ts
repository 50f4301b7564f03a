import { mdiApps, mdiBellOutline, mdiConsole, mdiFolderOutline, mdiTune } from '@mdi/js';
import type { Component } from 'svelte';
import type { DeviceConsole } from './device-console.ts';

/** A section of the Device panel. */
interface Section {
  readonly id: string;
  /** On its tab. */
  readonly label: string;
  /** What the palette says after "Show". */
  readonly name: string;
  readonly synonyms: string;
  /** The words that mean this section and nothing else. */
  readonly words: readonly string[];
  readonly icon: string;
  readonly load: () => Promise<{ readonly default: Component<{ console: DeviceConsole }> }>;
}

/** The sections, in tab order. A new section needs an entry here and a folder. */
export const sections: readonly Section[] = [
  {
    id: 'apps',
    label: 'Apps',
    name: 'apps',
    synonyms: 'manager packages installed programs applications permissions storage',
    words: ['apps', 'app manager'],
    icon: mdiApps,
    load: () => import('./apps/AppsSection.svelte'),
  },
  {
    id: 'settings',
    label: 'Settings',
    name: 'device settings',
    synonyms:
      'phone state battery storage network switches font brightness volume toggles put back',
    words: ['device settings', 'phone settings'],
    icon: mdiTune,
    load: () => import('./settings/SettingsSection.svelte'),
  },
  {
    id: 'files',
    label: 'Files',
    name: 'files',
    synonyms:
      'download a file from the phone browse folders explorer storage sdcard pictures copy pull upload delete rename',
    words: ['files', 'file manager', 'download a file'],
    icon: mdiFolderOutline,
    load: () => import('./files/FilesSection.svelte'),
  },
  {
    id: 'shell',
    label: 'Shell',
    name: 'shell',
    synonyms: 'terminal console adb command line sh',
    words: ['shell', 'terminal'],
    icon: mdiConsole,
    load: () => import('./shell/ShellSection.svelte'),
  },
  {
    id: 'notifications',
    label: 'Notifications',
    name: 'notifications',
    synonyms: 'messages alerts bell',
    words: ['notification list'],
    icon: mdiBellOutline,
    load: () => import('./notifications/NotificationsSection.svelte'),
  },
];
