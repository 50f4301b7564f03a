import type { DeviceProfile } from '../../profile.ts';
import type { SavedWorld } from '../../saved-state.ts';
import type { FieldState } from '../ui/field-state.ts';
import type { UiContext } from '../ui/theme.ts';
import type { View } from '../ui/view.ts';

/** A dialog of an app: a separate window over its activity. */
export interface AppDialog {
  readonly title: string;
  readonly message?: string;
  /** A list to choose from; tapping an item closes the dialog. */
  readonly choices?: { readonly items: readonly string[]; readonly selected: string };
  readonly buttons: readonly { readonly label: string; readonly onTap?: () => void }[];
  readonly onChoose?: (item: string) => void;
}

/** One screen of an app, from start to finish. */
export interface Activity {
  /** Returns the screen's view tree; must not change any state. */
  render(ui: UiContext): View;
  /** Handles Back; if it returns false, the system finishes the activity. */
  onBack?(): boolean;
  /** Receives the character of a key when no field is focused. */
  onCharacter?(character: string): void;
  /** The field that has the focus from the start, with the keyboard (android:windowSoftInputMode="stateVisible"). */
  readonly firstFocus?: FieldState | undefined;
  /** Whether it is animated; it is then rendered for every frame while it is in the foreground. */
  readonly isAnimating?: boolean;
  /** Set when the content behind the system bars is dark in every theme. */
  readonly systemBarsAppearance?: 'on-dark' | undefined;
  /** Called each time it comes to the foreground. */
  onResume?(): void;
}

/** What the system provides to an activity, similar to android.content.Context. */
export interface ActivityHost {
  readonly state: DeviceState;
  readonly profile: DeviceProfile;
  /**
   * Starts an activity on top. `argument` replaces an intent's extras; with one, also an activity of
   * another app is in this one's task, so that Back returns to it.
   */
  start(component: string, argument?: string): void;
  /** Whether this app has been granted one of Android's permissions, such as `ACCESS_FINE_LOCATION`. */
  hasPermission(name: PermissionName): boolean;
  /** Shows the system's question whether this app gets a permission; the activity is resumed after it. */
  requestPermission(name: PermissionName): void;
  /** Ends this activity. */
  finish(): void;
  showDialog(dialog: AppDialog): void;
  focus(field: FieldState | undefined): void;
  /** Shows a short message over all apps for 2 s. */
  toast(message: string): void;
  /** Crashes the app as an uncaught exception does; `trace` is the Java stack trace, a line each. */
  crash(trace: readonly string[]): void;
  /** Puts a text on the clipboard. */
  copy(text: string): void;
  goHome(): void;
  openPanel(panel: 'notifications' | 'settings'): void;
  apps(): readonly App[];
  tasks(): readonly RecentTask[];
}

/** A task on the recents screen. */
export interface RecentTask {
  readonly app: App;
  open(): void;
  close(): void;
}

export interface AppIcon {
  /** Material icon path. */
  readonly path: string;
  readonly color: string;
  /** Colours of the background gradient: top, then bottom. */
  readonly topColor: string;
  readonly bottomColor: string;
}

/** An installed app. Its data lives in the closure that created it, for the lifetime of the phone. */
export interface App {
  readonly packageName: string;
  readonly label: string;
  readonly system: boolean;
  readonly versionName: string;
  readonly icon: AppIcon;
  /** Full class name that MAIN/LAUNCHER resolves to; undefined for an app without an icon. */
  readonly launcherClass: string | undefined;
  /** What it keeps over a restart of the phone, as structured clone can copy it; absent if nothing. */
  save?(): unknown;
  /** Gets what an earlier `save` returned, or something else that was stored for it. */
  restore?(saved: unknown): void;
  /** Forgets all data; absent if it keeps none from one process to the next. */
  clearData?(): void;
  /** Creates each activity, by its full class name. */
  readonly activities: Readonly<Record<string, CreateActivity>>;
}

/** Creates an activity; undefined when there is none for the argument. */
type CreateActivity = (host: ActivityHost, argument: string | undefined) => Activity | undefined;

/** Switches, levels and choices, shared by Settings, quick settings and the status bar. */
export interface DeviceState {
  readonly switches: Map<SwitchName, boolean>;
  /** The radios that airplane mode switched off, and that come back with its end. */
  readonly grounded: Set<SwitchName>;
  /** Volumes and brightness, from 0 to 1. */
  readonly levels: Map<LevelName, number>;
  readonly choices: Map<ChoiceName, string>;
  /** Public keys of the computers that may debug the phone. */
  readonly debuggingKeys: Set<string>;
  /** See `World`. */
  readonly changedPermissions: Map<string, boolean>;
}

