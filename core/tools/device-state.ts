import { z } from 'zod';
import {
  assertCanSet,
  type DeviceReport,
  type DeviceState,
  type ReportedSettings,
  type SettingName,
  settingNames,
  type AppLanguageKey,
} from '../phone/device-state.ts';
import { HandsetError, toHandsetError } from '../errors.ts';
import {
  type ChangeReport,
  changeSettings,
  orientationOf,
  originalValues,
} from './shared/change-settings.ts';
import { choice, nonEmpty, textForMessage, wholeNumber } from './shared/parameters.ts';
import { defineTool, observe } from './shared/tool.ts';
import type { ConnectedPhone, Phone } from '../phone/phone.ts';

/** Reads the phone's state and settings. */
export const getDevice = defineTool({
  name: 'get_device',
  title: 'Get phone info',
  words: {
    wantsTo: ['read the phone’s state and settings'],
    anywhere: true,
    synonyms: 'info battery model state version about resolution screen size',
  },
  description:
    'Reads the model, Android version, screen, battery, storage, network, languages, time and the settings that set_device changes. null means that the phone does not report it.',
  input: z.strictObject({}),
  output: z.looseObject({}),
  effect: 'read',
  onlyWithAllTools: true,
  async execute(phone, _input, reply, signal) {
    reply.data(await readDeviceReport(phone, signal));
  },
});

/** Reads what `get_device` answers. Rejects as `readDeviceState` does. */
export async function readDeviceReport(
  phone: ConnectedPhone,
  signal: AbortSignal,
): Promise<DeviceReport> {
  const state = await phone.readDeviceState(signal);
  const { battery, storage } = state;
  return {
    manufacturer: state.manufacturer,
    model: state.model,
    android: state.android,
    api_level: state.apiLevel,
    security_patch: state.securityPatch,
    screen: {
      width: state.size.width,
      height: state.size.height,
      orientation: state.size.width > state.size.height ? 'landscape' : 'portrait',
      rotation: state.rotation,
      density: state.density,
      on: state.isDisplayOn,
      locked: state.isLocked,
    },
    battery,
    storage: storage && { free_bytes: storage.freeBytes, total_bytes: storage.totalBytes },
    network: state.network?.map((transport) => transport.toLowerCase()) ?? null,
    locales: state.locales,
    time: state.time,
    time_zone: state.timeZone,
    settings: settingsOf(state),
    changed_settings: [...phone.originalSettings.keys()],
  };
}

function settingsOf(state: DeviceState): ReportedSettings {
  const { settings, volumeRange } = state;
  return {
    orientation: orientationOf(state),
    dark_theme: settings.dark_theme,
    font_scale: numberOf(settings.font_scale),
    display_density: state.density,
    animations: settings.animations === null ? null : settings.animations !== '0,0,0',
    stay_awake: isOn(settings.stay_awake),
    brightness: numberOf(settings.brightness?.split(',')[0] ?? null),
    adaptive_brightness: isOn(settings.brightness?.split(',')[1] ?? null),
    volume: numberOf(settings.volume),
    volume_max: volumeRange?.max ?? null,
    location: isOn(settings.location),
    bluetooth: isOn(settings.bluetooth),
    wifi: isOn(settings.wifi),
    mobile_data: isOn(settings.mobile_data),
    airplane_mode: isOn(settings.airplane_mode),
  };
}

function numberOf(value: string | null): number | null {
  return value === null ? null : Number(value);
}

function isOn(value: string | null): boolean | null {
  return value === null ? null : value !== '0';
}

const networkSettings = [
  { name: 'airplane_mode', cutsOffWhen: true },
  { name: 'bluetooth', cutsOffWhen: null },
  { name: 'wifi', cutsOffWhen: false },
  { name: 'mobile_data', cutsOffWhen: false },
] as const;
type NetworkSetting = (typeof networkSettings)[number]['name'];

const scaleError = "Parameter 'font_scale' must be between 0.5 and 3";

