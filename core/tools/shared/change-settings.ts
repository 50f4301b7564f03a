import { settingNames, type DeviceState, type SettingName } from '../../phone/device-state.ts';
import { toHandsetError } from '../../errors.ts';
import type { Phone } from '../../phone/phone.ts';
import { pollUntil } from './poll-until.ts';

/** The result of changing settings. */
export interface ChangeReport {
  /** A line for each setting. */
  readonly lines: readonly string[];
  /** Whether everything was set. */
  readonly isComplete: boolean;
}

/** The radios whose setting changes with airplane mode. */
const airplaneRadios: readonly SettingName[] = ['bluetooth', 'wifi'];
/** All settings that airplane mode may change. */
const radioSettings: readonly SettingName[] = [...airplaneRadios, 'mobile_data'];

/** How long radios may take to switch off when airplane mode begins; some stay on in it. */
const airplaneTimeoutMs = 3000;

/** How long radios may take to switch. */
const readBackTimeoutMs = 6000;

interface RequestedSettings {
  readonly wanted: ReadonlyMap<SettingName, string>;
  readonly before: DeviceState;
  /** Called with what is being done. */
  onStep(message: string): void;
}

/** Sets the values in the order of the map, reads them back, and remembers what they were. */
export async function changeSettings(
  phone: Phone,
  changes: RequestedSettings,
  signal: AbortSignal,
): Promise<ChangeReport> {
  const { wanted, before } = changes;
  const { written, failures } = await writeSettings(phone, changes, signal);
  const expected = [...wanted].filter(([name]) => !failures.has(name));
  const after = await readBack(phone, { ...changes, wanted: new Map(expected) }, signal);
  const unset = expected.filter(
    ([name, value]) => after.settings[name] !== null && !isSet(after, name, value),
  );
  for (const [name] of unset) failures.set(name, 'The phone did not apply the value.');
  forgetRestored(phone, after);
  const lines = [...wanted].map(([name, value]) => {
    const failure = failures.get(name);
    return settingLine({ name, value, before, after, failure, isWritten: written.has(name) });
  });
  return { lines, isComplete: failures.size === 0 };
}

interface Writing {
  /** The settings that commands were sent for. */
  readonly written: ReadonlySet<SettingName>;
  /** What the phone said of those that it did not set. */
  readonly failures: Map<SettingName, string>;
}

/** Sends the commands for what is not set yet. */
async function writeSettings(
  phone: Phone,
  { wanted, before, onStep }: RequestedSettings,
  signal: AbortSignal,
): Promise<Writing> {
  const written = new Set<SettingName>();
  const failures = new Map<SettingName, string>();
  let current = before;
  for (const [name, value] of wanted) {
    // When airplane mode ends, Android switches radios on again, later: these are set in any case.
    const isReturning =
      airplaneRadios.includes(name) &&
      written.has('airplane_mode') &&
      wanted.get('airplane_mode') === '0';
    if (isSet(current, name, value) && !isReturning) continue;
    remember(phone, name, before);
    onStep(`Setting ${name.replace('_', ' ')}`);
    written.add(name);
    try {
      await phone.writeSetting({ name, value, apiLevel: before.apiLevel }, signal);
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'command-failed' && error.code !== 'timeout') throw error;
      failures.set(name, error.fullText);
      continue;
    }
    const setsRadios = radioSettings.some((radio) => wanted.has(radio));
    if (name === 'airplane_mode' && value === '1' && setsRadios)
      current = await readInAirplaneMode(phone, before, signal);
  }
  return { written, failures };
}

/** Remembers what a setting was; with airplane mode also the radios that it switches. */
function remember({ originalSettings }: Phone, name: SettingName, { settings }: DeviceState): void {
  const isFirst = !originalSettings.has(name);
  const names = name === 'airplane_mode' && isFirst ? [name, ...radioSettings] : [name];
  for (const each of names) {
    const original = settings[each];
    if (original !== null && !originalSettings.has(each)) originalSettings.set(each, original);
  }
}

/** Forgets what is again as it was. Radios are remembered as long as airplane mode is changed, which switches them. */
function forgetRestored(phone: Phone, state: DeviceState): void {
  const { originalSettings } = phone;
  for (const [name, original] of originalValues(phone)) {
    const isSwitched = radioSettings.includes(name) && originalSettings.has('airplane_mode');
    if (!isSwitched && isSet(state, name, original)) originalSettings.delete(name);
  }
}

/**
 * The state once airplane mode has switched off the radios that were on. A radio that is switched on
 * before that would be switched off again.
 */