/** The permissions that apps here ask for. */
export type PermissionName = 'ACCESS_FINE_LOCATION';

export type SwitchName =
  | 'wifi'
  | 'mobile-data'
  | 'bluetooth'
  | 'airplane'
  | 'hotspot'
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
  | 'high-contrast'
  | 'reduce-motion'
  | 'usb-debugging'
  | 'tap-to-check'
  | 'lift-to-check';
export type LevelName = 'brightness' | 'media' | 'call' | 'ring' | 'alarm';
export type ChoiceName =
  'screen-timeout' | 'font-size' | 'ringtone' | 'language' | 'screen-saver' | 'private-dns';

const initiallyOn: readonly SwitchName[] = [
  'wifi',
  'mobile-data',
  'bluetooth',
  'auto-rotate',
  'vibrate',
  'location',
  'usb-debugging',
  'tap-to-check',
];

/** The initial state of a phone, with USB debugging on. */
export function initialDeviceState(): DeviceState {
  return {
    switches: new Map(initiallyOn.map((name) => [name, true])),
    grounded: new Set(),
    levels: new Map([
      ['brightness', 0.62],
      ['media', 0.55],
      ['call', 0.7],
      ['ring', 0.8],
      ['alarm', 0.9],
    ]),
    choices: new Map([
      ['screen-timeout', '30 seconds'],
      ['font-size', 'Default'],
      ['ringtone', 'Morning light'],
      ['language', 'English (United States)'],
      ['screen-saver', 'None'],
      ['private-dns', 'Automatic'],
    ]),
    debuggingKeys: new Set(),
    changedPermissions: new Map(),
  };
}

/** The parts of a phone that keep what a person changed. */
export interface KeptParts {
  readonly state: DeviceState;
  readonly apps: readonly App[];
}

/** What they keep now. */
export function saveParts({ state, apps }: KeptParts): SavedWorld {
  const { switches, grounded, levels, choices } = state;
  return {
    switches: new Map(switches),
    grounded: new Set(grounded),
    levels: new Map(levels),
    choices: new Map(choices),
    apps: new Map(apps.map((app) => [app.packageName, app.save?.()])),
  };
}

/** Brings them to what was saved. */
export function restoreParts({ state, apps }: KeptParts, saved: SavedWorld): void {
  const { switches, grounded, levels, choices } = state;
  for (const [name, isSet] of saved.switches) switches.set(name as SwitchName, isSet); // Another name has no effect.
  for (const name of saved.grounded) grounded.add(name as SwitchName); // The same.
  for (const [name, level] of saved.levels) levels.set(name as LevelName, level); // The same.
  for (const [name, choice] of saved.choices) choices.set(name as ChoiceName, choice); // The same.
  for (const app of apps) app.restore?.(saved.apps.get(app.packageName));
}

/** Whether a switch is on. */
export function isOn(state: DeviceState, name: SwitchName): boolean {
  return state.switches.get(name) ?? false;
}

/** The radios that airplane mode switches. The switch of mobile data stays; only its radio is off meanwhile. */
const airplaneRadios: readonly SwitchName[] = ['wifi', 'bluetooth'];

/** Sets a switch. Airplane mode switches radios off, and on again those that nobody switched meanwhile (WifiSettingsStore, BluetoothManagerService). */
export function setSwitch(state: DeviceState, name: SwitchName, on: boolean): void {
  const { switches, grounded } = state;
  switches.set(name, on);
  grounded.delete(name);
  if (name !== 'airplane') return;
  const switched = on ? airplaneRadios.filter((radio) => isOn(state, radio)) : [...grounded];
  for (const radio of switched) {
    switches.set(radio, !on);
    if (on) grounded.add(radio);
    else grounded.delete(radio);
  }
}

/** Toggles a switch. */
export function toggleSwitch(state: DeviceState, name: SwitchName): void {
  setSwitch(state, name, !isOn(state, name));
}

/** A date in English, whatever the computer's locale: `Friday, November 20`. */
export function dateText(date: Date, options: Intl.DateTimeFormatOptions): string {
  return date.toLocaleDateString('en-US', options);
}

/** `09:41` */
export function clockTime(date: Date): string {
  return date.toTimeString().slice(0, 5);
}