const setDeviceInput = z
  .strictObject({
    orientation: choice('orientation', ['auto', 'portrait', 'landscape']).optional(),
    dark_theme: z.boolean().optional(),
    font_scale: z.number().min(0.5, { error: scaleError }).max(3, { error: scaleError }).optional(),
    display_density: wholeNumber('display_density', { min: 72, max: 1000 }).optional(),
    animations: z.boolean().optional(),
    stay_awake: z.boolean().optional().describe('Keeps the screen on while charging.'),
    brightness: wholeNumber('brightness', { min: 0, max: 255 }).optional(),
    volume: wholeNumber('volume', { min: 0, max: 100 })
      .optional()
      .describe('Media volume; the maximum is volume_max in get_device.'),
    location: z.boolean().optional(),
    airplane_mode: z.boolean().optional(),
    bluetooth: z.boolean().optional(),
    wifi: z.boolean().optional(),
    mobile_data: z.boolean().optional(),
    app_language: z
      .string()
      .optional()
      .describe('For example de-DE. Leave empty to follow the phone.'),
    package_name: nonEmpty('package_name').optional().describe('The app whose language to change.'),
    restore: z
      .boolean()
      .default(false)
      .describe("Undoes all changes; can't be combined with settings."),
    only: nonEmpty('only')
      .optional()
      .describe('With restore: the one of changed_settings in get_device to undo.'),
    ...observe,
  })
  .superRefine((input, context) => {
    const given = [...settingNames, 'app_language' as const].filter(
      (name) => input[name] !== undefined,
    );
    if ((input.app_language === undefined) !== (input.package_name === undefined)) {
      const message = 'app_language and package_name must be given together';
      context.addIssue({ code: 'custom', message });
      return;
    }
    if (input.only !== undefined && !input.restore) {
      context.addIssue({ code: 'custom', message: 'only must be given together with restore' });
      return;
    }
    if (given.length > 0 !== input.restore) return;
    const message = input.restore
      ? `restore must be the only argument, got also: ${given.join(', ')}`
      : 'Give at least one setting, or set restore';
    context.addIssue({ code: 'custom', message });
  });

type SetDeviceInput = z.infer<typeof setDeviceInput>;

/** The two calls that switch a setting. */
function onOff(setting: keyof SetDeviceInput, name: string, synonyms: string, word?: string) {
  return [true, false].map((on) => ({
    label: `Turn ${name} ${on ? 'on' : 'off'}`,
    ...(word !== undefined && { word }),
    synonyms: `${synonyms} setting ${on ? 'enable' : 'disable'}`,
    args: { [setting]: on },
  }));
}