async function readInAirplaneMode(
  phone: Phone,
  before: DeviceState,
  signal: AbortSignal,
): Promise<DeviceState> {
  let current = before;
  const radios = airplaneRadios.filter((name) => before.settings[name] === '1');
  await pollUntil(
    {
      timeoutMs: airplaneTimeoutMs,
      read: (ended) => phone.readDeviceState(ended),
      check(state) {
        current = state;
        return radios.every((name) => state.settings[name] !== '1') ? true : undefined;
      },
    },
    signal,
  );
  return current;
}

/** The state as soon as all values are set, or after the time limit. */
async function readBack(
  phone: Phone,
  { wanted, onStep }: RequestedSettings,
  signal: AbortSignal,
): Promise<DeviceState> {
  onStep('Reading the settings back');
  const { result } = await pollUntil(
    {
      timeoutMs: readBackTimeoutMs,
      read: (ended) => phone.readDeviceState(ended),
      check: (state) => {
        const { settings } = state;
        const isDone = ([name, value]: readonly [SettingName, string]): boolean =>
          settings[name] === null || isSet(state, name, value);
        return [...wanted].every(isDone) ? state : undefined;
      },
      onAttempt: () => onStep('Waiting until the phone has changed its settings'),
    },
    signal,
  );
  return result ?? (await phone.readDeviceState(signal));
}

/** What the settings were before they were changed, in the order in which they are set. */
export function originalValues({ originalSettings }: Phone): Map<SettingName, string> {
  return new Map(
    settingNames.flatMap((name) => {
      const value = originalSettings.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function isSet({ settings, density }: DeviceState, name: SettingName, value: string): boolean {
  // Setting the physical density clears the override.
  if (name === 'display_density' && value === String(density)) return true;
  // An adaptive brightness has a level of its own.
  if (name === 'brightness' && value.endsWith(',1'))
    return settings.brightness?.endsWith(',1') === true;
  return settings[name] === value;
}

interface SettingReport extends Pick<RequestedSettings, 'before'> {
  readonly name: SettingName;
  readonly value: string;
  readonly after: DeviceState;
  readonly failure: string | undefined;
  readonly isWritten: boolean;
}

/** `wifi: on -> off`, or why not. */
function settingLine(report: SettingReport): string {
  const { name, value, before, after, failure, isWritten } = report;
  const shown = (raw: string | null, state: DeviceState): string => displayValue(name, raw, state);
  const old = shown(before.settings[name], before);
  const current = shown(after.settings[name], after);
  if (failure !== undefined)
    return `${name}: is ${current}; asked for ${shown(value, after)}. ${failure}`;
  const isUnknown = before.settings[name] === null;
  const unknownNote = isUnknown
    ? '; its earlier value is unknown, so restore leaves it as it is'
    : '';
  if (after.settings[name] === null)
    return `${name}: ${shown(value, after)} sent, not verified: this phone does not report it${unknownNote}`;
  if (isSet(before, name, value))
    return `${name}: ${current}${isWritten ? ' as before' : ' already'}`;
  const { width, height } = after.size;
  const isLandscape = width > height;
  const keeps =
    name === 'orientation' && current !== 'auto' && (current === 'landscape') !== isLandscape;
  const note = keeps ? `; the foreground app keeps ${isLandscape ? 'landscape' : 'portrait'}` : '';
  return `${name}: ${old} -> ${current}${note}${unknownNote}`;
}

/** The orientation that the phone is set to: `auto`, or the one that it is locked to. */
export function orientationOf({ settings, naturalSize }: DeviceState): string | null {
  if (settings.orientation === null) return null;
  const [auto, rotation] = settings.orientation.split(',');
  if (auto !== '0') return 'auto';
  const isTurned = Number(rotation) % 2 === 1;
  return naturalSize.width > naturalSize.height !== isTurned ? 'landscape' : 'portrait';
}

/** A setting's value as the tool's arguments name it. */
function displayValue(name: SettingName, raw: string | null, state: DeviceState): string {
  if (raw === null) return 'unknown';
  switch (name) {
    case 'orientation':
      return orientationOf({ ...state, settings: { ...state.settings, orientation: raw } }) ?? raw;
    case 'brightness':
      return raw.endsWith(',1') ? `${raw.split(',')[0]} (adaptive)` : (raw.split(',')[0] ?? raw);
    case 'display_density':
      return raw === 'reset' ? `${state.density} (default)` : raw;
    case 'animations':
      return raw === '0,0,0' ? 'off' : raw === '1,1,1' ? 'on' : raw;
    case 'dark_theme':
      return raw === 'no' ? 'off' : raw === 'yes' ? 'on' : raw;
    case 'font_scale':
    case 'volume':
      return raw;
    case 'stay_awake':
    case 'location':
    case 'bluetooth':
    case 'wifi':
    case 'mobile_data':
    case 'airplane_mode':
      return raw === '0' ? 'off' : 'on';
    default:
      return name satisfies never;
  }
}
