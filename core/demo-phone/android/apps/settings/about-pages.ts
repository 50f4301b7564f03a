import { toggle } from '../../device-state.ts';
import type { SettingsPage } from './rows.ts';

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