/** Changes settings and reads them back, or restores what they were. */
export const setDevice = defineTool({
  name: 'set_device',
  title: 'Change phone settings',
  words: {
    wantsTo: [
      { when: { restore: true }, say: 'restore *{only}* as it was' },
      { when: { restore: true }, say: 'restore the settings that tools changed' },
      'set *{settings}*',
      'change phone settings',
    ],
    anywhere: true,
    synonyms: [
      'settings battery cellular dpi size locale rotate landscape mute',
      ...Object.keys(setDeviceInput.shape),
    ].join(' '),
    presets: [
      ...onOff('dark_theme', 'the phone’s dark theme', 'mode night light', 'dark mode'),
      ...onOff('airplane_mode', 'airplane mode', 'flight offline network'),
      ...onOff('wifi', 'Wi-Fi', 'wifi wireless network internet wlan'),
      ...onOff('bluetooth', 'Bluetooth', 'bt'),
      ...onOff('location', 'location', 'gps position'),
      ...onOff('animations', 'the phone’s animations', 'motion transitions'),
      {
        label: 'Mute media',
        synonyms: 'volume sound audio silent silence quiet off',
        args: { volume: 0 },
      },
      {
        label: 'Make the phone’s font larger',
        synonyms: 'text size zoom bigger large increase',
        word: 'font size',
        args: { font_scale: 1.3 },
      },
      {
        label: 'Make the phone’s font smaller',
        synonyms: 'text size zoom small decrease',
        args: { font_scale: 0.85 },
      },
      {
        label: 'Reset the phone’s font size',
        synonyms: 'text size reset default',
        args: { font_scale: 1 },
      },
      {
        label: 'Turn auto-rotate on',
        synonyms: 'rotate with the phone automatic orientation rotation lock',
        args: { orientation: 'auto' },
      },
      ...(['font_scale', 'display_density', 'brightness', 'volume'] as const).map((field) => ({
        label: `Set the phone’s ${field.replace('_', ' ')}…`,
        args: {},
        field,
      })),
      { label: 'Set an app’s language…', args: {}, field: 'app_language' },
    ],
  },
  description:
    'Changes settings of the phone and reads them back. Earlier values are remembered; restore puts them back. For connections (wifi, bluetooth, mobile_data, airplane_mode) the user is asked first, and the call waits for the answer.',
  input: setDeviceInput,
  effect: 'act',
  hints: { openWorld: false, idempotent: true },
  onlyWithAllTools: true,
  risk: (input, originals) => {
    const newValue = (name: NetworkSetting): boolean | null | undefined =>
      input.restore ? isOn(originals.get(name) ?? null) : input[name];
    const changed = networkSettings.filter(
      ({ name }) => isAmong(input.only, name) && typeof newValue(name) === 'boolean',
    );
    if (changed.length === 0) return null;
    const cutsOff = changed.some(({ name, cutsOffWhen }) => newValue(name) === cutsOffWhen);
    return cutsOff
      ? 'The phone may lose its connection.'
      : "This changes the phone's network connections.";
  },
  async execute(phone, input, reply, signal) {
    let steps = 0;
    const onStep = (message: string): void => reply.progress({ done: steps++, message });
    onStep('Reading the settings');
    const before = await phone.readDeviceState(signal);
    const { app_language: languages, package_name: packageName, only } = input;
    if (input.restore && ![...phone.originalSettings.keys()].some((key) => isAmong(only, key))) {
      const why =
        only === undefined
          ? 'no setting of this phone was changed here'
          : `${textForMessage(only)} was not changed here`;
      reply.text(`Nothing to restore: ${why}.`);
      return;
    }
    const wanted = input.restore
      ? new Map([...originalValues(phone)].filter(([name]) => isAmong(only, name)))
      : wantedValues(input, before);
    checkPossible(wanted, before, phone.serial);
    if (languages !== undefined) assertCanSet('app_language', before);
    const reports: ChangeReport[] = [];
    if (input.restore) reports.push(await restoreAppLanguages(phone, { only, onStep }, signal));
    if (languages !== undefined && packageName !== undefined) {
      onStep(`Setting the language of ${packageName}`);
      reports.push(await setAppLanguage(phone, { packageName, languages }, signal));
    }
    if (wanted.size > 0)
      reports.push(await changeSettings(phone, { wanted, before, onStep }, signal));
    const text = reports.flatMap(({ lines }) => lines).join('\n');
    if (!reports.every(({ isComplete }) => isComplete)) {
      throw new HandsetError('action-failed', `Some settings were not changed:\n${text}`, {
        hint: '\nget_device shows the values now; set_device with restore=true undoes the changes.',
      });
    }
    reply.text(text);
  },
});

/** Whether a change is to be undone: the only one, or any. */
function isAmong(only: string | undefined, name: string): boolean {
  return only === undefined || only === name;
}

