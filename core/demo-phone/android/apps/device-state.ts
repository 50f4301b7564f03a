/** Switches, levels and choices, shared by Settings, quick settings and the status bar. */
export interface DeviceState {
  readonly switches: Map<SwitchName, boolean>;
  /** Volumes and brightness, from 0 to 1. */
  readonly levels: Map<LevelName, number>;
  readonly choices: Map<ChoiceName, string>;
  /** Public keys of the computers that may debug the phone. */
  readonly debuggingKeys: Set<string>;
}

export type SwitchName =
  | 'wifi'
  | 'mobile-data'
  | 'bluetooth'
  | 'airplane'
  | 'hotspot'
  | 'nfc'
  | 'dark'
  | 'auto-rotate'
  | 'adaptive-brightness'
  | 'night-light'
  | 'do-not-disturb'
  | 'vibrate'
  | 'battery-saver'
  | 'battery-percentage'
  | 'location'
  | 'flashlight'
  | 'screen-reader'
  | 'magnification'
  | 'captions'
  | 'high-contrast'
  | 'reduce-motion'
  | 'fingerprint'
  | 'find-device'
  | 'show-passwords'
  | 'touch-sounds'
  | 'notification-dots'
  | 'lock-notifications'
  | 'usb-debugging'
  | 'stay-awake'
  | 'show-taps'
  | 'tap-to-check'
  | 'lift-to-check';
export type LevelName = 'brightness' | 'media' | 'call' | 'ring' | 'alarm';
export type ChoiceName =
  | 'device-name'
  | 'screen-timeout'
  | 'font-size'
  | 'ringtone'
  | 'language'
  | 'screen-saver'
  | 'private-dns';

const initiallyOn: readonly SwitchName[] = [
  'wifi',
  'mobile-data',
  'bluetooth',
  'nfc',
  'auto-rotate',
  'vibrate',
  'location',
  'fingerprint',
  'find-device',
  'show-passwords',
  'notification-dots',
  'lock-notifications',
  'usb-debugging',
  'tap-to-check',
];

/** The initial state of a phone, with USB debugging on. */
export function initialDeviceState(model: string): DeviceState {
  return {
    switches: new Map(initiallyOn.map((name) => [name, true])),
    levels: new Map([
      ['brightness', 0.62],
      ['media', 0.55],
      ['call', 0.7],
      ['ring', 0.8],
      ['alarm', 0.9],
    ]),
    choices: new Map([
      ['device-name', model],
      ['screen-timeout', '30 seconds'],
      ['font-size', 'Default'],
      ['ringtone', 'Morning light'],
      ['language', 'English (United States)'],
      ['screen-saver', 'None'],
      ['private-dns', 'Automatic'],
    ]),
    debuggingKeys: new Set(),
  };
}

/** Whether a switch is on. */
export function isOn(state: DeviceState, name: SwitchName): boolean {
  return state.switches.get(name) ?? false;
}

/** Toggles a switch. */
export function toggleSwitch(state: DeviceState, name: SwitchName): void {
  state.switches.set(name, !isOn(state, name));
}

/** Formats a date in English, whatever the computer's locale. */
const formatDate = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  date.toLocaleDateString('en-US', options);

/** `09:41` */
export function clockTime(date: Date): string {
  return date.toTimeString().slice(0, 5);
}

/** `Fri, Nov 20` */
export function shortDate(date: Date): string {
  return formatDate(date, { weekday: 'short', month: 'short', day: 'numeric' });
}

/** `Friday, November 20` */
export function longDate(date: Date): string {
  return formatDate(date, { weekday: 'long', month: 'long', day: 'numeric' });
}

/** `November` */
export function monthName(date: Date): string {
  return formatDate(date, { month: 'long' });
}