function wantedValues(input: SetDeviceInput, state: DeviceState): Map<SettingName, string> {
  const digit = (on: boolean | undefined, yes = '1', no = '0'): string | undefined =>
    on === undefined ? undefined : on ? yes : no;
  const values: { readonly [Name in SettingName]: string | undefined } = {
    orientation: input.orientation && orientationValue(input.orientation, state),
    dark_theme: digit(input.dark_theme, 'yes', 'no'),
    font_scale: input.font_scale?.toString(),
    display_density: input.display_density?.toString(),
    animations: digit(input.animations, '1,1,1', '0,0,0'),
    // AC, USB and wireless.
    stay_awake: digit(input.stay_awake, '7'),
    brightness: input.brightness === undefined ? undefined : `${input.brightness},0`,
    volume: input.volume?.toString(),
    // Settings.Secure.LOCATION_MODE_HIGH_ACCURACY.
    location: digit(input.location, '3'),
    airplane_mode: digit(input.airplane_mode),
    bluetooth: digit(input.bluetooth),
    wifi: digit(input.wifi),
    mobile_data: digit(input.mobile_data),
  };
  return new Map(
    settingNames.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function orientationValue(
  orientation: 'auto' | 'portrait' | 'landscape',
  { naturalSize, settings }: DeviceState,
): string {
  if (orientation === 'auto') return `1,${settings.orientation?.split(',')[1] ?? '0'}`;
  const isNatural = (orientation === 'landscape') === naturalSize.width > naturalSize.height;
  return isNatural ? '0,0' : '0,1';
}

/** Throws `unsupported` or `invalid-argument`, before anything is changed. */
function checkPossible(
  wanted: ReadonlyMap<SettingName, string>,
  state: DeviceState,
  serial: string,
): void {
  for (const name of wanted.keys()) assertCanSet(name, state);
  const { volumeRange } = state;
  const volume = Number(wanted.get('volume') ?? 0);
  if (volumeRange !== null && (volume > volumeRange.max || volume < 0)) {
    const message = `volume must be between ${volumeRange.min} and ${volumeRange.max} on this phone, got: ${volume}`;
    throw new HandsetError('invalid-argument', message);
  }
  // `192.168.1.5:5555` or `adb-…._adb-tls-connect._tcp`: the console reaches this phone by its Wi-Fi.
  const isOverNetwork = /:\d+$|\._tcp\.?$/.test(serial);
  if (isOverNetwork && (wanted.get('wifi') === '0' || wanted.get('airplane_mode') === '1')) {
    const message = `The console reaches this phone over its network (${serial}); this would cut the connection. Nothing was changed.`;
    throw new HandsetError('unsupported', message, { hint: 'Connect the phone by USB for that.' });
  }
}

const keyPrefix = 'language of ';
/** The languages of an app that has none of its own. */
const phoneLanguage = "the phone's";

/** Sets an app's language and reads it back; empty is the phone's own. Rejects with `command-failed` for an unknown app, with nothing changed. */
async function setAppLanguage(
  phone: Phone,
  app: { readonly packageName: string; readonly languages: string },
  signal: AbortSignal,
): Promise<ChangeReport> {
  const { packageName, languages } = app;
  const key: AppLanguageKey = `${keyPrefix}${packageName}`;
  const before = await phone.readAppLanguages(packageName, signal);
  if (isSame(before, languages)) {
    forgetRestored(phone, key, before);
    return { lines: [`${key}: ${before || phoneLanguage} already`], isComplete: true };
  }
  if (!phone.originalSettings.has(key)) phone.originalSettings.set(key, before);
  await phone.writeAppLanguages(packageName, languages, signal);
  const after = await phone.readAppLanguages(packageName, signal);
  forgetRestored(phone, key, after);
  const line = `${key}: ${before || phoneLanguage} -> ${after || phoneLanguage}`;
  if (isSame(after, languages)) return { lines: [line], isComplete: true };
  if (after !== '' && !isSame(after, before))
    return { lines: [`${line} (asked for ${languages})`], isComplete: true };
  const failure = `${key}: is ${after || phoneLanguage}; asked for ${languages || phoneLanguage}. Give BCP 47 tags, as in de-DE or pt-BR,en.`;
  return { lines: [failure], isComplete: false };
}

function forgetRestored({ originalSettings }: Phone, key: AppLanguageKey, languages: string): void {
  const original = originalSettings.get(key);
  if (original !== undefined && isSame(original, languages)) originalSettings.delete(key);
}

/** Whether both name the same languages: old codes such as `iw` are those of today, `he`, and case does not matter. */
function isSame(one: string, other: string): boolean {
  return canonicalTags(one) === canonicalTags(other);
}

function canonicalTags(tags: string): string {
  try {
    return Intl.getCanonicalLocales(tags.split(',').filter(Boolean)).join();
  } catch {
    // No BCP 47 tags.
    return tags.toLowerCase();
  }
}

/** Puts back the languages of apps. An app that is gone is forgotten. */
async function restoreAppLanguages(
  phone: Phone,
  { only, onStep }: { readonly only: string | undefined; onStep(message: string): void },
  signal: AbortSignal,
): Promise<ChangeReport> {
  const reports: ChangeReport[] = [];
  for (const [key, languages] of [...phone.originalSettings]) {
    if (!key.startsWith(keyPrefix) || !isAmong(only, key)) continue;
    const packageName = key.slice(keyPrefix.length);
    onStep(`Setting the ${key}`);
    try {
      reports.push(await setAppLanguage(phone, { packageName, languages }, signal));
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'command-failed') throw error;
      phone.originalSettings.delete(key);
      reports.push({ lines: [`${key}: not restored. ${error.message}`], isComplete: true });
    }
  }
  return {
    lines: reports.flatMap(({ lines }) => lines),
    isComplete: reports.every(({ isComplete }) => isComplete),
  };
}
